/* The index of a database: where each block is, and the models of the cube coder; in memory and as bytes.
 *
 * SPDX-License-Identifier: MIT
 */
#ifndef SOLVER_DB_INDEX_H
#define SOLVER_DB_INDEX_H

#include "solver/db/cube.h"
#include "solver/db/format.h"
#include "src/papamu.h"

typedef struct db_index {
    db_entry *entries;  /* of each block */
    cube_model *models; /* shape->n_models of them; NULL if that is 0 */
} db_index;

/* An index of zeros; false if memory is short. clear accepts a zeroed one. */
bool db_index_new(const db_shape *shape, db_index *index);
void db_index_clear(db_index *index);

/* Bytes of the models and the entries of the first n blocks. */
size_t db_index_bytes(const db_shape *shape, uint64_t n_blocks);

/* Write them, or read and check them: PM_DAMAGED, with err->offset counted from the beginning of the index, if a model
 * or an entry is out of range. Models of zeros are accepted if `is_partial`, for layers still to come. */
void db_index_encode(const db_shape *shape, const db_index *index, uint64_t n_blocks, uint8_t *bytes);
pm_status db_index_decode(const db_shape *shape, const uint8_t *bytes, uint64_t n_blocks, bool is_partial,
                          db_index *index, pm_error *err);

/* The model that block `block` is packed with; NULL if it is a zstd frame. */
const cube_model *db_index_model(const db_shape *shape, const db_index *index, uint64_t block);

/* The first of the shape->n_tops models of a layer and mover, numbered by the stones in the top bits of w. */
cube_model *db_index_models_of(const db_shape *shape, const db_index *index, int layer, int mover);

#endif
