/* The pair coder: see pairs.h. What it knows of a set of stones, and packed blocks; the work is the kernels'.
 *
 * SPDX-License-Identifier: MIT
 */
#include "solver/db/coder/pairs_kernel.h"

#include "src/base/bits.h"

#include <assert.h>
#include <stdlib.h>
#include <string.h>

/* The six-bit numbers of an odd number of ones. */
#define ODD_INSIDES UINT64_C(0x6996966996696996)

static bool has_v512(void)
{
#if defined(__x86_64__) && !defined(__ILP32__)
    return __builtin_cpu_supports("avx512f") && __builtin_cpu_supports("avx512bw") &&
           __builtin_cpu_supports("avx512dq") && __builtin_cpu_supports("avx512vl") &&
           __builtin_cpu_supports("avx512vbmi") && __builtin_cpu_supports("avx512vbmi2") &&
           __builtin_cpu_supports("bmi2");
#else
    return false;
#endif
}

const pairs_kernel *const *pairs_kernels(void)
{
#if defined(__x86_64__) && !defined(__ILP32__)
    static const pairs_kernel *const all[] = {&pairs_kernel_v512, &pairs_kernel_scalar, NULL};
#else
    static const pairs_kernel *const all[] = {NULL, &pairs_kernel_scalar, NULL};
#endif
    return has_v512() ? all : all + 1;
}

const char *pairs_kernel_name(const pairs_kernel *kernel)
{
    return kernel->name;
}

static void fill_insides(pairs_coder *c)
{
    for (int u = 0; u < PAIRS_RUN; u++) {
        const int m = bits_count((uint64_t)u);
        c->inside[m][c->n_inside[m]++] = (uint8_t)u;
        c->inside_mask[m] |= bits_one(u);
        for (int i = 0; i < PAIRS_INSIDE; i++) {
            ((uint8_t *)&c->has[i])[u] = u >> i & 1 ? 255 : 0;
        }
    }
    for (int m = 0; m + 2 <= PAIRS_INSIDE; m++) {
        for (int place = 0; place < c->n_inside[m]; place++) {
            for (int j = 0; j < c->n_inside[m + 2]; j++) {
                const bool is_part = (c->inside[m][place] & ~c->inside[m + 2][j]) == 0;
                for (int chunk = 0; chunk < 1 << PAIRS_CHUNK_BITS; chunk++) {
                    c->added[m][place / PAIRS_CHUNK_BITS][chunk][j] += is_part && chunk >> place % PAIRS_CHUNK_BITS & 1;
                }
            }
        }
    }
}

static void fill_order(pairs_coder *c)
{
    size_t at = 0;
    for (int k = 0; k <= c->n_outside; k++) {
        c->first_run[k] = at;
        for (size_t v = 0; v < c->n_runs; v++) {
            if (bits_count(v) == k) {
                c->runs[at++] = (uint16_t)v;
            }
        }
    }
    c->first_run[c->n_outside + 1] = at;
    for (int parity = 0; parity < 2; parity++) {
        pairs_order *o = &c->order[parity];
        for (int k = 0; k <= c->n_outside; k++) {
            for (int m = (k + parity) % 2; m <= PAIRS_INSIDE; m += 2) {
                const size_t n = (c->first_run[k + 1] - c->first_run[k]) * (size_t)c->n_inside[m];
                o->batch[o->n_batches++] = (pairs_batch){k, m, n, o->n_steps};
                for (size_t left = n; left > 0; o->n_steps++) {
                    const size_t here = left < PAIRS_LANES ? left : PAIRS_LANES;
                    o->n_sets[o->n_steps] = (uint8_t)here;
                    left -= here;
                }
            }
        }
        assert(o->n_steps / c->unit + 1 < 1u << PAIRS_CUT_BITS);
    }
}

/* One piece of memory for all arrays; those of bytes have padding before and after them. */
static bool allocate(pairs_coder *c)
{
    const size_t n_steps = c->n_runs * PAIRS_RUN / 2 / PAIRS_LANES + 4 * PAIRS_MAX_OUTSIDE + 4; /* at most */
    const size_t n_sums = n_steps * PAIRS_LANES, runs_bytes = c->n_runs * PAIRS_RUN;
    const size_t sizes[] = {c->n_runs * 8, runs_bytes,  runs_bytes, runs_bytes,    n_sums,  n_sums,
                            n_sums,        n_steps * 2, n_sums * 2, c->n_runs * 2, n_steps, n_steps};
    enum { N = sizeof sizes / sizeof sizes[0] };
    size_t offset[N], total = PAIRS_LOAD;
    for (int i = 0; i < N; i++) {
        offset[i] = total;
        total += (sizes[i] + 2 * PAIRS_LOAD - 1) / PAIRS_LOAD * PAIRS_LOAD + PAIRS_LOAD;
    }
    c->memory = aligned_alloc(PAIRS_LOAD, total);
    if (!c->memory) {
        return false;
    }
    memset(c->memory, 0, total);
    c->words = (uint64_t *)(c->memory + offset[0]);
    c->wins = c->memory + offset[1];
    c->once = c->memory + offset[2];
    c->sum = c->memory + offset[3];
    c->sums = c->memory + offset[4];
    c->low = c->memory + offset[5];
    c->high = c->memory + offset[6];
    c->bits_of = (uint16_t *)(c->memory + offset[7]);
    c->stream = (uint16_t *)(c->memory + offset[8]);
    c->stream_capacity = n_sums;
    c->runs = (uint16_t *)(c->memory + offset[9]);
    c->order[0].n_sets = c->memory + offset[10];
    c->order[1].n_sets = c->memory + offset[11];
    return true;
}

