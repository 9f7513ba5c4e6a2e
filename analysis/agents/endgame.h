/* A database as agents use it: opened for one game, asked for single positions.
 *
 * SPDX-License-Identifier: MIT
 */
#ifndef ANALYSIS_AGENTS_ENDGAME_H
#define ANALYSIS_AGENTS_ENDGAME_H

#include "analysis/answers/sources.h"

typedef struct endgame {
    answers_db *db;
    answers *answers; /* by that database alone */
    bool has_remoteness, covers_all;
    char path[64]; /* of the database, for messages; cut if it is longer */
} endgame;

/* Open the database at `path`, which must be about `g`. Closed with endgame_close, also after an error. Errors: those
 * of answers_db_open and answers_db_match. */
pm_status endgame_open(endgame *e, const game *g, const char *path, pm_error *err);
void endgame_close(endgame *e);

/* The verdict of a state. PM_NOT_FOUND if the database does not have it; other errors name the file. For one thread. */
pm_status endgame_judge(endgame *e, const game_state *s, verdict *v, pm_error *err);

#endif
