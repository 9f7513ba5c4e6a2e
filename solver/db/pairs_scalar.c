/* The pair coder for any processor: see pairs.h. The twin of pairs_v512.c, with which the tests compare it.
 *
 * SPDX-License-Identifier: MIT
 */
#include "solver/db/pairs_kernel.h"

#include "src/base/bits.h"

#include <assert.h>
#include <string.h>

static inline void run_store(const pairs_coder *c, size_t r, int m, uint32_t bits, uint8_t *to)
{
    const uint8_t *from = c->sum + r * PAIRS_RUN;
    const int n = c->n_inside[m];
    uint8_t sum[PAIRS_ADDED] = {0};
    for (int chunk = 0; bits; chunk++, bits >>= PAIRS_CHUNK_BITS) {
        const uint8_t *added = c->added[m - 2][chunk][bits & ((1u << PAIRS_CHUNK_BITS) - 1)];
        for (int j = 0; j < PAIRS_ADDED; j++) {
            sum[j] += added[j];
        }
    }
    for (int j = 0; j < n; j++) {
        to[j] = from[c->inside[m][j]] + sum[j];
    }
}

static void batch_chances(pairs_coder *c, const pairs_batch *batch, const pairs_model *model)
{
    const uint8_t *low = model->low[batch->outside + batch->inside];
    const uint8_t *high = model->high[batch->outside + batch->inside];
    const size_t at = batch->step * PAIRS_LANES;
    for (size_t i = at; i < at + batch->n_sets; i++) {
        c->low[i] = low[c->sums[i]];
        c->high[i] = high[c->sums[i]];
    }
}

static inline uint64_t word_spread(const pairs_coder *c, int m, uint32_t bits)
{
    uint64_t word = 0;
    for (; bits; bits &= bits - 1) {
        word |= UINT64_C(1) << c->inside[m][__builtin_ctz(bits)];
    }
    return word;
}

static inline uint64_t word_gather(const pairs_coder *c, int m, uint64_t word)
{
    uint64_t bits = 0;
    for (int j = 0; j < c->n_inside[m]; j++) {
        bits |= (word >> c->inside[m][j] & 1) << j;
    }
    return bits;
}

static inline void word_to_bytes(uint64_t word, uint8_t bytes[PAIRS_RUN])
{
    for (int i = 0; i < PAIRS_RUN / 8; i++) {
        const uint64_t bit_of_byte =
            (word >> (8 * i) & 0xff) * UINT64_C(0x0101010101010101) & UINT64_C(0x8040201008040201);
        const uint64_t eight = (bit_of_byte + UINT64_C(0x7f7f7f7f7f7f7f7f)) >> 7 & UINT64_C(0x0101010101010101);
        memcpy(bytes + 8 * i, &eight, 8);
    }
}

static inline uint32_t chance_at(const pairs_coder *c, size_t i)
{
    return c->low[i] | (uint32_t)c->high[i] << 8;
}

typedef struct lanes {
    uint32_t state[PAIRS_LANES];
} lanes;

static inline lanes lanes_load(const uint32_t state[PAIRS_LANES])
{
    lanes x;
    memcpy(x.state, state, sizeof x.state);
    return x;
}

static inline void lanes_store(lanes x, uint32_t state[PAIRS_LANES])
{
    memcpy(state, x.state, sizeof x.state);
}

static inline lanes lanes_add(lanes x, uint32_t n)
{
    for (int lane = 0; lane < PAIRS_LANES; lane++) {
        x.state[lane] += n;
    }
    return x;
}

static inline uint32_t lanes_most(lanes x)
{
    uint32_t most = 0;
    for (int lane = 0; lane < PAIRS_LANES; lane++) {
        most = x.state[lane] > most ? x.state[lane] : most;
    }
    return most;
}

/* Decode a step, reading what the states need; without `at` nothing is read. Returns the bits. */
static inline uint16_t decode_step(const pairs_coder *c, size_t step, int n, lanes *x, const uint16_t **at)
{
    uint32_t bits = 0;
    for (int lane = 0; lane < n; lane++) {
        const uint32_t f = chance_at(c, step * PAIRS_LANES + (size_t)lane);
        const uint32_t old = x->state[lane];
        const uint32_t y = old & (PAIRS_TOTAL - 1);
        const uint32_t taken = f * (old >> PAIRS_CHANCE_BITS);
        uint32_t next = y < f ? taken + y : old - taken - f; /* both are there, so that no branch has to guess */
        bits |= (uint32_t)(y < f) << lane;
        if (at && __builtin_expect(next < PAIRS_STATE_MIN, 0)) {
            next = next << 16 | *(*at)++;
        }
        x->state[lane] = next;
    }
    return (uint16_t)bits;
}

/* Encode a step, writing downwards what the states have no room for. Without `at` nothing may be written: false if
 * something had to be. */
static inline bool encode_step(const pairs_coder *c, size_t step, int n, lanes *x, uint16_t **at)
{
    for (int lane = n - 1; lane >= 0; lane--) {
        const uint32_t f = chance_at(c, step * PAIRS_LANES + (size_t)lane);
        const bool bit = c->bits_of[step] >> lane & 1;
        const uint32_t width = bit ? f : PAIRS_TOTAL - f;
        uint32_t state = x->state[lane];
        assert(f > 0 && f < PAIRS_TOTAL);
        if (state >= width << (32 - PAIRS_CHANCE_BITS)) {
            if (!at) {
                return false;
            }
            *--*at = (uint16_t)state;
            state >>= 16;
        }
        x->state[lane] = ((state / width) << PAIRS_CHANCE_BITS) + state % width + (bit ? 0 : f);
    }
    return true;
}

#define PAIRS_KERNEL pairs_kernel_scalar
#define PAIRS_KERNEL_NAME "scalar"
#include "solver/db/pairs_template.h"
