/* Where the page is: a game on a board, and what answers questions about it.
 *
 * SPDX-License-Identifier: MIT
 */
#ifndef WEB_PLACE_H
#define WEB_PLACE_H

#include "analysis/analyse/analysis.h"
#include "analysis/answers/database.h"
#include "src/web/wasm/reply.h"
#include "src/web/wasm/web.h"

struct web {
    reply reply;
    size_t memory; /* bytes */

    game *g; /* NULL before the first web_open */
    char opening[32];
    answers *exact;
    analyst *analyst;       /* for `limits`; NULL until it is needed */
    analysis_limits limits; /* that it was made for */
    answers_db *db;         /* the user's; NULL if there is none */
};

/* Leave the board; the database stays. */
void place_close(web *w);

/* Go to a board. Errors: those of game_new, PM_NO_MEMORY. */
pm_status place_open(web *w, const char *name, const game_options *options, pm_error *err);

/* Whether the database is about the board. */
bool place_has_database(const web *w);

/* Exact answers about `g`, a game on the same board as that of the place, from what the place has. The caller frees
 * them, before the game. Errors: PM_NO_MEMORY. */
pm_status place_answers(const web *w, const game *g, answers **made, pm_error *err);

/* The analyst for these limits. Errors: PM_NO_MEMORY. */
pm_status place_analyst(web *w, double seconds, int depth, bool wants_values, analyst **found, pm_error *err);

/* PM_BAD_INPUT if there is no board yet. */
pm_status place_check(const web *w, pm_error *err);

#endif
