/* Whether this program is one process of several, and what that changes. Two programs are made from the same sources:
 * papamu, which works alone (alone.c), and papamu-mpi, whose processes, the ranks, mpirun starts together
 * (src/cli/ranks).
 *
 * Only the first rank prints and writes: the standard streams of the others lead nowhere.
 *
 * SPDX-License-Identifier: MIT
 */
#ifndef CLI_FRAME_RANKS_H
#define CLI_FRAME_RANKS_H

#include "src/cli/frame/cli.h"

/* The command that this program has besides the common ones, or NULL. */
extern const cli_command *const ranks_command;

/* Begin, before anything is read or printed. -1 to continue, or an exit code after an error. */
int ranks_begin(int *argc, char ***argv);

/* End, together with the other ranks. Returns the exit code of the program. */
int ranks_end(int exit_code);

/* Whether it is this rank that prints. */
bool ranks_is_first(void);

/* Refuse a command that each of several ranks would do alike. CLI_DONE, or the exit code after an error. */
int ranks_check(cli *c);

/* Processors for this process: a share, if several ranks are on this machine. */
int ranks_processors(void);

/* `solve`, over the ranks. -1: this program has none, or the options ask for what one process does alone. */
int ranks_solve(cli *c);

#endif
