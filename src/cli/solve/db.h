/* papamu solve --db: the sweep goes into a database, and the answers come out of it.
 *
 * SPDX-License-Identifier: MIT
 */
#ifndef CLI_SOLVE_DB_H
#define CLI_SOLVE_DB_H

#include "solver/konane/query.h"
#include "src/cli/solve/sweeping.h"

/* What the options ask for. */
typedef struct solve_db_options {
    const char *path; /* NULL: no database */
    const char *checkpoint;
    int level;
} solve_db_options;

/* --db, --level and --checkpoint. */
solve_db_options solve_db_read(const cli *c);

/* Sweep the board of `s` into the database, answer the queries from it, and count how many of all positions each mover
 * wins; and find the largest value. Sets s->seconds. */
int solve_db_run(const solve_db_options *options, sweeping *s, konane_query queries[], int n_queries, uint64_t wins[2],
                 int *largest);

#endif
