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

void solve_put_opening(cli *c, const pm_board *board, const konane_opening_result *opening)
{
    assert(board->cells[PM_BLACK] >> opening->black_removes & board->cells[PM_WHITE] >> opening->white_removes & 1);
    char black[KONANE_MAX_CELL_TEXT], white[KONANE_MAX_CELL_TEXT];
    konane_cell_format(board->rows, opening->black_removes, black);
    konane_cell_format(board->rows, opening->white_removes, white);
    cli_put(c, board->rows, board->cols, color_name(board->corner), black, white);
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
    cli_put(c, text);
}

void solve_put_openings(cli *c, const pm_board *board, const konane_opening_result openings[], int n,
                        bool has_remoteness)
{
    cli_table_of(c, "openings", "rows# cols# corner black_removes white_removes winner rules*%s",
                 has_remoteness ? " remoteness#" : "");
    for (int i = 0; i < n; i++) {
        assert(!has_remoteness || (openings[i].remoteness % 2 == 1) ==
                                      (openings[i].winner == PM_BLACK)); /* who wins makes the last move */
        solve_put_opening(c, board, &openings[i]);
        cli_put(c, color_name(openings[i].winner));
        solve_put_rules(c, board, openings[i].black_removes);
        if (has_remoteness) {
            cli_put(c, openings[i].remoteness);
        }
        if (!cli_row(c)) {
            return;
        }
    }
    cli_table_end(c);
}

void solve_put_games(cli *c, const pm_board *board, const konane_opening_result openings[], int n, bool has_remoteness)
{
    cli_table_of(c, "games", "rule game_winner%s", has_remoteness ? " game_remoteness#" : "");
    for (int rule = 0; rule < KONANE_N_NAMED_RULES; rule++) {
        pm_color winner;
        const bool is_possible = konane_rule_winner(board, (konane_rule)rule, openings, n, &winner);
        cli_put(c, konane_rule_name((konane_rule)rule), CLI_IF(is_possible, color_name(winner)));
        if (has_remoteness) {
            cli_put(c, CLI_IF(is_possible, konane_rule_remoteness(board, (konane_rule)rule, openings, n)));
        }
        cli_row(c);
    }
    cli_table_end(c);
}
