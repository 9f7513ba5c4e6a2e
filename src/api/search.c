/* Proving who wins a position: see src/papamu/database.h.
 *
 * SPDX-License-Identifier: MIT
 */
#include "solver/konane/search/search_engine.h"
#include "src/api/handles.h"
#include "src/base/status.h"
#include "src/papamu/database.h"

typedef struct search_watch {
    job_watch *watch;
    dfpn_shared *shared;
} search_watch;

static bool tick(void *ctx)
{
    const search_watch *w = ctx;
    return !job_watch_step(w->watch, atomic_load(&w->shared->nodes), 0);
}

static pm_status run(search_engine *engine, const pm_board *board, pm_position pos, const pm_search_options *o,
                     pm_search_result *result, pm_error *err)
{
    dfpn_job job = {.word =
                        search_normal(search_engine_board(engine), pos.occupied, search_board_class(board, pos.mover))};
    job_watch watch;
    job_watch_begin(&watch, &o->job);
    dfpn_shared *shared = search_engine_shared(engine);
    search_watch ticking = {.watch = &watch, .shared = shared};
    shared->max_nodes = o->max_nodes;
    shared->tick = tick;
    shared->tick_ctx = &ticking;
    search_engine_run(engine, &job, 1);
    job_watch_end(&watch);
    if (watch.has_stopped) {
        return status_fail(err, PM_INTERRUPTED, 0, "the search was interrupted");
    }
    const search_numbers numbers = dfpn_job_numbers(&job);
    *result = (pm_search_result){
        .is_known = search_is_proven(numbers),
        .winner = search_is_won(numbers) == (pos.mover == PM_BLACK) ? PM_BLACK : PM_WHITE,
        .nodes = atomic_load(&job.nodes),
    };
    return PM_OK;
}

pm_status pm_search(const pm_board *board, pm_position pos, const pm_search_options *options, pm_search_result *result,
                    pm_error *err)
{
    static const pm_search_options none;
    const pm_search_options *o = options ? options : &none;
    pm_status status = status_check(err, board && result, "the board or the place for the result is NULL");
    status = status == PM_OK ? job_check(&o->job, err) : status;
    if (status != PM_OK) {
        return status;
    }
    status = status_check(err, pm_position_is_valid(board, pos), "the position is not one of the board");
    if (status != PM_OK) {
        return status;
    }
    if (pm_position_is_opening(board, pos)) {
        return status_fail(err, PM_BAD_INPUT, 0, "the position is in the opening: search those after the removals");
    }
    const uint64_t given = o->job.memory ? o->job.memory : job_memory(NULL) / 4;
    const uint64_t needed = search_engine_overhead(job_threads(&o->job)) + SEARCH_MIN_TABLE;
    if (given < needed) {
        return status_over_budget(err, "the search", needed, given);
    }
    search_engine *engine;
    const engine_options making = {
        .memory = given - needed + SEARCH_MIN_TABLE, .threads = job_threads(&o->job), .small_stones = -1};
    status = search_engine_new(pm_board_rows(board), pm_board_cols(board), &making, &engine, err);
    if (status == PM_OK) {
        status = run(engine, board, pos, o, result, err);
        search_engine_free(engine);
    }
    return status;
}
