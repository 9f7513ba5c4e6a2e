/* The cube coder: see cube.h.
 *
 * While coding, a bit is a byte, so that adding up the won predecessors of 64 sets is one vector addition for each
 * element: the predecessors without element i are 2^i bytes before.
 *
 * SPDX-License-Identifier: MIT
 */
#include "solver/db/coder/cube.h"

#include <assert.h>
#include <stdlib.h>
#include <string.h>

enum { LANES = 4, RUN_BITS = 6, RUN = 1 << RUN_BITS, TOTAL = 1 << CUBE_CHANCE_BITS };

#define STATE_MIN (UINT32_C(1) << 16)

/* 64 sets at a time; read from any address. */
typedef uint64_t run_vector __attribute__((vector_size(RUN), aligned(1), may_alias));

struct cube_coder {
    int bits;
    size_t n;                          /* sets */
    uint32_t first[CUBE_MAX_BITS + 2]; /* where each size begins in `order` */
    uint16_t *order;                   /* sets by size, then number */
    uint8_t *wins;                     /* one byte for each set; RUN bytes before it may be read */
    uint8_t *sums;                     /* won predecessors of each set */
    uint16_t *chances;                 /* in the order of coding */
    uint8_t *memory;
    run_vector has[RUN_BITS]; /* bytes of a run whose set has element i: 255 */
};

static void fill_order(cube_coder *c)
{
    uint32_t at = 0;
    for (int size = 0; size <= c->bits; size++) {
        c->first[size] = at;
        for (size_t u = 0; u < c->n; u++) {
            if (__builtin_popcountll(u) == size) {
                c->order[at++] = (uint16_t)u;
            }
        }
    }
    c->first[c->bits + 1] = at;
    assert(at == c->n); /* every set has one place */
}

cube_coder *cube_coder_new(int bits)
{
    assert(bits >= CUBE_MIN_BITS && bits <= CUBE_MAX_BITS);
    const size_t bytes = (sizeof(cube_coder) + RUN - 1) / RUN * RUN; /* aligned_alloc wants a multiple; with pointers
                                                                        of 32 bits the structure is none */
    cube_coder *c = aligned_alloc(RUN, bytes);
    if (!c) {
        return NULL;
    }
    memset(c, 0, sizeof *c);
    c->bits = bits;
    c->n = (size_t)1 << bits;
    c->memory = aligned_alloc(RUN, RUN + 2 * c->n);
    c->order = malloc(c->n * sizeof *c->order);
    c->chances = malloc(c->n * sizeof *c->chances);
    if (!c->memory || !c->order || !c->chances) {
        cube_coder_free(c);
        return NULL;
    }
    memset(c->memory, 0, RUN + 2 * c->n);
    c->wins = c->memory + RUN;
    c->sums = c->wins + c->n;
    fill_order(c);
    uint8_t mask[RUN];
    for (int i = 0; i < RUN_BITS; i++) {
        for (int u = 0; u < RUN; u++) {
            mask[u] = u >> i & 1 ? 255 : 0;
        }
        memcpy(&c->has[i], mask, RUN);
    }
    return c;
}

void cube_coder_free(cube_coder *c)
{
    if (c) {
        free(c->memory);
        free(c->order);
        free(c->chances);
        free(c);
    }
}

/* Add up the won predecessors of the sets of run v. Sums stay far below 256, so that bytes do not carry. */
static inline void sum_run(cube_coder *c, size_t v)
{
    assert(v < c->n / RUN);
    const uint8_t *wins = c->wins + v * RUN;
    run_vector sum = *(const run_vector *)(wins - 1) & c->has[0];
    for (int i = 1; i < RUN_BITS; i++) {
        sum += *(const run_vector *)(wins - (1 << i)) & c->has[i];
    }
    for (size_t rest = v; rest; rest &= rest - 1) {
        sum += *(const run_vector *)(wins - (rest & -rest) * RUN);
    }
    *(run_vector *)(c->sums + v * RUN) = sum;
}

/* Bits to bytes of 0 or 1, and all sums. */
static void spread(cube_coder *c, const uint8_t *block)
{
    for (size_t i = 0; i < c->n / 8; i++) {
        const uint64_t bit_of_byte = block[i] * UINT64_C(0x0101010101010101) & UINT64_C(0x8040201008040201);
        const uint64_t bytes = (bit_of_byte + UINT64_C(0x7f7f7f7f7f7f7f7f)) >> 7 & UINT64_C(0x0101010101010101);
        memcpy(c->wins + 8 * i, &bytes, 8);
    }
    for (size_t v = 0; v < c->n / RUN; v++) {
        sum_run(c, v);
    }
}

/* Bytes of 0 or 1 to bits: byte j of a word is moved to bit 56 + j, and nothing else to those bits. */
static void gather(const cube_coder *c, uint8_t *block)
{
    for (size_t i = 0; i < c->n / 8; i++) {
        uint64_t bytes;
        memcpy(&bytes, c->wins + 8 * i, 8);
        block[i] = (uint8_t)(bytes * UINT64_C(0x0102040810204080) >> 56);
    }
}

void cube_count(cube_coder *c, const uint8_t *block, cube_counts *counts)
{
    spread(c, block);
    for (size_t u = 0; u < c->n; u++) {
        counts->count[__builtin_popcountll(u) * CUBE_STRIDE + c->sums[u]][c->wins[u]]++;
    }
}

void cube_model_make(const cube_counts *counts, cube_model *model)
{
    for (int i = 0; i < CUBE_MODEL_ENTRIES; i++) {
        const uint64_t wins = counts->count[i][1];
        const uint64_t all = wins + counts->count[i][0];
        /* The estimator of Krichevsky and Trofimov, rounded. */
        const uint64_t chance = ((2 * wins + 1) * TOTAL + all + 1) / (2 * (all + 1));
        assert(wins <= all);
        model->chance[i] = (uint16_t)(chance < 1 ? 1 : chance > TOTAL - 1 ? TOTAL - 1 : chance);
    }
}

