/* Sweeping a board for the public interface, in memory or with a scratch folder: see src/papamu/solve.h.
 *
 * SPDX-License-Identifier: MIT
 */
#include "solver/konane/db/db.h"
#include "solver/konane/scratch.h"
#include "solver/sweep/census.h"
#include "src/api/handles.h"
#include "src/api/solution.h"
#include "src/base/status.h"

#include <assert.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>

enum { MAX_POSITIONS = 1 << 24 };

/* What is gathered while the sweep passes. */
typedef struct gathering {
    pm_solution *solution;
    konane_query *queries; /* the openings, then the positions that were asked for */
    int n_queries;
    census outcomes;
    remoteness_census remoteness;
} gathering;

/* ---- questions --------------------------------------------------------------------------------- */

pm_status solve_check_options(const pm_board *board, const pm_solve_options *o, pm_error *err)
{
    pm_status status = job_check(&o->job, err);
    if (status == PM_OK && o->scratch) {
        status = status_check(err, !o->remoteness && !o->keep_rows,
                              "a scratch folder is for outcomes alone, of which no rows are kept");
        status = status == PM_OK ? board_check_standard(board, "scratch folders", err) : status;
    }
    if (status == PM_OK && o->remoteness) {
        status = status_check(err, !board->variant.is_misere, "remoteness is defined for normal play alone");
    }
    return status;
}

static pm_status check_positions(const pm_board *board, const pm_solve_options *o, pm_error *err)
{
    pm_status status = status_check(err, o->n_positions == 0 || (o->positions && o->values),
                                    "the positions or the place for their values is NULL");
    status = status == PM_OK
                 ? status_check(err, o->n_positions <= MAX_POSITIONS, "so many positions at once are refused")
                 : status;
    for (size_t i = 0; status == PM_OK && i < o->n_positions; i++) {
        if (!pm_position_is_valid(board, o->positions[i])) {
            status = status_fail(err, PM_BAD_INPUT, i, "position %zu is not one of the board", i);
        } else if (pm_position_is_opening(board, o->positions[i])) {
            status = status_fail(err, PM_BAD_INPUT, i, "position %zu is in the opening: ask for those after it", i);
        }
    }
    return status;
}

/* The openings of all rules, whatever the rule of the board, and the positions. */
static pm_status ask(gathering *g, const pm_solve_options *o, pm_error *err)
{
    pm_solution *s = g->solution;
    pm_board *any;
    g->queries = calloc(KONANE_MAX_OPENINGS + o->n_positions, sizeof *g->queries);
    if (!g->queries) {
        return status_no_memory(err, "the positions", o->n_positions * sizeof *g->queries);
    }
    const pm_status status = pm_board_new(s->board.rows, s->board.cols, s->board.corner, "any", &any, err);
    if (status != PM_OK) {
        return status;
    }
    s->n_openings = konane_opening_queries(any, s->results, g->queries);
    assert(s->n_openings <= KONANE_MAX_OPENINGS); /* the positions of the caller come after them */
    pm_board_free(any);
    for (size_t i = 0; i < o->n_positions; i++) {
        g->queries[s->n_openings + (int)i].pos = o->positions[i];
    }
    g->n_queries = s->n_openings + (int)o->n_positions;
    return PM_OK;
}

static void take_openings(pm_solution *s, const gathering *g)
{
    static_assert(KONANE_N_NAMED_RULES <= 16, "a bit of pm_opening.rules for each rule");
    konane_openings_finish(s->results, g->queries, s->n_openings);
    for (int i = 0; i < s->n_openings; i++) {
        const konane_opening_result *r = &s->results[i];
        pm_opening *o = &s->openings[i];
        *o = (pm_opening){.black_removes = r->black_removes,
                          .white_removes = r->white_removes,
                          .winner = r->winner,
                          .remoteness = s->has_remoteness ? r->remoteness : -1};
        for (int rule = 0; rule < KONANE_N_NAMED_RULES; rule++) {
            o->rules |= (uint16_t)((konane_removable(&s->board, (konane_rule)rule) >> r->black_removes & 1) << rule);
        }
    }
}

