/* papamu plan --ranks: what a sweep among several processes will need.
 *
 * SPDX-License-Identifier: MIT
 */
#ifndef CLI_SOLVE_PLAN_RANKS_H
#define CLI_SOLVE_PLAN_RANKS_H

#include "src/cli/solve/sweeping.h"

/* Plan for --ranks, --ranks-per-node, --memory, --threads, --speed, --network and --meeting; replay all of it with
 * --simulate. Without --speed it is that of this machine. Returns an exit code. */
int plan_ranks(cli *c, const sweeping *s, double seconds_per_work);

#endif
