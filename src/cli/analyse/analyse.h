/* What the files of `papamu analyse` share.
 *
 * analyse.c reads positions and lists their moves; record.c follows games; table.c, which other commands use too, shows
 * an analysis.
 *
 * SPDX-License-Identifier: MIT
 */
#ifndef CLI_ANALYSE_ANALYSE_H
#define CLI_ANALYSE_ANALYSE_H

#include "src/cli/analyse/table.h"
#include "src/cli/input/answers.h"

/* A game and all that answers questions about it. Zero before the first use. */
typedef struct analyse_place {
    const game *g;
    cli_answers answers;
    analyst *analyst;
} analyse_place;

/* Prepare for questions about `g`, which outlives the place; CLI_DONE, or the exit code after an error. */
int analyse_place_open(cli *c, const game *g, const analysis_limits *limits, analyse_place *place);
void analyse_place_close(analyse_place *place);

/* Leave `g`; a database stays open for the next game. */
void analyse_place_leave(analyse_place *place);

/* Analyse the games of the file `path`, move by move. Returns the exit code. */
int analyse_record(cli *c, const char *path, const analysis_limits *limits);

#endif
