/* The census as a table: see census_table.h.
 *
 * SPDX-License-Identifier: MIT
 */
#include "src/cli/solve/census_table.h"

#include "src/konane/board.h"

#include <assert.h>

void solve_put_census(cli *c, const pm_board *board, const census *counts)
{
    assert(counts->n_stones == board->n_cells);
    static_assert(CENSUS_N_CLASSES == 4, "as many columns");
    cli_table_of(c, "census", "rows# cols# corner stones# next_player# previous_player# black# white#");
    for (int stones = 0; stones <= counts->n_stones; stones++) {
        cli_put(c, board->rows, board->cols, color_name(board->corner), stones);
        for (int class = 0; class < CENSUS_N_CLASSES; class ++) {
            cli_put(c, counts->count[stones][class]);
        }
        if (!cli_row(c)) {
            return;
        }
    }
}
