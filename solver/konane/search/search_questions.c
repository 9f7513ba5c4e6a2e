/* Positions to prove with one table: see search_questions.h.
 *
 * SPDX-License-Identifier: MIT
 */
#include "solver/konane/search/search_questions.h"

#include "solver/konane/search/search_proof.h"
#include "solver/search/checkpoint.h"
#include "src/base/clock.h"
#include "src/base/status.h"

#include <assert.h>
#include <stdlib.h>
#include <string.h>

#define TICK_SECONDS 0.05

struct search_questions {
    const pm_board *board;
    search_engine *engine;
    size_t n, n_jobs;
    pm_position *positions;
    size_t *job_of;       /* of each position */
    dfpn_job *jobs;       /* one for all images of a position */
    double *seconds;      /* of each job, by this run and those before */
    search_limits limits; /* of the last run */
    double last_tick, last_save;
    bool has_ticked, has_stopped;
    pm_status save_status;
    pm_error save_error;
};

static bool is_over(const search_questions *q, size_t job)
{
    return atomic_load_explicit(&q->jobs[job].is_over, memory_order_relaxed);
}

/* ---- what is to be proven ---------------------------------------------------------------------- */

static uint64_t normal_word(const search_questions *q, pm_position pos)
{
    return search_normal(search_engine_board(q->engine), pos.occupied, search_board_class(q->board, pos.mover));
}

static void make_jobs(search_questions *q)
{
    for (size_t i = 0; i < q->n; i++) {
        const uint64_t word = normal_word(q, q->positions[i]);
        size_t at = 0;
        while (at < q->n_jobs && q->jobs[at].word != word) {
            at++;
        }
        q->job_of[i] = at;
        if (at == q->n_jobs) {
            q->jobs[q->n_jobs++].word = word;
        }
    }
    assert(q->n_jobs <= q->n);
}

pm_status search_questions_new(const pm_board *board, size_t n, const pm_position positions[],
                               const engine_options *options, search_questions **questions, pm_error *err)
{
    assert(n <= SEARCH_MAX_QUESTIONS);
    search_questions *q = calloc(1, sizeof *q);
    if (!q) {
        return status_no_memory(err, "the search", 0);
    }
    q->board = board;
    q->n = n;
    q->positions = malloc((n + 1) * sizeof *q->positions);
    q->job_of = calloc(n + 1, sizeof *q->job_of);
    q->jobs = calloc(n + 1, sizeof *q->jobs);
    q->seconds = calloc(n + 1, sizeof *q->seconds);
    pm_status status = q->positions && q->job_of && q->jobs && q->seconds
                           ? search_engine_new(board->rows, board->cols, board->variant, options, &q->engine, err)
                           : status_no_memory(err, "the search", 0);
    if (status != PM_OK) {
        search_questions_free(q);
        return status;
    }
    if (n > 0) {
        memcpy(q->positions, positions, n * sizeof *positions);
    }
    make_jobs(q);
    *questions = q;
    return PM_OK;
}

void search_questions_free(search_questions *q)
{
    if (q) {
        search_engine_free(q->engine);
        free(q->positions);
        free(q->job_of);
        free(q->jobs);
        free(q->seconds);
        free(q);
    }
}

/* ---- the checkpoint ---------------------------------------------------------------------------- */

static search_subject subject_of(const search_questions *q)
{
    return (search_subject){
        .rows = q->board->rows,
        .cols = q->board->cols,
        .ending = q->board->variant.is_misere,
        .jumps = (uint8_t)q->board->variant.chains,
        .weights = search_engine_weights(q->engine),
    };
}

static pm_status save(search_questions *q, pm_error *err)
{
    const search_subject subject = subject_of(q);
    search_progress *progress = calloc(q->n_jobs + 1, sizeof *progress);
    if (!progress) {
        return status_no_memory(err, "the checkpoint", 0);
    }
    for (size_t i = 0; i < q->n_jobs; i++) {
        progress[i] = (search_progress){
            .word = q->jobs[i].word,
            .nodes = atomic_load(&q->jobs[i].nodes),
            .data = atomic_load(&q->jobs[i].data),
            .microseconds = (uint64_t)(q->seconds[i] * 1e6),
        };
    }
    q->last_save = clock_seconds();
    const pm_status status = search_checkpoint_save(q->limits.checkpoint, &subject,
                                                    &search_engine_shared(q->engine)->table, progress, q->n_jobs, err);
    free(progress);
    return status;
}

static void take_over(dfpn_job *job, double *seconds, const search_progress *before)
{
    *seconds = (double)before->microseconds * 1e-6;
    job->nodes = before->nodes;
    job->data = before->data;
    job->is_over = before->data != 0 && search_is_proven(search_data_numbers(before->data));
}

static pm_status load(search_questions *q, pm_error *err)
{
    const search_subject subject = subject_of(q);
    search_progress *progress;
    size_t n;
    const pm_status status = search_checkpoint_load(q->limits.checkpoint, &subject,
                                                    &search_engine_shared(q->engine)->table, &progress, &n, err);
    if (status != PM_OK) {
        return status == PM_NOT_FOUND ? PM_OK : status;
    }
    for (size_t i = 0; i < n; i++) {
        for (size_t j = 0; j < q->n_jobs; j++) {
            if (q->jobs[j].word == progress[i].word) {
                take_over(&q->jobs[j], &q->seconds[j], &progress[i]);
            }
        }
    }
    free(progress);
    return PM_OK;
}

/* ---- the run ----------------------------------------------------------------------------------- */

