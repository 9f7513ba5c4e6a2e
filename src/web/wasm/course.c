/* A game from its start to where the page is: see course.h.
 *
 * SPDX-License-Identifier: MIT
 */
#include "src/web/wasm/course.h"

#include "src/base/status.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static const char *const separators = " ,\n\r\t";

void course_close(course *c)
{
    free(c->states);
    free(c->moves);
    free(c->hashes);
    *c = (course){0};
}

static int count_words(const char *text)
{
    int n = 0;
    for (text += strspn(text, separators); *text; text += strspn(text, separators)) {
        text += strcspn(text, separators);
        n++;
    }
    return n;
}

static pm_status begin(course *c, const char *start, int n, pm_error *err)
{
    c->states = calloc((size_t)n + 1, sizeof *c->states);
    c->hashes = calloc((size_t)n + 1, sizeof *c->hashes);
    c->moves = calloc((size_t)n + 1, sizeof *c->moves);
    if (!c->states || !c->hashes || !c->moves) {
        return status_no_memory(err, "the moves of a game", 0);
    }
    const game_rules *rules = c->g->rules;
    return *start ? rules->state_parse(c->g, start, c->states, err) : rules->start(c->g, c->states, err);
}

/* Make the move of one word. */
static pm_status advance(course *c, const char *word, size_t length, pm_error *err)
{
    char text[GAME_MAX_MOVE_TEXT];
    pm_error inner = {0};
    const game_rules *rules = c->g->rules;
    const int ply = c->n_moves;
    game_move *move = &c->moves[ply];
    if (length >= sizeof text) {
        return status_fail(err, PM_BAD_INPUT, 0, "move %d: %zu characters are not a move", ply + 1, length);
    }
    memcpy(text, word, length);
    text[length] = '\0';
    const pm_status status = rules->move_parse(c->g, &c->states[ply], text, move, &inner);
    if (status != PM_OK) {
        return status_fail(err, status, inner.offset, "move %d, \"%s\": %s", ply + 1, text, inner.message);
    }
    c->states[ply + 1] = c->states[ply];
    rules->make(c->g, &c->states[ply + 1], move);
    c->hashes[ply + 1] = rules->hash(c->g, &c->states[ply + 1]);
    c->n_moves++;
    return PM_OK;
}

pm_status course_open(const game *g, const char *start, const char *moves, course *c, pm_error *err)
{
    *c = (course){.g = g};
    pm_status status = begin(c, start, count_words(moves), err);
    if (status == PM_OK) {
        c->hashes[0] = g->rules->hash(g, c->states);
    }
    for (moves += strspn(moves, separators); status == PM_OK && *moves; moves += strspn(moves, separators)) {
        const size_t length = strcspn(moves, separators);
        status = advance(c, moves, length, err);
        moves += length;
    }
    if (status != PM_OK) {
        course_close(c);
    }
    return status;
}

agent_turn course_turn(const course *c, int ply)
{
    return session_turn_after(c->g, c->states, c->hashes, ply);
}

session_result course_result(const course *c)
{
    const agent_turn turn = course_turn(c, c->n_moves);
    const pm_color mover = (pm_color)turn.state->mover;
    if (c->g->rules->mobility(c->g, turn.state, mover) == 0) {
        return game_winner_stuck(c->g, mover) == PM_BLACK ? SESSION_BLACK_WON : SESSION_WHITE_WON;
    }
    const bool is_draw = c->g->rules->is_draw && c->g->rules->is_draw(c->g, turn.state, turn.hashes, turn.n_hashes);
    return is_draw ? SESSION_DRAWN : SESSION_OPEN;
}
