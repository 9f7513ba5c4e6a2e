/* The positions that papamu search is to prove, as the command line names them.
 *
 * SPDX-License-Identifier: MIT
 */
#ifndef CLI_SEARCH_OPENINGS_H
#define CLI_SEARCH_OPENINGS_H

#include "solver/konane/query.h"
#include "src/cli/frame/cli.h"

/* List the openings of --openings LIST, or of the opening rule of the board if `list` is NULL, by Black's cell, then
 * White's. LIST has pairs of cells such as a8b8 (also a8-b8), or single cells of Black's, for all of White's answers,
 * separated by commas. Returns CLI_DONE, or the exit code after an error. */
int search_openings_read(cli *c, const pm_board *board, const char *list,
                         konane_opening_result openings[KONANE_MAX_OPENINGS], int *n);

/* The position after the removals of an opening. */
pm_position search_opening_position(const pm_board *board, const konane_opening_result *opening);

#endif
