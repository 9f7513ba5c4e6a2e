/* The row kernels, one source for nine: vectors of 128, 256 and 512 bits times rows of bits, nibbles and bytes.
 *
 * The Makefile compiles this file once for each, with ROW_LANE_BITS (1, 2 or 3), ROW_ELEMENT (a row_element),
 * ROW_KERNEL (the name of the row_kernel that is defined) and ROW_KERNEL_NAME (its string), for processors that have
 * such vectors; rows.c calls a kernel only there. Written with the compiler's vector types, so that SSE2, AVX2, AVX-512
 * and NEON come from this one source. See rows.h for the layout of a row and scalar.c for the same operations bit by
 * bit.
 *
 * SPDX-License-Identifier: MIT
 */
#include "solver/rows/rows.h"

#include "src/base/bits.h"

#ifndef ROW_KERNEL /* read by itself, as clang-tidy does */
#define ROW_LANE_BITS 1
#define ROW_ELEMENT ROW_BITS
#define ROW_KERNEL row_kernel_v128
#define ROW_KERNEL_NAME "v128"
#endif

#include <assert.h>
#include <string.h>
#ifdef __SSE2__
#include <immintrin.h>
#endif

enum { LANES = 1 << ROW_LANE_BITS, BLOCK_WORDS = LANES * ROW_BLOCK_VECTORS, UNIT_WORDS = 1 << (ROW_UNIT_BITS - 6) };

typedef uint64_t vec __attribute__((vector_size(8 * LANES), may_alias));
typedef uint64_t unit_vec __attribute__((vector_size(8 * UNIT_WORDS), may_alias));
typedef uint8_t byte_vec __attribute__((vector_size(8 * LANES)));
typedef uint8_t unit_byte_vec __attribute__((vector_size(8 * UNIT_WORDS)));

/* What vec_xor_lanes needs of `lanes`, prepared once a step: one instruction exchanges lanes by a list of them, which
 * is cheaper than branches even though these are well predicted. */
#if defined(__AVX512F__) && ROW_LANE_BITS == 3
typedef __m512i lane_order;

static inline lane_order lane_order_make(unsigned lanes)
{
    return _mm512_xor_si512(_mm512_setr_epi64(0, 1, 2, 3, 4, 5, 6, 7), _mm512_set1_epi64((long long)lanes));
}
#elif defined(__AVX2__) && ROW_LANE_BITS == 2
typedef __m256i lane_order; /* of halves of lanes */

static inline lane_order lane_order_make(unsigned lanes)
{
    return _mm256_xor_si256(_mm256_setr_epi32(0, 1, 2, 3, 4, 5, 6, 7), _mm256_set1_epi32((int)(2 * lanes)));
}
#else
typedef unsigned lane_order;

static inline lane_order lane_order_make(unsigned lanes)
{
    return lanes;
}
#endif

/* Lane i of the result is lane i ^ lanes of x; without such an instruction one static exchange for each bit. */
static inline vec vec_xor_lanes(vec x, lane_order lanes)
{
#if defined(__AVX512F__) && ROW_LANE_BITS == 3
    return (vec)_mm512_permutexvar_epi64(lanes, (__m512i)x);
#elif defined(__AVX2__) && ROW_LANE_BITS == 2
    return (vec)_mm256_permutevar8x32_epi32((__m256i)x, lanes);
#else
#if ROW_LANE_BITS == 1
    if (lanes & 1) {
        x = __builtin_shufflevector(x, x, 1, 0);
    }
#elif ROW_LANE_BITS == 2
    if (lanes & 1) {
        x = __builtin_shufflevector(x, x, 1, 0, 3, 2);
    }
    if (lanes & 2) {
        x = __builtin_shufflevector(x, x, 2, 3, 0, 1);
    }
#else
    if (lanes & 1) {
        x = __builtin_shufflevector(x, x, 1, 0, 3, 2, 5, 4, 7, 6);
    }
    if (lanes & 2) {
        x = __builtin_shufflevector(x, x, 2, 3, 0, 1, 6, 7, 4, 5);
    }
    if (lanes & 4) {
        x = __builtin_shufflevector(x, x, 4, 5, 6, 7, 0, 1, 2, 3);
    }
#endif
    return x;
#endif
}

/* The greater of two bytes each. */
static inline vec vec_max_bytes(vec x, vec y)
{
#if defined(__SSE2__) && ROW_LANE_BITS == 3
    return (vec)_mm512_max_epu8((__m512i)x, (__m512i)y);
#elif defined(__SSE2__) && ROW_LANE_BITS == 2
    return (vec)_mm256_max_epu8((__m256i)x, (__m256i)y);
#elif defined(__SSE2__)
    return (vec)_mm_max_epu8((__m128i)x, (__m128i)y);
#else
    const vec is_greater = (vec)((byte_vec)x > (byte_vec)y);
    return (x & is_greater) | (y & ~is_greater);
#endif
}

