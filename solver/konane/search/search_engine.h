/* The proof-number search of Konane on one table: what search, proofs and checkpoints share.
 *
 * SPDX-License-Identifier: MIT
 */
#ifndef SOLVER_KONANE_SEARCH_SEARCH_ENGINE_H
#define SOLVER_KONANE_SEARCH_SEARCH_ENGINE_H

#include "solver/konane/search/search_board.h"
#include "solver/search/dfpn.h"

typedef struct search_engine search_engine;

typedef struct engine_options {
    size_t memory;    /* of the table, in bytes; at least SEARCH_MIN_TABLE */
    int threads;      /* that work on one position */
    int small_stones; /* positions of at most so many stones are searched in full; -1: a default by the board */
    float limit;      /* of finite numbers; 0: SEARCH_LIMIT */
} engine_options;

/* An engine for a board of rows x cols cells and the rules played on it. Errors: PM_NO_MEMORY. */
pm_status search_engine_new(int rows, int cols, konane_variant variant, const engine_options *options,
                            search_engine **engine, pm_error *err);
void search_engine_free(search_engine *engine);

/* Bytes that an engine needs beside its table. */
size_t search_engine_overhead(int threads);

/* A number that differs between evaluations, since the table of one is of no use to another. */
uint32_t search_engine_weights(const search_engine *engine);

/* For the tick of the first thread: the numbers that it has now for the position it works on, or for the
 * position so many plies down its line. */
search_numbers search_engine_line_numbers(const search_engine *engine, int plies);

const search_board *search_engine_board(const search_engine *engine);
dfpn_shared *search_engine_shared(search_engine *engine);

/* Work on the jobs, whose words are in normal form, until each is over or the tick of shared has stopped all. A job
 * that is over before is left as it is. If the table already has the answer this takes no time. */
void search_engine_run(search_engine *engine, dfpn_job jobs[], size_t n);

#endif
