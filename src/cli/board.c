/* Boards from the common options.
 *
 * SPDX-License-Identifier: MIT
 */
#include "src/cli/cli.h"

int cli_board_new(cli *c, int rows, int cols, pm_board **board)
{
    pm_error err;
    const pm_status status = pm_board_new(rows, cols, c->corner, c->opening, board, &err);
    return status == PM_OK ? CLI_DONE : cli_fail(c, status, &err);
}
