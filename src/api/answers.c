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

pm_status pm_answers_judge(pm_answers *a, size_t n, const pm_state states[], pm_verdict verdicts[], pm_error *err)
{
    pm_status status =
        status_check(err, a && (n == 0 || (states && verdicts)), "the answers, the states or the verdicts are NULL");
    if (status != PM_OK) {
        return status;
    }
    pthread_mutex_lock(&a->lock);
    for (size_t i = 0; i < n && status == PM_OK; i++) {
        game_state s;
        verdict v;
        memcpy(&s, &states[i], sizeof s);
        status = state_check(a->g, &states[i], err);
        status = status == PM_OK ? answers_judge(a->answers, &s, &v, err) : status;
        if (status == PM_OK) {
            assert(v.outcome >= -1 && v.outcome <= 1 && v.plies >= -1);
            verdicts[i] = (pm_verdict){v.outcome, v.plies};
        } else if (err) {
            err->offset = i;
        }
    }
    pthread_mutex_unlock(&a->lock);
    return status;
}
