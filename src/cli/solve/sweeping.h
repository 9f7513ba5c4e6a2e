/* What the commands that sweep a board have in common: the board from the operand, the plan against the memory given,
 * progress, the time taken.
 *
 * SPDX-License-Identifier: MIT
 */
#ifndef CLI_SOLVE_SWEEPING_H
#define CLI_SOLVE_SWEEPING_H

#include "solver/konane/sweep.h"
#include "src/cli/frame/cli.h"

enum { SWEEPING_HELP_TEXT = 160 };

typedef struct sweeping {
    cli *c;
    pm_board *board;
    konane_space *space;
    sublayers_keep keep; /* rows that a caller needs layer by layer; to be set before the plan */
    /* Says what would answer in less memory, as the end of a sentence; may be NULL. */
    void (*say_what_helps)(const struct sweeping *s, char text[SWEEPING_HELP_TEXT]);
    sweep_options options;
    sweep_plan plan;
    sweep *s;
    double seconds; /* of sweeping_run */
} sweeping;

/* Prepare a sweep of the board SIZE. Returns CLI_DONE, or the exit code after an error. sweeping_close
 * accepts a sweeping that could not be opened, or a zeroed one. */
int sweeping_open(cli *c, sweeping *s);
void sweeping_close(sweeping *s);

/* Prepare a sweep of a board that is done in a tenth of a second, to measure what work costs here. It is not what
 * --opening and --memory are about. */
int sweeping_open_yardstick(cli *c, sweeping *s);

/* Sweep under a progress bar. */
int sweeping_run(sweeping *s, sweep_visitor *visit, void *ctx);

/* Seconds for each unit of work (sweep_plan), with the threads of the command: the least of three sweeps of that small
 * board. Returns an exit code. */
int sweeping_measure(cli *c, double *seconds_per_work);

/* sweeping_open in steps, after the first of which s->space->spec.question may be set. The board and its description:
 */
int sweeping_board(cli *c, sweeping *s);

/* Describe the board for a sweep, or say what answers for one too large for that; */
int sweeping_space(cli *c, const pm_board *board, konane_space **space);

/* s->plan; */
void sweeping_plan(sweeping *s);

/* the plan, and whether it and `reserved` bytes for other uses fit the memory given; and s->options; */
int sweeping_check(sweeping *s, size_t reserved);

/* all of that, and the sweep. */
int sweeping_prepare(sweeping *s, size_t reserved);

/* The number of threads, a progress bar: what every sweep of a command has. */
sweep_options sweeping_options(sweeping *s, size_t memory);

#endif
