/* The draughts family written again from rule texts alone, to judge everything else: a mailbox, all captures listed and
 * then sifted one rule after the other, nothing clever. It shares no code and no header with the project. Squares are
 * numbered from 1 as in the notation of Italian draughts; White is at the bottom and moves up.
 *
 * SPDX-License-Identifier: MIT
 */
#ifndef TESTS_ORACLE_ORACLE_DRAUGHTS_H
#define TESTS_ORACLE_ORACLE_DRAUGHTS_H

#include <stdbool.h>
#include <stdint.h>

enum { OD_MAX_SQUARES = 50, OD_MAX_MOVES = 2048, OD_MAX_PATH = 34 };

typedef enum od_piece { OD_EMPTY, OD_WHITE_MAN, OD_WHITE_KING, OD_BLACK_MAN, OD_BLACK_KING } od_piece;

/* The laws of a game, each as its rule text puts it. */
typedef struct od_rules {
    const char *name;
    enum {
        OD_ONE_STEP,
        OD_FLIES,
        OD_FLIES_LANDS_NEXT
    } king; /* how a king moves; the last captures at a distance too,
              but lands on the square right after its prey */
    bool men_capture_backwards, men_take_kings, prey_leaves_at_once;
    enum { OD_ENDS, OD_STAYS_MAN, OD_IS_KING_AT_ONCE } last_row; /* a capturing man that reaches it */
    /* Which capture, in this order: p most pieces, m made by a king, k most kings, f kings met earliest. */
    const char *order;
} od_rules;

/* The laws of a game by its name, which must be known. */
const od_rules *od_rules_named(const char *name);

typedef struct od_position {
    const od_rules *rules;
    int n; /* the board has n x n squares, half of them dark */
    bool is_blacks_turn;
    od_piece on[OD_MAX_SQUARES + 1]; /* by number, from 1 */
} od_position;

typedef struct od_move {
    int n_squares; /* of the path, the first and the last included */
    int path[OD_MAX_PATH];
    int n_taken;
    int taken[OD_MAX_PATH]; /* squares of the captured pieces, in order */
    bool took_king[OD_MAX_PATH];
    bool is_crowned; /* became a king on the way and went on as one */
} od_move;

/* All legal moves; moves with equal start, end and captured set are listed once. Returns their number. */
int od_moves(const od_position *pos, od_move moves[OD_MAX_MOVES]);

/* Bit s-1 for each captured square s. */
uint64_t od_taken_set(const od_move *move);

/* The position after a legal move, turn passed. */
od_position od_make(const od_position *pos, const od_move *move);

uint64_t od_perft(const od_position *pos, int depth);

/* ---- values ---------------------------------------------------------------------------------- */

/* The values of all positions of one board with White to move, both sides present, and at most `max_pieces` pieces. */
typedef struct od_table od_table;

od_table *od_table_new(int n, const od_rules *rules, int max_pieces);
void od_table_free(od_table *table);

/* Number of positions, and the position with number i. */
int od_table_size(const od_table *table);
od_position od_table_position(const od_table *table, int i);

/* Plies to the end with best play, odd if White, who is to move, wins, even if he loses, or -1 for a draw. */
int od_table_value(const od_table *table, int i);

#endif
