/* Reading a database of Konane block by block: pm_db_block.
 *
 * SPDX-License-Identifier: MIT
 */
#include "solver/db/block.h"
#include "solver/konane/probe.h"
#include "src/base/status.h"

#include <assert.h>
#include <inttypes.h>
#include <stdlib.h>

/* Which rows, or which part of a row, are in a block. */
typedef struct block_place {
    int layer;
    pm_color mover;
    uint64_t first_row;
    uint64_t n_rows;
    int n_bits; /* of an index in it: the values of a row in it are 2^n_bits */
    uint32_t first_index;
} block_place;

static block_place find(const db *file, uint64_t block)
{
    const db_shape *s = db_get_shape(file);
    const db_header *h = db_get_header(file);
    const int last = h->subject.n_sets * s->n_movers + s->n_movers - 1;
    int at = last;
    while (at > 0 && s->first_block[at / s->n_movers][at % s->n_movers] > block) {
        at--;
    }
    block_place place = {.layer = at / s->n_movers, .mover = (pm_color)(at % s->n_movers)};
    const uint64_t item = block - s->first_block[place.layer][place.mover];
    const uint64_t rows = h->subject.layer_rows[place.layer];
    const bool is_whole = s->blocks_per_row == 1;
    place.n_bits = is_whole ? h->subject.n_index : h->block_bits;
    place.first_row = is_whole ? item * s->rows_per_block : item / s->blocks_per_row;
    place.first_index = is_whole ? 0 : (uint32_t)(item % s->blocks_per_row << h->block_bits);
    assert(place.first_row < rows);
    place.n_rows = rows - place.first_row < s->rows_per_block ? rows - place.first_row : s->rows_per_block;
    return place;
}

static size_t take(const pm_db *database, const db_shape *s, const block_place *at, const uint8_t *bytes,
                   pm_position positions[], pm_value values[])
{
    size_t n = 0;
    for (uint64_t r = 0; r < at->n_rows; r++) {
        const uint8_t *row = bytes + r * s->row_bytes;
        for (uint32_t u = 0; u < UINT32_C(1) << at->n_bits; u++, n++) {
            const uint8_t stored = s->value_bits == 8 ? row[u] : row[u >> 3] >> (u & 7) & 1;
            positions[n] = db_konane_position(pm_db_konane(database), at->layer, at->mover,
                                              (uint32_t)(at->first_row + r), at->first_index | u);
            values[n] = probe_value(database, at->mover, stored);
        }
    }
    return n;
}

pm_status pm_db_block(pm_db *database, uint64_t block, pm_position positions[], pm_value values[], size_t *n,
                      pm_error *err)
{
    if (!database || !positions || !values || !n) {
        return status_check(err, false, "the database or the place for its positions is NULL");
    }
    const db *file = pm_db_inside(database);
    const db_shape *s = db_get_shape(file);
    if (block >= s->n_blocks) {
        return status_fail(err, PM_BAD_INPUT, 0, "there is no block %" PRIu64 ": the database has %" PRIu64, block,
                           s->n_blocks);
    }
    db_codec *codec = db_codec_new(s);
    uint8_t *packed = malloc(s->block_bytes), *bytes = malloc(s->block_bytes);
    pm_status status = codec && packed && bytes ? db_read_block(file, block, codec, packed, bytes, err)
                                                : status_no_memory(err, "a block", s->block_bytes);
    if (status == PM_OK) {
        const block_place at = find(file, block);
        *n = take(database, s, &at, bytes, positions, values);
    }
    db_codec_free(codec);
    free(packed);
    free(bytes);
    return status;
}
