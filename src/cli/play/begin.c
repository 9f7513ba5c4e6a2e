/* How a game of `papamu play` begins: before the first removal, at a position, or where a saved game ended.
 *
 * A saved game keeps its own opening rule, corner and start, so that saving it again loses nothing. If it was resigned
 * it continues from there.
 *
 * SPDX-License-Identifier: MIT
 */
#include "src/cli/play/play.h"

#include <assert.h>
#include <stdio.h>
#include <string.h>

static int open_session(play *p, const game_state *start)
{
    return session_open(&p->session, p->g, start) == PM_OK ? CLI_DONE : cli_no_memory(p->c, "the game");
}

/* What makes a game leaves a pointer without meaning when it fails. */
static int game_or_null(play *p, int code)
{
    p->g = code == CLI_DONE ? p->g : NULL;
    return code;
}

static int begin_at_start(play *p)
{
    game_state start;
    const int code = game_or_null(p, cli_start(p->c, &p->g, &start));
    return code ? code : open_session(p, &start);
}

/* The corner follows from the stones; a record of the game has to say the same. */
static int take_corner(cli *c, const char *text)
{
    konane_diagram d;
    if (strcmp(c->game, "konane") != 0) {
        return CLI_DONE;
    }
    const int code = cli_diagram(c, text, false, &d);
    c->corner = code == CLI_DONE ? d.corner : c->corner;
    return code;
}

static int begin_at_position(play *p, const char *text)
{
    game_state start;
    int code = take_corner(p->c, text);
    code = code ? code : game_or_null(p, cli_position(p->c, text, false, &p->g, &start));
    if (code != CLI_DONE) {
        return code;
    }
    p->g->rules->state_format(p->g, &start, p->start);
    return open_session(p, &start);
}

/* ---- a saved game ----------------------------------------------------------------------------- */

/* The first game of the file; it lives as long as the reader. */
static int read_first(play *p, const char *path, const record **r)
{
    const game_options defaults = cli_game_options(p->c, p->c->rows, p->c->cols);
    FILE *file;
    const int code = cli_text_open(p->c, path, "game records", &file);
    if (code != CLI_DONE) {
        return code;
    }
    pm_error err = {0};
    p->reader = record_reader_new(file, record_dialect_of_game(p->c->game), &defaults);
    const pm_status status = p->reader ? record_read(p->reader, r, &err) : PM_NO_MEMORY;
    fclose(file);
    switch (status) {
    case PM_OK:
        if ((*r)->note) {
            cli_warn(p->c, "\"%s\", %s", path, (*r)->note);
        }
        return CLI_DONE;
    case PM_NOT_FOUND:
        return cli_error(p->c, CLI_BAD_INPUT, "there is no game in \"%s\"", path);
    case PM_BAD_INPUT:
        return cli_error(p->c, CLI_BAD_INPUT, "\"%s\", %s", path, err.message);
    case PM_NO_MEMORY:
        return cli_no_memory(p->c, "the game");
    default:
        return cli_error(p->c, CLI_SYSTEM, "cannot read \"%s\": %s", path, err.message);
    }
}

/* The options of the command become those of the game. */
static int take_rules(play *p, const record *r, const char **position)
{
    cli *c = p->c;
    game_options options = cli_game_options(c, c->rows, c->cols);
    pm_error err;
    const record_dialect *dialect = record_dialect_of_game(c->game);
    const pm_status status = dialect->setup(dialect, r->tags, r->n_tags, &options, position, &err);
    c->opening = options.opening;
    c->corner = options.corner;
    c->play = options.play;
    c->jumps = options.jumps;
    return status == PM_OK ? game_or_null(p, cli_game_new(c, r->g->rows, r->g->cols, &p->g))
                           : cli_fail(c, status, &err);
}

static int begin_with_record(play *p, const char *path)
{
    const record *r;
    const char *position = NULL;
    int code = read_first(p, path, &r);
    if (code == CLI_DONE && (r->g->rows != p->c->rows || r->g->cols != p->c->cols)) {
        return cli_error(p->c, CLI_BAD_INPUT, "the game in \"%s\" is on a board of %dx%d, not %dx%d", path, r->g->rows,
                         r->g->cols, p->c->rows, p->c->cols);
    }
    code = code ? code : take_rules(p, r, &position);
    code = code ? code : open_session(p, &r->start);
    if (code == CLI_DONE && position) {
        p->g->rules->state_format(p->g, &r->start, p->start);
    }
    for (int i = 0; code == CLI_DONE && i < r->n_moves; i++) {
        if (session_get_result(&p->session) != SESSION_OPEN) { /* people may play on after a draw by the rules */
            cli_warn(p->c, "\"%s\": the game is drawn after %d plies; what follows is left out", path, i);
            break;
        }
        code = session_move(&p->session, &r->moves[i]) == PM_OK ? CLI_DONE : cli_no_memory(p->c, "the game");
    }
    assert(code != CLI_DONE || p->session.n_plies < r->n_moves || /* the reader replays what it reads */
           memcmp(session_state(&p->session), &r->end, sizeof r->end) == 0);
    return code;
}

int play_begin(play *p)
{
    const char *position = cli_value(p->c, "position"), *path = cli_value(p->c, "load");
    if (path) {
        return begin_with_record(p, path);
    }
    const bool is_elsewhere = position && strcmp(position, "start") != 0;
    return is_elsewhere ? begin_at_position(p, position) : begin_at_start(p);
}