pairs_coder *pairs_coder_new(int bits, const pairs_kernel *kernel)
{
    assert(bits >= PAIRS_MIN_BITS && bits <= PAIRS_MAX_BITS);
    const size_t bytes = (sizeof(pairs_coder) + PAIRS_RUN - 1) / PAIRS_RUN * PAIRS_RUN;
    pairs_coder *c = aligned_alloc(PAIRS_RUN, bytes);
    if (!c) {
        return NULL;
    }
    memset(c, 0, sizeof *c);
    c->kernel = kernel ? kernel : pairs_kernels()[0];
    c->bits = bits;
    c->n_outside = bits - PAIRS_INSIDE;
    c->n_runs = (size_t)1 << c->n_outside;
    c->unit = bits > 14 ? (size_t)1 << (bits - 14) : 1;
    if (!allocate(c)) {
        free(c);
        return NULL;
    }
    fill_insides(c);
    fill_order(c);
    return c;
}

void pairs_coder_free(pairs_coder *c)
{
    if (c) {
        free(c->memory);
        free(c);
    }
}

/* ---- half of the bits ---------------------------------------------------------------------------- */

/* Of each pair of neighbours one is of the right parity and the other one zero. */
static inline uint32_t squeeze(uint64_t word)
{
    uint64_t x = (word | word >> 1) & UINT64_C(0x5555555555555555);
    x = (x | x >> 1) & UINT64_C(0x3333333333333333);
    x = (x | x >> 2) & UINT64_C(0x0f0f0f0f0f0f0f0f);
    x = (x | x >> 4) & UINT64_C(0x00ff00ff00ff00ff);
    x = (x | x >> 8) & UINT64_C(0x0000ffff0000ffff);
    return (uint32_t)(x | x >> 16);
}

static inline uint64_t spread(uint32_t half, uint64_t right)
{
    uint64_t x = half;
    x = (x | x << 16) & UINT64_C(0x0000ffff0000ffff);
    x = (x | x << 8) & UINT64_C(0x00ff00ff00ff00ff);
    x = (x | x << 4) & UINT64_C(0x0f0f0f0f0f0f0f0f);
    x = (x | x << 2) & UINT64_C(0x3333333333333333);
    x = (x | x << 1) & UINT64_C(0x5555555555555555);
    return (x | x << 1) & right;
}

/* The insides that have the right parity together with outside v. */
static inline uint64_t right_insides(size_t v, int parity)
{
    return (bits_count(v) + parity) % 2 ? ODD_INSIDES : ~ODD_INSIDES;
}

void pairs_squeeze(const uint8_t *row, int bits, int parity, uint8_t *block)
{
    for (size_t v = 0; v < (size_t)1 << (bits - PAIRS_INSIDE); v++) {
        uint64_t word;
        memcpy(&word, row + 8 * v, sizeof word);
        const uint32_t half = squeeze(word & right_insides(v, parity));
        memcpy(block + 4 * v, &half, sizeof half);
    }
}

void pairs_spread(const uint8_t *block, int bits, int parity, uint8_t *row)
{
    for (size_t v = 0; v < (size_t)1 << (bits - PAIRS_INSIDE); v++) {
        uint32_t half;
        memcpy(&half, block + 4 * v, sizeof half);
        const uint64_t word = spread(half, right_insides(v, parity));
        memcpy(row + 8 * v, &word, sizeof word);
    }
}

/* ---- models -------------------------------------------------------------------------------------- */

void pairs_count(pairs_coder *c, const uint8_t *block, int parity, pairs_counts *counts)
{
    const pairs_order *o = &c->order[parity];
    pairs_spread(block, c->bits, parity, (uint8_t *)c->words);
    c->kernel->prepare(c, o);
    for (int i = 0; i < o->n_batches; i++) {
        const pairs_batch *b = &o->batch[i];
        const uint8_t *sums = c->sums + b->step * PAIRS_LANES;
        for (size_t j = 0; j < b->n_sets; j++) {
            const int bit = c->bits_of[b->step + j / PAIRS_LANES] >> j % PAIRS_LANES & 1;
            counts->count[b->outside + b->inside][sums[j]][bit]++;
        }
    }
}

