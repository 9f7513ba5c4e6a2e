/* Exact answers about positions of any game: see src/papamu/database.h.
 *
 * SPDX-License-Identifier: MIT
 */
#include "analysis/answers/answers.h"

#include "analysis/answers/sources.h"
#include "src/api/handles.h"
#include "src/base/status.h"
#include "src/papamu/database.h"

#include <assert.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

struct pm_answers {
    const game *g;
    pm_job job;
    job_watch watch;
    pthread_mutex_t lock; /* answers are for one thread */
    answers *answers;
    answers_db *db; /* NULL without a database */
    answer found;
};

static pm_status add_sources(pm_answers *a, const char *path, pm_error *err)
{
    if (!path) {
        const answers_limits limits = {.memory = job_memory(&a->job),
                                       .threads = job_threads(&a->job),
                                       .stop = job_watch_stop,
                                       .stop_ctx = &a->watch};
        return answers_add_sweep(a->answers, a->g, &limits, err);
    }
    return answers_add_file(a->answers, a->g, path, 0, &a->db, err);
}

pm_status pm_answers_new(const pm_game *g, const char *path, const pm_job *job, pm_answers **out, pm_error *err)
{
    pm_status status = status_check(err, g && out, "the game or the place for the answers is NULL");
    status = status == PM_OK ? job_check(job, err) : status;
    if (status == PM_OK && strcmp(g->inside->rules->name, "konane") == 0 && g->inside->n_cells > PM_MAX_CELLS) {
        status = status_fail(err, PM_BAD_INPUT, 0, "exact answers about Konane are for boards of up to %d cells",
                             PM_MAX_CELLS);
    }
    if (status != PM_OK) {
        return status;
    }
    pm_answers *a = calloc(1, sizeof *a);
    if (!a) {
        return status_no_memory(err, "exact answers", sizeof *a);
    }
    a->g = g->inside;
    a->job = job ? *job : (pm_job){0};
    job_watch_begin(&a->watch, &a->job);
    pthread_mutex_init(&a->lock, NULL);
    a->answers = answers_new(a->g);
    status = a->answers ? add_sources(a, path, err) : status_no_memory(err, "exact answers", 0);
    if (status != PM_OK) {
        pm_answers_free(a);
        return status;
    }
    *out = a;
    return PM_OK;
}

void pm_answers_free(pm_answers *a)
{
    if (a) {
        answers_free(a->answers);
        answers_db_close(a->db);
        pthread_mutex_destroy(&a->lock);
        job_watch_end(&a->watch);
        free(a);
    }
}

static void take(const answer *found, pm_answer *out)
{
    static_assert(sizeof out->plies / sizeof out->plies[0] == GAME_MAX_MOVES, "every legal move has a place");
    assert(found->n_moves >= 0 && found->n_moves <= GAME_MAX_MOVES && strlen(found->how) < sizeof out->how);
    out->verdict = (pm_verdict){found->verdict.outcome, found->verdict.plies};
    snprintf(out->how, sizeof out->how, "%s", found->how);
    out->n_plies = found->n_moves;
    for (int i = 0; i < found->n_moves; i++) {
        const answers_move *m = &found->moves[i];
        memcpy(&out->plies[i].ply, &m->move, sizeof m->move);
        out->plies[i].verdict = (pm_verdict){m->verdict.outcome, m->verdict.plies};
        out->plies[i].is_best = m->is_best;
    }
}

pm_status pm_answers_find(pm_answers *a, const pm_state *state, pm_answer *out, pm_error *err)
{
    game_state s;
    if (!a || !state || !out) {
        return status_check(err, false, "the answers, the state or the place for the answer is NULL");
    }
    pm_status status = state_check(a->g, state, err);
    if (status != PM_OK) {
        return status;
    }
    memcpy(&s, state, sizeof s);
    pthread_mutex_lock(&a->lock);
    status = answers_find(a->answers, &s, &a->found, err);
    if (status == PM_OK) {
        take(&a->found, out);
    }
    pthread_mutex_unlock(&a->lock);
    return status;
}

/* A single question to a source, where one covers all of them; else one after the other, up to the first that has no
 * answer. `n_judged` of them have one at the end. */
static pm_status judge_all(answers *a, size_t n, const game_state states[], verdict found[], size_t *n_judged,
                           pm_error *err)
{
    pm_status status = answers_judge_all(a, n, states, found, err);
    *n_judged = status == PM_OK ? n : 0;
    if (status != PM_NOT_FOUND) {
        return status;
    }
    for (status = PM_OK; *n_judged < n && status == PM_OK; *n_judged += status == PM_OK) {
        status = answers_judge(a, &states[*n_judged], &found[*n_judged], err);
    }
    return status;
}

static void take_verdicts(size_t n, const verdict found[], pm_verdict verdicts[])
{
    for (size_t i = 0; i < n; i++) {
        assert(found[i].outcome >= -1 && found[i].outcome <= 1 && found[i].plies >= -1);
        verdicts[i] = (pm_verdict){found[i].outcome, found[i].plies};
    }
}

pm_status pm_answers_judge(pm_answers *a, size_t n, const pm_state states[], pm_verdict verdicts[], pm_error *err)
{
    pm_status status =
        status_check(err, a && (n == 0 || (states && verdicts)), "the answers, the states or the verdicts are NULL");
    if (status != PM_OK) {
        return status;
    }
    size_t n_judged = 0; /* or the number of the one that is refused */
    verdict *found = calloc(n + 1, sizeof *found);
    game_state *asked = calloc(n + 1, sizeof *asked);
    status = found && asked ? PM_OK : status_no_memory(err, "the positions of a question", 0);
    for (size_t i = 0; i < n && status == PM_OK; i++) {
        memcpy(&asked[i], &states[i], sizeof *asked);
        status = state_check(a->g, &states[i], err);
        n_judged = i;
    }
    if (status == PM_OK) {
        pthread_mutex_lock(&a->lock);
        status = judge_all(a->answers, n, asked, found, &n_judged, err);
        pthread_mutex_unlock(&a->lock);
        take_verdicts(n_judged, found, verdicts);
    }
    if (status != PM_OK && err) {
        err->offset = n_judged;
    }
    free(found);
    free(asked);
    return status;
}
