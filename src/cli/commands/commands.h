/* The commands of papamu in the order of the help. To add one: write `const cli_command cmd_NAME` in a
 * file NAME.c of this folder, or of its own, and add a line here.
 *
 * SPDX-License-Identifier: MIT
 */
#ifndef CLI_COMMANDS_COMMANDS_H
#define CLI_COMMANDS_COMMANDS_H

/* clang-format off */
#define CLI_COMMANDS(X) \
    X(perft) \
    X(moves) \
    X(analyse) \
    X(show) \
    X(solve) \
    X(search) \
    X(probe) \
    X(info) \
    X(verify) \
    X(convert) \
    X(census) \
    X(endgames) \
    X(random) \
    X(complexity) \
    X(selfplay) \
    X(stats) \
    X(plot) \
    X(reproduce) \
    X(play) \
    X(engine) \
    X(plan) \
    X(value) \
    X(calc) \
    X(values) \
    X(problems)
/* clang-format on */

#endif
