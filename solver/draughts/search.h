/* The value of draughts positions with more pieces than the endgame tables have: search down to the tables.
 *
 * The question is always whether the mover's value is at least a draw, or at least a win. A position answers yes if a
 * move leads to a position that answers no to the opposite question, no if all moves lead to a yes; the tables answer
 * outright, a horizon answers nothing. So yes and no rest on finite trees whose leaves are table values, and hold
 * whatever was played before: no history is kept, none is needed, and an answer in the hash table is good for ever.
 *
 * Repetition: whoever must prove something has to reach the tables, so going round in a circle proves nothing for
 * either side. A win that is found is therefore a win, and a draw that is found can be held without repeating positions
 * above the tables. What this cannot find is a draw that can only be held by repetition with more pieces than the
 * tables have; such a position stays open, and says so.
 *
 * The table of answers stores whole positions, so that no two are taken for the same.
 *
 * SPDX-License-Identifier: MIT
 */
#ifndef SOLVER_DRAUGHTS_SEARCH_H
#define SOLVER_DRAUGHTS_SEARCH_H

#include "solver/draughts/retro.h"

typedef struct draughts_search draughts_search;

typedef struct search_options {
    size_t memory;                               /* bytes of the table of answers; at least SEARCH_MIN_MEMORY */
    int max_plies;                               /* the deepest horizon, in plies that are not captures */
    bool (*progress)(void *ctx, uint64_t nodes); /* true stops; may be NULL */
    void *progress_ctx;
} search_options;

enum { SEARCH_MIN_MEMORY = 1 << 16 };

/* What is known of a position: the mover's value is in lower..upper, of -1 (loss), 0 (draw) and 1 (win). */
typedef struct search_bounds {
    int lower, upper;
} search_bounds;

/* Prepare a search above `endgames`, which must outlive it. Errors: PM_NO_MEMORY; PM_BAD_INPUT on boards over 8x8. */
pm_status draughts_search_new(const retro_draughts *endgames, const search_options *options, draughts_search **search,
                              pm_error *err);
void draughts_search_free(draughts_search *search);

/* Find the value of a position; what was found before helps. *bounds are equal unless the horizon was too near. Errors:
 * PM_INTERRUPTED. Not for several threads at once. */
pm_status draughts_search_value(draughts_search *search, const draughts_position *pos, search_bounds *bounds,
                                pm_error *err);

/* Positions visited so far. */
uint64_t draughts_search_nodes(const draughts_search *search);

#endif
