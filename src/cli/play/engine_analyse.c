/* Reporting on every move for another program: see engine.h.
 *
 * SPDX-License-Identifier: MIT
 */
#include "src/cli/analyse/table.h"
#include "src/cli/play/engine.h"

#include <assert.h>

enum { DEFAULT_MS = 1000 };

static bool is_stopped(void *ctx)
{
    return engine_is_stopped(ctx);
}

/* One line: the move, how it is known, and in pairs of words what is known; the line of a search last. */
static void put_move(cli *c, const game *g, const analysis *found, const analysis_move *m)
{
    assert(!(m->worth.value[0] && m->worth.has_bounds)); /* bounds are given where the value is not known */
    char text[GAME_MAX_MOVE_TEXT], line[ANALYSIS_LINE_TEXT];
    g->rules->move_format(g, &found->state, &m->move, text);
    cli_print(c, "move %s%s", text, m->is_best ? " best" : "");
    if (m->is_known) {
        cli_print(c, " winner %s", answers_winner_name(&found->state, m->verdict));
    }
    if (m->is_known && m->verdict.plies > 0) {
        cli_print(c, " remoteness %d", m->verdict.plies - 1);
    }
    if (m->worth.value[0]) {
        cli_print(c, " value %s", m->worth.value);
    } else if (m->worth.has_bounds) {
        cli_print(c, " lower %d upper %d", m->worth.lower, m->worth.upper);
    }
    if (!m->is_known && m->depth > 0) {
        cli_print(c, " score %d", m->score);
    }
    if (m->depth > 0) {
        cli_print(c, " depth %d line %s", m->depth, analysis_line_format(g, found, m, line));
    }
    cli_print(c, "\n");
}

pm_status engine_analyse(engine *e, char *text, pm_error *err)
{
    static const char *const names[] = {"depth", "movetime", NULL};
    engine_limits l = {.depth = ANALYSIS_MAX_DEPTH, .ms = DEFAULT_MS};
    analysis found;
    pm_status status = engine_limits_read("analyse", text, names, &l, err);
    if (status != PM_OK) {
        return status;
    }
    assert(l.depth >= 1 && l.depth <= ANALYSIS_MAX_DEPTH && !l.is_infinite && l.nodes == 0);
    analysis_limits limits = analysis_limits_of(e->c, (double)l.ms * 1e-3, l.depth < 2 ? 2 : (int)l.depth);
    limits.enough = is_stopped;
    limits.ctx = e;
    analyst *a;
    status = analyst_new(e->g, e->answers.answers, &limits, &a, err);
    if (status != PM_OK) {
        return status;
    }
    const agent_turn turn = session_turn(&e->session);
    status = analyst_find(a, &turn, NULL, &found, err);
    for (int i = 0; status == PM_OK && i < found.n_moves; i++) {
        put_move(e->c, e->g, &found, &found.moves[i]);
    }
    if (status == PM_OK) {
        analysis_free(&found);
    }
    analyst_free(a);
    return status;
}
