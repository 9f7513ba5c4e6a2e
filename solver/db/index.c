/* Indexes: see index.h.
 *
 * SPDX-License-Identifier: MIT
 */
#include "solver/db/index.h"

#include "src/base/bits.h"
#include "src/base/bytes.h"
#include "src/base/status.h"

#include <assert.h>
#include <inttypes.h>
#include <stdlib.h>
#include <string.h>

bool db_index_new_models(const db_shape *shape, db_index *index)
{
    *index = (db_index){0};
    if (shape->n_models && shape->is_halved) {
        index->pairs = calloc(shape->n_models, sizeof *index->pairs);
    } else if (shape->n_models) {
        index->cubes = calloc(shape->n_models, sizeof *index->cubes);
    }
    return index->cubes || index->pairs || !shape->n_models;
}

bool db_index_new(const db_shape *shape, db_index *index)
{
    const bool has_models = db_index_new_models(shape, index);
    index->entries = calloc(shape->n_blocks, sizeof *index->entries);
    return has_models && index->entries;
}

void db_index_clear(db_index *index)
{
    free(index->entries);
    free(index->cubes);
    free(index->pairs);
    *index = (db_index){0};
}

size_t db_index_bytes(const db_shape *shape, uint64_t n_blocks)
{
    return shape->counts_bytes + shape->models_bytes + n_blocks * shape->entry_bytes;
}

size_t db_index_first_model(const db_shape *shape, int layer, int mover)
{
    const size_t first = (size_t)(layer * shape->n_movers + mover) * shape->n_tops;
    assert(mover < shape->n_movers && first + shape->n_tops <= shape->n_models);
    return first;
}

db_model db_index_model(const db_shape *shape, const db_index *index, int layer, int mover, uint64_t part)
{
    if (!shape->n_models) {
        return (db_model){0};
    }
    assert((size_t)bits_count(part) < shape->n_tops);
    const size_t at = db_index_first_model(shape, layer, mover) + (size_t)bits_count(part);
    return shape->is_halved ? (db_model){.pairs = &index->pairs[at], .parity = db_shape_parity(layer, part)}
                            : (db_model){.cube = &index->cubes[at]};
}

/* ---- models -------------------------------------------------------------------------------------- */

static void encode_cube(const cube_model *model, int block_bits, uint8_t **at)
{
    for (int n = 0; n <= block_bits; n++) {
        for (int s = 0; s <= n; s++, *at += 2) {
            bytes_put(*at, model->chance[n * CUBE_STRIDE + s], 2);
        }
    }
}

static bool decode_cube(cube_model *model, int block_bits, const uint8_t **at)
{
    bool is_valid = true;
    for (int n = 0; n <= block_bits; n++) {
        for (int s = 0; s <= n; s++, *at += 2) {
            const uint64_t chance = bytes_get(*at, 2);
            model->chance[n * CUBE_STRIDE + s] = (uint16_t)chance;
            is_valid = is_valid && chance > 0 && chance < 1 << CUBE_CHANCE_BITS;
        }
    }
    return is_valid;
}

static void encode_pairs(const pairs_model *model, int block_bits, int parity, uint8_t **at)
{
    for (int n = parity; n <= block_bits; n += 2) {
        for (int s = 0; s <= pairs_most(n); s++, *at += 2) {
            bytes_put(*at, pairs_chance(model, n, s), 2);
        }
    }
}

static bool decode_pairs(pairs_model *model, int block_bits, int parity, const uint8_t **at)
{
    bool is_valid = true;
    for (int n = parity; n <= block_bits; n += 2) {
        for (int s = 0; s <= pairs_most(n); s++, *at += 2) {
            const uint64_t chance = bytes_get(*at, 2);
            model->low[n][s] = (*at)[0];
            model->high[n][s] = (*at)[1];
            is_valid = is_valid && chance > 0 && chance < 1 << PAIRS_CHANCE_BITS;
        }
    }
    return is_valid;
}

/* The parity of the sets of model m. */
static int parity_of(const db_shape *shape, size_t m)
{
    return (int)((m / shape->n_tops / (size_t)shape->n_movers + m % shape->n_tops) % 2);
}

/* ---- counts -------------------------------------------------------------------------------------- */