static void take_values(const pm_solution *s, const gathering *g, const pm_solve_options *o)
{
    for (size_t i = 0; i < o->n_positions; i++) {
        const konane_query *q = &g->queries[s->n_openings + (int)i];
        const pm_color other = q->pos.mover == PM_BLACK ? PM_WHITE : PM_BLACK;
        assert(q->is_answered);
        assert(!s->has_remoteness || (q->remoteness % 2 == 1) == q->mover_wins); /* who wins makes the last move */
        o->values[i] = (pm_value){q->mover_wins ? q->pos.mover : other, s->has_remoteness ? q->remoteness : -1};
    }
}

static void take_counts(pm_solution *s, const gathering *g)
{
    s->pairs = (uint64_t)2 << (s->space->spec.n_sets + s->space->spec.n_index);
    s->longest = -1;
    for (int mover = 0; mover < 2; mover++) {
        s->wins[mover] = s->has_remoteness ? remoteness_wins(&g->remoteness, (pm_color)mover)
                                           : census_wins(&g->outcomes, (pm_color)mover);
        assert(s->wins[mover] <= s->pairs / 2);
    }
    if (s->has_remoteness) {
        const remoteness_peak *peak = &g->remoteness.peak;
        s->longest = peak->remoteness;
        s->longest_position = (pm_position){konane_space_occupied(s->space, peak->set, peak->index), peak->mover};
        memcpy(s->plies, g->remoteness.count, sizeof s->plies);
    } else {
        s->census.n_stones = g->outcomes.n_stones;
        assert(s->census.n_stones == s->space->spec.n_sets + s->space->spec.n_index);
        _Static_assert(sizeof s->census.count[0] == sizeof g->outcomes.count[0], "the same classes");
        memcpy(s->census.count, g->outcomes.count, ((size_t)s->census.n_stones + 1) * sizeof s->census.count[0]);
    }
}

/* ---- in memory --------------------------------------------------------------------------------- */

static pm_status visit(void *ctx, par_team *team, const sweep_layer *white, const sweep_layer *black, pm_error *err)
{
    gathering *g = ctx;
    pm_solution *s = g->solution;
    konane_queries_visit(s->space, white, black, g->queries, g->n_queries);
    if (s->table[PM_BLACK]) {
        sweep_table_add(s->table[PM_BLACK], team, black);
        sweep_table_add(s->table[PM_WHITE], team, white);
    }
    return s->has_remoteness ? remoteness_add(&g->remoteness, team, white, black, err)
                             : census_add(&g->outcomes, team, white, black, err);
}

static pm_status prepare(pm_solution *s, const pm_solve_options *o, job_watch *watch, pm_error *err)
{
    sweep_plan plan;
    sweep_plan_make(&s->space->spec, SUBLAYERS_KEEP_NONE, &plan);
    const uint64_t memory = job_memory(&o->job), tables = o->keep_rows ? 2 * (uint64_t)sweep_table_bytes(&plan) : 0;
    if (plan.bytes + tables > memory) {
        return status_over_budget(err, o->keep_rows ? "the sweep with its rows" : "the sweep", plan.bytes + tables,
                                  memory);
    }
    sweep_options sweeping = job_sweep_options(&o->job, watch);
    sweeping.memory = memory - tables;
    assert(sweeping.memory >= plan.bytes);
    pm_status status = sweep_new(&s->space->spec, &sweeping, &s->s, err);
    for (int mover = 0; mover < 2 && status == PM_OK && o->keep_rows; mover++) {
        status = sweep_table_new(s->s, &s->table[mover], err);
    }
    return status;
}

