/* papamu solve --scratch: boards beyond memory.
 *
 * SPDX-License-Identifier: MIT
 */
#ifndef CLI_SOLVE_SCRATCH_H
#define CLI_SOLVE_SCRATCH_H

#include "solver/konane/scratch.h"
#include "src/cli/solve/sweeping.h"

/* The memory that the sweep of a run may use, what the command itself needs left aside. */
size_t solve_scratch_memory(const cli *c, const pm_board *board);

/* Solve all openings of a board with the rows in a folder. Returns an exit code. */
int solve_scratch(cli *c);

/* For sweeping.say_what_helps: a folder, if parts of the sweep fit the memory, else a search. */
void solve_scratch_help(const sweeping *s, char text[SWEEPING_HELP_TEXT]);

#endif
