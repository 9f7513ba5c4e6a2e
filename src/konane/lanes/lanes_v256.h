/* Four 64-bit numbers side by side, in a vector of AVX2, under the names of src/konane/lanes/lanes_v512.h.
 *
 * Masks are numbers of which all bits are set or none. Comparisons are signed, which does for counts.
 *
 * SPDX-License-Identifier: MIT
 */
#ifndef KONANE_LANES_V256_H
#define KONANE_LANES_V256_H

#include <immintrin.h>
#include <stdint.h>

typedef uint64_t lanes __attribute__((vector_size(32)));
typedef lanes lane_mask;

enum { LANES = 4, LANES_GROUPS = 4, LANES_SEE_THREES = 0, LANES_MOST_WORDS = 2 };

static inline lanes lanes_all(uint64_t x)
{
    return (lanes)_mm256_set1_epi64x((long long)x);
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

/* The ones of each half byte, by a table; then the sum over the bytes of each number. */
static inline lanes lanes_count(lanes x)
{
    const __m256i ones = _mm256_setr_epi8(0, 1, 1, 2, 1, 2, 2, 3, 1, 2, 2, 3, 2, 3, 3, 4, 0, 1, 1, 2, 1, 2, 2, 3, 1, 2,
                                          2, 3, 2, 3, 3, 4);
    const __m256i low = _mm256_set1_epi8(15);
    const __m256i a = _mm256_shuffle_epi8(ones, _mm256_and_si256((__m256i)x, low));
    const __m256i b = _mm256_shuffle_epi8(ones, _mm256_and_si256(_mm256_srli_epi16((__m256i)x, 4), low));
    return (lanes)_mm256_sad_epu8(_mm256_add_epi8(a, b), _mm256_setzero_si256());
}

static inline lane_mask lanes_less(lanes a, lanes b)
{
    return (lanes)_mm256_cmpgt_epi64((__m256i)b, (__m256i)a);
}

static inline lane_mask lanes_any(lanes x)
{
    return ~(lanes)_mm256_cmpeq_epi64((__m256i)x, _mm256_setzero_si256());
}

static inline unsigned lanes_bits(lane_mask mask)
{
    return (unsigned)_mm256_movemask_pd((__m256d)mask);
}

static inline lanes lanes_choose(lane_mask mask, lanes a, lanes b)
{
    return (lanes)_mm256_blendv_epi8((__m256i)a, (__m256i)b, (__m256i)mask);
}

static inline lanes lanes_where(lane_mask mask, lanes x)
{
    return x & mask;
}

static inline lane_mask lanes_not(lane_mask mask)
{
    return ~mask;
}

static inline lanes lanes_up(lanes x, lanes n)
{
    return (lanes)_mm256_sllv_epi64((__m256i)x, (__m256i)n);
}

static inline lanes lanes_down(lanes x, lanes n)
{
    return (lanes)_mm256_srlv_epi64((__m256i)x, (__m256i)n);
}

static inline lanes lanes_multiply_halves(lanes a, lanes b)
{
    return (lanes)_mm256_mul_epu32((__m256i)a, (__m256i)b);
}

static inline lanes lanes_pick(lanes set, lanes n)
{
    const lanes one = lanes_up(lanes_all(1), n);
    return (lanes){_pdep_u64(one[0], set[0]), _pdep_u64(one[1], set[1]), _pdep_u64(one[2], set[2]),
                   _pdep_u64(one[3], set[3])};
}

/* By a table of which halves of lanes go where, for each mask. */
static inline int lanes_store_some(lanes x, lane_mask mask, uint64_t *to)
{
    static const uint8_t halves[16][8] = {{0},
                                          {0, 1},
                                          {2, 3},
                                          {0, 1, 2, 3},
                                          {4, 5},
                                          {0, 1, 4, 5},
                                          {2, 3, 4, 5},
                                          {0, 1, 2, 3, 4, 5},
                                          {6, 7},
                                          {0, 1, 6, 7},
                                          {2, 3, 6, 7},
                                          {0, 1, 2, 3, 6, 7},
                                          {4, 5, 6, 7},
                                          {0, 1, 4, 5, 6, 7},
                                          {2, 3, 4, 5, 6, 7},
                                          {0, 1, 2, 3, 4, 5, 6, 7}};
    const unsigned bits = lanes_bits(mask);
    const __m256i order = _mm256_cvtepu8_epi32(_mm_loadl_epi64((const __m128i *)(const void *)halves[bits]));
    _mm256_storeu_si256((__m256i *)(void *)to, _mm256_permutevar8x32_epi32((__m256i)x, order));
    return __builtin_popcount(bits);
}

static inline void lanes_store16(lanes x, uint16_t to[LANES])
{
    for (int i = 0; i < LANES; i++) {
        to[i] = (uint16_t)x[i];
    }
}

#endif
