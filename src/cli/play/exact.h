/* Exact values for a game in progress: from a database, or on a small board from a sweep that is made on the spot.
 *
 * SPDX-License-Identifier: MIT
 */
#ifndef CLI_PLAY_EXACT_H
#define CLI_PLAY_EXACT_H

#include "src/cli/frame/cli.h"

enum { EXACT_MAX_CELLS = 30 }; /* of a board that is swept for a single question: well under a second */

typedef struct exact exact;

typedef struct exact_value {
    bool is_draw;
    pm_color winner;           /* if it is none */
    int remoteness;            /* plies to the end, -1 if the database holds outcomes only */
    char best[CLI_MOVES_TEXT]; /* the moves that win, soonest if remoteness is known; in a lost position then those that
                                  lose latest, else none; in a drawn one those that draw */
} exact_value;

/* Prepare values for `g`, made from the options of `c`; `path` names a database or is NULL. Succeeds also where there
 * will be no value: exact_find tells. Errors: those of the database, also PM_BAD_INPUT for one of another board;
 * PM_NO_MEMORY. */
pm_status exact_open(const cli *c, const game *g, const char *path, exact **e, pm_error *err);
void exact_close(exact *e);

/* The value of `s`. PM_NOT_FOUND, with the reason, if nothing covers the board; PM_INTERRUPTED; errors of the database
 * or of memory. */
pm_status exact_find(exact *e, const game_state *s, exact_value *value, pm_error *err);

#endif
