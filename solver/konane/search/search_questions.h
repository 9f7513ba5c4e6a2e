/* Positions to prove with one table: those that are images of each other once, within limits, from a checkpoint and
 * into a proof.
 *
 * SPDX-License-Identifier: MIT
 */
#ifndef SOLVER_KONANE_SEARCH_SEARCH_QUESTIONS_H
#define SOLVER_KONANE_SEARCH_SEARCH_QUESTIONS_H

#include "solver/konane/search/search_engine.h"
#include "solver/search/proof_file.h"

enum { SEARCH_CHECKPOINT_SECONDS = 600, SEARCH_MAX_QUESTIONS = 4096 };

typedef struct search_limits {
    uint64_t max_nodes;      /* give a position up after so many; 0: never */
    double max_seconds;      /* likewise */
    const char *checkpoint;  /* a folder in which the state survives; NULL: none */
    double interval;         /* seconds between writing it; 0: SEARCH_CHECKPOINT_SECONDS */
    bool (*stop)(void *ctx); /* called now and then, by the thread that began; true ends the work. May be NULL */
    void *stop_ctx;
} search_limits;

typedef struct search_questions search_questions;

/* Ask who wins n positions of the jump phase, at most SEARCH_MAX_QUESTIONS; the positions are copied, the board is not.
 * Errors: PM_NO_MEMORY. */
pm_status search_questions_new(const pm_board *board, size_t n, const pm_position positions[],
                               const engine_options *options, search_questions **questions, pm_error *err);
void search_questions_free(search_questions *q);

/* Work until each is proven or given up; first what a checkpoint has is taken over, and at the end it is written.
 * Errors: PM_INTERRUPTED if `limits->stop` ended it, those of the checkpoint. */
pm_status search_questions_run(search_questions *q, const search_limits *limits, pm_error *err);

/* Whether it is known who wins position i, and who. */
bool search_questions_winner(const search_questions *q, size_t i, pm_color *winner);

/* The work on position i, by all runs; none for one that is the image of one before it. */
uint64_t search_questions_nodes(const search_questions *q, size_t i);
double search_questions_seconds(const search_questions *q, size_t i);

/* How many different positions there are, and how many of them are proven or given up. */
size_t search_questions_count(const search_questions *q, size_t *n_over);

/* For showing how the work stands. */
search_engine *search_questions_engine(search_questions *q);

/* Write a proof of all that was proven to `path`, whose size and number of positions are set in `*facts`. `stop` as
 * above. Errors: PM_INTERRUPTED, PM_NO_MEMORY, PM_IO. */
pm_status search_questions_prove(search_questions *q, const char *path, bool (*stop)(void *ctx), void *stop_ctx,
                                 proof_file *facts, pm_error *err);

#endif
