/* The state of an unfinished database, so that another process can resume writing it.
 *
 * The directory of a checkpoint holds one file, `papamu-checkpoint`: the header of the database to be, how much of the
 * file FILE.partial counts, the index of its blocks and the digests of its layers, all under one checksum. It is
 * replaced whole after each layer, when the layer's blocks are on disk.
 *
 * SPDX-License-Identifier: MIT
 */
#ifndef SOLVER_DB_CHECKPOINT_H
#define SOLVER_DB_CHECKPOINT_H

#include "solver/db/digest.h"
#include "solver/db/index.h"
#include "src/papamu.h"

typedef struct db_checkpoint {
    db_header header; /* of the database; what is known at the end only is zero */
    int n_layers;     /* finished ones */
    uint64_t n_blocks, offset;
    db_digest (*layer_digest)[2];  /* DB_MAX_LAYERS of them, zero where nothing is finished */
    db_digest (*stored_digest)[2]; /* likewise, of what is stored */
    db_index *index;               /* of header.n_blocks blocks */
} db_checkpoint;

/* Save `state` in the directory, which is made if there is none. Errors: PM_IO, PM_NO_MEMORY. */
pm_status db_checkpoint_save(const char *directory, const db_checkpoint *state, pm_error *err);

/* Load the state into the arrays of `state`, whose header says what is being written; `sizes` as for db_open.
 * PM_NOT_FOUND if there is none, or the partial file open as `fd` is no longer there: then `state` may have changed,
 * but has no counts. PM_BAD_INPUT if it is of another board, option or version; PM_DAMAGED if it is spoilt, or if the
 * partial file holds something else. */
pm_status db_checkpoint_load(const char *directory, int fd, db_layer_sizes *sizes, db_checkpoint *state, pm_error *err);

/* Forget it. */
void db_checkpoint_remove(const char *directory);

#endif
