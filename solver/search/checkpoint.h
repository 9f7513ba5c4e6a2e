/* The state of an unfinished search on disk, so that another process, with another table and any number of threads, can
 * resume it.
 *
 * The directory of a checkpoint holds one file, `papamu-search`, which is replaced whole. Depth-first proof-number
 * search finds its way back from the table alone, so that is what the file holds, without positions that took almost no
 * work, and what is known of the positions to prove:
 *
 *     header, 64 bytes  magic "PAPAMUSC"; u32 version, rows, cols, weights (of the evaluation); u64 jobs, chunks,
 *                       entries; u8 rule of the ending, of jumps; 6 zero bytes; XXH64 of these 56 bytes
 *     jobs, 32 bytes    u64 word, nodes; u64 data (as in the table); u64 microseconds
 *     chunks            u32 entries, bytes; XXH64 of the bytes that follow: a zstd frame with the keys of the entries
 *                       in ascending order and then their data, each as 8 planes of bytes, the lowest first
 *                       XXH64 of the jobs
 *
 * All numbers are little-endian.
 *
 * SPDX-License-Identifier: MIT
 */
#ifndef SOLVER_SEARCH_CHECKPOINT_H
#define SOLVER_SEARCH_CHECKPOINT_H

#include "solver/search/table.h"

/* What a checkpoint must fit. */
typedef struct search_subject {
    int rows, cols;
    uint32_t weights;
    uint8_t ending, jumps; /* rules of the game, as in databases (solver/db/format.h) */
} search_subject;

/* A position to prove as the checkpoint knows it. */
typedef struct search_progress {
    uint64_t word, nodes, data, microseconds;
} search_progress;

enum { SEARCH_CHECKPOINT_NODES = 8 }; /* positions of less work are left out */

/* Save the table, which others may be writing to, in the directory, which is made if there is none. Errors: PM_IO,
 * PM_NO_MEMORY. */
pm_status search_checkpoint_save(const char *directory, const search_subject *subject, const search_table *table,
                                 const search_progress jobs[], size_t n_jobs, pm_error *err);

/* Add what a checkpoint holds to the table, and a new array of its jobs. Errors: PM_NOT_FOUND if there is none,
 * PM_BAD_INPUT if it is of another version, board, evaluation or other rules, PM_DAMAGED, PM_IO, PM_NO_MEMORY. */
pm_status search_checkpoint_load(const char *directory, const search_subject *subject, search_table *table,
                                 search_progress **jobs, size_t *n_jobs, pm_error *err);

#endif
