/* Exact answers about the positions of a game, as the options of a command ask for them: from --db, or on a small board
 * from a sweep on the spot.
 *
 * SPDX-License-Identifier: MIT
 */
#ifndef CLI_INPUT_ANSWERS_H
#define CLI_INPUT_ANSWERS_H

#include "analysis/answers/sources.h"
#include "src/cli/frame/cli.h"

/* Zero before the first use. */
typedef struct cli_answers {
    answers *answers;
    answers_db *db; /* or NULL */
    bool has_file;  /* a database or a proof was named */
} cli_answers;

/* Prepare answers for `g`, made from the options of `c`; `path` names a database or a proof, or is NULL. Succeeds also
 * where there will be none: cli_answers_find reports it. Errors: those of the database, named, also PM_BAD_INPUT for
 * one of another game or board; PM_NO_MEMORY. */
pm_status cli_answers_open(const cli *c, const game *g, const char *path, cli_answers *a, pm_error *err);
void cli_answers_close(cli_answers *a);

/* End the answers for `g`; the database stays open for another game, prepared for with the same `path`. */
void cli_answers_leave(cli_answers *a);

/* The answer for a position of `g`. Errors as answers_find; PM_NOT_FOUND with what would help; Ctrl-C ends it with
 * PM_INTERRUPTED. */
pm_status cli_answers_find(cli_answers *a, const game *g, const game_state *s, answer *found, pm_error *err);

#endif
