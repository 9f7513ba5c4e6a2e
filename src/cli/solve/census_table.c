/* The census as a table: see census_table.h.
 *
 * SPDX-License-Identifier: MIT
 */
#include "src/cli/solve/census_table.h"

#include "src/konane/board.h"

void solve_put_census(cli *c, const pm_board *board, const census *counts)
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
