/* The table of papamu census, which a solution of a large board comes with too.
 *
 * SPDX-License-Identifier: MIT
 */
#ifndef CLI_SOLVE_CENSUS_TABLE_H
#define CLI_SOLVE_CENSUS_TABLE_H

#include "solver/sweep/census.h"
#include "src/cli/frame/cli.h"

/* Positions by outcome class and number of stones. */
void solve_put_census(cli *c, const pm_board *board, const census *counts);

#endif
