/* A game played move by move: see session.h.
 *
 * SPDX-License-Identifier: MIT
 */
#include "analysis/selfplay/session.h"

#include "src/base/array.h"

#include <assert.h>
#include <ctype.h>
#include <stdlib.h>
#include <string.h>

/* Make room for one more ply. What was moved stays valid if a later part fails. */
static pm_status grow(session *s)
{
    if (s->n_plies < s->capacity) {
        return PM_OK;
    }
    const size_t n = array_room((size_t)s->capacity, (size_t)s->n_plies + 1);
    game_move *moves = realloc(s->moves, n * sizeof *moves);
    s->moves = moves ? moves : s->moves;
    game_state *states = realloc(s->states, (n + 1) * sizeof *states);
    s->states = states ? states : s->states;
    uint64_t *hashes = realloc(s->hashes, (n + 1) * sizeof *hashes);
    s->hashes = hashes ? hashes : s->hashes;
    if (!moves || !states || !hashes) {
        return PM_NO_MEMORY;
    }
    s->capacity = (int)n;
    assert(s->capacity > s->n_plies);
    return PM_OK;
}

static void put_state(session *s, const game_state *state)
{
    s->states[s->n_plies] = *state;
    s->hashes[s->n_plies] = s->g->rules->hash(s->g, state);
}

pm_status session_open(session *s, const game *g, const game_state *start)
{
    const game_state copy = *start; /* it may be one of the session's own */
    if (s->capacity == 0 && grow(s) != PM_OK) {
        session_close(s);
        return PM_NO_MEMORY;
    }
    s->g = g;
    s->n_plies = 0;
    s->has_resigned = false;
    put_state(s, &copy);
    return PM_OK;
}

void session_close(session *s)
{
    free(s->moves);
    free(s->states);
    free(s->hashes);
    *s = (session){0};
}

agent_turn session_turn_after(const game *g, const game_state *states, const uint64_t *hashes, int ply)
{
    agent_turn turn = {.state = &states[ply]};
    if (g->rules->is_draw) {
        const uint32_t clock = turn.state->clock;
        turn.n_hashes = clock < (uint32_t)ply ? (int)clock + 1 : ply + 1;
        turn.hashes = hashes + ply + 1 - turn.n_hashes;
    }
    assert(turn.n_hashes <= ply + 1); /* the draw is looked for among the states of this game */
    return turn;
}

agent_turn session_turn(const session *s)
{
    return session_turn_after(s->g, s->states, s->hashes, s->n_plies);
}

session_result session_get_result(const session *s)
{
    const game_rules *rules = s->g->rules;
    const agent_turn turn = session_turn(s);
    const pm_color mover = (pm_color)turn.state->mover;
    if (s->has_resigned) {
        return mover == PM_BLACK ? SESSION_WHITE_WON : SESSION_BLACK_WON;
    }
    if (rules->mobility(s->g, turn.state, mover) == 0) {
        return game_winner_stuck(s->g, mover) == PM_BLACK ? SESSION_BLACK_WON : SESSION_WHITE_WON;
    }
    return rules->is_draw && rules->is_draw(s->g, turn.state, turn.hashes, turn.n_hashes) ? SESSION_DRAWN
                                                                                          : SESSION_OPEN;
}

pm_status session_move(session *s, const game_move *move)
{
    assert(session_get_result(s) == SESSION_OPEN);
    if (grow(s) != PM_OK) {
        return PM_NO_MEMORY;
    }
    game_state next = *session_state(s);
    s->g->rules->make(s->g, &next, move);
    s->moves[s->n_plies++] = *move;
    put_state(s, &next);
    return PM_OK;
}

/* The legal move whose text is nearest to `text`, which is compared in lower case as moves are written. */
static void find_nearest(const session *s, const char *text, char nearest[GAME_MAX_MOVE_TEXT])
{
    game_move moves[GAME_MAX_MOVES];
    char texts[GAME_MAX_MOVES][GAME_MAX_MOVE_TEXT], lower[GAME_MAX_MOVE_TEXT];
    const char *names[GAME_MAX_MOVES + 1] = {NULL};
    const int n = s->g->rules->moves(s->g, session_state(s), moves);
    assert(n <= GAME_MAX_MOVES);
    for (int i = 0; i < n; i++) {
        s->g->rules->move_format(s->g, session_state(s), &moves[i], texts[i]);
        names[i] = texts[i];
    }
    size_t length = 0;
    for (; text[length] && length + 1 < sizeof lower; length++) {
        lower[length] = (char)tolower((unsigned char)text[length]);
    }
    lower[length] = '\0';
    strcpy(nearest, n > 0 ? game_nearest_name(lower, names) : "");
}

pm_status session_move_parse(const session *s, const char *text, game_move *move, char nearest[GAME_MAX_MOVE_TEXT],
                             pm_error *err)
{
    const pm_status status = s->g->rules->move_parse(s->g, session_state(s), text, move, err);
    if (status == PM_BAD_INPUT) {
        find_nearest(s, text, nearest);
    }
    return status;
}

void session_resign(session *s)
{
    s->has_resigned = true;
}

void session_undo(session *s, int n)
{
    assert(n >= 0 && n <= s->n_plies);
    s->n_plies -= n;
    s->has_resigned = false;
}

int session_plies_back(const session *s, const bool is_human[2])
{
    if (s->has_resigned && is_human[session_state(s)->mover]) {
        return 0;
    }
    for (int n = 1; n <= s->n_plies; n++) {
        if (is_human[s->states[s->n_plies - n].mover]) {
            return n;
        }
    }
    return -1;
}
