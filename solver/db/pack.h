/* Rows of a layer packed by many threads: fetched, digested, counted, and packed block by block.
 *
 * SPDX-License-Identifier: MIT
 */
#ifndef SOLVER_DB_PACK_H
#define SOLVER_DB_PACK_H

#include "solver/db/block.h"
#include "solver/db/digest.h"
#include "solver/db/samples.h"
#include "solver/db/write.h"

/* What packing needs, of all threads. */
typedef struct db_packer db_packer;

/* NULL if memory is short; free accepts NULL. `o` as the orbits of db_options. */
db_packer *db_packer_new(const db_shape *shape, const db_subject *subject, int level, const orbits *o);
void db_packer_free(db_packer *packer);

/* The rows of a layer and mover. */
typedef struct db_rows {
    int layer, mover;
    db_row_source *source;
    void *ctx;
    db_digest *digests, *stored_digests; /* of each row: filled in */
} db_rows;

/* Be ready for `team`: false if memory is short. Then make the models of the rows, and put them into the index. */
bool db_packer_prepare(db_packer *packer, par_team *team);
void db_packer_model(db_packer *packer, par_team *team, const db_rows *rows, db_index *index);

/* Rows or blocks that are packed together: one row of several blocks, or one block of several rows; and their bytes. */
size_t db_packer_item_bytes(const db_packer *packer);

/* Pack n items from `first` on, each block into a slot of shape->block_bytes at `slots`; their entries, without
 * offsets, to `entries`. */
void db_packer_pack(db_packer *packer, par_team *team, const db_rows *rows, const db_index *index, uint64_t first,
                    size_t n, uint8_t *slots, db_entry *entries);

/* Add the positions won in the rows packed so far to `won`, by stones, and forget them. */
void db_packer_take_wins(db_packer *packer, uint64_t won[DB_MAX_STONES + 1]);

#endif
