/* Sizes of game trees: see tree_size.h.
 *
 * Counts reach 10^300 on large boards, so they are kept as logarithms; sums over runs are taken relative to the
 * largest.
 *
 * SPDX-License-Identifier: MIT
 */
#include "analysis/stats/tree_size.h"

#include "analysis/stats/distributions.h"
#include "src/base/par.h"
#include "src/base/status.h"

#include <assert.h>
#include <math.h>
#include <stdatomic.h>
#include <stdlib.h>

/* What one worker walks with. */
typedef struct crowd {
    game_state *now, *next;
    uint32_t *n_moves; /* of each position of `now` */
    histogram *moves;  /* by ply */
} crowd;

typedef struct estimation {
    const game *g;
    const tree_options *options;
    game_state start;
    size_t max_plies;  /* rows of the arrays below: [run][ply] */
    double *sequences; /* log10 of the estimate of each run */
    double *games;
    crowd *crowds; /* by worker */
    int n_crowds;
    atomic_size_t n_done;
    atomic_bool is_stopped, is_out_of_memory;
} estimation;

/* ---- one run ---------------------------------------------------------------------------------- */

/* The numbers of legal moves of the population, their sum, and how many have none. */
static uint64_t count_moves(const estimation *e, const crowd *c, size_t *n_over)
{
    uint64_t total = 0;
    *n_over = 0;
    for (size_t i = 0; i < e->options->population; i++) {
        const game_state *s = &c->now[i];
        c->n_moves[i] = (uint32_t)e->g->rules->mobility(e->g, s, (pm_color)s->mover);
        total += c->n_moves[i];
        *n_over += c->n_moves[i] == 0;
    }
    return total;
}

static bool book_moves(const estimation *e, const crowd *c, histogram *moves)
{
    for (size_t i = 0; i < e->options->population; i++) {
        if (c->n_moves[i] && histogram_add(moves, c->n_moves[i], 1) != PM_OK) {
            return false;
        }
    }
    return true;
}

/* A uniform number of [0, 1). */
static double uniform(rng *r)
{
    return (double)(rng_next(r) >> 11) * 0x1p-53;
}

/* Draw the next population: of all `total` moves of this one, in order, one from each of `population` equal parts. So
 * each move is drawn equally often on average, and a position in proportion to its number of moves. */
static void draw_next(const estimation *e, crowd *c, uint64_t total, rng *r)
{
    const size_t n = e->options->population;
    const double part = (double)total / (double)n;
    game_move moves[GAME_MAX_MOVES];
    size_t from = SIZE_MAX, at = 0; /* whose moves are in `moves`; the position that the draw falls into */
    uint64_t before = 0;            /* moves of the positions before it */
    for (size_t k = 0; k < n; k++) {
        uint64_t drawn = (uint64_t)(((double)k + uniform(r)) * part);
        drawn = drawn < total ? drawn : total - 1; /* rounding may reach the end */
        while (drawn >= before + c->n_moves[at]) {
            before += c->n_moves[at++];
        }
        if (from != at) {
            const int found = e->g->rules->moves(e->g, &c->now[at], moves);
            assert((uint32_t)found == c->n_moves[at]);
            (void)found;
            from = at;
        }
        c->next[k] = c->now[at];
        e->g->rules->make(e->g, &c->next[k], &moves[drawn - before]);
    }
    game_state *swap = c->now;
    c->now = c->next;
    c->next = swap;
}

/* Walk once; false if memory ran out. */
static bool walk(const estimation *e, crowd *c, size_t run)
{
    rng r = rng_stream(e->options->seed, run);
    const size_t n = e->options->population;
    double sequences = 0;
    for (size_t i = 0; i < n; i++) {
        c->now[i] = e->start;
    }
    for (size_t ply = 0;; ply++) {
        assert(ply < e->max_plies); /* every move takes a stone */
        size_t n_over;
        const uint64_t total = count_moves(e, c, &n_over);
        e->sequences[run * e->max_plies + ply] = sequences;
        e->games[run * e->max_plies + ply] = n_over ? sequences + log10((double)n_over / (double)n) : -INFINITY;
        if (total == 0) {
            return true;
        }
        if (!book_moves(e, c, &c->moves[ply])) {
            return false;
        }
        sequences += log10((double)total / (double)n);
        draw_next(e, c, total, &r);
    }
}

