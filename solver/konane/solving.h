/* Solving a board without keeping its rows: openings, census, a sample of positions, and the digest that a database of
 * all outcomes would have, from a sweep that hands each row over once, wherever and in whatever parts it runs.
 *
 * As in a database, it is always the board with a black corner that is swept; for the other one colours are exchanged.
 *
 * SPDX-License-Identifier: MIT
 */
#ifndef SOLVER_KONANE_SOLVING_H
#define SOLVER_KONANE_SOLVING_H

#include "solver/db/digest.h"
#include "solver/konane/query.h"
#include "solver/sweep/census.h"
#include "solver/sweep/scratch.h"

/* Run a sweep of `spec` for the client. `identity` says in words what is solved, the queries included, so that a folder
 * with the answers to others can be refused. */
typedef pm_status konane_runner(void *ctx, const sweep_spec *spec, const char *identity, const scratch_client *client,
                                pm_error *err);

/* Solve by a runner, whose errors are returned. The census and the answers are those of the board that was asked for.
 */
pm_status konane_solve_rows(const pm_board *board, konane_runner *run, void *ctx, konane_query queries[], int n_queries,
                            census *all, uint8_t digest[DB_DIGEST_BYTES], pm_error *err);

/* Bytes of what such a client gathers; 0 if the board cannot be swept. */
size_t konane_solving_bytes(const pm_board *board, int n_queries);

#endif
