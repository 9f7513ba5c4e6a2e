/* Asking sources, and what follows from their verdicts: see answers.h.
 *
 * A question is taken apart into positions after the opening (the leaves), one source judges all of these at once, and
 * the rest follows by minimax in the same order.
 *
 * SPDX-License-Identifier: MIT
 */
#include "analysis/answers/answers.h"

#include "src/base/array.h"
#include "src/base/status.h"

#include <assert.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { MAX_SOURCES = 4 };

struct answers {
    const game *g;
    answers_source sources[MAX_SOURCES];
    int n_sources;
    game_state *leaves; /* of the present question, and what is known of them */
    verdict *verdicts;
    size_t n_leaves, n_used, room;
    const char *how; /* the source that knew them */
};

answers *answers_new(const game *g)
{
    answers *a = calloc(1, sizeof *a);
    if (a) {
        a->g = g;
    }
    return a;
}

void answers_free(answers *a)
{
    if (!a) {
        return;
    }
    for (int i = 0; i < a->n_sources; i++) {
        a->sources[i].free(a->sources[i].ctx);
    }
    free(a->leaves);
    free(a->verdicts);
    free(a);
}

void answers_add(answers *a, answers_source source)
{
    assert(a->n_sources < MAX_SOURCES);
    a->sources[a->n_sources++] = source;
}

bool answers_has_source(const answers *a)
{
    return a->n_sources > 0;
}

/* ---- leaves ------------------------------------------------------------------------------------ */

static pm_status add_leaf(answers *a, const game_state *s, pm_error *err)
{
    if (a->n_leaves == a->room) {
        const size_t room = array_room(a->room, a->n_leaves + 1);
        game_state *leaves = realloc(a->leaves, room * sizeof *leaves);
        a->leaves = leaves ? leaves : a->leaves;
        verdict *verdicts = realloc(a->verdicts, room * sizeof *verdicts);
        a->verdicts = verdicts ? verdicts : a->verdicts;
        if (!leaves || !verdicts) {
            return status_no_memory(err, "the positions of a question", 0);
        }
        a->room = room;
    }
    assert(a->n_leaves < a->room);
    a->leaves[a->n_leaves++] = *s;
    return PM_OK;
}

static game_state state_after(const answers *a, const game_state *s, const game_move *move)
{
    game_state after = *s;
    a->g->rules->make(a->g, &after, move);
    return after;
}

/* Add the leaves of `s`: itself, or in the opening those after all of its moves. */
static pm_status collect(answers *a, const game_state *s, pm_error *err)
{
    if (!a->g->rules->is_opening(a->g, s)) {
        return add_leaf(a, s, err);
    }
    game_move moves[GAME_MAX_MOVES];
    const int n = a->g->rules->moves(a->g, s, moves);
    if (n == 0 && s->mover == PM_BLACK) {
        game_state unused;
        return a->g->rules->start(a->g, &unused, err); /* says that the rule leaves nothing to remove */
    }
    pm_status status = PM_OK;
    for (int i = 0; i < n && status == PM_OK; i++) {
        const game_state after = state_after(a, s, &moves[i]);
        status = collect(a, &after, err);
    }
    return status;
}

/* The verdict of a position whose leaves come next. */
static verdict take(answers *a, const game_state *s)
{
    if (!a->g->rules->is_opening(a->g, s)) {
        assert(a->n_used < a->n_leaves);
        return a->verdicts[a->n_used++];
    }
    game_move moves[GAME_MAX_MOVES];
    const int n = a->g->rules->moves(a->g, s, moves);
    verdict best = VERDICT_LOST_NOW;
    for (int i = 0; i < n; i++) {
        const game_state after = state_after(a, s, &moves[i]);
        const verdict v = verdict_before(take(a, &after));
        best = i == 0 || verdict_order(v, best) > 0 ? v : best;
    }
    return best;
}

/* ---- questions --------------------------------------------------------------------------------- */

/* Ask the sources for all leaves. */
static pm_status judge_leaves(answers *a, pm_error *err)
{
    pm_status status = status_fail(err, PM_NOT_FOUND, 0, "there is no source of exact answers for this board");
    for (int i = 0; i < a->n_sources && status == PM_NOT_FOUND; i++) {
        const answers_source *source = &a->sources[i];
        status = source->judge(source->ctx, a->n_leaves, a->leaves, a->verdicts, err);
        a->how = source->how;
        assert(status != PM_OK || a->how);
    }
    for (size_t i = 0; i < a->n_leaves && status == PM_OK; i++) {
        assert(a->verdicts[i].outcome >= -1 && a->verdicts[i].outcome <= 1 && a->verdicts[i].plies >= -1);
    }
    a->n_used = 0;
    return status;
}

