/* The header of a database file: see header.h.
 *
 * SPDX-License-Identifier: MIT
 */
#include "solver/db/header.h"

#include "solver/db/index.h"
#include "src/base/bits.h"
#include "src/base/bytes.h"
#include "src/base/status.h"

#include <assert.h>
#include <inttypes.h>
#include <string.h>

#include <xxhash.h>

static const char magic[8] = {'P', 'A', 'P', 'A', 'M', 'U', 'D', 'B'};

/* Offsets of the fields. */
enum {
    AT_VERSION = 8,
    AT_GAME = 12,
    AT_ROWS = 13,
    AT_COLS = 14,
    AT_KIND = 15,
    AT_MOVERS = 16,
    AT_SETS = 17,
    AT_INDEX_BITS = 18,
    AT_BLOCK_BITS = 19,
    AT_LEVEL = 20,
    AT_CODING = 21,
    AT_SUMS = 22,
    AT_STONES = 23,
    AT_ENDING = 24,
    AT_JUMPS = 25,
    AT_ZERO = 26,
    AT_N_BLOCKS = 32,
    AT_INDEX_OFFSET = 40,
    AT_FILE_BYTES = 48,
    AT_INDEX_CHECKSUM = 56,
    AT_DIGEST = 64,
    AT_BLACK = 80,
    AT_WHITE = 144,
    AT_LAYER_ROWS = 208,
    AT_PROGRAM = 464,
    AT_GIT = 496,
    AT_DATE = 560,
    AT_COMMAND = 592,
    AT_RESERVED = 1104,
    AT_CHECKSUM = 1112,
};

size_t db_subject_encode(const db_subject *s, uint8_t bytes[DB_SUBJECT_MAX_BYTES])
{
    const uint8_t first[7] = {s->game, s->rows, s->cols, s->kind, s->n_movers, s->n_sets, s->n_index};
    static_assert(sizeof first + 2 * DB_MAX_CELLS == DB_SUBJECT_BYTES, "what is digested");
    memset(bytes, 0, DB_SUBJECT_MAX_BYTES);
    memcpy(bytes, first, sizeof first);
    if (s->game == DB_GAME_KONANE) {
        memcpy(bytes + sizeof first, s->black, s->n_sets);
        memcpy(bytes + sizeof first + DB_MAX_CELLS, s->white, s->n_index);
    } else {
        bytes_put(bytes + sizeof first, s->n_stored, 8);
    }
    bytes[DB_SUBJECT_BYTES] = s->ending;
    bytes[DB_SUBJECT_BYTES + 1] = s->jumps;
    return s->ending || s->jumps ? DB_SUBJECT_MAX_BYTES : DB_SUBJECT_BYTES;
}

uint32_t db_header_version(const db_header *h)
{
    return h->coding == DB_PAIRS || h->subject.ending || h->subject.jumps ? DB_FORMAT_VERSION : 1;
}

void db_header_encode(const db_header *h, uint8_t bytes[DB_HEADER_BYTES])
{
    const db_subject *s = &h->subject;
    static_assert(AT_CHECKSUM + 8 == DB_HEADER_BYTES && AT_LAYER_ROWS + 8 * DB_HEADER_LAYERS == AT_PROGRAM, "no gap");
    assert(s->game != DB_GAME_KONANE || s->n_layers == s->n_sets + 1);
    memset(bytes, 0, DB_HEADER_BYTES);
    memcpy(bytes, magic, sizeof magic);
    bytes_put(bytes + AT_VERSION, db_header_version(h), 4);
    uint8_t subject[DB_SUBJECT_MAX_BYTES];
    db_subject_encode(s, subject);
    memcpy(bytes + AT_GAME, subject, AT_BLOCK_BITS - AT_GAME);
    memcpy(bytes + AT_BLACK, subject + AT_BLOCK_BITS - AT_GAME, AT_LAYER_ROWS - AT_BLACK);
    bytes[AT_BLOCK_BITS] = h->block_bits;
    bytes[AT_LEVEL] = h->level;
    bytes[AT_CODING] = h->coding;
    bytes[AT_SUMS] = h->coding == DB_PAIRS;
    bytes[AT_ENDING] = s->ending;
    bytes[AT_JUMPS] = s->jumps;
    bytes_put(bytes + AT_N_BLOCKS, h->n_blocks, 8);
    bytes_put(bytes + AT_INDEX_OFFSET, h->index_offset, 8);
    bytes_put(bytes + AT_FILE_BYTES, h->file_bytes, 8);
    bytes_put(bytes + AT_INDEX_CHECKSUM, h->index_checksum, 8);
    memcpy(bytes + AT_DIGEST, h->digest, sizeof h->digest);
    for (int k = 0; k < s->n_layers && s->game == DB_GAME_KONANE; k++) {
        bytes_put(bytes + AT_LAYER_ROWS + 8 * k, s->layer_rows[k], 8);
    }
    memcpy(bytes + AT_PROGRAM, h->version, sizeof h->version);
    memcpy(bytes + AT_GIT, h->git, sizeof h->git);
    memcpy(bytes + AT_DATE, h->date, sizeof h->date);
    memcpy(bytes + AT_COMMAND, h->command, sizeof h->command);
    bytes_put(bytes + AT_CHECKSUM, XXH64(bytes, AT_CHECKSUM, 0), 8);
}

