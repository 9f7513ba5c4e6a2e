/* Reading the rows of a sweep: see sweep.h.
 *
 * SPDX-License-Identifier: MIT
 */
#include "solver/sweep_state.h"

#include <assert.h>

const orbits *sweep_orbits(const sweep *s)
{
    return &s->orbits;
}

const sweep_plan *sweep_get_plan(const sweep *s)
{
    return &s->plan;
}

int sweep_index_bits(const sweep *s)
{
    return s->n_index;
}

int sweep_row_bits(const sweep *s)
{
    return s->row_bits;
}

uint32_t sweep_index_under(const sweep *s, int g, uint32_t w)
{
    return sweep_index_image(s, g, w);
}

void sweep_row_read(const sweep_layer *layer, size_t i, uint64_t *row)
{
    const sweep *s = layer->sweep;
    const size_t words = row_words(sweep_tile_bits_inside(s));
    assert(i < layer->n_rows);
    for (size_t tile = 0; tile < (size_t)1 << s->tile_bits; tile++) {
        s->kernel->store_turned(row + tile * words, layer->rows + sweep_offset(s, layer->n_rows, tile, i), words);
    }
}

bool sweep_wins(const sweep_layer *layer, uint32_t b, uint32_t w)
{
    const sweep *s = layer->sweep;
    assert(__builtin_popcount(b) == layer->size && w >> s->n_index == 0);
    const uint32_t u = sweep_index_image(s, orbits_symmetry(&s->orbits, b), w);
    const int n_inside = sweep_tile_bits_inside(s);
    const size_t tile = (uint64_t)u >> n_inside;
    const uint64_t *words = layer->rows + sweep_offset(s, layer->n_rows, tile, orbits_rank(&s->orbits, b));
    const uint32_t inside = u & (uint32_t)(((uint64_t)1 << n_inside) - 1);
    return !(words[inside >> 6] >> (inside & 63) & 1);
}
