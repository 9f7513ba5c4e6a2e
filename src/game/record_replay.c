/* From the texts of moves to moves: see record_replay.h.
 *
 * SPDX-License-Identifier: MIT
 */
#include "src/game/record_replay.h"

#include "src/base/array.h"
#include "src/base/status.h"

#include <assert.h>
#include <ctype.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

void replay_begin(record_replay *r, const game *g, const game_state *start)
{
    r->g = g;
    r->n_lines = 1;
    r->n_moves = 0;
    r->lines[0].state = *start;
    r->last = r->branch = r->merged = (replay_place){0};
    r->held[0] = '\0';
}

void replay_free(record_replay *r)
{
    for (int i = 0; i < REPLAY_MAX_LINES; i++) {
        free(r->lines[i].moves);
        free(r->next[i].moves);
    }
}

/* ---- lines ------------------------------------------------------------------------------------ */

static bool has_room(replay_line *line, int n_moves)
{
    game_move *moves = array_grow(line->moves, &line->capacity, (size_t)n_moves, sizeof *moves);
    line->moves = moves ? moves : line->moves;
    return moves != NULL;
}

/* Put the line `source` with one more move into `*to`, which may be `source` itself. */
static bool put_line(const record_replay *r, replay_line *to, const replay_line *source, const game_move *move)
{
    if (!has_room(to, r->n_moves + 1)) {
        return false;
    }
    if (to != source) {
        if (r->n_moves > 0) { /* a line without moves has no memory */
            memcpy(to->moves, source->moves, (size_t)r->n_moves * sizeof *to->moves);
        }
        to->state = source->state;
    }
    assert((size_t)r->n_moves < to->capacity);
    to->moves[r->n_moves] = *move;
    r->g->rules->make(r->g, &to->state, move);
    return true;
}

static bool has_state(const replay_line *lines, int n, const game_state *state)
{
    assert(n < REPLAY_MAX_LINES); /* the state is that of a further line */
    for (int i = 0; i < n; i++) {
        if (memcmp(&lines[i].state, state, sizeof *state) == 0) {
            return true;
        }
    }
    return false;
}

/* The legal moves that `text` may mean in `state`; none: `err` says why. */
static int find_readings(const game *g, const game_state *state, const char *text,
                         game_move readings[GAME_MAX_READINGS], pm_error *err)
{
    const int n = g->rules->move_readings ? g->rules->move_readings(g, state, text, readings) : 0;
    assert(n >= 0 && n <= GAME_MAX_READINGS);
    return n > 0 ? n : g->rules->move_parse(g, state, text, &readings[0], err) == PM_OK;
}

/* Make every meaning of `text` in the line `from` a line of its own after the `*n` that are in `next`. Lines that
 * come to the same position have the same future: the first of them is kept, as it is where there is no place left. */
static bool branch(record_replay *r, const replay_line *from, const game_move *readings, int n_readings, int *n)
{
    assert(*n >= 0 && *n <= REPLAY_MAX_LINES);
    for (int i = 0; i < n_readings && *n < REPLAY_MAX_LINES; i++) {
        if (!put_line(r, &r->next[*n], from, &readings[i])) {
            return false;
        }
        *n += !has_state(r->next, *n, &r->next[*n].state);
    }
    return true;
}

/* Extend every line by `text`. Returns PM_BAD_INPUT if it is illegal in all, and leaves them as they were. */
static pm_status extend(record_replay *r, const char *text, uint64_t line_number, pm_error *err)
{
    game_move readings[GAME_MAX_READINGS];
    int n_legal = 0, n = 0;
    for (int i = 0; i < r->n_lines; i++) {
        pm_error ignored;
        const int n_readings = find_readings(r->g, &r->lines[i].state, text, readings, i == 0 ? err : &ignored);
        n_legal += n_readings;
        if (r->n_lines == 1 && n_readings == 1) {
            return put_line(r, &r->lines[0], &r->lines[0], &readings[0]) ? PM_OK : PM_NO_MEMORY;
        }
        if (!branch(r, &r->lines[i], readings, n_readings, &n)) {
            return PM_NO_MEMORY;
        }
    }
    if (n_legal == 0) {
        return PM_BAD_INPUT;
    }
    if (n_legal == 1) {
        r->branch = (replay_place){0};
    } else if (!r->branch.ply) {
        r->branch = (replay_place){r->n_moves + 1, line_number};
    }
    assert(n == n_legal || r->branch.ply > 0); /* lines can only meet after they parted */
    if (n < n_legal && !r->merged.ply) {
        r->merged = r->branch;
    }
    assert(n >= 1 && n <= n_legal && n <= REPLAY_MAX_LINES);
    for (int i = 0; i < n; i++) {
        const replay_line line = r->lines[i];
        r->lines[i] = r->next[i];
        r->next[i] = line;
    }
    r->n_lines = n;
    return PM_OK;
}

