/* Plans, and what is found by sweeps of other kinds: reachable positions, integer bounds. See src/papamu/solve.h.
 *
 * SPDX-License-Identifier: MIT
 */
#include "solver/konane/margins.h"
#include "solver/konane/reach.h"
#include "solver/konane/scratch.h"
#include "src/api/handles.h"
#include "src/api/solution.h"
#include "src/base/status.h"
#include "src/konane/board.h"
#include "src/papamu/solve.h"

#include <assert.h>
#include <stdlib.h>
#include <string.h>

/* What the sweep itself needs, with the rows that are kept. */
static void plan_in_memory(konane_space *space, const pm_solve_options *o, pm_plan *out)
{
    sweep_plan plan;
    space->spec.question = o->remoteness ? SWEEP_REMOTENESS : SWEEP_OUTCOME;
    sweep_plan_make(&space->spec, SUBLAYERS_KEEP_NONE, &plan);
    *out = (pm_plan){.bytes = plan.bytes + (o->keep_rows ? 2 * (uint64_t)sweep_table_bytes(&plan) : 0),
                     .pairs = plan.pairs,
                     .computed = plan.kept_pairs,
                     .rows = plan.rows,
                     .row_bytes = plan.row_bytes};
    out->fits = out->bytes <= job_memory(&o->job);
    assert(out->computed <= out->pairs); /* symmetries spare some */
}

static pm_status plan_scratch(const pm_board *board, const pm_solve_options *o, pm_plan *out, pm_error *err)
{
    scratch_plan plan;
    bool fits;
    const pm_status status =
        konane_scratch_plan(board, job_memory(&o->job), job_threads(&o->job), KONANE_MAX_OPENINGS, &plan, &fits, err);
    if (status == PM_OK) {
        out->bytes = plan.memory;
        out->fits = fits;
        out->disk_bytes = plan.live_bytes;
        out->read_bytes = plan.read_bytes;
        out->written_bytes = plan.written_bytes;
    }
    return status;
}

pm_status pm_plan_make(const pm_board *board, const pm_solve_options *options, pm_plan *out, pm_error *err)
{
    konane_space *space;
    const pm_solve_options defaults = {0}, *o = options ? options : &defaults;
    pm_status status = status_check(err, board && out, "the board or the place for the plan is NULL");
    status = status == PM_OK ? solve_check_options(board, o, err) : status;
    status = status == PM_OK ? konane_space_new(board, &space, err) : status;
    if (status != PM_OK) {
        return status;
    }
    pm_plan plan;
    plan_in_memory(space, o, &plan);
    konane_space_free(space);
    status = o->scratch ? plan_scratch(board, o, &plan, err) : PM_OK;
    if (status == PM_OK) {
        *out = plan;
    }
    return status;
}

/* ---- what can arise ---------------------------------------------------------------------------- */

static pm_status take_reach(const pm_board *board, const sweep_options *options, konane_reach *reach, pm_error *err)
{
    konane_space *space;
    pm_status status = konane_space_new(board, &space, err);
    if (status == PM_OK) {
        status = konane_reach_count(space, options, reach, err);
        konane_space_free(space);
    }
    return status;
}

pm_status pm_reach(const pm_board *board, const pm_job *job, pm_reach_table *out, pm_error *err)
{
    pm_status status = status_check(err, board && out, "the board or the place for the counts is NULL");
    status = status == PM_OK ? job_check(job, err) : status;
    if (status != PM_OK) {
        return status;
    }
    konane_reach reach = {0};
    job_watch watch;
    job_watch_begin(&watch, job);
    const sweep_options options = job_sweep_options(job, &watch);
    status = take_reach(board, &options, &reach, err);
    job_watch_end(&watch);
    if (status == PM_OK) {
        out->n_stones = reach.n_stones;
        _Static_assert(sizeof out->reachable == sizeof reach.reachable, "the same counts");
        memcpy(out->reachable, reach.reachable, sizeof out->reachable);
        static_assert(sizeof out->terminal == sizeof reach.terminal, "the same counts");
        memcpy(out->terminal, reach.terminal, sizeof out->terminal);
    }
    return status;
}

/* ---- integer bounds ---------------------------------------------------------------------------- */

static pm_status bound_all(const pm_board *board, const pm_job *job, margin_query queries[], size_t n, pm_error *err)
{
    job_watch watch;
    job_watch_begin(&watch, job);
    const sweep_options options = job_sweep_options(job, &watch);
    const pm_status status = konane_margins_solve(board, &options, queries, (int)n, NULL, err);
    job_watch_end(&watch);
    return status;
}

pm_status pm_margins(const pm_board *board, const pm_job *job, size_t n, const uint64_t occupied[], pm_margin margins[],
                     pm_error *err)
{
    pm_status status = status_check(err, board && (n == 0 || (occupied && margins)),
                                    "the board, the sets or the place for the bounds is NULL");
    status = status == PM_OK ? job_check(job, err) : status;
    status = status == PM_OK ? board_check_standard(board, "bounds of values", err) : status;
    status = status == PM_OK ? status_check(err, n <= 1 << 24, "so many sets of stones at once are refused") : status;
    if (status != PM_OK) {
        return status;
    }
    margin_query *queries = calloc(n + 1, sizeof *queries);
    if (!queries) {
        return status_no_memory(err, "the sets of stones", n * sizeof *queries);
    }
    for (size_t i = 0; i < n && status == PM_OK; i++) {
        queries[i].occupied = occupied[i];
        if (occupied[i] & ~board->all) {
            status = status_fail(err, PM_BAD_INPUT, i, "set %zu has stones off the board", i);
        }
    }
    if (status == PM_OK && n > 0) {
        status = bound_all(board, job, queries, n, err);
    }
    for (size_t i = 0; i < n && status == PM_OK; i++) {
        const margin_query *q = &queries[i];
        assert(!q->has_lower || !q->has_upper || q->lower <= q->upper);
        margins[i] = (pm_margin){q->has_lower, q->has_upper, q->has_lower ? q->lower : 0, q->has_upper ? q->upper : 0};
    }
    free(queries);
    return status;
}
