/* Reading a database of Konane block by block: pm_db_block.
 *
 * SPDX-License-Identifier: MIT
 */
#include "solver/db/block.h"
#include "solver/konane/db/probe.h"
#include "src/base/bits.h"
#include "src/base/status.h"

#include <inttypes.h>
#include <stdlib.h>

static size_t take(const pm_db *database, const db *file, uint64_t block, const uint8_t *bytes, pm_position positions[],
                   pm_value values[])
{
    const db_shape *s = db_get_shape(file);
    const db_span span = db_span_of(file, block);
    const int n_bits = db_shape_part_bits(s, &db_get_header(file)->subject);
    size_t n = 0;
    for (uint64_t r = 0; r < span.n_rows; r++) {
        const uint8_t *row = bytes + r * s->stored_row_bytes;
        for (uint32_t u = 0; u < UINT32_C(1) << n_bits; u++) {
            const uint32_t w = (uint32_t)(span.part << n_bits) | u;
            if (db_stores(file, span.layer + bits_count(w))) {
                const uint32_t at = s->is_halved ? u >> 1 : u;
                const uint8_t stored = s->value_bits == 8 ? row[at] : row[at >> 3] >> (at & 7) & 1;
                positions[n] = db_konane_position(pm_db_konane(database), span.layer, (pm_color)span.mover,
                                                  (uint32_t)(span.first_row + r), w);
                values[n++] = probe_value(database, (pm_color)span.mover, stored);
            }
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
        *n = take(database, file, block, bytes, positions, values);
    }
    db_codec_free(codec);
    free(packed);
    free(bytes);
    return status;
}
