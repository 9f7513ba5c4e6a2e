/* How many positions of a board are in each outcome class, by number of stones.
 *
 * The four classes of combinatorial game theory: N, the next player wins, whoever he is; P, the previous one does;
 * Black or White wins whoever begins. Counted over all sets of stones, each of which is one position.
 *
 * SPDX-License-Identifier: MIT
 */
#ifndef SOLVER_SWEEP_CENSUS_H
#define SOLVER_SWEEP_CENSUS_H

#include "solver/sweep/sweep.h"

typedef enum census_class { CENSUS_NEXT, CENSUS_PREVIOUS, CENSUS_BLACK, CENSUS_WHITE, CENSUS_N_CLASSES } census_class;

typedef struct census {
    int n_stones;                                                      /* of the full board */
    uint64_t count[ORBITS_MAX_N + ROW_MAX_BITS + 1][CENSUS_N_CLASSES]; /* by number of stones */
} census;

/* Add the positions of one layer; to be called from a sweep_visitor, with a zeroed census before the first. Errors:
 * PM_NO_MEMORY. */
pm_status census_add(census *c, par_team *team, const sweep_layer *white, const sweep_layer *black, pm_error *err);

/* Number of positions that `mover` wins if he is to move. */
uint64_t census_wins(const census *c, pm_color mover);

#endif
