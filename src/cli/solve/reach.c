/* papamu solve --reachable: how many positions can arise under an opening rule.
 *
 * SPDX-License-Identifier: MIT
 */
#include "src/cli/solve/reach.h"

#include "src/konane/board.h"
#include "src/papamu/solve.h"

#include <assert.h>
#include <math.h>

static const char *rule_of(const cli *c)
{
    return c->opening ? c->opening : pm_opening_rules()[0];
}

static uint64_t sum_of(const uint64_t counts[][2], int n_stones)
{
    uint64_t sum = 0;
    for (int stones = 0; stones <= n_stones; stones++) {
        sum += counts[stones][PM_BLACK] + counts[stones][PM_WHITE];
    }
    return sum;
}

static void put_total(cli *c, const pm_board *board, const pm_reach_table *reach)
{
    const uint64_t reachable = sum_of(reach->reachable, reach->n_stones);
    const uint64_t terminal = sum_of(reach->terminal, reach->n_stones);
    assert(terminal <= reachable);
    cli_table_of(c, "total", "rows# cols# corner opening reachable# terminal#");
    cli_put_row(c, board->rows, board->cols, color_name(board->corner), rule_of(c), reachable, terminal);
    cli_table_end(c);
}

static void put_stones(cli *c, const pm_reach_table *reach)
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

/* What the sweep has done, in positions. */
static bool show(void *ctx, uint64_t done, uint64_t total)
{
    assert(total > 0 && done <= total);
    const pm_board *board = ctx;
    const double pairs = ldexp(2, board->n_cells);
    return !cli_progress_step((double)done / (double)total * pairs, pairs);
}

int solve_reach(cli *c)
{
    pm_board *board = NULL;
    const int code = cli_board_new(c, "can be swept", &board);
    if (code != CLI_DONE) {
        return code;
    }
    const pm_job job = {.threads = c->threads, .memory = cli_memory(c), .progress = show, .ctx = board};
    pm_reach_table reach;
    pm_error err;
    cli_progress_begin(c, "sweep", "positions");
    const pm_status status = pm_reach(board, &job, &reach, &err);
    const double seconds = cli_progress_end();
    if (status == PM_OK) {
        put_total(c, board, &reach);
        put_stones(c, &reach);
        cli_fact_real(c, "seconds", 3, seconds);
    }
    pm_board_free(board);
    return cli_check(c, status, &err);
}
