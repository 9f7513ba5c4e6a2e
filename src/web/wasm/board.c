/* Boards and positions as the page shows them: see web.h.
 *
 * Cells are numbered row by row from the top left, as they are drawn.
 *
 * SPDX-License-Identifier: MIT
 */
#include "src/base/status.h"
#include "src/konane/game_konane.h"
#include "src/web/wasm/course.h"
#include "src/web/wasm/place.h"

#include <stdlib.h>
#include <string.h>

web *web_new(int megabytes)
{
    web *w = calloc(1, sizeof *w);
    if (w) {
        w->memory = (size_t)(megabytes > 64 ? megabytes : 64) << 20;
    }
    return w;
}

void web_free(web *w)
{
    if (w) {
        place_close(w);
        answers_db_close(w->db);
        reply_free(&w->reply);
        free(w);
    }
}

const char *web_about(web *w)
{
    reply *r = &w->reply;
    reply_begin(r);
    reply_text(r, "version", pm_version());
    reply_text(r, "git", pm_git_id());
    return reply_end(r);
}

/* ---- going to a board -------------------------------------------------------------------------- */

static void put_board(web *w)
{
    reply *r = &w->reply;
    const game *g = w->g;
    const bool is_konane = strcmp(g->rules->name, "konane") == 0;
    game_state start;
    pm_error err = {0};
    reply_text(r, "game", g->rules->name); /* "konane" for each of its variants */
    reply_text(r, "name", g->name);
    reply_integer(r, "rows", g->rows);
    reply_integer(r, "cols", g->cols);
    reply_truth(r, "has_coordinates", g->has_coordinates);
    reply_text(r, "corner", is_konane ? color_name(game_konane_corner(g)) : "black");
    reply_truth(r, "is_exact", answers_has_source(w->exact));
    reply_truth(r, "has_database", place_has_database(w));
    reply_open(r, "cell_of", '[');
    for (int n = 0; n < g->n_cells; n++) {
        reply_integer(r, NULL, g->rules->cell_of(g, n));
    }
    reply_close(r, ']');
    if (g->rules->start(g, &start, &err) == PM_OK) {
        reply_null(r, "refused");
    } else {
        reply_text(r, "refused", err.message); /* the rule leaves Black nothing to remove */
    }
}

const char *web_open(web *w, const char *name, int rows, int cols, const char *corner, const char *opening)
{
    pm_error err = {0};
    char rule[sizeof w->opening] = "";
    pm_status status =
        status_check(&err, strcmp(corner, "") == 0 || strcmp(corner, "black") == 0 || strcmp(corner, "white") == 0,
                     "the corner must be black or white");
    if (status == PM_OK && strlen(opening) >= sizeof rule) {
        status = status_fail(&err, PM_BAD_INPUT, 0, "\"%.40s...\" is not an opening rule", opening);
    }
    if (status == PM_OK) {
        strcpy(rule, opening);
        const game_options options = {.rows = rows,
                                      .cols = cols,
                                      .corner = strcmp(corner, "white") == 0 ? PM_WHITE : PM_BLACK,
                                      .opening = *rule ? rule : NULL};
        status = place_open(w, *name ? name : "konane", &options, &err);
    }
    if (status != PM_OK) {
        return reply_error(&w->reply, status, &err);
    }
    strcpy(w->opening, rule);
    reply_begin(&w->reply);
    put_board(w);
    return reply_end(&w->reply);
}

const char *web_look(web *w, const char *position)
{
    konane_diagram d;
    pm_error err = {0};
    const pm_status status = konane_diagram_parse(position, true, KONANE_CELL_LIMIT, &d, &err);
    if (status != PM_OK) {
        return reply_error(&w->reply, status, &err);
    }
    char text[KONANE_MAX_TEXT];
    konane_diagram_format(&d, text);
    reply_begin(&w->reply);
    reply_integer(&w->reply, "rows", d.rows);
    reply_integer(&w->reply, "cols", d.cols);
    if (d.has_stones) {
        reply_text(&w->reply, "corner", color_name(d.corner));
    } else {
        reply_null(&w->reply, "corner");
    }
    reply_text(&w->reply, "position", text);
    return reply_end(&w->reply);
}

/* ---- the user's database ----------------------------------------------------------------------- */

