/* papamu solve --reachable: how many positions can arise under an opening rule.
 *
 * SPDX-License-Identifier: MIT
 */
#include "src/cli/solve/reach.h"

#include "solver/konane/reach.h"
#include "src/cli/solve/sweeping.h"
#include "src/konane/board.h"

#include <stdlib.h>

static const char *rule_of(const cli *c)
{
    return c->opening ? c->opening : konane_rule_name(KONANE_CORNER_CENTRE);
}

static void put_total(cli *c, const pm_board *board, const konane_reach *reach)
{
    static const cli_column columns[] = {
        {.name = "rows", .kind = CLI_INTEGER},      {.name = "cols", .kind = CLI_INTEGER},
        {.name = "corner", .kind = CLI_WORD},       {.name = "opening", .kind = CLI_WORD},
        {.name = "reachable", .kind = CLI_INTEGER}, {.name = "terminal", .kind = CLI_INTEGER},
    };
    cli_table(c, "total", columns, 6);
    cli_put_integer(c, board->rows);
    cli_put_integer(c, board->cols);
    cli_put_text(c, color_name(board->corner));
    cli_put_text(c, rule_of(c));
    cli_put_count(c, reach->total_reachable);
    cli_put_count(c, reach->total_terminal);
    cli_row(c);
    cli_table_end(c);
}

static void put_stones(cli *c, const konane_reach *reach)
{
    static const cli_column columns[] = {
        {.name = "stones", .kind = CLI_INTEGER},         {.name = "black_to_move", .kind = CLI_INTEGER},
        {.name = "white_to_move", .kind = CLI_INTEGER},  {.name = "black_terminal", .kind = CLI_INTEGER},
        {.name = "white_terminal", .kind = CLI_INTEGER},
    };
    cli_table(c, "by_stones", columns, 5);
    for (int stones = reach->n_stones - 2; stones >= 0; stones--) {
        cli_put_integer(c, stones);
        cli_put_count(c, reach->reachable[stones][PM_BLACK]);
        cli_put_count(c, reach->reachable[stones][PM_WHITE]);
        cli_put_count(c, reach->terminal[stones][PM_BLACK]);
        cli_put_count(c, reach->terminal[stones][PM_WHITE]);
        if (!cli_row(c)) {
            return;
        }
    }
    cli_table_end(c);
}

int solve_reach(cli *c)
{
    sweeping s = {0};
    konane_reach *reach = calloc(1, sizeof *reach);
    int code = reach ? sweeping_board(c, c->operands[0], &s) : cli_no_memory(c, "the counts");
    if (code == CLI_DONE) {
        pm_error err;
        const sweep_options options = sweeping_options(&s, cli_memory(c));
        cli_progress_begin(c, "sweep", "positions");
        const double start = cli_clock();
        const pm_status status = konane_reach_count(s.space, &options, reach, &err);
        s.seconds = cli_clock() - start;
        cli_progress_end();
        code = status == PM_OK ? CLI_DONE : cli_fail(c, status, &err);
    }
    if (code == CLI_DONE) {
        put_total(c, s.board, reach);
        put_stones(c, reach);
        cli_fact_real(c, "seconds", 3, s.seconds);
    }
    free(reach);
    sweeping_close(&s);
    return code;
}
