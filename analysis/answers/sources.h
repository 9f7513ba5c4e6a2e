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

/* Add the proof in the file `path`, if `g` is Konane on its board and by its rules: it knows the winner of the
 * positions that it rests on. Errors: those of proof_file_read; PM_BAD_INPUT for another game or board. */
pm_status answers_add_proof(answers *a, const game *g, const char *path, pm_error *err);

/* Add what the file `path` is, a database with a cache of about `cache_bytes` (0: 256 MiB) or a proof. `*d` is NULL, or
 * that database, open since an earlier call; it is to be closed after `a`, and stays NULL for a proof. Errors close it,
 * and name the file: those of answers_db_open, answers_db_match and answers_add_proof. */
pm_status answers_add_file(answers *a, const game *g, const char *path, size_t cache_bytes, answers_db **d,
                           pm_error *err);

/* Add a proof-number search on the spot, if `g` is Konane on at most 64 cells; else add nothing. It finds the winner of
 * a position, or gives up after `*max_nodes` nodes, which the caller may change between questions, or when limits->stop
 * says so: PM_NOT_FOUND. What it has learned it keeps for later questions. Errors: PM_NO_MEMORY. */
pm_status answers_add_search(answers *a, const game *g, const answers_limits *limits, const uint64_t *max_nodes,
                             pm_error *err);

#endif