static pm_status damaged(pm_error *err, size_t offset, const char *what)
{
    return status_fail(err, PM_DAMAGED, offset, "damaged: %s", what);
}

/* Whether the list has n distinct cells of the board and zeros after them. */
static bool cells_are_valid(const uint8_t cells[DB_MAX_CELLS], int n, int n_cells, uint64_t *seen)
{
    for (int i = 0; i < DB_MAX_CELLS; i++) {
        if (i >= n ? cells[i] != 0 : cells[i] >= n_cells || *seen >> cells[i] & 1) {
            return false;
        }
        *seen |= i < n ? UINT64_C(1) << cells[i] : 0;
    }
    return true;
}

static bool bytes_are_zero(const uint8_t *bytes, int n)
{
    for (int i = 0; i < n; i++) {
        if (bytes[i]) {
            return false;
        }
    }
    return true;
}

/* Konane: the numbers and lists of cells, and the rows of each layer. */
static pm_status check_cells(const db_subject *s, const uint8_t *bytes, pm_error *err)
{
    const int n_cells = s->rows * s->cols;
    if (n_cells < 2 || n_cells > PM_MAX_CELLS) {
        return damaged(err, AT_ROWS, "the size of the board is out of range");
    }
    if (s->n_movers < 1 || s->n_movers > 2) {
        return damaged(err, AT_MOVERS, "the number of movers is neither 1 nor 2");
    }
    if (s->n_sets > ORBITS_MAX_N || s->n_index > DB_MAX_INDEX_BITS || s->n_sets + s->n_index != n_cells) {
        return damaged(err, AT_SETS, "the numbers of black and white cells do not fit the board");
    }
    uint64_t seen = 0;
    if (!cells_are_valid(s->black, s->n_sets, n_cells, &seen) ||
        !cells_are_valid(s->white, s->n_index, n_cells, &seen)) {
        return damaged(err, AT_BLACK, "the lists of cells do not name every cell once");
    }
    for (int k = 0; k < DB_HEADER_LAYERS; k++) {
        const uint64_t n = bytes_get(bytes + AT_LAYER_ROWS + 8 * k, 8);
        if (k > s->n_sets ? n != 0 : n < 1 || n > bits_choose(s->n_sets, k)) {
            return damaged(err, AT_LAYER_ROWS + 8 * (size_t)k, "the number of rows of a layer is out of range");
        }
    }
    return PM_OK;
}

/* Draughts: the layers, which follow from the board and the number of pieces. */
static pm_status check_slices(db_subject *s, const uint8_t *bytes, db_layer_sizes *sizes_of, pm_error *err)
{
    uint64_t n_positions = 0, sizes[DB_MAX_LAYERS];
    if (!sizes_of) {
        return status_fail(err, PM_BAD_INPUT, AT_GAME, "a database of draughts, not of Konane");
    }
    s->n_layers = sizes_of(s->rows, s->cols, s->n_sets, sizes);
    assert(s->n_layers <= DB_MAX_LAYERS);
    if (s->n_layers < 0) {
        return status_no_memory(err, "the numbering of positions", 0);
    }
    if (s->n_layers == 0 || s->n_movers != 1 || s->n_index != DB_DRAUGHTS_ROW_BITS) {
        return damaged(err, AT_ROWS, "the board or the number of pieces is out of range");
    }
    for (int k = 0; k < s->n_layers; k++) {
        n_positions += sizes[k];
        s->layer_rows[k] = (sizes[k] + DB_DRAUGHTS_ROW - 1) / DB_DRAUGHTS_ROW;
    }
    s->n_stored = bytes_get(bytes + AT_BLACK, 8);
    if (s->n_stored > n_positions) {
        return damaged(err, AT_BLACK, "more positions are stored than there are");
    }
    return bytes_are_zero(bytes + AT_BLACK + 8, AT_PROGRAM - AT_BLACK - 8)
               ? PM_OK
               : damaged(err, AT_BLACK, "a reserved field is not zero");
}

