/* The tables of papamu solve: see openings.h.
 *
 * SPDX-License-Identifier: MIT
 */
#include "src/cli/solve/openings.h"

#include "src/cli/solve/sweeping.h"
#include "src/konane/board.h"
#include "src/konane/cell.h"

#include <assert.h>
#include <string.h>

static void put_cell(cli *c, const pm_board *board, int cell)
{
    char text[KONANE_MAX_CELL_TEXT];
    konane_cell_format(board->rows, cell, text);
    cli_put_text(c, text);
}

void solve_put_opening(cli *c, const pm_board *board, const konane_opening_result *opening)
{
    cli_put_integer(c, board->rows);
    cli_put_integer(c, board->cols);
    cli_put_text(c, color_name(board->corner));
    put_cell(c, board, opening->black_removes);
    put_cell(c, board, opening->white_removes);
}

void solve_put_rules(cli *c, const pm_board *board, int cell)
{
    char text[128] = "";
    for (int rule = 0; rule < KONANE_N_NAMED_RULES; rule++) {
        if (konane_removable(board, (konane_rule)rule) >> cell & 1) {
            strcat(text, text[0] ? " " : "");
            strcat(text, konane_rule_name((konane_rule)rule));
            assert(strlen(text) < sizeof text);
        }
    }
    cli_put_text(c, text);
}

void solve_put_openings(cli *c, const pm_board *board, const konane_opening_result openings[], int n,
                        bool has_remoteness)
{
    static const cli_column columns[] = {
        {.name = "rows", .kind = CLI_INTEGER},       {.name = "cols", .kind = CLI_INTEGER},
        {.name = "corner", .kind = CLI_WORD},        {.name = "black_removes", .kind = CLI_WORD},
        {.name = "white_removes", .kind = CLI_WORD}, {.name = "winner", .kind = CLI_WORD},
        {.name = "rules", .kind = CLI_LIST},         {.name = "remoteness", .kind = CLI_INTEGER},
    };
    cli_table(c, "openings", columns, has_remoteness ? 8 : 7);
    for (int i = 0; i < n; i++) {
        solve_put_opening(c, board, &openings[i]);
        cli_put_text(c, color_name(openings[i].winner));
        solve_put_rules(c, board, openings[i].black_removes);
        if (has_remoteness) {
            cli_put_integer(c, openings[i].value);
        }
        if (!cli_row(c)) {
            return;
        }
    }
    cli_table_end(c);
}

void solve_put_games(cli *c, const pm_board *board, const konane_opening_result openings[], int n, bool has_remoteness)
{
    static const cli_column columns[] = {{.name = "rule", .kind = CLI_WORD},
                                         {.name = "game_winner", .kind = CLI_WORD},
                                         {.name = "game_remoteness", .kind = CLI_INTEGER}};
    cli_table(c, "games", columns, has_remoteness ? 3 : 2);
    for (int rule = 0; rule < KONANE_N_NAMED_RULES; rule++) {
        pm_color winner;
        const bool is_possible = konane_rule_winner(board, (konane_rule)rule, openings, n, &winner);
        cli_put_text(c, konane_rule_name((konane_rule)rule));
        if (is_possible) {
            cli_put_text(c, color_name(winner));
        } else {
            cli_put_none(c);
        }
        if (has_remoteness && is_possible) {
            cli_put_integer(c, konane_rule_remoteness(board, (konane_rule)rule, openings, n));
        } else if (has_remoteness) {
            cli_put_none(c);
        }
        cli_row(c);
    }
    cli_table_end(c);
}
