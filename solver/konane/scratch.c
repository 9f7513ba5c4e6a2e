/* Solving with a scratch folder: see scratch.h.
 *
 * SPDX-License-Identifier: MIT
 */
#include "solver/konane/scratch.h"

#include "src/base/rng.h"
#include "src/base/status.h"
#include "src/konane/board.h"

pm_status konane_scratch_plan(const pm_board *board, size_t memory, int threads, int n_queries, scratch_plan *plan,
                              bool *fits, pm_error *err)
{
    pm_board *swept; /* solving is done with a black corner */
    konane_space *space = NULL;
    pm_status status = pm_board_new(board->rows, board->cols, PM_BLACK, "any", &swept, err);
    if (status != PM_OK) {
        return status;
    }
    status = konane_space_new(swept, &space, err);
    if (status == PM_OK) {
        *fits = scratch_plan_make(&space->spec, memory, threads, konane_solving_bytes(swept, n_queries), plan);
        const bool is_counted = !*fits || scratch_plan_count(&space->spec, plan);
        status = is_counted ? PM_OK : status_no_memory(err, "the plan", 0);
        konane_space_free(space);
    }
    pm_board_free(swept);
    return status;
}

typedef struct run_job {
    const scratch_options *options;
    scratch_status *status;
} run_job;

static pm_status run(void *ctx, const sweep_spec *spec, const char *identity, const scratch_client *client,
                     pm_error *err)
{
    const run_job *job = ctx;
    scratch_options own = *job->options;
    own.identity = identity;
    return scratch_run(spec, &own, client, job->status, err);
}

pm_status konane_scratch_solve(const pm_board *board, const scratch_options *options, konane_query queries[],
                               int n_queries, konane_scratch_result *result, pm_error *err)
{
    run_job job = {options, &result->status};
    return konane_solve_rows(board, run, &job, queries, n_queries, &result->census, result->digest, err);
}

void konane_scratch_sample(const pm_board *board, uint64_t seed, konane_query queries[], int n)
{
    rng random = rng_stream(seed, 0);
    for (int i = 0; i < n;) {
        const uint64_t x = rng_next(&random), y = rng_next(&random);
        const pm_position pos = {(i % 2 ? x | y : x) & board->all, rng_next(&random) >> 63 ? PM_WHITE : PM_BLACK};
        if (!pm_position_is_opening(board, pos)) {
            queries[i++] = (konane_query){.pos = pos};
        }
    }
}