static void put16(uint8_t *to, uint32_t value)
{
    to[0] = (uint8_t)value;
    to[1] = (uint8_t)(value >> 8);
}

static uint32_t get16(const uint8_t *from)
{
    return from[0] | (uint32_t)from[1] << 8;
}

/* Encoding goes backwards, from the last bit to the first, and the stream from its end to its beginning. */
size_t cube_pack(cube_coder *c, const cube_model *model, const uint8_t *block, uint8_t *packed, size_t capacity)
{
    spread(c, block);
    uint32_t state[LANES] = {STATE_MIN, STATE_MIN, STATE_MIN, STATE_MIN};
    uint8_t *at = packed + capacity;
    for (int size = c->bits; size >= 0; size--) {
        const uint16_t *chance = model->chance + size * CUBE_STRIDE;
        for (uint32_t i = c->first[size + 1]; i-- > c->first[size];) {
            const uint32_t u = c->order[i];
            const uint32_t f = chance[c->sums[u]];
            assert(c->sums[u] <= size && f > 0 && f < TOTAL); /* a set of `size` has as many predecessors */
            const uint32_t bit = c->wins[u];
            const uint32_t width = TOTAL - f + bit * (2 * f - TOTAL); /* without a branch, as it would be guessed */
            assert(width > 0);
            uint32_t *x = &state[(i - c->first[size]) % LANES];
            if (*x >= width << (32 - CUBE_CHANCE_BITS)) {
                if (at - packed < 4 * LANES + 2) {
                    return 0;
                }
                at -= 2;
                put16(at, *x);
                *x >>= 16;
            }
            assert(*x < width << (32 - CUBE_CHANCE_BITS)); /* so that the next state has 32 bits */
            *x = ((*x / width) << CUBE_CHANCE_BITS) + *x % width + f - bit * f;
        }
    }
    const size_t n = (size_t)(packed + capacity - at);
    assert(4 * LANES + n <= capacity);
    memmove(packed + 4 * LANES, at, n);
    for (int lane = 0; lane < LANES; lane++) {
        put16(packed + 4 * lane, state[lane]);
        put16(packed + 4 * lane + 2, state[lane] >> 16);
    }
    return 4 * LANES + n;
}

/* What is left of the stream. At its end `is_over` is set and zeros follow. */
typedef struct stream {
    const uint8_t *at, *end;
    bool is_over;
} stream;

static inline uint32_t renew(stream *s, uint32_t x)
{
    if (s->end - s->at < 2) {
        s->is_over = true;
        return x << 16 | STATE_MIN;
    }
    s->at += 2;
    assert(x < STATE_MIN);
    return x << 16 | get16(s->at - 2);
}

static inline uint32_t decode(stream *s, uint32_t x, uint32_t f, uint8_t *bit)
{
    assert(f > 0 && f < TOTAL);
    const uint32_t y = x & (TOTAL - 1);
    const uint32_t taken = f * (x >> CUBE_CHANCE_BITS);
    const uint32_t after_one = taken + y;
    const uint32_t after_zero = x - taken - f; /* (TOTAL - f) (x div TOTAL) + y - f */
    *bit = y < f;
    x = y < f ? after_one : after_zero; /* both are there, so that no branch has to guess */
    return __builtin_expect(x < STATE_MIN, 0) ? renew(s, x) : x;
}

/* The sets of one size. */
static void decode_size(cube_coder *c, const uint16_t *chance, int size, stream *s, uint32_t state[LANES])
{
    const uint16_t *u = c->order + c->first[size];
    const uint16_t *last = c->order + c->first[size + 1];
    const uint8_t *sums = c->sums;
    uint8_t *wins = c->wins;
    uint32_t x0 = state[0], x1 = state[1], x2 = state[2], x3 = state[3];
    for (; last - u >= LANES; u += LANES) {
        x0 = decode(s, x0, chance[sums[u[0]]], &wins[u[0]]);
        x1 = decode(s, x1, chance[sums[u[1]]], &wins[u[1]]);
        x2 = decode(s, x2, chance[sums[u[2]]], &wins[u[2]]);
        x3 = decode(s, x3, chance[sums[u[3]]], &wins[u[3]]);
    }
    state[0] = x0;
    state[1] = x1;
    state[2] = x2;
    state[3] = x3;
    for (int lane = 0; u < last; u++, lane++) {
        state[lane] = decode(s, state[lane], chance[sums[*u]], &wins[*u]);
    }
}

bool cube_unpack(cube_coder *c, const cube_model *model, const uint8_t *packed, size_t n, uint8_t *block)
{
    if (n < 4 * LANES) {
        return false;
    }
    uint32_t state[LANES];
    for (int lane = 0; lane < LANES; lane++) {
        state[lane] = get16(packed + 4 * lane) | get16(packed + 4 * lane + 2) << 16;
    }
    stream s = {packed + 4 * LANES, packed + n, false};
    memset(c->wins, 0, c->n);
    for (int size = 0; size <= c->bits; size++) {
        for (size_t v = 0; v < c->n / RUN; v++) {
            const int inside = size - __builtin_popcountll(v);
            if (inside >= 0 && inside <= RUN_BITS) {
                sum_run(c, v);
            }
        }
        decode_size(c, model->chance + size * CUBE_STRIDE, size, &s, state);
    }
    gather(c, block);
    bool is_right = !s.is_over && s.at == s.end;
    for (int lane = 0; lane < LANES; lane++) {
        is_right = is_right && state[lane] == STATE_MIN;
    }
    return is_right;
}
