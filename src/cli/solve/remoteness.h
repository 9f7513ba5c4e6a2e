/* papamu solve --values remoteness: how often each remoteness occurs, and a longest game.
 *
 * SPDX-License-Identifier: MIT
 */
#ifndef CLI_SOLVE_REMOTENESS_H
#define CLI_SOLVE_REMOTENESS_H

#include "src/cli/solve/sweeping.h"

/* Sweep and write the histogram, with --histogram, or a longest game, with --longest. `s` has a board and asks for
 * remoteness; its sweep is made here. Returns an exit code. */
int solve_remoteness_histogram(cli *c, sweeping *s);
int solve_remoteness_longest(cli *c, sweeping *s);

#endif
