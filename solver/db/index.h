/* The index of a database: where each block is, the models of its coder, and of a halved file what it says of the rest;
 * in memory and as bytes.
 *
 * SPDX-License-Identifier: MIT
 */
#ifndef SOLVER_DB_INDEX_H
#define SOLVER_DB_INDEX_H

#include "solver/db/coder/cube.h"
#include "solver/db/coder/pairs.h"
#include "solver/db/shape.h"
#include "src/papamu.h"

/* What the index of a halved file says of all positions. */
typedef struct db_counts {
    uint8_t stored_digest[DB_DIGEST_BYTES];
    uint64_t won[2][DB_MAX_STONES + 1]; /* [mover][stones]: sets of stones, over all, with which the mover wins */
} db_counts;

typedef struct db_index {
    db_entry *entries;  /* of each block */
    cube_model *cubes;  /* shape->n_models of them, or NULL */
    pairs_model *pairs; /* likewise */
    db_counts counts;
} db_index;

/* What a block is packed with: nothing if it is a zstd frame. */
typedef struct db_model {
    const cube_model *cube;
    const pairs_model *pairs;
    int parity; /* of the sets of pairs */
} db_model;

/* An index of zeros; false if memory is short. clear accepts a zeroed one. */
bool db_index_new(const db_shape *shape, db_index *index);

/* The same without entries, for who packs blocks whose places another process notes. */
bool db_index_new_models(const db_shape *shape, db_index *index);
void db_index_clear(db_index *index);

/* Bytes of what comes before the entries, and of the entries of the first n blocks. */
size_t db_index_bytes(const db_shape *shape, uint64_t n_blocks);

/* Write them, or read and check them: PM_DAMAGED, with err->offset counted from the beginning of the index, if a model
 * or an entry is out of range. Models of zeros are accepted if `is_partial`, for layers still to come. */
void db_index_encode(const db_shape *shape, const db_subject *subject, const db_index *index, uint64_t n_blocks,
                     uint8_t *bytes);
pm_status db_index_decode(const db_shape *shape, const db_subject *subject, const uint8_t *bytes, uint64_t n_blocks,
                          bool is_partial, db_index *index, pm_error *err);

/* The model of a part of a row of a layer and mover. */
db_model db_index_model(const db_shape *shape, const db_index *index, int layer, int mover, uint64_t part);

/* The number of the first of the shape->n_tops models of a layer and mover; they go by the stones in the top bits of
 * w. */
size_t db_index_first_model(const db_shape *shape, int layer, int mover);

#endif
