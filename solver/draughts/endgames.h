/* Draughts endgames in a database, for what knows the rules: verification, the command line, tests.
 *
 * SPDX-License-Identifier: MIT
 */
#ifndef SOLVER_DRAUGHTS_ENDGAMES_H
#define SOLVER_DRAUGHTS_ENDGAMES_H

#include "solver/draughts/probe.h"
#include "solver/draughts/retro.h"

/* How the positions are numbered, and, in it, the board. */
const draughts_index *draughts_db_index(const draughts_db *d);

/* The code of a position for its mover; of outcomes, a win is one in one ply, a loss one in none. Errors: those of
 * draughts_db_value. */
pm_status draughts_db_code(draughts_db *d, const draughts_position *pos, retro_code *code, pm_error *err);

/* The code at a place of the file; void if the position there is one whose mover must capture. */
pm_status draughts_db_stored(draughts_db *d, int slice, uint64_t number, retro_code *code, pm_error *err);

/* The code of a position with White to move, from the positions after its moves alone. */
pm_status draughts_db_derive(draughts_db *d, const draughts_position *pos, retro_code *code, pm_error *err);

/* Write the best moves in the order of the notation, and their number to `*n`: all that win, all that draw where none
 * wins, and none in a lost position; with remoteness all that win soonest, or lose latest. Errors as above. */
pm_status draughts_db_best_moves(draughts_db *d, const draughts_position *pos, draughts_move moves[DRAUGHTS_MAX_MOVES],
                                 int *n, pm_error *err);

#endif
