/* papamu census: counts the positions of a board by outcome class and number of stones.
 *
 * SPDX-License-Identifier: MIT
 */
#include "solver/sweep/census.h"
#include "src/cli/solve/census_table.h"
#include "src/cli/solve/sweeping.h"

static pm_status visit(void *ctx, par_team *team, const sweep_layer *white, const sweep_layer *black, pm_error *err)
{
    return census_add(ctx, team, white, black, err);
}

static int run(cli *c)
{
    census counts = {0};
    sweeping s;
    int code = sweeping_open(c, &s);
    code = code ? code : sweeping_run(&s, visit, &counts);
    if (code == CLI_DONE) {
        solve_put_census(c, s.board, &counts);
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
    .uses = CLI_USES_RULES | CLI_USES_VARIANTS | CLI_USES_THREADS | CLI_USES_MEMORY | CLI_USES_PROGRESS,
    .run = run,
};
