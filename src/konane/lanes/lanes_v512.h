/* Eight 64-bit numbers side by side, in a vector of AVX-512: what src/konane/lanes/playouts_template.h is written with.
 * src/konane/lanes/lanes_v256.h has the same names for four.
 *
 * Only playouts_kernel.c includes this, compiled for processors that have AVX-512 with VPOPCNTDQ, and BMI2.
 *
 * SPDX-License-Identifier: MIT
 */
#ifndef KONANE_LANES_V512_H
#define KONANE_LANES_V512_H

#include <immintrin.h>
#include <stdint.h>

typedef uint64_t lanes __attribute__((vector_size(64)));
typedef __mmask8 lane_mask; /* bit i: lane i */

enum {
    LANES = 8,
    LANES_GROUPS = 3,     /* on 64 cells */
    LANES_SEE_THREES = 1, /* jumps over three stones are found in all lanes at once: one lane in 18 has one */
    LANES_MOST_WORDS = 7, /* of sets for which lanes pay */
};

static inline lanes lanes_all(uint64_t x)
{
    return (lanes)_mm512_set1_epi64((long long)x);
}

static inline uint64_t lanes_get(lanes x, int lane)
{
    return x[lane];
}

static inline lanes lanes_with(lanes x, int lane, uint64_t value)
{
    x[lane] = value;
    return x;
}

static inline lanes lanes_count(lanes x)
{
    return (lanes)_mm512_popcnt_epi64((__m512i)x);
}

static inline lane_mask lanes_less(lanes a, lanes b)
{
    return _mm512_cmplt_epu64_mask((__m512i)a, (__m512i)b);
}

static inline lane_mask lanes_any(lanes x)
{
    return _mm512_test_epi64_mask((__m512i)x, (__m512i)x);
}

static inline unsigned lanes_bits(lane_mask mask)
{
    unsigned bits = mask;
    /* Through a general register: gcc 12 spills a widened mask as its low byte and reloads four. */
    __asm__("" : "+r"(bits));
    return bits;
}

/* Where `mask` is, b, else a. */
static inline lanes lanes_choose(lane_mask mask, lanes a, lanes b)
{
    return (lanes)_mm512_mask_mov_epi64((__m512i)a, mask, (__m512i)b);
}

/* Where `mask` is, x, else 0. */
static inline lanes lanes_where(lane_mask mask, lanes x)
{
    return (lanes)_mm512_maskz_mov_epi64(mask, (__m512i)x);
}

static inline lane_mask lanes_not(lane_mask mask)
{
    return (lane_mask)~mask;
}

/* Shifts by 0..63; from 64 on nothing is left. */
static inline lanes lanes_up(lanes x, lanes n)
{
    return (lanes)_mm512_sllv_epi64((__m512i)x, (__m512i)n);
}

static inline lanes lanes_down(lanes x, lanes n)
{
    return (lanes)_mm512_srlv_epi64((__m512i)x, (__m512i)n);
}

/* The product of the low halves. */
static inline lanes lanes_multiply_halves(lanes a, lanes b)
{
    return (lanes)_mm512_mul_epu32((__m512i)a, (__m512i)b);
}

/* Element number n < 64 of each set, as a set; empty if there is none. Eight instructions for words cost less than a
 * search by vectors does. */
static inline lanes lanes_pick(lanes set, lanes n)
{
    const lanes one = lanes_up(lanes_all(1), n);
    return (lanes){_pdep_u64(one[0], set[0]), _pdep_u64(one[1], set[1]), _pdep_u64(one[2], set[2]),
                   _pdep_u64(one[3], set[3]), _pdep_u64(one[4], set[4]), _pdep_u64(one[5], set[5]),
                   _pdep_u64(one[6], set[6]), _pdep_u64(one[7], set[7])};
}

/* Write those lanes where `mask` is one after the other; what follows, up to LANES words, is overwritten. Returns their
 * number. */
static inline int lanes_store_some(lanes x, lane_mask mask, uint64_t *to)
{
    _mm512_storeu_si512(to, _mm512_maskz_compress_epi64(mask, (__m512i)x));
    return __builtin_popcount(lanes_bits(mask));
}

/* Write numbers below 2^16. */
static inline void lanes_store16(lanes x, uint16_t to[LANES])
{
    _mm_storeu_si128((__m128i *)(void *)to, _mm512_cvtepi64_epi16((__m512i)x));
}

#endif
