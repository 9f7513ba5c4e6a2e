/* Retrograde analysis of draughts endgames.
 *
 * SPDX-License-Identifier: MIT
 */
#ifndef SOLVER_DRAUGHTS_RETRO_H
#define SOLVER_DRAUGHTS_RETRO_H

#include "solver/draughts/index.h"
#include "solver/retro/retro.h"

typedef struct retro_draughts {
    draughts_board board;
    draughts_index index;
    retro_solution *solution;
} retro_draughts;

/* Solve all positions of a board with both sides present and at most `max_pieces` (2..INDEX_MAX_PIECES) pieces, without
 * any rule of draws by repetition or by counting moves. The caller frees. Errors: those of retro_solve. */
pm_status retro_draughts_solve(const draughts_board *board, int max_pieces, const retro_options *options,
                               retro_draughts **solved, pm_error *err);
void retro_draughts_free(retro_draughts *solved);

/* Bytes that this will take. */
size_t retro_draughts_plan(const draughts_board *board, int max_pieces, int threads);

/* The value of a position for its mover; *code is left alone and false returned if it has too many pieces. */
bool retro_draughts_value(const retro_draughts *solved, const draughts_position *pos, retro_code *code);

#endif
