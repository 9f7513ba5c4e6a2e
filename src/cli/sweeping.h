/* What the commands that sweep a board have in common: the board from the operand, the plan against the memory given,
 * progress, the time taken.
 *
 * SPDX-License-Identifier: MIT
 */
#ifndef CLI_SWEEPING_H
#define CLI_SWEEPING_H

#include "solver/sweep_konane.h"
#include "src/cli/cli.h"

typedef struct sweeping {
    cli *c;
    pm_board *board;
    konane_space *space;
    sweep_options options;
    sweep *s;
    double seconds; /* of sweeping_run */
} sweeping;

/* Read SIZE, and prepare a sweep of that board that leaves `reserve` bytes of the memory for other uses. Returns
 * CLI_DONE, or the exit code after an error. sweeping_close accepts a sweeping that could not be opened, or a zeroed
 * one. */
int sweeping_open(cli *c, const char *size, size_t (*reserve)(const sweep_plan *plan, void *ctx), void *ctx,
                  sweeping *s);
void sweeping_close(sweeping *s);

/* Sweep under a progress bar. */
int sweeping_run(sweeping *s, sweep_visitor *visit, void *ctx);

/* Only the board and its description. */
int sweeping_board(cli *c, const char *size, sweeping *s);

/* "black" or "white". */
const char *color_name(pm_color color);

#endif
