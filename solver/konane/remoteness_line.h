/* A perfectly played game from a position: the winner hurries, the loser delays.
 *
 * The values on the way lie in layers that a sweep has long dropped when it reaches the position. So the board is swept
 * again: each time it is asked for all positions that up to some number of further plies can reach, as many as fit a
 * limit, and the game continues as far as they reach. Layers above the position are left out, so that every sweep is
 * shorter than the one before it.
 *
 * SPDX-License-Identifier: MIT
 */
#ifndef SOLVER_KONANE_REMOTENESS_LINE_H
#define SOLVER_KONANE_REMOTENESS_LINE_H

#include "solver/konane/sweep.h"

/* Bytes that konane_perfect_line needs besides the sweep itself. */
size_t konane_perfect_line_bytes(void);

/* Write a game of perfect play from the jump-phase position `pos`, whose remoteness is known, to `moves`: of several
 * best moves the first in the order of moves. `options` as for sweep_new, for the sweep alone. Errors: PM_NO_MEMORY,
 * PM_INTERRUPTED. */
pm_status konane_perfect_line(const konane_space *space, const sweep_options *options, pm_position pos, int remoteness,
                              pm_move moves[PM_MAX_CELLS], pm_error *err);

#endif
