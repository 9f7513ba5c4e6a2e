/* Solving a board beyond memory with a scratch folder: what solving.h describes, with the rows in files.
 *
 * SPDX-License-Identifier: MIT
 */
#ifndef SOLVER_KONANE_SCRATCH_H
#define SOLVER_KONANE_SCRATCH_H

#include "solver/konane/solving.h"

/* What comes out, for the board that was asked for. */
typedef struct konane_scratch_result {
    census census;
    uint8_t digest[DB_DIGEST_BYTES];
    scratch_status status;
} konane_scratch_result;

/* Plan a run, with exact counts of what is read; `fits` says whether it fits the memory: see scratch_plan_make. */
pm_status konane_scratch_plan(const pm_board *board, size_t memory, int threads, int n_queries, scratch_plan *plan,
                              bool *fits, pm_error *err);

/* Run, or resume a run. `options->identity` is ignored: it is made here, from the board and the
 * queries, so that a folder with the answers to others is refused. Errors: those of scratch_run. */
pm_status konane_scratch_solve(const pm_board *board, const scratch_options *options, konane_query queries[],
                               int n_queries, konane_scratch_result *result, pm_error *err);

/* Draw n positions of the jump phase at random: half of them with each cell occupied with probability 1/2, the others
 * with 3/4. */
void konane_scratch_sample(const pm_board *board, uint64_t seed, konane_query queries[], int n);

#endif
