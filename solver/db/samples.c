/* Models from samples: see samples.h.
 *
 * SPDX-License-Identifier: MIT
 */
#include "solver/db/samples.h"

#include "src/base/bits.h"

#include <assert.h>
#include <stdlib.h>
#include <string.h>

bool db_samples_new(const db_shape *shape, db_samples *samples)
{
    *samples = (db_samples){0};
    if (shape->is_halved) {
        samples->pairs = calloc(shape->n_tops, sizeof *samples->pairs);
    } else if (shape->n_models) {
        samples->cubes = calloc(shape->n_tops, sizeof *samples->cubes);
    }
    return samples->pairs || samples->cubes || !shape->n_models;
}

void db_samples_clear(db_samples *samples)
{
    free(samples->cubes);
    free(samples->pairs);
    *samples = (db_samples){0};
}

uint64_t *db_samples_numbers(const db_shape *shape, const db_samples *samples, size_t *n)
{
    *n = shape->n_tops * (samples->pairs ? sizeof *samples->pairs : sizeof *samples->cubes) / sizeof(uint64_t);
    return samples->pairs ? &samples->pairs->count[0][0][0] : &samples->cubes->count[0][0];
}

void db_samples_reset(const db_shape *shape, db_samples *samples)
{
    size_t n;
    uint64_t *counts = db_samples_numbers(shape, samples, &n);
    memset(counts, 0, n * sizeof *counts);
}

void db_samples_merge(const db_shape *shape, db_samples *to, const db_samples *from)
{
    size_t n;
    uint64_t *sum = db_samples_numbers(shape, to, &n);
    const uint64_t *added = db_samples_numbers(shape, from, &n);
    for (size_t i = 0; i < n; i++) {
        sum[i] += added[i];
    }
}

void db_samples_add(const db_shape *shape, db_codec *codec, int layer, const uint8_t *stored, db_samples *samples)
{
    for (uint64_t part = 0; part < shape->blocks_per_row; part++) {
        const uint8_t *block = stored + part * shape->block_bytes;
        const int top = bits_count(part);
        assert((size_t)top < shape->n_tops);
        if (samples->pairs) {
            pairs_count(db_codec_pairs(codec), block, db_shape_parity(layer, part), &samples->pairs[top]);
        } else {
            cube_count(db_codec_cubes(codec), block, &samples->cubes[top]);
        }
    }
}

void db_samples_make(const db_shape *shape, const db_samples *samples, int layer, int mover, db_index *index)
{
    const size_t first = db_index_first_model(shape, layer, mover);
    for (size_t top = 0; top < shape->n_tops; top++) {
        if (samples->pairs) {
            pairs_model_make(&samples->pairs[top], &index->pairs[first + top]);
        } else {
            cube_model_make(&samples->cubes[top], &index->cubes[first + top]);
        }
    }
}
