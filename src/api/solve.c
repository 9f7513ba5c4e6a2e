/* Sweeping a board for the public interface, and the rows that are kept: see src/papamu/solve.h.
 *
 * SPDX-License-Identifier: MIT
 */
#include "solver/konane/db.h"
#include "solver/sweep/census.h"
#include "solver/sweep/remoteness.h"
#include "src/api/handles.h"
#include "src/api/solution.h"
#include "src/base/status.h"

#include <assert.h>
#include <stdlib.h>
#include <string.h>

/* What is gathered while the sweep passes. */
typedef struct gathering {
    pm_solution *solution;
    konane_query queries[KONANE_MAX_OPENINGS];
    census outcomes;
    remoteness_census remoteness;
} gathering;

static pm_status visit(void *ctx, par_team *team, const sweep_layer *white, const sweep_layer *black, pm_error *err)
{
    gathering *g = ctx;
    pm_solution *s = g->solution;
    konane_queries_visit(s->space, white, black, g->queries, s->n_openings);
    if (s->table[PM_BLACK]) {
        sweep_table_add(s->table[PM_BLACK], team, black);
        sweep_table_add(s->table[PM_WHITE], team, white);
    }
    return s->has_remoteness ? remoteness_add(&g->remoteness, team, white, black, err)
                             : census_add(&g->outcomes, team, white, black, err);
}

static void take_openings(pm_solution *s, const gathering *g)
{
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

static void take_counts(pm_solution *s, const gathering *g)
{
    for (int mover = 0; mover < 2; mover++) {
        s->wins[mover] = s->has_remoteness ? remoteness_wins(&g->remoteness, (pm_color)mover)
                                           : census_wins(&g->outcomes, (pm_color)mover);
    }
    s->longest = s->has_remoteness ? g->remoteness.peak.remoteness : -1;
    s->pairs = (uint64_t)2 << (s->space->spec.n_sets + s->space->spec.n_index);
}

/* The openings of all rules, whatever the rule of the board. */
static pm_status list_openings(pm_solution *s, konane_query queries[], pm_error *err)
{
    pm_board *any;
    const pm_status status = pm_board_new(s->board.rows, s->board.cols, s->board.corner, "any", &any, err);
    if (status == PM_OK) {
        s->n_openings = konane_opening_queries(any, s->results, queries);
        pm_board_free(any);
    }
    return status;
}

static pm_status prepare(pm_solution *s, const pm_solve_options *o, job_watch *watch, pm_error *err)
{
    pm_status status = konane_space_new(&s->board, &s->space, err);
    if (status != PM_OK) {
        return status;
    }
    sweep_plan plan;
    s->space->spec.question = s->has_remoteness ? SWEEP_REMOTENESS : SWEEP_OUTCOME;
    sweep_plan_make(&s->space->spec, SUBLAYERS_KEEP_NONE, &plan);
    const uint64_t memory = job_memory(&o->job), tables = o->keep_rows ? 2 * (uint64_t)sweep_table_bytes(&plan) : 0;
    if (plan.bytes + tables > memory) {
        return status_over_budget(err, o->keep_rows ? "the sweep with its rows" : "the sweep", plan.bytes + tables,
                                  memory);
    }
    sweep_options sweeping = job_sweep_options(&o->job, watch);
    sweeping.memory = memory - tables;
    status = sweep_new(&s->space->spec, &sweeping, &s->s, err);
    for (int mover = 0; mover < 2 && status == PM_OK && o->keep_rows; mover++) {
        status = sweep_table_new(s->s, &s->table[mover], err);
    }
    return status;
}

static pm_status run(pm_solution *s, const pm_solve_options *o, gathering *g, pm_error *err)
{
    job_watch watch;
    job_watch_begin(&watch, &o->job);
    pm_status status = prepare(s, o, &watch, err);
    if (status == PM_OK) {
        status = list_openings(s, g->queries, err);
    }
    if (status == PM_OK) {
        status = sweep_run(s->s, visit, g, err);
    }
    job_watch_end(&watch);
    return status;
}

pm_status pm_solve(const pm_board *board, const pm_solve_options *options, pm_solution **out, pm_error *err)
{
    const pm_solve_options defaults = {0}, *o = options ? options : &defaults;
    pm_status status = status_check(err, board && out, "the board or the place for the solution is NULL");
    status = status == PM_OK ? job_check(&o->job, err) : status;
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
    if (status == PM_OK) {
        s->row_bytes = db_konane_row_bytes(s->s);
        take_openings(s, g);
        take_counts(s, g);
    }
    free(g);
    if (status != PM_OK) {
        pm_solution_free(s);
        return status;
    }
    if (!o->keep_rows) {
        sweep_free(s->s);
        s->s = NULL;
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
