/* Restoring layers: see checkpoint.h.
 *
 * SPDX-License-Identifier: MIT
 */
#include "solver/sweep/checkpoint.h"

#include "solver/sweep/state.h"
#include "src/base/status.h"

#include <assert.h>
#include <stdlib.h>

/* A word of a result as Black's rows are kept, the inverse of what sweep_row_read does: outcomes complemented;
 * remoteness r as r + 1 if odd, else as 255 - r. */
static inline uint64_t word_kept(uint64_t x, sweep_question question)
{
    if (question == SWEEP_OUTCOME) {
        return ~x;
    }
    const uint64_t is_won = x & 0x0101010101010101;
    return (x ^ (is_won ^ 0x0101010101010101) * 255) + is_won;
}

pm_status sweep_restore(sweep *s, int k, sweep_row_source *source, void *ctx, pm_error *err)
{
    assert(s->options.keep != SUBLAYERS_KEEP_NONE && k >= 0 && k <= s->orbits.n &&
           (s->question == SWEEP_OUTCOME || s->question == SWEEP_REMOTENESS));
    const size_t words = row_words(sweep_tile_bits_inside(s));
    const size_t n_rows = orbits_count(&s->orbits, k);
    uint64_t *row = aligned_alloc(ROW_ALIGNMENT, sweep_row_words(s) * 8);
    if (!row) {
        return status_no_memory(err, "restoring the sweep", 0);
    }
    pm_status status = PM_OK;
    for (size_t i = 0; i < n_rows && status == PM_OK; i++) {
        const uint32_t set = s->orbits.kept[s->orbits.first[k] + i];
        const sweep_block block = sweep_arena_block(s, sublayers_place(sweep_order(s), set), PM_BLACK);
        status = source(ctx, i, row, s->row_bits, err);
        for (size_t tile = 0; status == PM_OK && tile < (size_t)1 << s->tile_bits; tile++) {
            uint64_t *to = sweep_tile_at(&block, tile, sweep_rank(s, set));
            for (size_t a = 0; a < words; a++) {
                to[a] = word_kept(row[tile * words + a], s->question);
            }
        }
    }
    free(row);
    if (status == PM_OK) {
        s->first_layer = k + 1;
    }
    return status;
}
