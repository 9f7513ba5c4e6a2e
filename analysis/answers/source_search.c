/* A proof-number search on the spot as a source of answers: see sources.h.
 *
 * SPDX-License-Identifier: MIT
 */
#include "analysis/answers/sources.h"

#include "solver/konane/search/search_engine.h"
#include "src/base/status.h"
#include "src/konane/game_konane.h"

#include <assert.h>
#include <stdlib.h>
#include <string.h>

enum { MAX_JOBS = 1024 }; /* positions of one question */

typedef struct prover {
    answers_limits limits;
    const uint64_t *max_nodes;
    pm_board *board;
    search_engine *engine;
    dfpn_job jobs[MAX_JOBS];
} prover;

static bool goes_on(void *ctx)
{
    const prover *p = ctx;
    return !(p->limits.stop && p->limits.stop(p->limits.stop_ctx));
}

/* The verdict of a position without a jump is known at once. */
static bool is_over(const prover *p, pm_position pos)
{
    pm_move moves[PM_MAX_MOVES];
    return pm_jumps(p->board, pos, moves) == 0;
}

static void make_job(const prover *p, pm_position pos, dfpn_job *job)
{
    const int mover = search_board_class(p->board, pos.mover);
    *job = (dfpn_job){.word = search_normal(search_engine_board(p->engine), pos.occupied, mover)};
    job->is_over = is_over(p, pos);
}

static pm_status judge(void *ctx, size_t n, const game_state states[], verdict verdicts[], pm_error *err)
{
    prover *p = ctx;
    dfpn_shared *shared = search_engine_shared(p->engine);
    if (n > MAX_JOBS) {
        return status_fail(err, PM_NOT_FOUND, 0, "too many positions to prove at once");
    }
    for (size_t i = 0; i < n; i++) {
        make_job(p, (pm_position){states[i].bits[0], (pm_color)states[i].mover}, &p->jobs[i]);
    }
    shared->max_nodes = *p->max_nodes;
    search_engine_run(p->engine, p->jobs, n);
    for (size_t i = 0; i < n; i++) {
        const search_numbers numbers = dfpn_job_numbers(&p->jobs[i]);
        if (is_over(p, (pm_position){states[i].bits[0], (pm_color)states[i].mover})) {
            verdicts[i] = VERDICT_LOST_NOW;
        } else if (search_is_proven(numbers)) {
            verdicts[i] = (verdict){search_is_won(numbers) ? 1 : -1, -1};
        } else {
            return status_fail(err, PM_NOT_FOUND, 0, "the search did not find the winner");
        }
    }
    return PM_OK;
}

static void free_source(void *ctx)
{
    prover *p = ctx;
    search_engine_free(p->engine);
    pm_board_free(p->board);
    free(p);
}

static pm_status open_engine(prover *p, const game *g, pm_error *err)
{
    const size_t memory = p->limits.memory, overhead = search_engine_overhead(p->limits.threads);
    if (memory < overhead + SEARCH_MIN_TABLE) {
        return status_over_budget(err, "the search for proofs", overhead + SEARCH_MIN_TABLE, memory);
    }
    const engine_options options = {.memory = memory - overhead, .threads = p->limits.threads, .small_stones = -1};
    pm_status status = pm_board_new(g->rows, g->cols, game_konane_corner(g), "any", &p->board, err);
    if (status == PM_OK) {
        status = search_engine_new(g->rows, g->cols, &options, &p->engine, err);
    }
    if (status == PM_OK) {
        search_engine_shared(p->engine)->tick = goes_on;
        search_engine_shared(p->engine)->tick_ctx = p;
    }
    return status;
}

pm_status answers_add_search(answers *a, const game *g, const answers_limits *limits, const uint64_t *max_nodes,
                             pm_error *err)
{
    if (strcmp(g->name, "konane") != 0 || g->rows * g->cols > PM_MAX_CELLS) {
        return PM_OK;
    }
    prover *p = calloc(1, sizeof *p);
    if (!p) {
        return status_no_memory(err, "the search for proofs", 0);
    }
    p->limits = *limits;
    p->max_nodes = max_nodes;
    const pm_status status = open_engine(p, g, err);
    if (status != PM_OK) {
        free_source(p);
        return status;
    }
    answers_add(a, (answers_source){.how = "proof search", .judge = judge, .free = free_source, .ctx = p});
    return PM_OK;
}
