/* The pair coder for any processor: see pairs.h. The twin of pairs_v512.c, with which the tests compare it.
 *
 * SPDX-License-Identifier: MIT
 */
#include "solver/db/coder/pairs_kernel.h"

#include "src/base/bits.h"

#include <assert.h>
#include <string.h>

/* Sums of up to 32 sets; as words, since none is more than 255. */
typedef uint64_t added_sums __attribute__((vector_size(PAIRS_ADDED), aligned(1), may_alias));

static inline __attribute__((always_inline)) void run_store(const pairs_coder *c, size_t r, int m, uint32_t bits,
                                                            uint8_t *to)
{
    static const int sets[] = {1, 6, 15, 20, 15, 6, 1};
    const uint8_t *from = c->sum + r * PAIRS_RUN, *inside = c->inside[m];
    added_sums sum = {0};
    for (int chunk = 0; bits; chunk++, bits >>= PAIRS_CHUNK_BITS) {
        sum += *(const added_sums *)c->added[m - 2][chunk][bits & ((1u << PAIRS_CHUNK_BITS) - 1)];
    }
    const uint8_t *more = (const uint8_t *)&sum;
    for (int j = 0; j < sets[m]; j++) {
        to[j] = from[inside[j]] + more[j];
    }
}

static void batch_chances(pairs_coder *c, const pairs_batch *batch, const pairs_model *model)
{
    const uint8_t *low = model->low[batch->outside + batch->inside];
    const uint8_t *high = model->high[batch->outside + batch->inside];
    const size_t at = batch->step * PAIRS_LANES, n = batch->n_sets;
    assert(batch->outside >= 0 && batch->inside >= 0);
    const uint8_t *sums = c->sums + at;
    uint8_t *restrict to_low = c->low + at, *restrict to_high = c->high + at;
    for (size_t i = 0; i < n; i++) {
        to_low[i] = low[sums[i]];
        to_high[i] = high[sums[i]];
    }
}

static inline uint64_t word_spread(const pairs_coder *c, int m, uint32_t bits)
{
    uint64_t word = 0;
    assert(bits >> c->n_inside[m] == 0);
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
    const uint8_t *low = c->low + step * PAIRS_LANES, *high = c->high + step * PAIRS_LANES;
    uint32_t bits = 0;
    assert(n >= 1 && n <= PAIRS_LANES);
    for (int lane = 0; lane < n; lane++) {
        const uint32_t f = low[lane] | (uint32_t)high[lane] << 8;
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
    const uint8_t *low = c->low + step * PAIRS_LANES, *high = c->high + step * PAIRS_LANES;
    const uint32_t bits = c->bits_of[step];
    for (int lane = n - 1; lane >= 0; lane--) {
        const uint32_t f = low[lane] | (uint32_t)high[lane] << 8;
        const bool bit = bits >> lane & 1;
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
#include "solver/db/coder/pairs_template.h"