static pm_status check_game(uint8_t game, pm_error *err)
{
    return game >= DB_GAME_KONANE && game <= DB_GAME_LAST
               ? PM_OK
               : status_fail(err, PM_BAD_INPUT, AT_GAME, "a database of the unknown game number %d", game);
}

static pm_status check_subject(db_subject *s, const uint8_t *bytes, db_layer_sizes *sizes, pm_error *err)
{
    const pm_status status = check_game(s->game, err);
    if (status != PM_OK) {
        return status;
    }
    if (s->kind != DB_OUTCOME && s->kind != DB_REMOTENESS) {
        return status_fail(err, PM_BAD_INPUT, AT_KIND, "a database of the unknown kind of value number %d", s->kind);
    }
    return s->game == DB_GAME_KONANE ? check_cells(s, bytes, err) : check_slices(s, bytes, sizes, err);
}

static void decode_subject(const uint8_t *bytes, db_subject *s)
{
    *s = (db_subject){.game = bytes[AT_GAME],
                      .rows = bytes[AT_ROWS],
                      .cols = bytes[AT_COLS],
                      .kind = bytes[AT_KIND],
                      .n_movers = bytes[AT_MOVERS],
                      .n_sets = bytes[AT_SETS],
                      .n_index = bytes[AT_INDEX_BITS],
                      .ending = bytes[AT_ENDING],
                      .jumps = bytes[AT_JUMPS]};
    if (s->game != DB_GAME_KONANE) {
        return;
    }
    memcpy(s->black, bytes + AT_BLACK, sizeof s->black);
    memcpy(s->white, bytes + AT_WHITE, sizeof s->white);
    s->n_layers = s->n_sets + 1;
    for (int k = 0; k < DB_HEADER_LAYERS; k++) {
        s->layer_rows[k] = bytes_get(bytes + AT_LAYER_ROWS + 8 * k, 8);
    }
}

/* Copy a text of `size` bytes; false if it is unterminated or has bytes after its end. */
static bool decode_text(const uint8_t *bytes, size_t size, char *text)
{
    memcpy(text, bytes, size);
    const size_t length = strnlen(text, size);
    return length < size && bytes_are_zero(bytes + length, (int)(size - length));
}

/* Whether blocks of such values can be of this coding. */
static bool coding_fits(const db_header *h)
{
    const bool is_row = db_value_bits(&h->subject) == 1 && h->subject.n_index >= h->block_bits;
    return h->coding == DB_ZSTD ? h->block_bits >= DB_MIN_BLOCK_BITS
           : h->coding == DB_CUBES
               ? is_row && h->block_bits >= CUBE_MIN_BITS && h->block_bits <= CUBE_MAX_BITS
               : h->coding == DB_PAIRS && is_row && h->block_bits >= PAIRS_MIN_BITS && h->block_bits <= PAIRS_MAX_BITS;
}

/* The fields that version 2 has added. */
static pm_status check_additions(const uint8_t *bytes, const db_header *h, pm_error *err)
{
    static_assert(AT_JUMPS + 1 == AT_ZERO, "all of them");
    if (bytes_get(bytes + AT_VERSION, 4) != db_header_version(h)) {
        return damaged(err, AT_VERSION, "the format version does not fit what the header says");
    }
    if (bytes[AT_STONES] != 0) {
        return status_fail(err, PM_BAD_INPUT, AT_STONES,
                           "a database of positions of at most %d stones, which this program does not read",
                           bytes[AT_STONES]);
    }
    if (bytes[AT_SUMS] != (h->coding == DB_PAIRS)) {
        return damaged(err, AT_SUMS, "which numbers of stones are stored does not fit the coding");
    }
    return h->subject.ending <= 1 && h->subject.jumps <= 2 &&
                   (h->subject.game == DB_GAME_KONANE || h->subject.ending + h->subject.jumps == 0)
               ? PM_OK
               : damaged(err, AT_ENDING, "the rule of the ending or of jumps is out of range");
}