static pm_status solve_in_memory(pm_solution *s, const pm_solve_options *o, gathering *g, job_watch *watch,
                                 pm_error *err)
{
    pm_status status = prepare(s, o, watch, err);
    if (status == PM_OK) {
        status = sweep_run(s->s, visit, g, err);
    }
    if (status == PM_OK) {
        s->row_bytes = db_konane_row_bytes(s->s);
    }
    if (!o->keep_rows) {
        sweep_free(s->s);
        s->s = NULL;
    }
    return status;
}

/* ---- with a scratch folder --------------------------------------------------------------------- */

typedef struct scratch_watch {
    job_watch *watch;
    double pairs;
} scratch_watch;

static bool show(void *ctx, const scratch_status *status)
{
    const scratch_watch *w = ctx;
    return job_watch_step(w->watch, (uint64_t)(status->share * w->pairs), (uint64_t)w->pairs);
}

static pm_status solve_from_disk(pm_solution *s, const pm_solve_options *o, gathering *g, job_watch *watch,
                                 pm_error *err)
{
    konane_scratch_result *result = calloc(1, sizeof *result);
    if (!result) {
        return status_no_memory(err, "the solution", sizeof *result);
    }
    scratch_watch showing = {watch, ldexp(2, s->board.n_cells)};
    const scratch_options options = {.directory = o->scratch,
                                     .threads = job_threads(&o->job),
                                     .memory = job_memory(&o->job),
                                     .disk = o->disk,
                                     .progress = show,
                                     .progress_ctx = &showing};
    const pm_status status = konane_scratch_solve(&s->board, &options, g->queries, g->n_queries, result, err);
    if (status == PM_OK) {
        g->outcomes = result->census;
        s->has_digest = true;
        memcpy(s->digest, result->digest, sizeof s->digest);
    }
    free(result);
    return status;
}

/* ---- both -------------------------------------------------------------------------------------- */

static pm_status run(pm_solution *s, const pm_solve_options *o, gathering *g, pm_error *err)
{
    pm_status status = ask(g, o, err);
    status = status == PM_OK ? konane_space_new(&s->board, &s->space, err) : status;
    if (status != PM_OK) {
        return status;
    }
    s->space->spec.question = s->has_remoteness ? SWEEP_REMOTENESS : SWEEP_OUTCOME;
    job_watch watch;
    job_watch_begin(&watch, &o->job);
    status = o->scratch ? solve_from_disk(s, o, g, &watch, err) : solve_in_memory(s, o, g, &watch, err);
    job_watch_end(&watch);
    if (status == PM_OK) {
        take_openings(s, g);
        take_values(s, g, o);
        take_counts(s, g);
    }
    return status;
}

pm_status pm_solve(const pm_board *board, const pm_solve_options *options, pm_solution **out, pm_error *err)
{
    const pm_solve_options defaults = {0}, *o = options ? options : &defaults;
    pm_status status = status_check(err, board && out, "the board or the place for the solution is NULL");
    status = status == PM_OK ? solve_check_options(board, o, err) : status;
    status = status == PM_OK ? check_positions(board, o, err) : status;
    if (status != PM_OK) {
        return status;
    }
    pm_solution *s = calloc(1, sizeof *s);
    gathering *g = calloc(1, sizeof *g);
    if (!s || !g) {
        free(s);
        free(g);
        return status_no_memory(err, "the solution", 0);
    }
    s->board = *board;
    s->has_remoteness = o->remoteness;
    g->solution = s;
    remoteness_begin(&g->remoteness);
    status = run(s, o, g, err);
    free(g->queries);
    free(g);
    if (status != PM_OK) {
        pm_solution_free(s);
        return status;
    }
    if (o->scratch) {
        scratch_remove(o->scratch);
    }
    *out = s;
    return PM_OK;
}

void pm_solution_free(pm_solution *s)
{
    if (s) {
        sweep_table_free(s->table[PM_BLACK]);
        sweep_table_free(s->table[PM_WHITE]);
        sweep_free(s->s);
        konane_space_free(s->space);
        free(s);
    }
}