static void put_database(web *w)
{
    const answers_db_info info = answers_db_get_info(w->db);
    reply *r = &w->reply;
    reply_text(r, "game", info.game);
    reply_integer(r, "rows", info.rows);
    reply_integer(r, "cols", info.cols);
}

/* The answers and the analyst refer to the database: they go before it does. */
static void drop_database(web *w)
{
    place_close(w);
    answers_db_close(w->db);
    w->db = NULL;
}

const char *web_database(web *w, const char *path)
{
    answers_db *opened;
    pm_error err = {0};
    const pm_status status = answers_db_open(path, w->memory / 8, &opened, &err);
    if (status != PM_OK) {
        return reply_error(&w->reply, status, &err);
    }
    drop_database(w);
    w->db = opened;
    reply_begin(&w->reply);
    put_database(w);
    return reply_end(&w->reply);
}

const char *web_close_database(web *w)
{
    drop_database(w);
    reply_begin(&w->reply);
    return reply_end(&w->reply);
}

/* ---- positions --------------------------------------------------------------------------------- */

static void put_cells(reply *r, const game *g, const game_state *s)
{
    uint64_t stones[2][GAME_CELL_WORDS] = {{0}}, kings[GAME_CELL_WORDS] = {0};
    char cells[GAME_MAX_CELLS + 1] = "";
    g->rules->draw(g, s, stones, kings);
    for (int i = 0; i < g->rows * g->cols; i++) {
        const uint64_t bit = UINT64_C(1) << (i % 64);
        const bool is_king = kings[i / 64] & bit;
        cells[i] = stones[PM_BLACK][i / 64] & bit   ? (is_king ? 'X' : 'x')
                   : stones[PM_WHITE][i / 64] & bit ? (is_king ? 'O' : 'o')
                                                    : '.';
    }
    reply_text(r, "cells", cells);
}

static void put_move(reply *r, const char *name, const game *g, const game_state *s, const game_move *m)
{
    char text[GAME_MAX_MOVE_TEXT];
    g->rules->move_format(g, s, m, text);
    reply_open(r, name, '[');
    reply_text(r, NULL, text);
    reply_integer(r, NULL, g->rules->cell_of(g, m->from));
    reply_integer(r, NULL, g->rules->cell_of(g, m->to));
    reply_close(r, ']');
}

static void put_game(reply *r, const course *c)
{
    reply_open(r, "played", '[');
    for (int i = 0; i < c->n_moves; i++) {
        put_move(r, NULL, c->g, &c->states[i], &c->moves[i]);
    }
    reply_close(r, ']');
}

/* "black", "white", "draw", or null while the game is open. */
static void put_result(reply *r, const course *c)
{
    static const char *const words[] = {
        [SESSION_BLACK_WON] = "black", [SESSION_WHITE_WON] = "white", [SESSION_DRAWN] = "draw"};
    const session_result result = course_result(c);
    if (result == SESSION_OPEN) {
        reply_null(r, "result");
    } else {
        reply_text(r, "result", words[result]);
    }
}

static void put_position(reply *r, const course *c)
{
    const game *g = c->g;
    const game_state *s = course_end(c);
    game_move moves[GAME_MAX_MOVES];
    char text[GAME_MAX_TEXT];
    const int n = g->rules->moves(g, s, moves);
    g->rules->state_format(g, s, text);
    reply_text(r, "position", text);
    reply_text(r, "mover", color_name((pm_color)s->mover));
    reply_truth(r, "is_opening", g->rules->is_opening(g, s));
    put_cells(r, g, s);
    put_game(r, c);
    put_result(r, c);
    reply_open(r, "moves", '[');
    for (int i = 0; i < n; i++) {
        put_move(r, NULL, g, s, &moves[i]);
    }
    reply_close(r, ']');
}

const char *web_follow(web *w, const char *start, const char *moves)
{
    course c;
    pm_error err = {0};
    pm_status status = place_check(w, &err);
    status = status == PM_OK ? course_open(w->g, start, moves, &c, &err) : status;
    if (status != PM_OK) {
        return reply_error(&w->reply, status, &err);
    }
    reply_begin(&w->reply);
    put_position(&w->reply, &c);
    course_close(&c);
    return reply_end(&w->reply);
}
