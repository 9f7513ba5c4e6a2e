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
    db_row_source *source; /* row i has rank i in the layer */
    void *ctx;
    const uint32_t *ranks; /* of those that are there, ascending, n_ranks of them; NULL: all */
    size_t n_ranks;
    db_digest *digests, *stored_digests; /* of each row of the layer: filled in if it is packed */
} db_rows;

/* Be ready for `team`: false if memory is short. */
bool db_packer_prepare(db_packer *packer, par_team *team);

/* Count the samples that models are made from, as far as their rows are there. All counts are n numbers, which are to
 * be added up if several processes have rows of the layer. Then put the models into the index. */
void db_packer_sample(db_packer *packer, par_team *team, const db_rows *rows);
uint64_t *db_packer_samples(const db_packer *packer, size_t *n);
void db_packer_model(const db_packer *packer, const db_rows *rows, db_index *index);

/* Rows or blocks that are packed together: one row of several blocks, or one block of several rows; and their bytes. */
size_t db_packer_item_bytes(const db_packer *packer);

/* Pack n items from `first` on, each block into a slot of shape->block_bytes at `slots`; their entries, without
 * offsets, to `entries`. Items are counted among the rows that are there. */
void db_packer_pack(db_packer *packer, par_team *team, const db_rows *rows, const db_index *index, uint64_t first,
                    size_t n, uint8_t *slots, db_entry *entries);

/* Move n packed blocks from their slots together, to the beginning of the first. Returns their bytes. */
size_t db_packer_close_up(const db_packer *packer, size_t n_blocks, const db_entry *entries, uint8_t *slots);

/* Add the positions won in the rows packed so far to `won`, by stones, and forget them. */
void db_packer_take_wins(db_packer *packer, uint64_t won[DB_MAX_STONES + 1]);

#endif
