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

/* The same in two steps, between which s->space->spec.question may be set: the board and its description; the sweep. */
int sweeping_board(cli *c, const char *size, sweeping *s);
int sweeping_prepare(sweeping *s, size_t reserved);

/* The number of threads, a progress bar: what every sweep of a command has. */
sweep_options sweeping_options(sweeping *s, size_t memory);

/* "black" or "white". */
const char *color_name(pm_color color);

#endif
