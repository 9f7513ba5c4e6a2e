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
    const game *g;
    pm_board *board;
    search_engine *engine;
    dfpn_job jobs[MAX_JOBS];
} prover;

static bool goes_on(void *ctx)
{
    const prover *p = ctx;
    return !(p->limits.stop && p->limits.stop(p->limits.stop_ctx));
}

static dfpn_job job_of(const prover *p, const game_state *s)
{
    const int mover = search_board_class(p->board, (pm_color)s->mover);
    return (dfpn_job){.word = search_normal(search_engine_board(p->engine), s->bits[0], mover)};
}

/* A position without a jump is lost at once, and needs no search. In misere play, where plies are not known, it is won,
 * which the search says. */
static size_t make_jobs(prover *p, size_t n, const game_state states[], verdict verdicts[])
{
    size_t n_jobs = 0;
    for (size_t i = 0; i < n; i++) {
        verdicts[i] = VERDICT_LOST_NOW;
        if (p->board->variant.is_misere || p->g->rules->mobility(p->g, &states[i], (pm_color)states[i].mover) > 0) {
            verdicts[i].plies = -1; /* to be filled in */
            p->jobs[n_jobs++] = job_of(p, &states[i]);
        }
    }
    return n_jobs;
}

static pm_status judge(void *ctx, size_t n, const game_state states[], verdict verdicts[], pm_error *err)
{
    prover *p = ctx;
    if (n > MAX_JOBS) {
        return status_fail(err, PM_NOT_FOUND, 0, "too many positions to prove at once");
    }
    const size_t n_jobs = make_jobs(p, n, states, verdicts);
    search_engine_shared(p->engine)->max_nodes = *p->max_nodes;
    search_engine_run(p->engine, p->jobs, n_jobs);
    for (size_t i = 0, used = 0; i < n; i++) {
        if (verdicts[i].plies < 0) {
            assert(used < n_jobs); /* what is open has a job */
            const search_numbers numbers = dfpn_job_numbers(&p->jobs[used++]);
            if (!search_is_proven(numbers)) {
                return status_fail(err, PM_NOT_FOUND, 0, "the search did not find the winner");
            }
            verdicts[i].outcome = search_is_won(numbers) ? 1 : -1;
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
    pm_status status =
        konane_board_new(g->rows, g->cols, game_konane_corner(g), "any", game_konane_variant(g), &p->board, err);
    if (status == PM_OK) {
        status = search_engine_new(g->rows, g->cols, p->board->variant, &options, &p->engine, err);
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
    if (strcmp(g->rules->name, "konane") != 0 || g->rows * g->cols > PM_MAX_CELLS) {
        return PM_OK;
    }
    prover *p = calloc(1, sizeof *p);
    if (!p) {
        return status_no_memory(err, "the search for proofs", 0);
    }
    p->limits = *limits;
    p->max_nodes = max_nodes;
    p->g = g;
    const pm_status status = open_engine(p, g, err);
    if (status != PM_OK) {
        free_source(p);
        return status;
    }
    answers_add(a, (answers_source){.how = "proof search", .judge = judge, .free = free_source, .ctx = p});
    return PM_OK;
}
