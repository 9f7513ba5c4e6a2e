/* A sweep on the spot as a source of answers: see sources.h.
 *
 * SPDX-License-Identifier: MIT
 */
#include "analysis/answers/sources.h"

#include "solver/konane/query.h"
#include "src/base/status.h"
#include "src/konane/game_konane.h"

#include <assert.h>
#include <stdlib.h>
#include <string.h>

typedef struct sweeper {
    answers_limits limits;
    pm_board *board;
    konane_space *space;
    konane_query *queries;
    int n_queries, room;
} sweeper;

static pm_status visit(void *ctx, par_team *team, const sweep_layer *white, const sweep_layer *black, pm_error *err)
{
    sweeper *s = ctx;
    (void)team;
    (void)err;
    konane_queries_visit(s->space, white, black, s->queries, s->n_queries);
    return PM_OK;
}

static bool must_stop(void *ctx, uint64_t done, uint64_t total)
{
    const sweeper *s = ctx;
    (void)done;
    (void)total;
    return s->limits.stop && s->limits.stop(s->limits.stop_ctx);
}

static pm_status sweep_all(sweeper *s, pm_error *err)
{
    const sweep_options options = {.threads = s->limits.threads,
                                   .memory = s->limits.memory,
                                   .with_tiles = true,
                                   .progress = must_stop,
                                   .progress_ctx = s};
    sweep *running;
    pm_status status = sweep_new(&s->space->spec, &options, &running, err);
    if (status == PM_OK) {
        status = sweep_run(running, visit, s, err);
        sweep_free(running);
    }
    return status;
}

static pm_status make_room(sweeper *s, size_t n, pm_error *err)
{
    if ((size_t)s->room >= n) {
        return PM_OK;
    }
    konane_query *queries = realloc(s->queries, n * sizeof *queries);
    if (!queries) {
        return status_no_memory(err, "the positions of a question", 0);
    }
    s->queries = queries;
    s->room = (int)n;
    return PM_OK;
}

/* Positions without a jump are lost at once, and need no sweep. In misere play, where plies are not known, it says that
 * they are won. */
static bool is_lost_now(const sweeper *s, pm_position pos)
{
    pm_move moves[PM_MAX_MOVES];
    return !s->board->variant.is_misere && pm_jumps(s->board, pos, moves) == 0;
}

/* Plies are not known in misere play. */
static verdict verdict_of(const sweeper *s, const konane_query *q)
{
    assert(q->is_answered && (q->remoteness > 0 || s->board->variant.is_misere));
    return s->board->variant.is_misere ? (verdict){q->mover_wins ? 1 : -1, -1} : verdict_of_remoteness(q->remoteness);
}

static pm_status judge(void *ctx, size_t n, const game_state states[], verdict verdicts[], pm_error *err)
{
    sweeper *s = ctx;
    pm_status status = make_room(s, n, err);
    s->n_queries = 0;
    for (size_t i = 0; i < n && status == PM_OK; i++) {
        const pm_position pos = {states[i].bits[0], (pm_color)states[i].mover};
        verdicts[i] = VERDICT_LOST_NOW;
        if (!is_lost_now(s, pos)) {
            verdicts[i].plies = -1; /* to be filled in */
            assert(s->n_queries < s->room);
            s->queries[s->n_queries++] = (konane_query){.pos = pos};
        }
    }
    if (status == PM_OK && s->n_queries > 0) {
        status = sweep_all(s, err);
    }
    for (size_t i = 0, used = 0; i < n && status == PM_OK; i++) {
        if (verdicts[i].plies < 0) {
            verdicts[i] = verdict_of(s, &s->queries[used++]);
        }
    }
    return status;
}

static void free_source(void *ctx)
{
    sweeper *s = ctx;
    konane_space_free(s->space);
    pm_board_free(s->board);
    free(s->queries);
    free(s);
}

pm_status answers_add_sweep(answers *a, const game *g, const answers_limits *limits, pm_error *err)
{
    if (strcmp(g->rules->name, "konane") != 0 || g->rows * g->cols > ANSWERS_SWEEP_CELLS) {
        return PM_OK;
    }
    sweeper *s = calloc(1, sizeof *s);
    if (!s) {
        return status_no_memory(err, "the sweep", 0);
    }
    s->limits = *limits;
    const konane_variant variant = game_konane_variant(g);
    pm_status status = konane_board_new(g->rows, g->cols, game_konane_corner(g), "any", variant, &s->board, err);
    if (status == PM_OK) {
        status = konane_space_new(s->board, &s->space, err);
    }
    if (status != PM_OK) {
        free_source(s);
        return status;
    }
    static_assert((int)ANSWERS_SWEEP_CELLS <= (int)PM_MAX_CELLS,
                  "a board that is swept has a set of stones in one word");
    s->space->spec.question = variant.is_misere ? SWEEP_OUTCOME : SWEEP_REMOTENESS;
    answers_add(a, (answers_source){.how = "sweep", .judge = judge, .free = free_source, .ctx = s});
    return PM_OK;
}
