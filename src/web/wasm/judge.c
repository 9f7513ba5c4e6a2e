/* What is known of positions and of the moves of a game: see web.h.
 *
 * SPDX-License-Identifier: MIT
 */
#include "src/base/status.h"
#include "src/web/wasm/course.h"
#include "src/web/wasm/place.h"

#include <stdlib.h>
#include <string.h>

/* Members `winner` and `plies`, the latter to the end from after `played` plies; null where they are not known. */
static void put_verdict(reply *r, bool is_known, const game_state *s, verdict v, int played)
{
    if (!is_known) {
        reply_null(r, "winner");
        reply_null(r, "plies");
        return;
    }
    reply_text(r, "winner", answers_winner_name(s, v));
    if (v.plies < 0) {
        reply_null(r, "plies");
    } else {
        reply_integer(r, "plies", v.plies - played);
    }
}

static void put_worth(reply *r, const worth *w)
{
    if (w->value[0]) {
        reply_text(r, "value", w->value);
    } else if (w->has_bounds) {
        reply_integer(r, "lower", w->lower);
        reply_integer(r, "upper", w->upper);
    }
}

static void put_line(reply *r, const game *g, const game_state *s, const analysis_move *m)
{
    game_state at = *s;
    char text[GAME_MAX_MOVE_TEXT];
    reply_open(r, "line", '[');
    for (int i = 0; i < m->n_line; i++) {
        g->rules->move_format(g, &at, &m->line[i], text);
        reply_text(r, NULL, text);
        g->rules->make(g, &at, &m->line[i]);
    }
    reply_close(r, ']');
}

static void put_move(reply *r, const game *g, const analysis *found, const analysis_move *m)
{
    char text[GAME_MAX_MOVE_TEXT];
    g->rules->move_format(g, &found->state, &m->move, text);
    reply_open(r, NULL, '{');
    reply_text(r, "move", text);
    reply_integer(r, "from", g->rules->cell_of(g, m->move.from));
    reply_integer(r, "to", g->rules->cell_of(g, m->move.to));
    put_verdict(r, m->is_known, &found->state, m->verdict, 1);
    reply_truth(r, "is_best", m->is_best);
    reply_text(r, "how", m->how);
    put_worth(r, &m->worth);
    if (m->depth > 0) {
        reply_integer(r, "depth", m->depth);
        reply_integer(r, "score", m->score);
        put_line(r, g, &found->state, m);
    }
    reply_close(r, '}');
}

static void put_analysis(reply *r, const game *g, const analysis *found)
{
    const analysis_move *best = analysis_best(found);
    char text[GAME_MAX_TEXT];
    g->rules->state_format(g, &found->state, text);
    reply_text(r, "position", text);
    reply_text(r, "mover", color_name((pm_color)found->state.mover));
    put_verdict(r, found->is_known, &found->state, found->verdict, 0);
    reply_open(r, "moves", '[');
    for (int i = 0; i < found->n_moves; i++) {
        put_move(r, g, found, &found->moves[i]);
    }
    reply_close(r, ']');
    reply_integer(r, "best", best ? (long long)(best - found->moves) : -1);
}

static pm_status analyse(web *w, const course *c, double seconds, int depth, bool wants_values, pm_error *err)
{
    analyst *a;
    analysis found;
    const agent_turn turn = course_turn(c, c->n_moves);
    pm_status status = status_check(err, seconds >= 0 && depth >= 2 && depth <= ANALYSIS_MAX_DEPTH,
                                    "the time must not be negative, and the depth 2 to 100");
    status = status == PM_OK ? place_analyst(w, seconds, depth, wants_values, &a, err) : status;
    status = status == PM_OK ? analyst_find(a, &turn, NULL, &found, err) : status;
    if (status == PM_OK) {
        reply_begin(&w->reply);
        put_analysis(&w->reply, w->g, &found);
        analysis_free(&found);
    }
    return status;
}

const char *web_analyse(web *w, const char *start, const char *moves, double seconds, int depth, int wants_values)
{
    course c = {0};
    pm_error err = {0};
    pm_status status = place_check(w, &err);
    status = status == PM_OK ? course_open(w->g, start, moves, &c, &err) : status;
    status = status == PM_OK ? analyse(w, &c, seconds, depth, wants_values, &err) : status;
    course_close(&c);
    return status == PM_OK ? reply_end(&w->reply) : reply_error(&w->reply, status, &err);
}