pm_status answers_judge_all(answers *a, size_t n, const game_state states[], verdict verdicts[], pm_error *err)
{
    pm_status status = PM_OK;
    a->n_leaves = 0;
    for (size_t i = 0; i < n && status == PM_OK; i++) {
        status = collect(a, &states[i], err);
    }
    if (status == PM_OK) {
        status = judge_leaves(a, err);
    }
    for (size_t i = 0; i < n && status == PM_OK; i++) {
        verdicts[i] = take(a, &states[i]);
    }
    assert(status != PM_OK || a->n_used == a->n_leaves);
    return status;
}

pm_status answers_judge(answers *a, const game_state *s, verdict *v, pm_error *err)
{
    return answers_judge_all(a, 1, s, v, err);
}

/* The position itself, unless its verdict follows from the opening, and those after its moves. */
static pm_status collect_all(answers *a, const game_state *s, pm_error *err)
{
    game_move moves[GAME_MAX_MOVES];
    const int n = a->g->rules->moves(a->g, s, moves);
    const bool is_opening = a->g->rules->is_opening(a->g, s);
    pm_status status = is_opening && n > 0 ? PM_OK : collect(a, s, err);
    for (int i = 0; i < n && status == PM_OK; i++) {
        const game_state after = state_after(a, s, &moves[i]);
        status = collect(a, &after, err);
    }
    return status;
}

static verdict best_move(const answer *found)
{
    verdict best = VERDICT_LOST_NOW;
    for (int i = 0; i < found->n_moves; i++) {
        const verdict v = found->moves[i].verdict;
        best = i == 0 || verdict_order(v, best) > 0 ? v : best;
    }
    return best;
}

/* The answer for a position whose leaves come next, as collect_all put them. */
static void take_all(answers *a, const game_state *s, answer *found)
{
    game_move moves[GAME_MAX_MOVES];
    const int n = a->g->rules->moves(a->g, s, moves);
    const bool is_opening = a->g->rules->is_opening(a->g, s);
    const verdict own = is_opening ? VERDICT_LOST_NOW : take(a, s);
    found->how = a->how;
    found->n_moves = n;
    for (int i = 0; i < n; i++) {
        const game_state after = state_after(a, s, &moves[i]);
        found->moves[i] = (answers_move){.move = moves[i], .verdict = verdict_before(take(a, &after))};
    }
    found->verdict = is_opening ? best_move(found) : own;
    assert(is_opening || n == 0 || verdict_order(own, best_move(found)) == 0); /* it is that of the best move */
    for (int i = 0; i < n; i++) {
        found->moves[i].is_best = verdict_is_best(found->verdict, found->moves[i].verdict);
    }
}

pm_status answers_find_all(answers *a, size_t n, const game_state states[], answer found[], pm_error *err)
{
    pm_status status = PM_OK;
    a->n_leaves = 0;
    for (size_t i = 0; i < n && status == PM_OK; i++) {
        status = collect_all(a, &states[i], err);
    }
    if (status == PM_OK) {
        status = judge_leaves(a, err);
    }
    for (size_t i = 0; i < n && status == PM_OK; i++) {
        take_all(a, &states[i], &found[i]);
    }
    assert(status != PM_OK || a->n_used == a->n_leaves);
    return status;
}

pm_status answers_find(answers *a, const game_state *s, answer *found, pm_error *err)
{
    return answers_find_all(a, 1, s, found, err);
}

const char *answers_how(const answers *a)
{
    return a->how;
}

/* ---- text -------------------------------------------------------------------------------------- */

const char *answers_winner_name(const game_state *s, verdict v)
{
    assert(v.outcome >= -1 && v.outcome <= 1);
    return v.outcome == 0 ? "draw" : color_name(answers_winner(s, v));
}

const char *answers_best_format(const game *g, const game_state *s, const answer *found, size_t size, char text[])
{
    size_t length = 0;
    text[0] = '\0';
    for (int i = 0; i < found->n_moves; i++) {
        char move[GAME_MAX_MOVE_TEXT];
        if (!found->moves[i].is_best) {
            continue;
        }
        const size_t more = (size_t)g->rules->move_format(g, s, &found->moves[i].move, move) + (length > 0);
        if (length + more >= size) {
            break;
        }
        length += (size_t)snprintf(text + length, size - length, "%s%s", length > 0 ? " " : "", move);
        assert(length < size);
    }
    return text;
}
