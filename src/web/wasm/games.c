/* Records of games for the page: see web.h.
 *
 * SPDX-License-Identifier: MIT
 */
#include "src/base/status.h"
#include "src/game/record.h"
#include "src/games/record_heading.h"
#include "src/konane/game_konane.h"
#include "src/web/wasm/course.h"
#include "src/web/wasm/place.h"

#include <stdlib.h>
#include <string.h>

enum { MAX_GAMES = 500 };

/* ---- writing ----------------------------------------------------------------------------------- */

static record_result result_of(const course *c)
{
    static const record_result results[] = {[SESSION_OPEN] = RECORD_UNKNOWN,
                                            [SESSION_BLACK_WON] = RECORD_BLACK_WON,
                                            [SESSION_WHITE_WON] = RECORD_WHITE_WON,
                                            [SESSION_DRAWN] = RECORD_DRAWN};
    return results[course_result(c)];
}

static bool is_usual_start(const game *g, const game_state *s)
{
    game_state usual;
    return g->rules->start(g, &usual, NULL) == PM_OK && memcmp(&usual, s, sizeof usual) == 0;
}

static pm_status write_record(FILE *file, const web *w, const course *c, const char *black, const char *white,
                              pm_error *err)
{
    record_tag tags[RECORD_HEADING_TAGS + 3];
    char board[RECORD_HEADING_TEXT], position[GAME_MAX_TEXT];
    const record_dialect *dialect = record_dialect_of_game(w->g->rules->name);
    if (!dialect) {
        return status_fail(err, PM_BAD_INPUT, 0, "%s has no record format", w->g->rules->name);
    }
    int n = record_heading(w->g, w->opening, tags, board);
    if (!is_usual_start(c->g, c->states)) {
        w->g->rules->state_format(w->g, c->states, position);
        tags[n++] = (record_tag){record_position_tag(w->g), position};
    }
    tags[n++] = (record_tag){"Black", black};
    tags[n++] = (record_tag){"White", white};
    const record r = {.tags = tags,
                      .n_tags = n,
                      .g = w->g,
                      .start = c->states[0],
                      .end = *course_end(c),
                      .moves = c->moves,
                      .n_moves = c->n_moves,
                      .result = result_of(c)};
    return record_write(file, dialect, &r) ? PM_OK : status_no_memory(err, "the record", 0);
}

static pm_status put_record(web *w, const course *c, const char *black, const char *white, pm_error *err)
{
    char *text = NULL;
    size_t length;
    FILE *file = open_memstream(&text, &length);
    if (!file) {
        return status_no_memory(err, "the record", 0);
    }
    pm_status status = write_record(file, w, c, black, white, err);
    if (fclose(file) != 0 && status == PM_OK) {
        status = status_no_memory(err, "the record", 0);
    }
    if (status == PM_OK) {
        reply_begin(&w->reply);
        reply_text(&w->reply, "text", text);
        reply_text(&w->reply, "suffix", record_dialect_of_game(w->g->rules->name)->suffix);
    }
    free(text);
    return status;
}

const char *web_record(web *w, const char *start, const char *moves, const char *black, const char *white)
{
    course c = {0};
    pm_error err = {0};
    pm_status status = place_check(w, &err);
    status = status == PM_OK ? course_open(w->g, start, moves, &c, &err) : status;
    status = status == PM_OK ? put_record(w, &c, black, white, &err) : status;
    course_close(&c);
    return status == PM_OK ? reply_end(&w->reply) : reply_error(&w->reply, status, &err);
}

/* ---- reading ----------------------------------------------------------------------------------- */

static const char *tag_of(const record *r, const char *name)
{
    const char *value = record_tag_value(r->tags, r->n_tags, name);
    return value ? value : "";
}

static void put_moves(reply *r, const record *from)
{
    game_state s = from->start;
    char text[GAME_MAX_MOVE_TEXT];
    reply_open(r, "moves", '[');
    for (int i = 0; i < from->n_moves; i++) {
        from->g->rules->move_format(from->g, &s, &from->moves[i], text);
        reply_text(r, NULL, text);
        from->g->rules->make(from->g, &s, &from->moves[i]);
    }
    reply_close(r, ']');
}

static void put_read(reply *r, const record *from)
{
    const bool is_konane = strcmp(from->g->rules->name, "konane") == 0;
    char text[GAME_MAX_TEXT] = "";
    if (!is_usual_start(from->g, &from->start)) {
        from->g->rules->state_format(from->g, &from->start, text);
    }
    reply_open(r, NULL, '{');
    reply_text(r, "game", from->g->name);
    reply_integer(r, "rows", from->g->rows);
    reply_integer(r, "cols", from->g->cols);
    reply_text(r, "corner", color_name(is_konane ? game_konane_corner(from->g) : PM_BLACK));
    reply_text(r, "opening", is_konane ? tag_of(from, "Opening") : "");
    reply_text(r, "start", text);
    reply_text(r, "black", tag_of(from, "Black"));
    reply_text(r, "white", tag_of(from, "White"));
    put_moves(r, from);
    reply_close(r, '}');
}

/* A text with draughts' tag of the game, or with captures written by x between numbers, is read as PDN. */
static const record_dialect *dialect_of(const char *text)
{
    return record_dialect_of_path(strstr(text, "[GameType") || strstr(text, "[FEN") ? "x.pdn" : "x.kgn", NULL);
}

static void read_games(reply *r, record_reader *reader)
{
    const record *found;
    pm_error first = {0};
    int n_bad = 0, n = 0;
    pm_status status = PM_OK;
    reply_open(r, "games", '[');
    while (n < MAX_GAMES && (status == PM_OK || status == PM_BAD_INPUT)) {
        pm_error err = {0};
        status = record_read(reader, &found, &err);
        if (status == PM_OK) {
            put_read(r, found);
            n++;
        } else if (status != PM_NOT_FOUND && n_bad++ == 0) {
            first = err;
        }
    }
    reply_close(r, ']');
    reply_integer(r, "n_bad", n_bad);
    reply_text(r, "first_error", first.message);
}

const char *web_games(web *w, const char *text)
{
    pm_error err = {0};
    const record_dialect *dialect = dialect_of(text);
    const game_options defaults = {0};
    const size_t length = strlen(text);
    FILE *file = length > 0 ? fmemopen((void *)(uintptr_t)text, length, "r") : NULL;
    record_reader *reader = file ? record_reader_new(file, dialect, &defaults) : NULL;
    if (reader) {
        reply_begin(&w->reply);
        read_games(&w->reply, reader);
        record_reader_free(reader);
    }
    if (file) {
        fclose(file);
    }
    if (!reader) {
        const pm_status status = length == 0 ? status_fail(&err, PM_BAD_INPUT, 0, "the file is empty")
                                             : status_no_memory(&err, "the records", 0);
        return reply_error(&w->reply, status, &err);
    }
    return reply_end(&w->reply);
}
