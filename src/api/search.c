/* Proving who wins a position: see src/papamu/database.h.
 *
 * SPDX-License-Identifier: MIT
 */
#include "solver/konane/search/search_questions.h"
#include "src/api/handles.h"
#include "src/base/status.h"
#include "src/papamu/database.h"

#include <math.h>

typedef struct search_watch {
    job_watch *watch;
    search_questions *questions;
} search_watch;

static bool stop(void *ctx)
{
    const search_watch *w = ctx;
    return job_watch_step(w->watch, atomic_load(&search_engine_shared(search_questions_engine(w->questions))->nodes),
                          0);
}

static pm_status run(search_questions *questions, const pm_search_options *o, pm_error *err)
{
    job_watch watch;
    job_watch_begin(&watch, &o->job);
    search_watch stopping = {&watch, questions};
    const search_limits limits = {.max_nodes = o->max_nodes,
                                  .max_seconds = o->max_seconds,
                                  .checkpoint = o->checkpoint,
                                  .stop = stop,
                                  .stop_ctx = &stopping};
    pm_status status = search_questions_run(questions, &limits, err);
    if (status == PM_OK && o->proof) {
        proof_file unused;
        status = search_questions_prove(questions, o->proof, stop, &stopping, &unused, err);
    }
    job_watch_end(&watch);
    return status;
}

static pm_status check_positions(const pm_board *board, size_t n, const pm_position positions[], pm_error *err)
{
    for (size_t i = 0; i < n; i++) {
        if (!pm_position_is_valid(board, positions[i])) {
            return status_fail(err, PM_BAD_INPUT, i, "position %zu is not one of the board", i);
        }
        if (pm_position_is_opening(board, positions[i])) {
            return status_fail(err, PM_BAD_INPUT, i, "position %zu is in the opening: search those after the removals",
                               i);
        }
    }
    return PM_OK;
}

static pm_status check(const pm_board *board, size_t n, const pm_position positions[], const pm_search_options *o,
                       const pm_search_result results[], pm_error *err)
{
    pm_status status = status_check(err, board && (n == 0 || (positions && results)),
                                    "the board, the positions or the place for the results is NULL");
    status = status == PM_OK ? job_check(&o->job, err) : status;
    if (status == PM_OK && n > SEARCH_MAX_QUESTIONS) {
        status =
            status_fail(err, PM_BAD_INPUT, 0, "%zu positions at once are refused: %d at most", n, SEARCH_MAX_QUESTIONS);
    }
    status = status == PM_OK ? status_check(err, isfinite(o->max_seconds) && o->max_seconds >= 0,
                                            "the limit in seconds must be 0 or more")
                             : status;
    return status == PM_OK ? check_positions(board, n, positions, err) : status;
}

pm_status pm_search(const pm_board *board, size_t n, const pm_position positions[], const pm_search_options *options,
                    pm_search_result results[], pm_error *err)
{
    static const pm_search_options none;
    const pm_search_options *o = options ? options : &none;
    pm_status status = check(board, n, positions, o, results, err);
    if (status != PM_OK) {
        return status;
    }
    const uint64_t given = o->job.memory ? o->job.memory : job_memory(NULL) / 4;
    const uint64_t overhead = search_engine_overhead(job_threads(&o->job));
    if (given < overhead + SEARCH_MIN_TABLE) {
        return status_over_budget(err, "the search", overhead + SEARCH_MIN_TABLE, given);
    }
    search_questions *questions;
    const engine_options making = {.memory = given - overhead, .threads = job_threads(&o->job), .small_stones = -1};
    status = search_questions_new(board, n, positions, &making, &questions, err);
    if (status != PM_OK) {
        return status;
    }
    status = run(questions, o, err);
    for (size_t i = 0; i < n && status == PM_OK; i++) {
        pm_color winner;
        const bool is_known = search_questions_winner(questions, i, &winner);
        results[i] = (pm_search_result){.is_known = is_known,
                                        .winner = is_known ? winner : PM_BLACK,
                                        .nodes = search_questions_nodes(questions, i),
                                        .seconds = search_questions_seconds(questions, i)};
    }
    search_questions_free(questions);
    return status;
}
