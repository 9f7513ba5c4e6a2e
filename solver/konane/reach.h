/* What can arise: the positions that play under an opening rule leads to, found by sweeping the other way.
 *
 * A row says of each position whether it is reached; a position is if a jump can be undone into one that is. An undone
 * White jump gives black stones back, so that everything follows from positions with more of them: with c, the black
 * cells that are empty, in place of b it is the sweep of sweep.h with other moves. The jump-phase positions right after
 * the two removals are the starts. Symmetries that do not keep the set of starts (as under the rule
 * "fixed:...") are left out.
 *
 * SPDX-License-Identifier: MIT
 */
#ifndef SOLVER_KONANE_REACH_H
#define SOLVER_KONANE_REACH_H

#include "solver/konane/sweep.h"

/* Jump-phase positions that can arise, the side to move included, without regard to symmetry. */
typedef struct konane_reach {
    int n_stones;                             /* of the full board */
    uint64_t reachable[PM_MAX_CELLS + 1][2];  /* by number of stones and side to move */
    uint64_t terminal[PM_MAX_CELLS + 1][2];   /* of which the side to move has no jump */
    uint64_t total_reachable, total_terminal; /* over all of them */
} konane_reach;

/* Make the specification of that sweep under the opening rule of space->board, and its starts. PM_BAD_INPUT if the rule
 * leaves Black nothing to remove; PM_NO_MEMORY. Free with konane_reach_spec_clear, which accepts a zeroed one. */
pm_status konane_reach_spec(const konane_space *space, sweep_spec *spec, pm_error *err);
void konane_reach_spec_clear(sweep_spec *spec);

/* Count what can arise. `options->memory` must hold the sweep's plan; the message of PM_NO_MEMORY has both figures.
 * Errors: also PM_BAD_INPUT as above, PM_INTERRUPTED. */
pm_status konane_reach_count(const konane_space *space, const sweep_options *options, konane_reach *reach,
                             pm_error *err);

#endif