/* ---- captures in steps -------------------------------------------------------------------------- */

static bool is_separator(char c)
{
    return c == '-' || c == 'x' || c == 'X' || c == ':';
}

/* The last square of `text`: what follows its last separator, or without any its last two digits. */
static const char *last_square(const char *text)
{
    const char *last = strlen(text) > 2 ? text + strlen(text) - 2 : text;
    for (const char *at = text; *at; at++) {
        last = is_separator(*at) ? at + 1 : last;
    }
    return last;
}

/* Append to the steps that are held the step `text`, if it begins where they end. */
static bool join_step(const char *held, const char *text, char joined[2 * GAME_MAX_MOVE_TEXT])
{
    const char *square = last_square(held);
    const size_t n = strlen(square);
    const bool goes_on = n > 0 && strncmp(text, square, n) == 0 && strlen(text) > n;
    if (goes_on) {
        snprintf(joined, 2 * (size_t)GAME_MAX_MOVE_TEXT, "%s%s", held, text + n);
    }
    return goes_on && strlen(joined) < GAME_MAX_MOVE_TEXT;
}

/* Only where captures must be completed is a step that is legal by itself no move. */
static bool has_steps(const game *g)
{
    return g->rules->move_readings != NULL;
}

static pm_status fail(record_replay *r, pm_status status, uint64_t line, pm_error *err)
{
    r->bad = (replay_place){r->n_moves + 1, line};
    return status == PM_NO_MEMORY ? status_fail(err, status, 0, "no memory for the moves") : status;
}

/* What is held alone is illegal. */
static pm_status fail_held(record_replay *r, pm_error *err)
{
    *err = r->held_err;
    return fail(r, PM_BAD_INPUT, r->held_line, err);
}

static void describe(const char *text, pm_error *err)
{
    pm_error why = *err;
    status_fail(err, PM_BAD_INPUT, why.offset, "move '%.40s': %s", text, why.message);
}

pm_status replay_text(record_replay *r, const char *text, uint64_t line, pm_error *err)
{
    char joined[2 * GAME_MAX_MOVE_TEXT];
    const bool is_held = r->held[0] != '\0';
    assert(text[0] != '\0' && r->n_lines >= 1);
    if (is_held && !join_step(r->held, text, joined)) {
        return fail_held(r, err);
    }
    const char *whole = is_held ? joined : text;
    const pm_status status = extend(r, whole, line, err);
    if (status == PM_OK) {
        r->last = (replay_place){++r->n_moves, line};
        r->held[0] = '\0';
        return PM_OK;
    }
    if (status == PM_NO_MEMORY) {
        return fail(r, status, line, err);
    }
    if (!is_held) {
        describe(text, err);
        r->held_err = *err;
        r->held_line = line;
    }
    if (!has_steps(r->g) || strlen(whole) >= sizeof r->held || !isdigit((unsigned char)whole[0])) {
        return is_held ? fail_held(r, err) : fail(r, status, line, err);
    }
    memcpy(r->held, whole, strlen(whole) + 1);
    return PM_OK;
}

pm_status replay_end(record_replay *r, pm_error *err)
{
    return r->held[0] ? fail_held(r, err) : PM_OK;
}

replay_place replay_unclear(const record_replay *r)
{
    assert(r->merged.ply <= r->n_moves && r->branch.ply <= r->n_moves);
    return r->merged.ply ? r->merged : r->branch;
}