static void walk_runs(size_t begin, size_t end, int worker, void *ctx)
{
    estimation *e = ctx;
    for (size_t run = begin; run < end && !atomic_load(&e->is_stopped); run++) {
        if (!walk(e, &e->crowds[worker], run)) {
            atomic_store(&e->is_out_of_memory, true);
            atomic_store(&e->is_stopped, true);
            return;
        }
        const size_t done = atomic_fetch_add(&e->n_done, 1) + 1;
        if (e->options->progress && e->options->progress(e->options->ctx, done, e->options->runs)) {
            atomic_store(&e->is_stopped, true);
        }
    }
}

/* ---- what the runs say together ---------------------------------------------------------------- */

/* log10 of the mean of runs given by their logarithms. The interval is Student's with the standard error of the
 * logarithm of a mean, which is the relative one of the mean (the delta method: Casella and Berger, Statistical
 * Inference, 2nd ed., 2002, section 5.5.4): runs are skewed to the right, and an interval of the mean itself would
 * reach below zero. */
static estimate mean_of_logs(const double *logs, size_t stride, size_t n)
{
    double largest = -INFINITY, sum = 0, squares = 0;
    for (size_t i = 0; i < n; i++) {
        largest = fmax(largest, logs[i * stride]);
    }
    if (largest == -INFINITY) {
        return (estimate){-INFINITY, -INFINITY, -INFINITY};
    }
    for (size_t i = 0; i < n; i++) {
        sum += pow(10, logs[i * stride] - largest);
    }
    const double mean = sum / (double)n;
    for (size_t i = 0; i < n; i++) {
        const double off = pow(10, logs[i * stride] - largest) - mean;
        squares += off * off;
    }
    assert(mean > 0 && mean <= 1);
    const double error = sqrt(squares / ((double)n - 1) / (double)n) / mean / log(10) * student_975((double)n - 1);
    return (estimate){largest + log10(mean), largest + log10(mean) - error, largest + log10(mean) + error};
}

/* log10 of the sum of numbers given by their logarithms, each times its index if `is_weighted`. */
static double sum_of_logs(const double *logs, size_t n, bool is_weighted)
{
    double largest = -INFINITY, sum = 0;
    for (size_t i = 0; i < n; i++) {
        largest = fmax(largest, logs[i]);
    }
    assert(largest > -INFINITY);
    for (size_t i = 0; i < n; i++) {
        sum += pow(10, logs[i] - largest) * (is_weighted ? (double)i : 1);
    }
    return largest + log10(sum);
}

/* The plies of all games divided by the number of games, with Student's interval of a ratio of two sums over runs
 * (Cochran, Sampling Techniques, 3rd ed., 1977, section 2.11). `games` are the numbers of games of the runs. */
static estimate mean_length(const estimation *e, const double *games)
{
    const size_t n = e->options->runs;
    double largest = -INFINITY, sum = 0, plies = 0, squares = 0;
    for (size_t i = 0; i < n; i++) {
        largest = fmax(largest, games[i]);
    }
    for (size_t i = 0; i < n; i++) {
        sum += pow(10, games[i] - largest);
        plies += pow(10, sum_of_logs(&e->games[i * e->max_plies], e->max_plies, true) - largest);
    }
    const double mean = plies / sum;
    for (size_t i = 0; i < n; i++) {
        const double own = pow(10, sum_of_logs(&e->games[i * e->max_plies], e->max_plies, true) - largest);
        const double off = own - mean * pow(10, games[i] - largest);
        squares += off * off;
    }
    const double error = sqrt(squares / ((double)n - 1) * (double)n) / sum * student_975((double)n - 1);
    return (estimate){mean, mean - error, mean + error};
}

