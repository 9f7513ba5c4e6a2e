/* A principal line: a whole game, removals included, that the winner plays perfectly.
 *
 * The winner makes his first winning move in the order of moves; the loser the move that leaves the fewest winning
 * answers, the first of several. Without remoteness neither hurries nor delays.
 *
 * SPDX-License-Identifier: MIT
 */
#ifndef SOLVER_KONANE_LINE_H
#define SOLVER_KONANE_LINE_H

#include "solver/konane/sweep.h"
#include "solver/sweep/table.h"

/* Write the line from `pos` to `moves` under the opening rule of `board`, which may differ from that of the space;
 * returns its length, at most PM_MAX_CELLS. `t` must hold every layer that can arise. */
int konane_line(const konane_space *space, const pm_board *board, const sweep_table *t, pm_position pos,
                pm_move moves[PM_MAX_CELLS]);

#endif
