/* Indexes: see index.h.
 *
 * SPDX-License-Identifier: MIT
 */
#include "solver/db/index.h"

#include "src/base/bits.h"
#include "src/base/status.h"

#include <assert.h>
#include <inttypes.h>
#include <stdlib.h>
#include <string.h>

static void put(uint8_t *bytes, uint32_t value, int n)
{
    for (int i = 0; i < n; i++) {
        bytes[i] = (uint8_t)(value >> (8 * i));
    }
}

static uint32_t get(const uint8_t *bytes, int n)
{
    uint32_t value = 0;
    for (int i = 0; i < n; i++) {
        value |= (uint32_t)bytes[i] << (8 * i);
    }
    return value;
}

bool db_index_new(const db_shape *shape, db_index *index)
{
    *index = (db_index){calloc(shape->n_blocks, sizeof *index->entries),
                        shape->n_models ? calloc(shape->n_models, sizeof *index->models) : NULL};
    return index->entries && (index->models || !shape->n_models);
}

void db_index_clear(db_index *index)
{
    free(index->entries);
    free(index->models);
    *index = (db_index){0};
}

size_t db_index_bytes(const db_shape *shape, uint64_t n_blocks)
{
    return shape->model_bytes * shape->n_models + n_blocks * DB_INDEX_ENTRY_BYTES;
}

void db_index_encode(const db_shape *shape, const db_index *index, uint64_t n_blocks, uint8_t *bytes)
{
    for (size_t m = 0; m < shape->n_models; m++) {
        for (int n = 0; n <= shape->block_bits; n++) {
            for (int s = 0; s <= n; s++, bytes += 2) {
                put(bytes, index->models[m].chance[n * CUBE_STRIDE + s], 2);
            }
        }
    }
    assert(n_blocks <= shape->n_blocks);
    for (uint64_t i = 0; i < n_blocks; i++, bytes += DB_INDEX_ENTRY_BYTES) {
        put(bytes, index->entries[i].bytes, 4);
        assert(i == 0 || index->entries[i].offset == index->entries[i - 1].offset + index->entries[i - 1].bytes);
        put(bytes + 4, index->entries[i].checksum, 4);
    }
}

static bool decode_model(const db_shape *shape, const uint8_t *bytes, cube_model *model)
{
    bool is_valid = true;
    for (int n = 0; n <= shape->block_bits; n++) {
        for (int s = 0; s <= n; s++, bytes += 2) {
            const uint32_t chance = get(bytes, 2);
            model->chance[n * CUBE_STRIDE + s] = (uint16_t)chance;
            is_valid = is_valid && chance > 0 && chance < 1 << CUBE_CHANCE_BITS;
        }
    }
    return is_valid;
}

pm_status db_index_decode(const db_shape *shape, const uint8_t *bytes, uint64_t n_blocks, bool is_partial,
                          db_index *index, pm_error *err)
{
    const uint8_t *at = bytes;
    assert(n_blocks <= shape->n_blocks); /* a checkpoint has fewer */
    for (size_t m = 0; m < shape->n_models; m++, at += shape->model_bytes) {
        if (!decode_model(shape, at, &index->models[m]) && !is_partial) {
            return status_fail(err, PM_DAMAGED, (size_t)(at - bytes), "damaged: a chance of a model is out of range");
        }
    }
    uint64_t offset = DB_HEADER_BYTES;
    const uint32_t most = shape->value_bits == 8 ? 255 : 1;
    for (uint64_t i = 0; i < n_blocks; i++, at += DB_INDEX_ENTRY_BYTES) {
        const db_entry e = {offset, get(at, 4), get(at + 4, 4)};
        if (e.bytes ? e.bytes > shape->block_bytes : e.checksum > most) {
            return status_fail(err, PM_DAMAGED, (size_t)(at - bytes),
                               "damaged: the index entry of block %" PRIu64 " is out of range", i);
        }
        index->entries[i] = e;
        offset += e.bytes;
    }
    return PM_OK;
}

cube_model *db_index_models_of(const db_shape *shape, const db_index *index, int layer, int mover)
{
    assert(mover < shape->n_movers &&
           ((size_t)(layer * shape->n_movers + mover) + 1) * shape->n_tops <= shape->n_models);
    return index->models + (size_t)(layer * shape->n_movers + mover) * shape->n_tops;
}

const cube_model *db_index_model(const db_shape *shape, const db_index *index, uint64_t block)
{
    if (!shape->n_models) {
        return NULL;
    }
    int layer = 0;
    while (block >= shape->first_block[layer + 1][0]) {
        layer++;
    }
    const int mover = shape->n_movers == 2 && block >= shape->first_block[layer][1];
    assert(block >= shape->first_block[layer][mover]);
    const uint64_t part = (block - shape->first_block[layer][mover]) % shape->blocks_per_row;
    assert((size_t)bits_count(part) < shape->n_tops);
    return db_index_models_of(shape, index, layer, mover) + bits_count(part);
}