/* Time is counted for the jobs that are worked on; it is up to the first thread. */
static void count_seconds(search_questions *q, double step)
{
    for (size_t i = 0; i < q->n_jobs; i++) {
        if (!is_over(q, i) && q->jobs[i].workers > 0) {
            q->seconds[i] += step;
            if (q->limits.max_seconds > 0 && q->seconds[i] >= q->limits.max_seconds) {
                atomic_store(&q->jobs[i].is_over, true);
            }
        }
    }
}

/* What the engine asks: whether to continue. */
static bool tick(void *ctx)
{
    search_questions *q = ctx;
    const search_limits *limits = &q->limits;
    const double now = clock_seconds(), step = now - q->last_tick;
    if (step >= TICK_SECONDS || !q->has_ticked) {
        q->has_ticked = true;
        q->last_tick = now;
        count_seconds(q, step);
        const double interval = limits->interval > 0 ? limits->interval : SEARCH_CHECKPOINT_SECONDS;
        if (limits->checkpoint && now - q->last_save >= interval) {
            q->save_status = save(q, &q->save_error);
        }
        q->has_stopped = q->has_stopped || (limits->stop && limits->stop(limits->stop_ctx));
    }
    return !q->has_stopped && q->save_status == PM_OK;
}

pm_status search_questions_run(search_questions *q, const search_limits *limits, pm_error *err)
{
    q->limits = *limits;
    q->has_ticked = q->has_stopped = false;
    const pm_status status = limits->checkpoint ? load(q, err) : PM_OK;
    if (status != PM_OK) {
        return status;
    }
    dfpn_shared *shared = search_engine_shared(q->engine);
    shared->max_nodes = limits->max_nodes;
    shared->tick = tick;
    shared->tick_ctx = q;
    q->last_tick = q->last_save = clock_seconds();
    search_engine_run(q->engine, q->jobs, q->n_jobs);
    if (limits->checkpoint && q->save_status == PM_OK) {
        q->save_status = save(q, &q->save_error);
    }
    if (q->save_status != PM_OK) {
        return status_fail(err, q->save_status, q->save_error.offset, "%s", q->save_error.message);
    }
    return q->has_stopped ? status_fail(err, PM_INTERRUPTED, 0, "the search was interrupted") : PM_OK;
}

/* ---- what came out ----------------------------------------------------------------------------- */

static search_numbers numbers_of(const search_questions *q, size_t i)
{
    assert(i < q->n);
    return dfpn_job_numbers(&q->jobs[q->job_of[i]]);
}

bool search_questions_winner(const search_questions *q, size_t i, pm_color *winner)
{
    const search_numbers numbers = numbers_of(q, i);
    const pm_color mover = q->positions[i].mover, other = mover == PM_BLACK ? PM_WHITE : PM_BLACK;
    *winner = search_is_won(numbers) ? mover : other;
    return search_is_proven(numbers);
}

static bool is_first(const search_questions *q, size_t i)
{
    for (size_t j = 0; j < i; j++) {
        if (q->job_of[j] == q->job_of[i]) {
            return false;
        }
    }
    return true;
}

uint64_t search_questions_nodes(const search_questions *q, size_t i)
{
    return is_first(q, i) ? atomic_load(&q->jobs[q->job_of[i]].nodes) : 0;
}

double search_questions_seconds(const search_questions *q, size_t i)
{
    return is_first(q, i) ? q->seconds[q->job_of[i]] : 0;
}

size_t search_questions_count(const search_questions *q, size_t *n_over)
{
    *n_over = 0;
    for (size_t i = 0; i < q->n_jobs; i++) {
        *n_over += is_over(q, i);
    }
    return q->n_jobs;
}

search_engine *search_questions_engine(search_questions *q)
{
    return q->engine;
}

/* ---- the proof --------------------------------------------------------------------------------- */

static pm_status make_claims(const search_questions *q, proof_file *proof, pm_error *err)
{
    proof->claims = calloc(q->n + 1, sizeof *proof->claims);
    if (!proof->claims) {
        return status_no_memory(err, "the proof", 0);
    }
    for (size_t i = 0; i < q->n; i++) {
        const search_numbers numbers = numbers_of(q, i);
        if (search_is_proven(numbers)) {
            const pm_position pos = q->positions[i];
            proof->claims[proof->n_claims++] =
                (proof_claim){pos.occupied, (uint8_t)search_board_class(q->board, pos.mover), search_is_won(numbers)};
        }
    }
    return PM_OK;
}

pm_status search_questions_prove(search_questions *q, const char *path, bool (*stop)(void *ctx), void *stop_ctx,
                                 proof_file *facts, pm_error *err)
{
    proof_file proof = {.rows = pm_board_rows(q->board),
                        .cols = pm_board_cols(q->board),
                        .ending = q->board->variant.is_misere,
                        .jumps = (uint8_t)q->board->variant.chains,
                        .corner = pm_board_corner(q->board),
                        .small = PROOF_SMALL};
    pm_status status = make_claims(q, &proof, err);
    q->limits = (search_limits){.stop = stop, .stop_ctx = stop_ctx};
    q->has_ticked = q->has_stopped = false;
    search_engine_shared(q->engine)->max_nodes = 0;
    if (status == PM_OK) {
        status = search_proof_collect(q->engine, &proof, err);
    }
    if (status == PM_OK) {
        status = proof_file_write(path, &proof, err);
    }
    *facts = (proof_file){.n_words = proof.n_words, .file_bytes = proof.file_bytes, .n_claims = proof.n_claims};
    proof_file_free(&proof);
    return status;
}
