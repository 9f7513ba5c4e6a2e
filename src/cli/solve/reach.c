/* papamu solve --reachable: how many positions can arise under an opening rule.
 *
 * SPDX-License-Identifier: MIT
 */
#include "src/cli/solve/reach.h"

#include "solver/konane/reach.h"
#include "src/cli/solve/sweeping.h"
#include "src/konane/board.h"

#include <assert.h>
#include <stdlib.h>

static const char *rule_of(const cli *c)
{
    return c->opening ? c->opening : konane_rule_name(KONANE_CORNER_CENTRE);
}

static void put_total(cli *c, const pm_board *board, const konane_reach *reach)
{
    assert(reach->total_terminal <= reach->total_reachable);
    cli_table_of(c, "total", "rows# cols# corner opening reachable# terminal#");
    cli_put_row(c, board->rows, board->cols, color_name(board->corner), rule_of(c), reach->total_reachable,
                reach->total_terminal);
    cli_table_end(c);
}

static void put_stones(cli *c, const konane_reach *reach)
{
    cli_table_of(c, "by_stones", "stones# black_to_move# white_to_move# black_terminal# white_terminal#");
    for (int stones = reach->n_stones - 2; stones >= 0; stones--) {
        assert(reach->terminal[stones][PM_BLACK] <= reach->reachable[stones][PM_BLACK]);
        assert(reach->terminal[stones][PM_WHITE] <= reach->reachable[stones][PM_WHITE]);
        if (!cli_put_row(c, stones, reach->reachable[stones][PM_BLACK], reach->reachable[stones][PM_WHITE],
                         reach->terminal[stones][PM_BLACK], reach->terminal[stones][PM_WHITE])) {
            return;
        }
    }
    cli_table_end(c);
}

int solve_reach(cli *c)
{
    sweeping s = {0};
    konane_reach *reach = calloc(1, sizeof *reach);
    int code = reach ? sweeping_board(c, &s) : cli_no_memory(c, "the counts");
    if (code == CLI_DONE) {
        pm_error err;
        const sweep_options options = sweeping_options(&s, cli_memory(c));
        cli_progress_begin(c, "sweep", "positions");
        const pm_status status = konane_reach_count(s.space, &options, reach, &err);
        s.seconds = cli_progress_end();
        code = cli_check(c, status, &err);
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
