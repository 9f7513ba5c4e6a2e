/* Boards, games and positions from the common options and from texts on the command line.
 *
 * A Konane text has size and colours itself: what the options say must agree with it, and what it does not say
 * comes from them. Each error names the text that it is about.
 *
 * SPDX-License-Identifier: MIT
 */
#include "src/cli/frame/cli.h"
#include "src/konane/opening.h"

#include <assert.h>
#include <stdio.h>
#include <string.h>

static const char start_word[] = "start";

/* Check --opening by itself, so that the message can say where the mistake is. */
static int check_opening(cli *c, int rows, int cols, pm_color corner)
{
    konane_opening unused;
    pm_error err;
    if (!c->opening || rows * cols > KONANE_CELL_LIMIT) {
        return CLI_DONE;
    }
    const pm_status status = konane_opening_parse(c->opening, rows, cols, corner, &unused, &err);
    return status == PM_OK ? CLI_DONE : cli_fail_in(c, "--opening", c->opening, status, &err);
}

int cli_konane_only(cli *c, const char *what)
{
    return strcmp(c->game, "konane") == 0 ? CLI_DONE : cli_usage(c, "only Konane %s, not --game %s", what, c->game);
}

int cli_board_new(cli *c, const char *what, pm_board **board)
{
    pm_error err;
    int code = cli_konane_only(c, what);
    code = code ? code : check_opening(c, c->rows, c->cols, c->corner);
    return code
               ? code
               : cli_check(c, konane_board_new(c->rows, c->cols, c->corner, c->opening, c->variant, board, &err), &err);
}

int cli_board_check(cli *c, const pm_board *board)
{
    pm_position start;
    pm_error err;
    return cli_check(c, pm_start(board, &start, &err), &err);
}

game_options cli_game_options(const cli *c, int rows, int cols)
{
    return (game_options){
        .rows = rows,
        .cols = cols,
        .corner = c->corner,
        .opening = c->opening,
        .play = c->play,
        .jumps = c->jumps,
        .draw_rule = c->draw_rule,
    };
}

int cli_game_named(cli *c, const char *name, int rows, int cols, pm_color corner, game **g)
{
    if (strcmp(name, "konane") == 0) {
        const int code = check_opening(c, rows, cols, corner);
        if (code != CLI_DONE) {
            return code;
        }
    }
    game_options options = cli_game_options(c, rows, cols);
    options.corner = corner;
    pm_error err;
    const pm_status status = game_new(name, &options, g, &err);
    return cli_check(c, status, &err);
}

int cli_game_new(cli *c, int rows, int cols, game **g)
{
    return cli_game_named(c, c->game, rows, cols, c->corner, g);
}

int cli_agent_new(cli *c, const char *text, const game *g, agent **a)
{
    pm_error err;
    const pm_status status = agent_new(text, g, a, &err);
    return cli_check(c, status, &err);
}

int cli_start(cli *c, game **g, game_state *s)
{
    const int code = cli_game_new(c, c->rows, c->cols, g);
    if (code != CLI_DONE) {
        return code;
    }
    pm_error err;
    const pm_status status = (*g)->rules->start(*g, s, &err);
    if (status != PM_OK) {
        game_free(*g);
        return cli_fail(c, status, &err);
    }
    return CLI_DONE;
}

char *cli_moves_format(const pm_board *board, const pm_move moves[], int n, char list[CLI_MOVES_TEXT])
{
    char *end = list;
    *end = '\0';
    for (int i = 0; i < n; i++) {
        if (i > 0) {
            *end++ = ' ';
        }
        end += pm_move_format(board, moves[i], end);
        assert(end < list + CLI_MOVES_TEXT);
    }
    return list;
}

pm_status cli_diagram_read(const cli *c, const char *text, bool mover_default, konane_diagram *d, pm_error *err)
{
    const pm_status status = konane_diagram_parse(text, mover_default, KONANE_CELL_LIMIT, d, err);
    return status != PM_OK ? status
                           : konane_diagram_fit(d, c->has_board ? c->rows : d->rows, c->has_board ? c->cols : d->cols,
                                                c->has_corner || !d->has_stones ? c->corner : d->corner, err);
}

int cli_diagram(cli *c, const char *text, bool mover_default, konane_diagram *d)
{
    pm_error err;
    const pm_status status = cli_diagram_read(c, text, mover_default, d, &err);
    return status == PM_OK ? CLI_DONE : cli_fail_in(c, "position", text, status, &err);
}

/* The rest of cli_position for Konane, whose texts say the board. */
static int konane_position(cli *c, const char *text, bool mover_default, game **g, game_state *s)
{
    konane_diagram d;
    int code = cli_diagram(c, text, mover_default, &d);
    code = code ? code : cli_game_named(c, c->game, d.rows, d.cols, d.corner, g);
    if (code != CLI_DONE) {
        return code;
    }
    char full[KONANE_MAX_TEXT];
    konane_diagram_format(&d, full);
    assert(strlen(full) < sizeof full);
    pm_error err;
    pm_status status = (*g)->rules->state_parse(*g, full, s, &err);
    if (status == PM_OK && !mover_default && (*g)->rules->is_opening(*g, s)) {
        game_state unused; /* whether the opening rule has a stone for Black on this board */
        status = (*g)->rules->start(*g, &unused, &err);
    }
    if (status != PM_OK) {
        game_free(*g);
        return cli_fail(c, status, &err);
    }
    return CLI_DONE;
}

int cli_position(cli *c, const char *text, bool mover_default, game **g, game_state *s)
{
    if (strcmp(text, start_word) == 0) {
        return cli_start(c, g, s);
    }
    if (strcmp(c->game, "konane") == 0) {
        return konane_position(c, text, mover_default, g, s);
    }
    int code = cli_game_new(c, c->rows, c->cols, g);
    if (code != CLI_DONE) {
        return code;
    }
    pm_error err;
    const pm_status status = (*g)->rules->state_parse(*g, text, s, &err);
    if (status != PM_OK) {
        game_free(*g);
        return cli_fail_in(c, "position", text, status, &err);
    }
    return CLI_DONE;
}