/* The greater of two elements each. Of two bytes the greater has the greater upper nibble, whatever the lower ones. */
static inline vec vec_or(vec x, vec y)
{
    if (ROW_ELEMENT == ROW_BITS) {
        return x | y;
    }
    if (ROW_ELEMENT == ROW_BYTES) {
        return vec_max_bytes(x, y);
    }
    const uint64_t low = 0x0f0f0f0f0f0f0f0f;
    return (vec_max_bytes(x, y) & ~low) | vec_max_bytes(x & low, y & low);
}

/* The addresses of the blocks that a step changes are the subsets of `free`, each together with `base`; the next
 * subset is (subset - free) & free (Knuth, TAOCP 4A, 7.1.3). */
#define FOR_BLOCKS(step, d)                                                                                            \
    for (uint32_t d##_sub = 0, d = (step)->base, d##_more = 1; d##_more;                                               \
         d##_sub = (d##_sub - (step)->free) & (step)->free, d = d##_sub | (step)->base, d##_more = d##_sub != 0)

/* What the next step reads. Each block of this step asks the second cache for its share of it: all at once would wait
 * for one another. */
typedef struct ahead {
    const char *row;
    uint32_t sub, free, base, flip; /* as in FOR_BLOCKS */
    int share;                      /* in blocks; 0 if nothing is left to ask for */
} ahead;

static inline ahead ahead_begin(const row_step *step, const row_next *next)
{
    if (!next) {
        return (ahead){0};
    }
    const row_step *s = next->step;
    const int more = bits_count(s->free) - bits_count(step->free);
    return (ahead){(const char *)next->src, 0, s->free, s->base, s->flip, more > 0 ? 1 << more : 1};
}

static inline void ahead_ask(ahead *a)
{
    enum { LINE_BYTES = 64, BLOCK_BYTES = BLOCK_WORDS * 8, SECOND_CACHE = 2 };
    for (int i = 0; i < a->share; i++) {
        const char *block = a->row + (size_t)((a->sub | a->base) ^ a->flip) * BLOCK_BYTES;
        for (int j = 0; j < BLOCK_BYTES; j += LINE_BYTES) {
            __builtin_prefetch(block + j, 0, SECOND_CACHE);
        }
        a->sub = (a->sub - a->free) & a->free;
        a->share = a->sub ? a->share : 0;
    }
}

static inline void step_plain(uint64_t *restrict dst, const uint64_t *restrict src, const row_step *step,
                              const row_next *next)
{
    ahead a = ahead_begin(step, next);
    FOR_BLOCKS(step, d)
    {
        ahead_ask(&a);
        vec *to = (vec *)(dst + (size_t)d * BLOCK_WORDS);
        const vec *from = (const vec *)(src + (size_t)(d ^ step->flip) * BLOCK_WORDS);
        for (int v = 0; v < ROW_BLOCK_VECTORS; v++) {
            to[v] = vec_or(to[v], from[v]);
        }
    }
}

/* The general step. All bits of a word move by the same distance: flipping bit i of an index that has it set in
 * the destination moves the bit up by 2^i, flipping a clear one moves it down, and the mask keeps the rest out. */
static inline __attribute__((always_inline)) void step_shifted(uint64_t *restrict dst, const uint64_t *restrict src,
                                                               const row_step *step, const row_next *next, bool left)
{
    ahead a = ahead_begin(step, next);
    vec mask[ROW_BLOCK_VECTORS];
    for (int v = 0; v < ROW_BLOCK_VECTORS; v++) {
        memcpy(&mask[v], step->mask[v], sizeof mask[v]);
    }
    const lane_order lanes = lane_order_make(step->lanes);
    const unsigned vector = step->vector;
    const int shift = step->shift;
    FOR_BLOCKS(step, d)
    {
        ahead_ask(&a);
        vec *to = (vec *)(dst + (size_t)d * BLOCK_WORDS);
        const vec *from = (const vec *)(src + (size_t)(d ^ step->flip) * BLOCK_WORDS);
        for (unsigned v = 0; v < ROW_BLOCK_VECTORS; v++) {
            const vec x = vec_xor_lanes(from[v ^ vector], lanes);
            to[v] = vec_or(to[v], (left ? x << shift : x >> shift) & mask[v]);
        }
    }
}

static void kernel_or_step(uint64_t *restrict dst, const uint64_t *restrict src, const row_step *step,
                           const row_next *next)
{
    assert((uintptr_t)dst % ROW_ALIGNMENT == 0 && (uintptr_t)src % ROW_ALIGNMENT == 0);
    switch ((row_step_kind)step->kind) {
    case ROW_PLAIN:
        step_plain(dst, src, step, next);
        return;
    case ROW_SHIFT_LEFT:
        step_shifted(dst, src, step, next, true);
        return;
    case ROW_SHIFT_RIGHT:
        step_shifted(dst, src, step, next, false);
        return;
    }
    assert(0);
}

/* Bits of a word whose index has bit `i` clear. */
static inline uint64_t low_half(int i)
{
    static const uint64_t mask[6] = {0x5555555555555555, 0x3333333333333333, 0x0f0f0f0f0f0f0f0f,
                                     0x00ff00ff00ff00ff, 0x0000ffff0000ffff, 0x00000000ffffffff};
    return mask[i];
}

/* Exchange bits low < ROW_UNIT_BITS and high >= ROW_UNIT_BITS of the index in a whole row. */
static void swap_outer(uint64_t *row, int n_bits, row_swap s)
{
    const size_t n_units = (size_t)1 << (n_bits - ROW_UNIT_BITS);
    const size_t step = (size_t)1 << (s.high - ROW_UNIT_BITS);
    unit_vec *unit = (unit_vec *)row;
    for (size_t a = 0; a < n_units; a++) {
        if (a & step) {
            continue;
        }
        const unit_vec x = unit[a];
        const unit_vec y = unit[a | step];
        if (s.low < 6) {
            const int shift = 1 << s.low;
            const uint64_t low = low_half(s.low);
            unit[a] = (x & low) | ((y & low) << shift);
            unit[a | step] = ((x >> shift) & low) | (y & ~low);
        } else if (s.low == 6) {
            unit[a] = __builtin_shufflevector(x, y, 0, 4, 2, 6);
            unit[a | step] = __builtin_shufflevector(x, y, 1, 5, 3, 7);
        } else {
            unit[a] = __builtin_shufflevector(x, y, 0, 1, 4, 5);
            unit[a | step] = __builtin_shufflevector(x, y, 2, 3, 6, 7);
        }
    }
}

/* Exchange two index bits inside a word, a delta swap: the bits with low set, high clear move up by the difference. */
static inline unit_vec swap_in_words(unit_vec x, row_swap s)
{
    const int shift = (1 << s.high) - (1 << s.low);
    const uint64_t moving = ~low_half(s.low) & low_half(s.high);
    const unit_vec t = ((x >> shift) ^ x) & moving;
    return x ^ t ^ (t << shift);
}

/* Exchange the index bits of two lanes, or one of them with one inside the word. */
static inline unit_vec swap_lanes(unit_vec x, row_swap s)
{
    if (s.low >= 6) { /* lanes 1 and 2 change places */
        return __builtin_shufflevector(x, x, 0, 2, 1, 3);
    }
    const uint64_t low = low_half(s.low);
    const int shift = 1 << s.low;
    if (s.high == 6) {
        const unit_vec even = __builtin_shufflevector(x, x, 0, 0, 2, 2);
        const unit_vec odd = __builtin_shufflevector(x, x, 1, 1, 3, 3);
        const unit_vec lower = (even & low) | ((odd & low) << shift);
        const unit_vec upper = ((even >> shift) & low) | (odd & ~low);
        return __builtin_shufflevector(lower, upper, 0, 4, 2, 6);
    }
    const unit_vec even = __builtin_shufflevector(x, x, 0, 1, 0, 1);
    const unit_vec odd = __builtin_shufflevector(x, x, 2, 3, 2, 3);
    const unit_vec lower = (even & low) | ((odd & low) << shift);
    const unit_vec upper = ((even >> shift) & low) | (odd & ~low);
    return __builtin_shufflevector(lower, upper, 0, 1, 4, 5);
}

/* Rows have at least 2^ROW_MIN_BITS bits, so units come in multiples of eight. Several at once share what a swap is. */
enum { UNITS_AT_ONCE = 8 };

static inline void swap_units(unit_vec x[UNITS_AT_ONCE], row_swap s)
{
    if (s.high < 6) {
        for (int j = 0; j < UNITS_AT_ONCE; j++) {
            x[j] = swap_in_words(x[j], s);
        }
    } else {
        for (int j = 0; j < UNITS_AT_ONCE; j++) {
            x[j] = swap_lanes(x[j], s);
        }
    }
}

static inline unit_vec unit_max_bytes(unit_vec x, unit_vec y)
{
#ifdef __AVX2__
    return (unit_vec)_mm256_max_epu8((__m256i)x, (__m256i)y);
#else
    const unit_vec is_greater = (unit_vec)((unit_byte_vec)x > (unit_byte_vec)y);
    return (x & is_greater) | (y & ~is_greater);
#endif
}

static inline unit_vec unit_or(unit_vec x, unit_vec y)
{
    if (ROW_ELEMENT == ROW_BITS) {
        return x | y;
    }
    if (ROW_ELEMENT == ROW_BYTES) {
        return unit_max_bytes(x, y);
    }
    const uint64_t low = 0x0f0f0f0f0f0f0f0f;
    return (unit_max_bytes(x, y) & ~low) | unit_max_bytes(x & low, y & low);
}

static void kernel_or_permuted(uint64_t *restrict dst, uint64_t *restrict src, const row_permutation *p)
{
    static_assert(ROW_MIN_BITS - ROW_UNIT_BITS >= 3 && UNITS_AT_ONCE == 8, "units come in groups of eight");
    for (int i = 0; i < p->n_outer; i++) {
        swap_outer(src, p->n_bits, p->outer[i]);
    }
    const size_t n_units = (size_t)1 << (p->n_bits - ROW_UNIT_BITS);
    unit_vec *to = (unit_vec *)dst;
    const unit_vec *from = (const unit_vec *)src;
    for (size_t a = 0; a < n_units; a += UNITS_AT_ONCE) {
        unit_vec x[UNITS_AT_ONCE];
        for (int j = 0; j < UNITS_AT_ONCE; j++) {
            x[j] = from[p->unit[a + (size_t)j]];
        }
        for (int i = 0; i < p->n_inner; i++) {
            swap_units(x, p->inner[i]);
        }
        for (int j = 0; j < UNITS_AT_ONCE; j++) {
            to[a + (size_t)j] = unit_or(to[a + (size_t)j], x[j]);
        }
    }
}

static inline void vec_stream(uint64_t *dst, vec x)
{
#if defined(__SSE2__) && ROW_LANE_BITS == 3
    _mm512_stream_si512((void *)dst, (__m512i)x);
#elif defined(__SSE2__) && ROW_LANE_BITS == 2
    _mm256_stream_si256((void *)dst, (__m256i)x);
#elif defined(__SSE2__)
    _mm_stream_si128((void *)dst, (__m128i)x);
#else
    *(vec *)dst = x;
#endif
}

/* row_turned of all words. */
static inline vec vec_turned(vec x)
{
    if (ROW_ELEMENT == ROW_BYTES) {
        return ~x + (x >> 6 & 0x0202020202020202);
    }
    return ~x;
}

/* Streamed stores are ordered with nothing else. */
static inline void stream_end(void)
{
#ifdef __SSE2__
    _mm_sfence();
#endif
}

static void kernel_store_turned(uint64_t *restrict dst, const uint64_t *restrict src, size_t n_words)
{
    assert(n_words % BLOCK_WORDS == 0);
    for (size_t i = 0; i < n_words; i += LANES) {
        vec_stream(dst + i, vec_turned(*(const vec *)(src + i)));
    }
    stream_end();
}

static void kernel_store_not(uint64_t *restrict dst, const uint64_t *restrict src, size_t n_words)
{
    assert(n_words % BLOCK_WORDS == 0);
    for (size_t i = 0; i < n_words; i += LANES) {
        vec_stream(dst + i, ~*(const vec *)(src + i));
    }
    stream_end();
}

/* A one at the lowest bit of each element that is not zero. */
static inline vec vec_ones(vec x)
{
    if (ROW_ELEMENT == ROW_BITS) {
        return x;
    }
    x |= x >> 1;
    x |= x >> 2;
    if (ROW_ELEMENT == ROW_NIBBLES) {
        return x & 0x1111111111111111;
    }
    return (x | x >> 4) & 0x0101010101010101;
}

static void kernel_or_less(uint64_t *restrict dst, const uint64_t *restrict src, size_t n_words)
{
    assert(n_words % BLOCK_WORDS == 0);
    for (size_t i = 0; i < n_words; i += LANES) {
        const vec x = *(const vec *)(src + i);
        vec *to = (vec *)(dst + i);
        *to = vec_or(*to, x - vec_ones(x));
    }
}

const row_kernel ROW_KERNEL = {
    .name = ROW_KERNEL_NAME,
    .element = ROW_ELEMENT,
    .lane_bits = ROW_LANE_BITS,
    .or_step = kernel_or_step,
    .or_permuted = kernel_or_permuted,
    .store_turned = kernel_store_turned,
    .store_not = kernel_store_not,
    .or_less = kernel_or_less,
};
