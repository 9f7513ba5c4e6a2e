/* papamu analyse --record: games move by move, with the moves that gave something away; see analyse.h.
 *
 * All positions of a game are asked for at once, so that a sweep is made once for the game and not for each ply. What
 * is not answered so is analysed position by position.
 *
 * SPDX-License-Identifier: MIT
 */
#include "src/game/record.h"
#include "analysis/selfplay/session.h"
#include "src/cli/analyse/analyse.h"

#include <assert.h>
#include <stdlib.h>
#include <string.h>

/* A game from its first position to its last. */
typedef struct course {
    const record *r;
    game_state *states; /* n_moves + 1 */
    uint64_t *hashes;
    answer *answers; /* n_moves; NULL if they are not known together */
} course;

typedef struct follower {
    cli *c;
    const char *path;
    analysis_limits limits;
    analyse_place place;
    course course;
    int n_games;
    int code;
} follower;

/* ---- the course of a game ---------------------------------------------------------------------- */

static void close_course(course *w)
{
    free(w->states);
    free(w->hashes);
    free(w->answers);
    *w = (course){0};
}

static bool open_course(course *w, const record *r)
{
    const size_t n = (size_t)r->n_moves + 1;
    *w = (course){.r = r, .states = malloc(n * sizeof *w->states), .hashes = malloc(n * sizeof *w->hashes)};
    if (!w->states || !w->hashes) {
        close_course(w);
        return false;
    }
    w->states[0] = r->start;
    for (int i = 0; i < r->n_moves; i++) {
        w->states[i + 1] = w->states[i];
        r->g->rules->make(r->g, &w->states[i + 1], &r->moves[i]);
    }
    for (int i = 0; i <= r->n_moves; i++) {
        w->hashes[i] = r->g->rules->hash(r->g, &w->states[i]);
    }
    assert(memcmp(&w->states[r->n_moves], &r->end, sizeof r->end) == 0); /* where the reader came to */
    return true;
}

/* Ask for all positions at once. What is not found, or has no memory, is asked for singly later. */
static void ask_for_all(course *w, answers *exact)
{
    const size_t n = (size_t)w->r->n_moves;
    pm_error err;
    w->answers = n > 0 ? malloc(n * sizeof *w->answers) : NULL;
    if (w->answers && answers_find_all(exact, n, w->states, w->answers, &err) != PM_OK) {
        free(w->answers);
        w->answers = NULL;
    }
}

static const analysis_move *move_made(const analysis *found, const game_move *move)
{
    for (int i = 0; i < found->n_moves; i++) {
        if (memcmp(&found->moves[i].move, move, sizeof *move) == 0) {
            return &found->moves[i];
        }
    }
    assert(false); /* the reader has checked that it is legal */
    return NULL;
}

/* ---- rows -------------------------------------------------------------------------------------- */

static void begin_table(cli *c)
{
    static const cli_column columns[] = {
        {.name = "game", .kind = CLI_INTEGER},   {.name = "ply", .kind = CLI_INTEGER},
        {.name = "mover", .kind = CLI_WORD},     {.name = "position", .kind = CLI_WORD},
        {.name = "move", .kind = CLI_WORD},      ANALYSIS_CELLS,
        {.name = "gave_away", .kind = CLI_WORD}, {.name = "kept_by", .kind = CLI_LIST}};
    static const cli_column of_text[] = {
        {.name = "ply", .kind = CLI_INTEGER},    {.name = "mover", .kind = CLI_WORD},
        {.name = "move", .kind = CLI_WORD},      ANALYSIS_TEXT_CELLS,
        {.name = "gave away", .kind = CLI_WORD}, {.name = "kept by", .kind = CLI_WORD}};
    static_assert(sizeof columns / sizeof columns[0] == 7 + ANALYSIS_N_CELLS, "what put_ply puts");
    if (c->format == CLI_TEXT) {
        cli_table(c, "plies", of_text, sizeof of_text / sizeof of_text[0]);
    } else {
        cli_table(c, "plies", columns, sizeof columns / sizeof columns[0]);
    }
}

/* What the mover had and has no longer, and the moves that would have kept it; nothing if there is no such thing. */
static void put_mistake(cli *c, const game *g, const analysis *found, const analysis_move *made)
{
    if (!analysis_is_mistake(found, made)) {
        cli_put(c, CLI_NONE, CLI_NONE);
        return;
    }
    char list[GAME_MAX_MOVES * 16];
    size_t length = 0;
    for (int i = 0; i < found->n_moves; i++) {
        char move[GAME_MAX_MOVE_TEXT];
        if (analysis_keeps(found, &found->moves[i])) {
            const size_t n = (size_t)g->rules->move_format(g, &found->state, &found->moves[i].move, move);
            if (length + n + 2 <= sizeof list) {
                length += (size_t)snprintf(list + length, sizeof list - length, "%s%s", length ? " " : "", move);
            }
        }
    }
    assert(length > 0); /* he had it, so a move kept it */
    cli_put(c, found->verdict.outcome > 0 ? "win" : "draw", list);
}

