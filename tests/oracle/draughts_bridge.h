/* Translation between the draughts board of the project and that of tests/oracle/oracle_draughts.h, and positions to
 * test.
 *
 * SPDX-License-Identifier: MIT
 */
#ifndef TESTS_ORACLE_DRAUGHTS_BRIDGE_H
#define TESTS_ORACLE_DRAUGHTS_BRIDGE_H

#include "src/base/rng.h"
#include "src/draughts/moves.h"
#include "tests/oracle/oracle_draughts.h"

/* A move in both languages: squares 1.. of the oracle. */
typedef struct bridge_move {
    int from, to;
    uint64_t taken; /* bit s-1 for square s */
} bridge_move;

od_position bridge_to_oracle(const draughts_board *board, const draughts_position *pos);
draughts_position bridge_from_oracle(const draughts_board *board, const od_position *pos);

/* Fill in `board`; a failure ends the test program. */
void bridge_board(const draughts_rules *rules, int size, draughts_board *board);

/* The legal moves according to each side, in the same order; return their number. */
int bridge_moves(const draughts_board *board, const draughts_position *pos, bridge_move *moves);
int bridge_oracle_moves(const od_position *pos, bridge_move *moves);

/* A position with random pieces, men not on their last row; from a few pieces to a crowded board. */
draughts_position bridge_random(const draughts_board *board, rng *r);

#endif
