/* What positions of Konane are worth as games in which either player may jump at any time: the exact value, or the
 * integers next to it, and so who wins.
 *
 * Black is Left: positive is good for Black. Removals of the opening are not jumps, so a position in the opening has no
 * worth.
 *
 * SPDX-License-Identifier: MIT
 */
#ifndef ANALYSIS_ANSWERS_WORTH_H
#define ANALYSIS_ANSWERS_WORTH_H

#include "analysis/answers/sources.h"

enum { WORTH_MAX_TEXT = 256 };

typedef struct worth {
    char value[WORTH_MAX_TEXT]; /* as in solver/cgt/cgt.h, braces too deep for it as `{...}`; "" if not known */
    bool has_bounds;            /* where the value is not known: lower <= value <= upper */
    int lower, upper;
    bool has_winner;
    pm_color winner; /* with the player to move that the state says */
} worth;

typedef struct appraiser appraiser;

/* Prepare to value positions of `g`, which must outlive it; *made is NULL for other games than Konane. `limits` is
 * copied; its `stop` ends a single search without an error. Errors: PM_NO_MEMORY. */
pm_status appraiser_new(const game *g, const answers_limits *limits, appraiser **made, pm_error *err);
void appraiser_free(appraiser *a);

/* Find what a position is worth in `seconds`, nothing if these are not positive; what was not found in time is left
 * out. Errors: PM_NO_MEMORY. */
pm_status appraiser_find(appraiser *a, const game_state *s, double seconds, worth *found, pm_error *err);

#endif
