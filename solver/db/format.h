/* The database file, byte by byte. data/README.md has the same for a reader in any language.
 *
 * A position is a pair of sets (b, w) and a mover, as solver/sweep/sweep.h has it. For each mover that the file holds,
 * for each number of black stones k = 0..n_sets (a layer), and for each kept b of k stones in ascending order, there is
 * a row: the 2^n_index values of (b, w), w = 0, 1, ..., of one bit (outcome: the mover wins) or one byte (remoteness)
 * each, the first in the lowest bit or byte. A row of less than a byte is filled up with zeros.
 *
 * A database of draughts endgames has a layer for each slice of solver/draughts/index.h, in that order, and positions
 * with White to move only, as they are numbered there. A row is DB_DRAUGHTS_ROW successive values of the slice, of one
 * byte each: for outcomes 0 a draw, 1 the mover wins, 2 he loses; for remoteness 0 a draw, else the plies to the end
 * plus one, odd if he loses. Positions in which the mover must capture are not stored: in their place, and in what is
 * left of the last row, the value of the stored position before it in the row is repeated, before the first one that of
 * the first one, and in a row without any it is 0.
 *
 * Rows are stored in blocks of at most 2^block_bits values. Where a row has more, each of its blocks is one such
 * piece; where it has fewer, a block holds 2^block_bits / 2^n_index whole rows, and the last block of a layer and mover
 * what is left. Blocks are numbered layer by layer; within a layer first those of Black, then, if n_movers is 2, those
 * of White. All numbers are little-endian; there are no gaps, and everything unused is zero. All XXH64 have seed 0.
 *
 * A block of as many bytes as its values take is stored as it is; of fewer it is one zstd frame, or packed by the cube
 * coder (coder/cube.h). Cubes are for outcomes, and for blocks of a row or a part of one. There is a model for each
 * layer, each mover, and each number of stones in the top bits of w, 0..n_index - block_bits, in this order; a model is
 * the chances for n = 0..block_bits and s = 0..n, 2 bytes each.
 *
 * Since version 2 a database of outcomes may hold positions of an even number of stones alone: the others follow from
 * them by one jump, or by several if it takes an even number of stones. Its blocks are a row or a part of one, of 2^(
 * block_bits - 1) values that are packed by the pair coder (coder/pairs.h). There are as many models as for cubes,
 * in the same order; one for k black stones and t stones in the top bits is the chances for those n = 0..block_bits
 * that make k + t + n even, and s = 0..n (n - 1) / 2, 2 bytes each.
 *
 * The corner: cells are those of a board whose top-left cell is black. On a board with a white one, the colours of
 * cells and mover are exchanged, which is the same position.
 *
 * The digest is XXH3-128, in its canonical big-endian form, of: bytes 12-18 of the header, the cells (80-207), for
 * variants of the rules bytes 24-25, and for each layer and mover, in the order of the blocks, the XXH3-128 of the
 * XXH3-128s of its rows, which have all their values there, also those that are not stored. It depends on the values
 * alone: not on blocks, compression, version or provenance. The digest of what is stored is the same of rows of the
 * stored values.
 *
 * SPDX-License-Identifier: MIT
 */
/* clang-format off */
/*  offset  bytes
 *       0      8  magic "PAPAMUDB"
 *       8      4  format version: 2 if any of the bytes 22-25 is not zero, else 1
 *      12      1  game: 1 Konane; from 2 on draughts, the `number` of src/draughts/rules.c
 *      13  1 + 1  rows, columns
 *      15      1  what a value is: 1 outcome, 2 remoteness
 *      16      1  n_movers: 1 if only positions with Black to move are stored, White's being their mirror image; else 2
 *      17  1 + 1  n_sets and n_index, the numbers of black and white cells; draughts: the most pieces of a position,
 *                 and the logarithm of DB_DRAUGHTS_ROW
 *      19      1  block_bits
 *      20      1  compression level, for information
 *      21      1  coding of blocks: 0 zstd, 1 cubes, 2 pairs
 *      22      1  which numbers of stones are stored: 0 all, 1 the even ones; 1 if and only if the coding is pairs
 *      23      1  the most stones of a stored position, 0 for no limit; so far 0
 *      24      1  rule of the ending: 0 who cannot jump loses, 1 he wins
 *      25      1  rule of jumps: 0 of any length, 1 over one stone, 2 as far as possible
 *      26      6  zero
 *      32      8  number of blocks
 *      40      8  offset of the index, right after the last block
 *      48      8  size of the file, right after the index
 *      56      8  XXH64 of the index
 *      64     16  digest of the content
 *      80      8  draughts: the number of positions that are stored; then zeros up to 463. Konane:
 *      80     64  black cells: bit i of b is the cell with the i-th of these numbers (column * rows + rank)
 *     144     64  white cells, likewise for w
 *     208    256  kept rows of each layer, 32 numbers of 8 bytes
 *     464     32  version of the program; 496, 64: its commit; 560, 32: date, UTC; 592, 512: command; texts
 *    1104      8  zero
 *    1112      8  XXH64 of the first 1112 bytes
 *    1120         blocks, one after the other, from block 0
 *                 index: models, if the coding is cubes; then 8 bytes for each block:
 *      +0      4  stored bytes; 0: all values of the block are the same, and the next field is the value
 *      +4      4  lower half of XXH64 of these bytes
 *                 index, if the coding is pairs: 16 bytes, the digest of what is stored; for each mover that the file
 *                 holds and each number of stones 0..n_sets + n_index 8 bytes, how many of all sets of so many stones
 *                 the mover wins; models; then 6 bytes for each block, the same two fields of 2 and 4 bytes
 */
