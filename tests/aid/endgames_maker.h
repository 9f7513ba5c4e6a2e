/* Databases of draughts endgames for tests, and the work that makes them as a task that can be stopped.
 *
 * SPDX-License-Identifier: MIT
 */
#ifndef TESTS_AID_ENDGAMES_MAKER_H
#define TESTS_AID_ENDGAMES_MAKER_H

#include "solver/draughts/db.h"
#include "solver/draughts/verify.h"

typedef struct endgames_task {
    const draughts_rules *rules;
    int size, pieces, threads;
    db_options options; /* its checkpoint is that of the analysis */
    bool (*progress)(void *ctx, uint64_t done, uint64_t total);
    void *progress_ctx;
} endgames_task;

/* Solve, resuming from the checkpoint if there is one, and write the database `path`. */
pm_status endgames_make(const char *path, const endgames_task *task, uint8_t digest[DB_DIGEST_BYTES], pm_error *err);

/* The same without a checkpoint and into a file whose name is made; a failure ends the test. */
void endgames_new(char *path, const draughts_rules *rules, int size, int pieces, db_kind kind);

/* Open it; a failure ends the test. */
draughts_db *endgames_open(const char *path);

/* Verify `n_samples` values by two threads; an end other than `expected` ends the test. */
verify_result endgames_verify(draughts_db *d, uint64_t seed, uint64_t n_samples, pm_status expected);

#endif