/* ---- a whole game ------------------------------------------------------------------------------ */

static const answers_move *move_made(const answer *found, const game_move *move)
{
    const answers_move *m = found->moves;
    while (memcmp(&m->move, move, sizeof *move) != 0) {
        m++;
        assert(m < found->moves + found->n_moves); /* it was legal */
    }
    return m;
}

/* Null, or what the mover had before his move and has no longer, with the moves that would have kept it. */
static void put_mistake(reply *r, const course *c, int ply, const answer *found, verdict made)
{
    if (made.outcome >= found->verdict.outcome) {
        reply_null(r, "gave_away");
        return;
    }
    reply_text(r, "gave_away", found->verdict.outcome > 0 ? "win" : "draw");
    reply_open(r, "kept_by", '[');
    for (int i = 0; i < found->n_moves; i++) {
        char text[GAME_MAX_MOVE_TEXT];
        if (found->moves[i].verdict.outcome == found->verdict.outcome) {
            c->g->rules->move_format(c->g, &c->states[ply], &found->moves[i].move, text);
            reply_text(r, NULL, text);
        }
    }
    reply_close(r, ']');
}

static void put_course(reply *r, const course *c, const answer *found)
{
    const game *g = c->g;
    reply_open(r, "plies", '[');
    for (int i = 0; i < c->n_moves; i++) {
        char text[GAME_MAX_MOVE_TEXT];
        const verdict made = move_made(&found[i], &c->moves[i])->verdict;
        g->rules->move_format(g, &c->states[i], &c->moves[i], text);
        reply_open(r, NULL, '{');
        reply_text(r, "move", text);
        put_verdict(r, true, &c->states[i], made, 1);
        put_mistake(r, c, i, &found[i], made);
        reply_close(r, '}');
    }
    reply_close(r, ']');
}

const char *web_course(web *w, const char *start, const char *moves)
{
    course c = {0};
    answer *found = NULL;
    pm_error err = {0};
    pm_status status = place_check(w, &err);
    status = status == PM_OK ? course_open(w->g, start, moves, &c, &err) : status;
    if (status == PM_OK) {
        found = calloc((size_t)c.n_moves + 1, sizeof *found);
        status = found ? PM_OK : status_no_memory(&err, "the answers of a game", 0);
    }
    if (status == PM_OK && c.n_moves > 0) {
        status = answers_find_all(w->exact, (size_t)c.n_moves, c.states, found, &err);
    }
    if (status == PM_OK) {
        reply_begin(&w->reply);
        put_course(&w->reply, &c, found);
    }
    free(found);
    course_close(&c);
    return status == PM_OK ? reply_end(&w->reply) : reply_error(&w->reply, status, &err);
}

/* ---- agents ------------------------------------------------------------------------------------ */

static pm_status think(web *w, const course *c, const char *name, int seed, pm_error *err)
{
    agent *a = NULL;
    game_move legal[GAME_MAX_MOVES], chosen;
    char text[GAME_MAX_MOVE_TEXT];
    rng random = rng_stream((uint64_t)(unsigned)seed, (uint64_t)c->n_moves);
    const agent_turn turn = course_turn(c, c->n_moves);
    pm_status status =
        status_check(err, c->g->rules->moves(c->g, turn.state, legal) > 0, "there is no legal move to choose from");
    status = status == PM_OK ? agent_new(name, c->g, &a, err) : status;
    if (status != PM_OK) {
        return status;
    }
    agent_begin(a);
    agent_choose(a, &turn, &random, &chosen);
    if (a->failure != PM_OK) {
        *err = a->err;
        status = a->failure;
        agent_free(a);
        return status;
    }
    c->g->rules->move_format(c->g, turn.state, &chosen, text);
    reply_begin(&w->reply);
    reply_text(&w->reply, "move", text);
    agent_free(a);
    return PM_OK;
}

const char *web_think(web *w, const char *start, const char *moves, const char *name, int seed)
{
    course c = {0};
    pm_error err = {0};
    pm_status status = place_check(w, &err);
    status = status == PM_OK ? course_open(w->g, start, moves, &c, &err) : status;
    status = status == PM_OK ? think(w, &c, name, seed, &err) : status;
    course_close(&c);
    return status == PM_OK ? reply_end(&w->reply) : reply_error(&w->reply, status, &err);
}
