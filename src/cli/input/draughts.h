/* Databases of draughts on the command line: what probe, info and verify do with them.
 *
 * SPDX-License-Identifier: MIT
 */
#ifndef CLI_INPUT_DRAUGHTS_H
#define CLI_INPUT_DRAUGHTS_H

#include "solver/draughts/endgames.h"
#include "src/cli/frame/cli.h"

/* Open the database at `path` as database_open does, if --game does not contradict it. */
int draughts_open(cli *c, const char *path, draughts_db **d);

/* Write moves, as many as fit, with spaces between them. Returns `list`. */
const char *draughts_list(const draughts_board *board, const draughts_position *pos, const draughts_move moves[], int n,
                          char list[CLI_MOVES_TEXT]);

/* The bodies of the commands for such a database; CLI_DONE or an exit code. */
int draughts_info(cli *c, const char *path);
int draughts_verify(cli *c, const char *path, uint64_t n_samples);

/* Answer one position, in the columns of probe. PM_BAD_INPUT and PM_NOT_FOUND concern it alone. */
pm_status draughts_answer(cli *c, draughts_db *d, const char *text, pm_error *err);

#endif