static pm_status check_shape(const db_header *h, uint64_t file_bytes, pm_error *err)
{
    if (h->block_bits < PAIRS_MIN_BITS || h->block_bits > DB_MAX_BLOCK_BITS) {
        return damaged(err, AT_BLOCK_BITS, "the size of blocks is out of range");
    }
    if (!coding_fits(h)) {
        return damaged(err, AT_CODING, "the coding of blocks is out of range");
    }
    const db_shape shape = db_shape_of(h);
    if (h->n_blocks != shape.n_blocks) {
        return damaged(err, AT_N_BLOCKS, "the number of blocks does not fit the board");
    }
    const uint64_t index_bytes = db_index_bytes(&shape, h->n_blocks);
    if (h->index_offset < DB_HEADER_BYTES || h->index_offset > UINT64_MAX - index_bytes ||
        h->index_offset + index_bytes != h->file_bytes) {
        return damaged(err, AT_INDEX_OFFSET, "the index does not end with the file");
    }
    if (h->file_bytes != file_bytes) {
        return status_fail(err, PM_DAMAGED, AT_FILE_BYTES,
                           "damaged: the file has %" PRIu64 " bytes and should have %" PRIu64, file_bytes,
                           h->file_bytes);
    }
    return PM_OK;
}

/* What has to be right before any field means something: the first bytes, the version, the length, the checksum. */
static pm_status check_envelope(const uint8_t *bytes, size_t n, pm_error *err)
{
    if (n == 0) {
        return damaged(err, 0, "the file is empty");
    }
    if (n < sizeof magic || memcmp(bytes, magic, sizeof magic) != 0) {
        return status_fail(err, PM_BAD_INPUT, 0, "not a papamu database");
    }
    if (n < AT_VERSION + 4) {
        return damaged(err, n, "the file ends within the header");
    }
    const uint32_t version = (uint32_t)bytes_get(bytes + AT_VERSION, 4);
    if (version < 1 || version > DB_FORMAT_VERSION) {
        return status_fail(err, PM_BAD_INPUT, AT_VERSION,
                           "a database of format version %u; this program reads versions 1 to %d", version,
                           DB_FORMAT_VERSION);
    }
    if (n < DB_HEADER_BYTES) {
        return damaged(err, n, "the file ends within the header");
    }
    if (XXH64(bytes, AT_CHECKSUM, 0) != bytes_get(bytes + AT_CHECKSUM, 8)) {
        return damaged(err, AT_CHECKSUM, "the checksum of the header is wrong");
    }
    return PM_OK;
}

pm_status db_header_game(const uint8_t *bytes, size_t n, db_game *game, pm_error *err)
{
    pm_status status = check_envelope(bytes, n, err);
    if (status == PM_OK) {
        status = check_game(bytes[AT_GAME], err);
    }
    if (status == PM_OK) {
        *game = (db_game)bytes[AT_GAME];
    }
    return status;
}

pm_status db_header_decode(const uint8_t *bytes, size_t n, uint64_t file_bytes, db_layer_sizes *sizes, db_header *h,
                           pm_error *err)
{
    pm_status status = check_envelope(bytes, n, err);
    if (status != PM_OK) {
        return status;
    }
    *h = (db_header){.block_bits = bytes[AT_BLOCK_BITS],
                     .level = bytes[AT_LEVEL],
                     .coding = bytes[AT_CODING],
                     .n_blocks = bytes_get(bytes + AT_N_BLOCKS, 8),
                     .index_offset = bytes_get(bytes + AT_INDEX_OFFSET, 8),
                     .file_bytes = bytes_get(bytes + AT_FILE_BYTES, 8),
                     .index_checksum = bytes_get(bytes + AT_INDEX_CHECKSUM, 8)};
    memcpy(h->digest, bytes + AT_DIGEST, sizeof h->digest);
    decode_subject(bytes, &h->subject);
    status = check_subject(&h->subject, bytes, sizes, err);
    if (status != PM_OK) {
        return status;
    }
    if (!bytes_are_zero(bytes + AT_ZERO, AT_N_BLOCKS - AT_ZERO) ||
        !bytes_are_zero(bytes + AT_RESERVED, AT_CHECKSUM - AT_RESERVED)) {
        return damaged(err, AT_ZERO, "a reserved field is not zero");
    }
    if (!decode_text(bytes + AT_PROGRAM, sizeof h->version, h->version) ||
        !decode_text(bytes + AT_GIT, sizeof h->git, h->git) || !decode_text(bytes + AT_DATE, sizeof h->date, h->date) ||
        !decode_text(bytes + AT_COMMAND, sizeof h->command, h->command)) {
        return damaged(err, AT_PROGRAM, "a text of the header is not terminated");
    }
    status = check_additions(bytes, h, err);
    return status == PM_OK ? check_shape(h, file_bytes, err) : status;
}