void pairs_add_wins(const pairs_coder *c, const uint8_t *row, int n_bits, uint64_t weight, uint64_t won[])
{
    assert(n_bits >= PAIRS_INSIDE);
    c->kernel->add_wins(row, (size_t)1 << (n_bits - PAIRS_INSIDE), weight, won);
}

void pairs_model_make(const pairs_counts *counts, pairs_model *model)
{
    for (int n = 0; n <= PAIRS_MAX_BITS; n++) {
        for (int s = 0; s < PAIRS_STRIDE; s++) {
            const uint64_t wins = counts->count[n][s][1];
            const uint64_t all = wins + counts->count[n][s][0];
            /* The estimator of Krichevsky and Trofimov, rounded. */
            uint64_t chance = ((2 * wins + 1) * PAIRS_TOTAL + all + 1) / (2 * (all + 1));
            chance = chance < 1 ? 1 : chance > PAIRS_TOTAL - 1 ? PAIRS_TOTAL - 1 : chance;
            model->low[n][s] = (uint8_t)chance;
            model->high[n][s] = (uint8_t)(chance >> 8);
        }
    }
}

/* ---- packed blocks ------------------------------------------------------------------------------- */

static void put16(uint8_t *to, uint32_t value)
{
    to[0] = (uint8_t)value;
    to[1] = (uint8_t)(value >> 8);
}

static uint32_t get16(const uint8_t *from)
{
    return from[0] | (uint32_t)from[1] << 8;
}

size_t pairs_pack(pairs_coder *c, const pairs_model *model, const uint8_t *block, int parity, uint8_t *packed,
                  size_t capacity)
{
    const pairs_order *o = &c->order[parity];
    uint32_t state[PAIRS_LANES], any = 0;
    size_t cut;
    pairs_spread(block, c->bits, parity, (uint8_t *)c->words);
    c->kernel->prepare(c, o);
    const uint16_t *at = c->kernel->encode(c, o, model, &cut, state);
    for (int lane = 0; lane < PAIRS_LANES; lane++) {
        any |= state[lane];
    }
    const size_t n_bits = any ? 32 - (size_t)__builtin_clz(any) : 0;
    const size_t n_stream = (size_t)(c->stream + c->stream_capacity - at);
    const size_t n = 2 * (1 + n_bits + n_stream);
    assert(cut % c->unit == 0 && cut / c->unit < 1u << PAIRS_CUT_BITS);
    if (n > capacity) {
        return 0;
    }
    put16(packed, (uint32_t)(cut / c->unit | n_bits << PAIRS_CUT_BITS));
    for (size_t j = 0; j < n_bits; j++) {
        uint32_t plane = 0;
        for (int lane = 0; lane < PAIRS_LANES; lane++) {
            plane |= (state[lane] >> j & 1) << lane;
        }
        put16(packed + 2 + 2 * j, plane);
    }
    for (size_t i = 0; i < n_stream; i++) {
        put16(packed + 2 + 2 * n_bits + 2 * i, at[i]);
    }
    return n;
}

bool pairs_unpack(pairs_coder *c, const pairs_model *model, const uint8_t *packed, size_t n, int parity, uint8_t *block)
{
    const pairs_order *o = &c->order[parity];
    if (n < 2 || n % 2 != 0 || n / 2 > c->stream_capacity) {
        return false;
    }
    const size_t cut = (get16(packed) & ((1u << PAIRS_CUT_BITS) - 1)) * c->unit;
    const size_t n_bits = get16(packed) >> PAIRS_CUT_BITS;
    if (n_bits > 32 || n < 2 + 2 * n_bits) {
        return false;
    }
    uint32_t state[PAIRS_LANES] = {0};
    for (size_t j = 0; j < n_bits; j++) {
        const uint32_t plane = get16(packed + 2 + 2 * j);
        for (int lane = 0; lane < PAIRS_LANES; lane++) {
            state[lane] |= (plane >> lane & 1) << j;
        }
    }
    const size_t n_stream = n / 2 - 1 - n_bits;
    for (size_t i = 0; i < n_stream; i++) {
        c->stream[i] = (uint16_t)get16(packed + 2 + 2 * n_bits + 2 * i);
    }
    bool is_right = c->kernel->decode(c, o, model, cut, state) == n_stream;
    for (int lane = 0; lane < PAIRS_LANES; lane++) {
        is_right = is_right && state[lane] == 0;
    }
    pairs_squeeze((const uint8_t *)c->words, c->bits, parity, block);
    return is_right;
}
