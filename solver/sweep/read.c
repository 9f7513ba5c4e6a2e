/* Reading the rows of a sweep: see sweep.h.
 *
 * SPDX-License-Identifier: MIT
 */
#include "solver/sweep/state.h"

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

sweep_question sweep_get_question(const sweep *s)
{
    return s->question;
}

uint32_t sweep_index_under(const sweep *s, int g, uint32_t w)
{
    return sweep_address_image(s, g, w << s->element) >> s->element;
}

/* A word of rows as they are kept, as the words of a result: the inverse of turning. Remoteness r is kept as r + 1 if
 * odd, else as 255 - r; a byte that is kept has its top bit set if it is the latter, and no carry leaves it. */
static inline uint64_t word_read(uint64_t x, sweep_question question, pm_color mover)
{
    switch (question) {
    case SWEEP_OUTCOME:
        return ~x;
    case SWEEP_REMOTENESS: {
        const uint64_t is_lost = x >> 7 & 0x0101010101010101;
        const uint64_t is_won = is_lost ^ 0x0101010101010101;
        return (x ^ is_lost * 255) - is_won;
    }
    case SWEEP_MARGIN:
        return mover == PM_BLACK ? x : ~x;
    case SWEEP_REACH:
        return x;
    }
    assert(0);
    return 0;
}

/* The rows among which the row of the kept image of b is. */
static sweep_block find_block(const sweep_layer *layer, uint32_t b)
{
    const sweep *s = layer->sweep;
    return layer->place >= 0 ? layer->block : sweep_arena_block(s, sublayers_place(sweep_order(s), b), layer->mover);
}

bool sweep_layer_has(const sweep_layer *layer, uint32_t b)
{
    const sweep *s = layer->sweep;
    if (layer->place < 0) {
        return __builtin_popcount(b) == layer->size;
    }
    /* A rank below the first wraps around. */
    return sublayers_place(sweep_order(s), b) == layer->place && sweep_rank(s, b) - layer->block.first < layer->n_rows;
}

void sweep_row_read(const sweep_layer *layer, size_t i, uint64_t *row)
{
    const sweep *s = layer->sweep;
    const size_t words = row_words(sweep_tile_bits_inside(s));
    assert(i < layer->n_rows);
    const sweep_block block = find_block(layer, layer->sets[i]);
    const size_t rank = sweep_rank(s, layer->sets[i]);
    for (size_t tile = 0; tile < (size_t)1 << s->tile_bits; tile++) {
        const uint64_t *from = sweep_tile_at(&block, tile, rank);
        for (size_t a = 0; a < words; a++) {
            row[tile * words + a] = word_read(from[a], s->question, layer->mover);
        }
    }
}

unsigned sweep_value(const sweep_layer *layer, uint32_t b, uint32_t w)
{
    const sweep *s = layer->sweep;
    assert(sweep_layer_has(layer, b) && (uint64_t)w >> s->n_index == 0);
    const sweep_block block = find_block(layer, b);
    const uint32_t u = sweep_address_image(s, orbits_symmetry(&s->orbits, b), w << s->element);
    const int n_inside = sweep_tile_bits_inside(s);
    const uint64_t *words = sweep_tile_at(&block, (uint64_t)u >> n_inside, sweep_rank(s, b));
    const uint32_t inside = u & (uint32_t)(((uint64_t)1 << n_inside) - 1);
    const uint64_t word = word_read(words[inside >> 6], s->question, layer->mover);
    assert((inside & 63) % (1u << s->element) == 0); /* an element does not cross words */
    return word >> (inside & 63) & ((1u << (1 << s->element)) - 1);
}
