/* Papamu: exact solution and statistics of Konane on small boards.
 *
 * The public interface. It is also the vocabulary that every layer shares: status codes, colours,
 * positions and moves of boards of up to 64 cells. Handles (pm_board) are opaque and are never
 * changed once made, so any number of threads may use one; positions and moves are values.
 *
 * Cells. The cell in column c (from the left, 0 = a) and rank r (from the bottom, 0 = rank 1) of a
 * board with R rows has the number c*R + r: a1, a2, ..., b1, b2, ... Bit n of a set is cell n.
 *
 * Arguments. A function that returns a pm_status checks its pointers, colours and positions, in release and debug
 * builds alike: a NULL that is not allowed (`err` always may be NULL) or a value outside its enum is PM_BAD_INPUT.
 * Functions that only report accept NULL: they return 0, false, PM_BLACK or an empty text. The functions of the
 * hot path, pm_moves, pm_jumps, pm_move_make, pm_perft and pm_position_canonical, must be given a board and a position
 * that is valid for it; only debug builds assert that.
 *
 * SPDX-License-Identifier: MIT
 */
#ifndef PAPAMU_H
#define PAPAMU_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#ifdef __cplusplus
extern "C" {
#endif

#define PM_VERSION "0.1.0"

enum {
    PM_MAX_CELLS = 64,     /* of a pm_board; games go to 20x20, see src/game/game.h */
    PM_MAX_MOVES = 128,    /* an empty cell is reached by at most one stone from each side: 4 * 31 */
    PM_MAX_TEXT = 160,     /* longest position text of a pm_board, terminating zero included */
    PM_MAX_MOVE_TEXT = 16, /* longest move text, terminating zero included */
};

/* How a call ended. Everything but PM_OK leaves the out-parameters untouched, unless said otherwise. */
typedef enum pm_status {
    PM_OK = 0,
    PM_CHECK_FAILED, /* a verification found a disagreement */
    PM_DAMAGED,      /* a file is not what it claims to be */
    PM_BAD_INPUT,    /* text, option or combination that cannot be accepted */
    PM_NOT_FOUND,    /* well formed, but this database does not hold it */
    PM_NO_MEMORY,    /* the allocation failed, or the plan exceeds the budget */
    PM_IO,           /* the system refused to read or write */
    PM_INTERRUPTED,  /* the progress callback asked to stop */
} pm_status;

/* What went wrong, human-readable: `message` is one clause without a final stop that says what was found
 * and what would be right; `offset` is the byte of the input at which it was found, where there is one. */
typedef struct pm_error {
    size_t offset;
    char message[240];
} pm_error;

typedef enum pm_color { PM_BLACK = 0, PM_WHITE = 1 } pm_color;

/* Which cells are occupied and who moves. The colour of a stone is the colour of its cell. */
typedef struct pm_position {
    uint64_t occupied;
    pm_color mover;
} pm_position;

/* A jump from one cell to its final cell; a removal of the opening has from == to. */
typedef struct pm_move {
    uint16_t from, to;
} pm_move;

typedef struct pm_board pm_board;

/* The version, and the commit that the library was built from ("unknown" outside a checkout). */
const char *pm_version(void);
const char *pm_git_id(void);

/* ---- boards ---------------------------------------------------------------------------------- */

/* Make a board of rows x cols cells, 2 to 64 of them, whose top-left cell has the colour `corner`,
 * played under the opening rule named `opening` ("corner-centre", "corner", "centre", "any",
 * "near-centre" or "fixed:CELL,CELL"; NULL means "corner-centre"). A rule that leaves Black nothing to
 * remove is accepted here and refused by pm_start. Errors: PM_BAD_INPUT, PM_NO_MEMORY; `err` may be NULL. */
pm_status pm_board_new(int rows, int cols, pm_color corner, const char *opening, pm_board **board, pm_error *err);
void pm_board_free(pm_board *board);

int pm_board_rows(const pm_board *board);
int pm_board_cols(const pm_board *board);
pm_color pm_board_corner(const pm_board *board);

/* The cells of one colour. */
uint64_t pm_board_cells(const pm_board *board, pm_color color);

/* ---- positions and moves --------------------------------------------------------------------- */

/* The full board with Black to remove. PM_BAD_INPUT if the opening rule has no black stone here. */
pm_status pm_start(const pm_board *board, pm_position *pos, pm_error *err);

/* Whether `pos` has stones on the board's cells only. */
bool pm_position_is_valid(const pm_board *board, pm_position pos);

/* Whether `pos` is in the opening: the board full and Black to move, or only a black cell empty and
 * White to move. There pm_moves lists removals. */
bool pm_position_is_opening(const pm_board *board, pm_position pos);

/* Write every legal move of `pos` to `moves`, in the order of ascending from-cell, then to-cell.
 * Returns their number, 0..PM_MAX_MOVES; 0 means that the player to move has lost.
 * `pos` must be valid for `board`; asserted in debug builds. */
int pm_moves(const pm_board *board, pm_position pos, pm_move moves[PM_MAX_MOVES]);

/* The same with jumps alone, for every set of stones, as tables and exact values are defined. */
int pm_jumps(const pm_board *board, pm_position pos, pm_move moves[PM_MAX_MOVES]);

/* The position after a move that is legal in `pos`; anything else is a caller's bug. */
pm_position pm_move_make(const pm_board *board, pm_position pos, pm_move move);

/* Number of sequences of exactly `depth` >= 0 moves from `pos`, exact below 2^64. */
uint64_t pm_perft(const pm_board *board, pm_position pos, int depth);

/* The least position, as (occupied), among the images of `pos` under the symmetries of the board that
 * keep the colours. Tables hold canonical positions only. */
pm_position pm_position_canonical(const pm_board *board, pm_position pos);

/* ---- notation -------------------------------------------------------------------------------- */

/* Read a position in either form of the notation ("2bw/wbwb/bwbw/wbwb b" or "..xo|oxox|...") and make
 * the board it is on, with the opening rule `opening`. `corner` is used only for a text without
 * stones, and `mover_default` says whether a text of the first form may leave out the side to move (then
 * Black moves). Errors: PM_BAD_INPUT with the offset of the bad character. The caller frees `*board`. */
pm_status pm_position_parse(const char *text, const char *opening, pm_color corner, bool mover_default,
                            pm_board **board, pm_position *pos, pm_error *err);

/* Write `pos` as "2bw/wbwb/bwbw/wbwb b". Returns the length; 0 and an empty text if `pos` is not valid. */
int pm_position_format(const pm_board *board, pm_position pos, char text[PM_MAX_TEXT]);

/* Read one move ("e6-e4", "e6e4", "e6xe4", "b2-d2-f2", "d5") and check that it is legal in `pos`.
 * Errors: PM_BAD_INPUT with the offset of the bad character, or 0 for a well-formed illegal move. */
pm_status pm_move_parse(const pm_board *board, pm_position pos, const char *text, pm_move *move, pm_error *err);

/* Write `move` as "e6-e4", or "d5" for a removal. Returns the length; 0 and an empty text for cells off the board. */
int pm_move_format(const pm_board *board, pm_move move, char text[PM_MAX_MOVE_TEXT]);

/* ---- databases ------------------------------------------------------------------------------- */

/* A file with the value of every position of a board, as `papamu solve --db` writes it. Any number of threads may use
 * one handle. */
typedef struct pm_db pm_db;

/* Who wins with perfect play, and in how many plies when the winner hurries and the loser delays; -1 if the database
 * holds outcomes only. In the opening the removals count as plies. */
typedef struct pm_value {
    pm_color winner;
    int remoteness;
} pm_value;

typedef struct pm_db_info {
    int rows, cols;
    bool has_remoteness;
    int n_movers;    /* 1: positions with White to move are stored as their mirror images */
    int level;       /* of compression */
    int block_bits;  /* logarithm of the positions in a block, of which the file stores all or every second one */
    uint64_t pairs;  /* (position, mover) pairs that are answered */
    uint64_t stored; /* of which this many are stored; the others follow from them by symmetry and jumps */
    uint64_t n_blocks, file_bytes;
    uint8_t digest[16]; /* of the content: the same for all databases of the same board and kind of value */
    const char *version, *git, *date, *command; /* live as long as the handle */
} pm_db_info;

/* Open a database with a cache of about `cache_bytes` for decompressed blocks (0 means 256 MiB). Header and index are
 * checked now, each block when it is first needed. Errors: PM_IO, PM_NO_MEMORY, PM_BAD_INPUT (not a database, or one of
 * another version), PM_DAMAGED. */
pm_status pm_db_open(const char *path, size_t cache_bytes, pm_db **db, pm_error *err);
void pm_db_close(pm_db *db);
pm_db_info pm_db_get_info(const pm_db *db);

/* The value of `pos` on `board`, which may have either corner colour. A position of the opening
 * (pm_position_is_opening) has the value of the best removals under the board's opening rule. Errors: PM_NOT_FOUND (a
 * board of another size), PM_BAD_INPUT (stones off the board; a rule that leaves Black nothing to remove), PM_DAMAGED,
 * PM_IO, PM_NO_MEMORY. */
pm_status pm_db_probe(pm_db *db, const pm_board *board, pm_position pos, pm_value *value, pm_error *err);

/* The values of n positions, each block of the file fetched once however many of those that are stored it holds. Errors
 * as above, for
 * the first bad position: err->offset is its number. */
pm_status pm_db_probe_many(pm_db *db, const pm_board *board, size_t n, const pm_position positions[], pm_value values[],
                           pm_error *err);

/* Write the best moves of `pos` to `moves`, in their usual order, and their number to `*n`: all that win, and none in a
 * lost position; with remoteness all that win soonest, or lose latest. Errors as above. */
pm_status pm_db_best_moves(pm_db *db, const pm_board *board, pm_position pos, pm_move moves[PM_MAX_MOVES], int *n,
                           pm_error *err);

/* Write the positions that block number `block` of an open database holds, of info.n_blocks, and their values, and
 * their number to `*n`; there is room for 2^info.block_bits of each. They are on the board with a black corner, one of
 * those that are images of each other, and moves are jumps alone, also in the opening. All blocks in turn are the whole
 * file, info.stored positions: at levels of 3 and more those of an even number of stones alone. Errors: PM_BAD_INPUT
 * (no such block), PM_DAMAGED, PM_IO, PM_NO_MEMORY. */
pm_status pm_db_block(pm_db *db, uint64_t block, pm_position positions[], pm_value values[], size_t *n, pm_error *err);

#ifdef __cplusplus
}
#endif

#ifndef PM_CORE_ONLY /* defined where the library itself is built: its layers need the vocabulary alone */
#include "papamu/abi.h"
#include "papamu/database.h"
#include "papamu/forms.h"
#include "papamu/game.h"
#include "papamu/job.h"
#include "papamu/play.h"
#include "papamu/solve.h"
#endif

#endif
