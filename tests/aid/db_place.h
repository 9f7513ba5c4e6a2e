/* A directory for a database, its unfinished file and its checkpoint; and processes that are killed while they work
 * there.
 *
 * SPDX-License-Identifier: MIT
 */
#ifndef TESTS_AID_DB_PLACE_H
#define TESTS_AID_DB_PLACE_H

#include "src/papamu.h"
#include "tests/aid/db_maker.h"

typedef struct place {
    char directory[DB_MAKER_PATH]; /* of everything */
    char path[DB_MAKER_PATH + 16], checkpoint[DB_MAKER_PATH + 16], partial[DB_MAKER_PATH + 32];
} place;

void place_make(place *p);

/* Remove it; any other file left there fails the test. */
void place_remove(const place *p);

/* Run the task in a child and kill that after `microseconds`. Returns whether it had finished before. One thread: a
 * child of a process that has had threads must not start others. */
bool place_run_and_kill(pm_status (*run)(const void *ctx), const void *ctx, unsigned microseconds);

#endif