static bool put_ply(follower *f, int ply, const analysis *found, const analysis_move *made, const worth *w)
{
    assert(memcmp(&found->state, &f->course.states[ply], sizeof found->state) == 0);
    cli *c = f->c;
    const game *g = f->place.g;
    char move[GAME_MAX_MOVE_TEXT], position[GAME_MAX_TEXT];
    g->rules->move_format(g, &found->state, &made->move, move);
    if (c->format != CLI_TEXT) {
        cli_put(c, f->course.r->number);
    }
    cli_put(c, ply + 1, color_name((pm_color)found->state.mover));
    if (c->format != CLI_TEXT) {
        g->rules->state_format(g, &found->state, position);
        cli_put(c, position);
    }
    cli_put(c, move);
    if (c->format == CLI_TEXT) {
        analysis_put_text_cells(c, found, made, w);
    } else {
        analysis_put_cells(c, g, found, made, w);
    }
    put_mistake(c, g, found, made);
    return cli_row(c);
}

/* ---- games ------------------------------------------------------------------------------------- */

/* Analyse one ply; false to stop. */
static bool follow_ply(follower *f, int ply)
{
    const course *w = &f->course;
    const agent_turn turn = session_turn_after(w->r->g, w->states, w->hashes, ply);
    analysis found;
    worth after;
    pm_error err = {0};
    pm_status status = analyst_find(f->place.analyst, &turn, w->answers ? &w->answers[ply] : NULL, &found, &err);
    if (status == PM_OK) {
        status = analyst_worth(f->place.analyst, &w->states[ply + 1], &after, &err);
    }
    if (status != PM_OK) {
        f->code = cli_fail(f->c, status, &err);
        analysis_free(&found);
        return false;
    }
    const bool goes_on = put_ply(f, ply, &found, move_made(&found, &w->r->moves[ply]), &after);
    analysis_free(&found);
    cli_progress_step(ply + 1, w->r->n_moves);
    return goes_on && !cli_is_interrupted();
}

static bool follow_game(follower *f, const record *r)
{
    assert(!f->course.states && !f->place.g); /* the game before was left */
    cli *c = f->c;
    const game *g = r->g;
    if (!open_course(&f->course, r)) {
        f->code = cli_no_memory(c, "the game");
        return false;
    }
    const int code = analyse_place_open(c, g, &f->limits, &f->place);
    if (code != CLI_DONE) {
        f->code = code;
        return false;
    }
    ask_for_all(&f->course, f->place.answers.answers);
    if (c->format == CLI_TEXT) {
        cli_print(c, "%sGame %llu: %s (Black) and %s (White), %s on %dx%d\n", f->n_games > 0 ? "\n" : "",
                  (unsigned long long)r->number, record_player(r, PM_BLACK), record_player(r, PM_WHITE), g->rules->name,
                  g->rows, g->cols);
        begin_table(c);
    }
    bool goes_on = true;
    for (int ply = 0; ply < r->n_moves && goes_on; ply++) {
        goes_on = follow_ply(f, ply);
    }
    f->n_games++;
    return goes_on;
}

static void leave_game(follower *f)
{
    if (f->c->format == CLI_TEXT && !f->c->has_failed) {
        cli_table_end(f->c);
    }
    analyse_place_leave(&f->place);
    close_course(&f->course);
}

/* Take the next game of the file; false at its end, or to stop. */
static bool follow_next(follower *f, record_reader *reader)
{
    const record *r = NULL;
    pm_error err = {0};
    const pm_status status = record_read(reader, &r, &err);
    if (status == PM_BAD_INPUT) {
        cli_warn(f->c, "\"%s\", %s; this game is left out", f->path, err.message);
        f->code = CLI_BAD_INPUT;
        return true;
    }
    if (status != PM_OK) {
        f->code = status == PM_NOT_FOUND ? f->code : cli_fail(f->c, status, &err);
        return false;
    }
    if (r->note) {
        cli_warn(f->c, "\"%s\", %s", f->path, r->note);
    }
    const bool goes_on = follow_game(f, r);
    leave_game(f);
    return goes_on;
}

static int follow_all(follower *f, FILE *file)
{
    const cli *c = f->c;
    const record_dialect *of_path = record_dialect_of_path(f->path, c->game);
    const game_options defaults = cli_game_options(c, c->rows, c->cols);
    record_reader *reader = record_reader_new(file, of_path ? of_path : record_dialect_of_game(c->game), &defaults);
    if (!reader) {
        return cli_no_memory(f->c, "the game");
    }
    if (c->format != CLI_TEXT) {
        begin_table(f->c);
    }
    cli_progress_begin(f->c, "analyse", "plies");
    while (follow_next(f, reader)) {
    }
    cli_progress_end();
    record_reader_free(reader);
    if (f->code == CLI_DONE && f->n_games == 0) {
        return cli_error(f->c, CLI_BAD_INPUT, "there is no game in \"%s\"", f->path);
    }
    return cli_is_interrupted() ? CLI_INTERRUPTED : f->code;
}

int analyse_record(cli *c, const char *path, const analysis_limits *limits)
{
    follower f = {.c = c, .path = path, .limits = *limits};
    FILE *file;
    int code = cli_text_open(c, path, "game records", &file);
    f.limits.wants_worth = false;
    if (code == CLI_DONE) {
        code = follow_all(&f, file);
        analyse_place_close(&f.place);
        fclose(file);
    }
    return code;
}