static void encode_counts(const db_subject *subject, const db_counts *counts, uint8_t **at)
{
    memcpy(*at, counts->stored_digest, DB_DIGEST_BYTES);
    *at += DB_DIGEST_BYTES;
    for (int mover = 0; mover < subject->n_movers; mover++) {
        for (int stones = 0; stones <= subject->n_sets + subject->n_index; stones++, *at += 8) {
            bytes_put(*at, counts->won[mover][stones], 8);
        }
    }
}

/* False if more sets are won than there are. */
static bool decode_counts(const db_subject *subject, db_counts *counts, const uint8_t **at)
{
    const int n_cells = subject->n_sets + subject->n_index;
    bool is_valid = true;
    memcpy(counts->stored_digest, *at, DB_DIGEST_BYTES);
    *at += DB_DIGEST_BYTES;
    for (int mover = 0; mover < subject->n_movers; mover++) {
        for (int stones = 0; stones <= n_cells; stones++, *at += 8) {
            counts->won[mover][stones] = bytes_get(*at, 8);
            is_valid = is_valid && counts->won[mover][stones] <= bits_choose(n_cells, stones);
        }
    }
    return is_valid;
}

/* ---- all ----------------------------------------------------------------------------------------- */

void db_index_encode(const db_shape *shape, const db_subject *subject, const db_index *index, uint64_t n_blocks,
                     uint8_t *bytes)
{
    uint8_t *at = bytes;
    if (shape->is_halved) {
        encode_counts(subject, &index->counts, &at);
    }
    for (size_t m = 0; m < shape->n_models; m++) {
        if (shape->is_halved) {
            encode_pairs(&index->pairs[m], shape->block_bits, parity_of(shape, m), &at);
        } else {
            encode_cube(&index->cubes[m], shape->block_bits, &at);
        }
    }
    assert(n_blocks <= shape->n_blocks && at == bytes + db_index_bytes(shape, 0));
    const int length_bytes = (int)shape->entry_bytes - 4;
    for (uint64_t i = 0; i < n_blocks; i++, at += shape->entry_bytes) {
        bytes_put(at, index->entries[i].bytes, length_bytes);
        assert(i == 0 || index->entries[i].offset == index->entries[i - 1].offset + index->entries[i - 1].bytes);
        bytes_put(at + length_bytes, index->entries[i].checksum, 4);
    }
}

static bool decode_model(const db_shape *shape, db_index *index, size_t m, const uint8_t **at)
{
    return shape->is_halved ? decode_pairs(&index->pairs[m], shape->block_bits, parity_of(shape, m), at)
                            : decode_cube(&index->cubes[m], shape->block_bits, at);
}

pm_status db_index_decode(const db_shape *shape, const db_subject *subject, const uint8_t *bytes, uint64_t n_blocks,
                          bool is_partial, db_index *index, pm_error *err)
{
    const uint8_t *at = bytes;
    assert(n_blocks <= shape->n_blocks); /* a checkpoint has fewer */
    if (shape->is_halved && !decode_counts(subject, &index->counts, &at)) {
        return status_fail(err, PM_DAMAGED, 0, "damaged: more positions are won than there are");
    }
    for (size_t m = 0; m < shape->n_models; m++) {
        const uint8_t *begin = at;
        if (!decode_model(shape, index, m, &at) && !is_partial) {
            return status_fail(err, PM_DAMAGED, (size_t)(begin - bytes),
                               "damaged: a chance of a model is out of range");
        }
    }
    uint64_t offset = DB_HEADER_BYTES;
    const uint32_t most = shape->value_bits == 8 ? 255 : 1;
    const int length_bytes = (int)shape->entry_bytes - 4;
    for (uint64_t i = 0; i < n_blocks; i++, at += shape->entry_bytes) {
        const db_entry e = {offset, (uint32_t)bytes_get(at, length_bytes), (uint32_t)bytes_get(at + length_bytes, 4)};
        if (e.bytes ? e.bytes > shape->block_bytes : e.checksum > most) {
            return status_fail(err, PM_DAMAGED, (size_t)(at - bytes),
                               "damaged: the index entry of block %" PRIu64 " is out of range", i);
        }
        index->entries[i] = e;
        offset += e.bytes;
    }
    return PM_OK;
}
