/* How often each value occurs in a database, by mover and number of stones, over all sets of stones.
 *
 * SPDX-License-Identifier: MIT
 */
#ifndef SOLVER_DB_HISTOGRAM_H
#define SOLVER_DB_HISTOGRAM_H

#include "solver/db/db.h"
#include "src/base/par.h"

enum { DB_HISTOGRAM_STONES = ORBITS_MAX_N + DB_MAX_INDEX_BITS + 1, DB_HISTOGRAM_VALUES = 256 };

typedef struct db_histogram {
    uint64_t count[2][DB_HISTOGRAM_STONES][DB_HISTOGRAM_VALUES]; /* [mover][stones][value] */
} db_histogram;

/* Count, with `threads` threads. `o` are the orbits of the rows: a row counts as often as its orbit has members. If the
 * database holds Black's rows alone, White's counts are the same, those of the mirror images. Of a halved file they are
 * in its index, and cost nothing. Called now and then,
 * `progress` (may be NULL) returns true to stop. Errors: PM_DAMAGED, PM_IO, PM_NO_MEMORY, PM_INTERRUPTED. */
pm_status db_histogram_count(const db *d, const orbits *o, int threads,
                             bool (*progress)(void *ctx, uint64_t done, uint64_t total), void *progress_ctx,
                             db_histogram *h, pm_error *err);

#endif