static bool sum_up(const estimation *e, tree_size *t)
{
    const size_t n = e->options->runs, width = e->max_plies;
    double *totals = malloc(2 * n * sizeof *totals);
    if (!totals) {
        return false;
    }
    double *const games = totals, *const nodes = totals + n;
    for (size_t i = 0; i < n; i++) {
        games[i] = sum_of_logs(&e->games[i * width], width, false);
        nodes[i] = sum_of_logs(&e->sequences[i * width], width, false);
    }
    t->log10_games = mean_of_logs(games, 1, n);
    t->log10_nodes = mean_of_logs(nodes, 1, n);
    t->mean_length = mean_length(e, games);
    free(totals);
    for (size_t ply = 0; ply < width; ply++) {
        tree_ply *p = &t->plies[ply];
        p->log10_sequences = mean_of_logs(&e->sequences[ply], width, n);
        p->log10_games = mean_of_logs(&e->games[ply], width, n);
        t->n_plies = p->log10_sequences.value > -INFINITY ? ply + 1 : t->n_plies;
        for (int i = 0; i < e->n_crowds; i++) {
            if (histogram_merge(&p->moves, &e->crowds[i].moves[ply]) != PM_OK) {
                return false;
            }
        }
    }
    return true;
}

/* ---- memory ------------------------------------------------------------------------------------ */

static bool crowd_new(crowd *c, size_t population, size_t max_plies)
{
    c->now = malloc(population * sizeof *c->now);
    c->next = malloc(population * sizeof *c->next);
    c->n_moves = malloc(population * sizeof *c->n_moves);
    c->moves = calloc(max_plies, sizeof *c->moves);
    return c->now && c->next && c->n_moves && c->moves;
}

static void crowd_free(crowd *c, size_t max_plies)
{
    for (size_t i = 0; c->moves && i < max_plies; i++) {
        histogram_free(&c->moves[i]);
    }
    free(c->now);
    free(c->next);
    free(c->n_moves);
    free(c->moves);
}

static bool estimation_open(estimation *e, tree_size *t)
{
    const size_t n = e->options->runs * e->max_plies;
    e->crowds = calloc((size_t)e->options->threads, sizeof *e->crowds);
    e->sequences = malloc(n * sizeof *e->sequences);
    e->games = malloc(n * sizeof *e->games);
    t->plies = calloc(e->max_plies, sizeof *t->plies);
    t->n_plies = t->plies ? e->max_plies : 0; /* what tree_size_free goes through */
    if (!e->crowds || !e->sequences || !e->games || !t->plies) {
        return false;
    }
    for (size_t i = 0; i < n; i++) {
        e->sequences[i] = e->games[i] = -INFINITY;
    }
    bool is_open = true;
    for (; is_open && e->n_crowds < e->options->threads; e->n_crowds++) {
        is_open = crowd_new(&e->crowds[e->n_crowds], e->options->population, e->max_plies);
    }
    return is_open;
}

static void estimation_close(estimation *e)
{
    for (int i = 0; i < e->n_crowds; i++) {
        crowd_free(&e->crowds[i], e->max_plies);
    }
    free(e->crowds);
    free(e->sequences);
    free(e->games);
}

void tree_size_free(tree_size *t)
{
    for (size_t i = 0; i < t->n_plies; i++) {
        histogram_free(&t->plies[i].moves);
    }
    free(t->plies);
    *t = (tree_size){0};
}

static void run_all(par_team *team, void *ctx)
{
    estimation *e = ctx;
    par_for(team, e->options->runs, 1, walk_runs, e);
}

pm_status tree_size_estimate(const game *g, const tree_options *options, tree_size *result, pm_error *err)
{
    assert(options->population >= 1 && options->population <= TREE_MAX_POPULATION);
    assert(options->runs >= 2 && options->runs <= TREE_MAX_RUNS && options->threads >= 1);
    *result = (tree_size){0};
    if (!g->rules->play_random) {
        return status_fail(err, PM_BAD_INPUT, 0,
                           "games of %s have no greatest length; only trees that end are estimated", g->name);
    }
    estimation e = {.g = g, .options = options, .max_plies = (size_t)g->n_cells + 1};
    pm_status status = g->rules->start(g, &e.start, err);
    if (status == PM_OK && !estimation_open(&e, result)) {
        status = status_no_memory(err, "the population", 0);
    }
    if (status == PM_OK) {
        par_run(options->threads, run_all, &e);
        if (atomic_load(&e.is_out_of_memory) || (!atomic_load(&e.is_stopped) && !sum_up(&e, result))) {
            status = status_no_memory(err, "the numbers of moves", 0);
        } else if (atomic_load(&e.is_stopped)) {
            status = status_fail(err, PM_INTERRUPTED, 0, "interrupted");
        }
    }
    estimation_close(&e);
    if (status != PM_OK) {
        tree_size_free(result);
    }
    return status;
}
