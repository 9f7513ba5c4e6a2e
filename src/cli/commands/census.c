/* papamu census: counts the positions of a board by outcome class and number of stones.
 *
 * SPDX-License-Identifier: MIT
 */
#include "solver/sweep/census.h"
#include "src/cli/solve/sweeping.h"
#include "src/konane/board.h"

static pm_status visit(void *ctx, par_team *team, const sweep_layer *white, const sweep_layer *black, pm_error *err)
{
    return census_add(ctx, team, white, black, err);
}

static void put_census(cli *c, const pm_board *board, const census *counts)
{
    static const cli_column columns[] = {
        {.name = "rows", .kind = CLI_INTEGER},        {.name = "cols", .kind = CLI_INTEGER},
        {.name = "corner", .kind = CLI_WORD},         {.name = "stones", .kind = CLI_INTEGER},
        {.name = "next_player", .kind = CLI_INTEGER}, {.name = "previous_player", .kind = CLI_INTEGER},
        {.name = "black", .kind = CLI_INTEGER},       {.name = "white", .kind = CLI_INTEGER},
    };
    cli_table(c, "census", columns, 8);
    for (int stones = 0; stones <= counts->n_stones; stones++) {
        cli_put_integer(c, board->rows);
        cli_put_integer(c, board->cols);
        cli_put_text(c, color_name(board->corner));
        cli_put_integer(c, stones);
        for (int class = 0; class < CENSUS_N_CLASSES; class ++) {
            cli_put_count(c, counts->count[stones][class]);
        }
        if (!cli_row(c)) {
            return;
        }
    }
}

static int run(cli *c)
{
    census counts = {0};
    sweeping s;
    int code = sweeping_open(c, c->operands[0], &s);
    if (code == CLI_DONE) {
        code = sweeping_run(&s, visit, &counts);
    }
    if (code == CLI_DONE) {
        put_census(c, s.board, &counts);
    }
    sweeping_close(&s);
    return code;
}

const cli_command cmd_census = {
    .name = "census",
    .operands = "SIZE",
    .summary = "Count all positions by outcome class and number of stones",
    .details =
        "Every set of stones is one position: won by the next player (N), by the previous player (P), by Black, or by\n"
        "White whoever begins.\n\n"
        "Example: papamu census 5x6 --format csv",
    .uses = CLI_USES_RULES | CLI_USES_THREADS | CLI_USES_MEMORY | CLI_USES_PROGRESS,
    .run = run,
};