/* clang-format on */
#ifndef SOLVER_DB_FORMAT_H
#define SOLVER_DB_FORMAT_H

#include "solver/rows/orbits.h"

#include <stddef.h>
#include <stdint.h>

enum {
    DB_FORMAT_VERSION = 2, /* the newest */
    DB_HEADER_BYTES = 1120,
    DB_DIGEST_BYTES = 16,
    DB_MAX_CELLS = 64,      /* of one colour, in the lists */
    DB_MAX_LAYERS = 512,    /* of any game */
    DB_HEADER_LAYERS = 32,  /* in the header: of Konane */
    DB_MIN_BLOCK_BITS = 10, /* values in a block, logarithm; of pairs at least PAIRS_MIN_BITS */
    DB_MAX_BLOCK_BITS = 20,
    DB_MAX_INDEX_BITS = 32,
    DB_MAX_STONES = ORBITS_MAX_N + DB_MAX_INDEX_BITS,
    DB_VERSION_TEXT = 32,
    DB_GIT_TEXT = 64,
    DB_DATE_TEXT = 32,
    DB_COMMAND_TEXT = 512,
};

typedef enum db_kind { DB_OUTCOME = 1, DB_REMOTENESS = 2 } db_kind;

typedef enum db_coding { DB_ZSTD = 0, DB_CUBES = 1, DB_PAIRS = 2 } db_coding;

/* The number of a game. Those of draughts are the numbers of src/draughts/rules.h. */
typedef enum db_game { DB_GAME_KONANE = 1, DB_GAME_DRAUGHTS = 2, DB_GAME_LAST = 63 } db_game;

/* Values in a row of draughts, and the logarithm. */
enum { DB_DRAUGHTS_ROW_BITS = 12, DB_DRAUGHTS_ROW = 1 << DB_DRAUGHTS_ROW_BITS };

/* The rule of the ending; that of jumps is a konane_chains of src/konane/variant.h. */
enum { DB_NORMAL = 0, DB_MISERE = 1 };

/* What a database is about: the part of the header that two databases of the same content share. */
typedef struct db_subject {
    uint8_t game, rows, cols, kind, n_movers, n_sets, n_index;
    uint8_t ending, jumps;                            /* rules, as in the header */
    uint8_t black[DB_MAX_CELLS], white[DB_MAX_CELLS]; /* Konane */
    uint64_t n_stored;                                /* draughts: positions whose mover has no capture */
    int n_layers;                                     /* Konane: n_sets + 1 */
    uint64_t layer_rows[DB_MAX_LAYERS];
} db_subject;

/* How many positions each layer has, for games whose headers do not list their rows: they follow from the board and
 * n_sets. Returns the number of layers, 0 if there is no such board or number, -1 if memory is short. Whoever opens a
 * database of such a game passes this in, so that nothing here knows a game. */
typedef int db_layer_sizes(int rows, int cols, int n_sets, uint64_t n_positions[DB_MAX_LAYERS]);

/* Bytes 12-18, 80-207 and, if they are not zero, 24-25 of the header, one after the other. Returns their number. */
enum { DB_SUBJECT_BYTES = 7 + 2 * DB_MAX_CELLS, DB_SUBJECT_MAX_BYTES = DB_SUBJECT_BYTES + 2 };
size_t db_subject_encode(const db_subject *subject, uint8_t bytes[DB_SUBJECT_MAX_BYTES]);

/* Bits of a value: 1 or 8. */
int db_value_bits(const db_subject *subject);

/* The header, decoded. */
typedef struct db_header {
    db_subject subject;
    uint8_t block_bits, level, coding;
    uint64_t n_blocks, index_offset, file_bytes, index_checksum;
    uint8_t digest[DB_DIGEST_BYTES];
    char version[DB_VERSION_TEXT], git[DB_GIT_TEXT], date[DB_DATE_TEXT], command[DB_COMMAND_TEXT];
} db_header;

/* The version of the format: the oldest whose readers understand the file. */
uint32_t db_header_version(const db_header *header);

/* An entry of the index, decoded. */
typedef struct db_entry {
    uint64_t offset;
    uint32_t bytes, checksum;
} db_entry;

#endif
