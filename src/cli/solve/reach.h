/* papamu solve --reachable.
 *
 * SPDX-License-Identifier: MIT
 */
#ifndef CLI_SOLVE_REACH_H
#define CLI_SOLVE_REACH_H

#include "src/cli/frame/cli.h"

/* Count what can arise on the board of the operand under --opening, and write it. Returns an exit code. */
int solve_reach(cli *c);

#endif
