/* Counting remoteness as a sweep passes, and finding a longest game.
 *
 * SPDX-License-Identifier: MIT
 */
#ifndef SOLVER_SWEEP_REMOTENESS_H
#define SOLVER_SWEEP_REMOTENESS_H

#include "solver/sweep/sweep.h"

enum { REMOTENESS_MAX = 126 };

/* A position (b, w, mover) of the largest remoteness met; the first of several by size of b, then Black before White,
 * then by kept b, then w. */
typedef struct remoteness_peak {
    int remoteness; /* -1: none yet */
    pm_color mover;
    uint32_t set, index;
} remoteness_peak;

/* Over all positions, symmetric ones counted each. */
typedef struct remoteness_census {
    uint64_t count[2][REMOTENESS_MAX + 1]; /* by mover and remoteness */
    remoteness_peak peak;
} remoteness_census;

/* An empty census. */
void remoteness_begin(remoteness_census *c);

/* Add one layer of a sweep for remoteness, from a sweep_visitor. PM_NO_MEMORY. */
pm_status remoteness_add(remoteness_census *c, par_team *team, const sweep_layer *white, const sweep_layer *black,
                         pm_error *err);

/* How many positions the mover wins. */
uint64_t remoteness_wins(const remoteness_census *c, pm_color mover);

#endif
