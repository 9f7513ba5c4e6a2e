/* The models of a layer and mover, made from some of its rows.
 *
 * SPDX-License-Identifier: MIT
 */
#ifndef SOLVER_DB_SAMPLES_H
#define SOLVER_DB_SAMPLES_H

#include "solver/db/block.h"

/* Counts by the stones in the top bits of w, shape->n_tops of them, of the coder that the file has. */
typedef struct db_samples {
    cube_counts *cubes;
    pairs_counts *pairs;
} db_samples;

/* Counts of zero; false if memory is short. clear accepts a zeroed one. */
bool db_samples_new(const db_shape *shape, db_samples *samples);
void db_samples_clear(db_samples *samples);

/* All counts as one array of n numbers. */
uint64_t *db_samples_numbers(const db_shape *shape, const db_samples *samples, size_t *n);
void db_samples_reset(const db_shape *shape, db_samples *samples);

/* Count what is stored of a row of a layer. */
void db_samples_add(const db_shape *shape, db_codec *codec, int layer, const uint8_t *stored, db_samples *samples);
void db_samples_merge(const db_shape *shape, db_samples *to, const db_samples *from);

/* Put the models of a layer and mover into the index. */
void db_samples_make(const db_shape *shape, const db_samples *samples, int layer, int mover, db_index *index);

#endif
