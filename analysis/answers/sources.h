/* The sources of exact answers that there are: see answers.h.
 *
 * SPDX-License-Identifier: MIT
 */
#ifndef ANALYSIS_ANSWERS_SOURCES_H
#define ANALYSIS_ANSWERS_SOURCES_H

#include "analysis/answers/answers.h"
#include "analysis/answers/database.h"

/* What a source that computes may use. */
typedef struct answers_limits {
    size_t memory; /* bytes */
    int threads;
    bool (*stop)(void *ctx); /* asked now and then, from any thread: true ends the work. May be NULL */
    void *stop_ctx;
} answers_limits;

enum { ANSWERS_SWEEP_CELLS = 30 }; /* of a board that is swept for a single question: well under a second */

/* Add `db`, which stays the caller's and outlives `a`, if it is about the game (answers_db_match). Errors:
 * PM_NO_MEMORY.
 */
pm_status answers_add_database(answers *a, const game *g, answers_db *d, pm_error *err);

/* Add a sweep on the spot, if `g` is Konane on a board of at most ANSWERS_SWEEP_CELLS cells; else add nothing. One
 * sweep answers a whole question. `limits` is copied. Errors: PM_NO_MEMORY. */
pm_status answers_add_sweep(answers *a, const game *g, const answers_limits *limits, pm_error *err);

#endif
