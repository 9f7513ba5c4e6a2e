/* The folder of a long run that can be continued: one run at a time has it, and its state says which run that is.
 *
 * The state is a file that is replaced whole. Little-endian: eight letters, format (4), 0 (4), version of the program
 * (32), what is solved (128), what the run keeps, XXH3-64 of all that (8).
 *
 * SPDX-License-Identifier: MIT
 */
#ifndef SOLVER_SWEEP_RUN_FOLDER_H
#define SOLVER_SWEEP_RUN_FOLDER_H

#include "src/papamu.h"

#include <stddef.h>

enum { RUN_MAX_IDENTITY = 128 };

typedef struct run_folder {
    const char *directory;
    const char *identity; /* what is solved, and how, in words: a state with other words is refused */
    const char *state_name;
    const char *lock_name;
    char magic[9]; /* eight letters */
} run_folder;

/* The path of a file in a folder, to be freed; NULL if memory was refused. */
char *run_folder_path(const char *directory, const char *name);

/* Lock the folder, which is made if there is none. `lock` is to be closed at the end, unless it is -1. Errors: PM_IO
 * (also if another run has it), PM_NO_MEMORY. */
pm_status run_folder_lock(const run_folder *f, int *lock, pm_error *err);

/* Replace the state by one of n bytes. Errors: PM_IO, PM_NO_MEMORY. */
pm_status run_folder_save(const run_folder *f, const uint8_t *state, size_t n, pm_error *err);

/* Read the n bytes of the state. `found` is false if there is none. Errors: PM_BAD_INPUT (it is of another run, or of
 * another version), PM_DAMAGED, PM_IO, PM_NO_MEMORY. */
pm_status run_folder_load(const run_folder *f, uint8_t *state, size_t n, bool *found, pm_error *err);

/* PM_BAD_INPUT with the sentence that the folder belongs to a run "`what``value`". */
pm_status run_folder_refuse(const run_folder *f, const char *what, const char *value, pm_error *err);

/* PM_IO with what errno says of a failure to "`verb` `path`". A full disk says what would help. */
pm_status run_folder_io_failed(const char *verb, const char *path, pm_error *err);

/* Delete state, lock, and the folder if nothing else is in it. */
void run_folder_remove(const run_folder *f);

#endif
