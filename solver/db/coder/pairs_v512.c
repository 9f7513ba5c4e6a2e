/* The pair coder for processors with AVX-512 and its instructions on bytes: see pairs.h, and pairs_scalar.c for its
 * twin. The sixteen states are a vector.
 *
 * SPDX-License-Identifier: MIT
 */
#include "solver/db/coder/pairs_kernel.h"

#include "src/base/bits.h"

#ifdef __AVX512VBMI2__

#include <assert.h>
#include <immintrin.h>
#include <string.h>

/* What `bits` of the sets of the runs two stones smaller inside add. */
static inline __attribute__((always_inline)) __m256i added(const pairs_coder *c, int m, uint32_t bits)
{
    const int n = m == 3 ? 6 : m == 5 ? 20 : 15; /* of the sets two stones smaller */
    if (m == 2 || m == 6) {
        return _mm256_set1_epi8((char)_mm_popcnt_u32(bits));
    }
    __m256i sum = _mm256_setzero_si256();
    for (int chunk = 0; chunk * PAIRS_CHUNK_BITS < n; chunk++, bits >>= PAIRS_CHUNK_BITS) {
        const uint8_t *from = c->added[m - 2][chunk][bits & ((1u << PAIRS_CHUNK_BITS) - 1)];
        sum = _mm256_add_epi8(sum, _mm256_loadu_si256((const __m256i *)from));
    }
    return sum;
}

static inline void run_store(const pairs_coder *c, size_t r, int m, uint32_t bits, uint8_t *to)
{
    const __m512i sums = _mm512_load_si512(c->sum + r * PAIRS_RUN);
    __m256i mine = _mm512_castsi512_si256(_mm512_maskz_compress_epi8(c->inside_mask[m], sums));
    if (m >= 2) {
        mine = _mm256_add_epi8(mine, added(c, m, bits));
    }
    _mm256_storeu_si256((__m256i *)to, mine);
}

static inline __m512i look_up(const uint8_t table[PAIRS_STRIDE], __m512i index)
{
    return _mm512_permutex2var_epi8(_mm512_loadu_si512(table), index, _mm512_loadu_si512(table + 64));
}

static inline void batch_chances(pairs_coder *c, const pairs_batch *batch, const pairs_model *model)
{
    const int n = batch->outside + batch->inside;
    const size_t begin = batch->step * PAIRS_LANES;
    for (size_t at = begin; at < begin + batch->n_sets; at += 64) {
        const __m512i sums = _mm512_loadu_si512(c->sums + at);
        _mm512_storeu_si512(c->low + at, look_up(model->low[n], sums));
        _mm512_storeu_si512(c->high + at, look_up(model->high[n], sums));
    }
}

static inline uint64_t word_spread(const pairs_coder *c, int m, uint32_t bits)
{
    return _pdep_u64(bits, c->inside_mask[m]);
}

static inline uint64_t word_gather(const pairs_coder *c, int m, uint64_t word)
{
    return _pext_u64(word, c->inside_mask[m]);
}

static inline void word_to_bytes(uint64_t word, uint8_t bytes[PAIRS_RUN])
{
    _mm512_storeu_si512(bytes, _mm512_maskz_set1_epi8(word, 1));
}

typedef __m512i lanes;

static inline lanes lanes_load(const uint32_t state[PAIRS_LANES])
{
    return _mm512_loadu_si512(state);
}

static inline void lanes_store(lanes x, uint32_t state[PAIRS_LANES])
{
    _mm512_storeu_si512(state, x);
}

static inline lanes lanes_add(lanes x, uint32_t n)
{
    return _mm512_add_epi32(x, _mm512_set1_epi32((int)n));
}

static inline uint32_t lanes_most(lanes x)
{
    return _mm512_reduce_max_epu32(x);
}

static inline __m512i chances_at(const pairs_coder *c, size_t step)
{
    const __m512i low = _mm512_cvtepu8_epi32(_mm_loadu_si128((const __m128i *)(c->low + step * PAIRS_LANES)));
    const __m512i high = _mm512_cvtepu8_epi32(_mm_loadu_si128((const __m128i *)(c->high + step * PAIRS_LANES)));
    return _mm512_or_si512(low, _mm512_slli_epi32(high, 8));
}

static inline uint16_t decode_step(const pairs_coder *c, size_t step, int n, lanes *state, const uint16_t **at)
{
    const __mmask16 there = (__mmask16)((1u << n) - 1);
    const __m512i f = chances_at(c, step), x = *state;
    const __m512i y = _mm512_and_si512(x, _mm512_set1_epi32(PAIRS_TOTAL - 1));
    const __m512i taken = _mm512_mullo_epi32(f, _mm512_srli_epi32(x, PAIRS_CHANCE_BITS));
    const __mmask16 bits = _mm512_mask_cmplt_epu32_mask(there, y, f);
    __m512i next = _mm512_sub_epi32(_mm512_sub_epi32(x, f), taken);
    next = _mm512_mask_add_epi32(next, bits, taken, y);
    next = _mm512_mask_mov_epi32(x, there, next);
    if (at) {
        const __mmask16 low = _mm512_mask_cmplt_epu32_mask(there, next, _mm512_set1_epi32(PAIRS_STATE_MIN));
        const __m512i words = _mm512_cvtepu16_epi32(_mm256_loadu_si256((const __m256i *)*at));
        const __m512i read = _mm512_maskz_expand_epi32(low, words);
        next = _mm512_or_si512(_mm512_mask_slli_epi32(next, low, next, 16), read);
        *at += _mm_popcnt_u32(low);
    }
    *state = next;
    return bits;
}

/* x div width, for x < 2^32. Half is added so that a rounded quotient never is below a whole one. */
static inline __m256i quotient(__m256i x, __m256i width)
{
    const __m512d half = _mm512_set1_pd(0.5);
    return _mm512_cvttpd_epu32(_mm512_mul_pd(_mm512_add_pd(_mm512_cvtepu32_pd(x), half),
                                             _mm512_div_pd(_mm512_set1_pd(1), _mm512_cvtepu32_pd(width))));
}

static inline bool encode_step(const pairs_coder *c, size_t step, int n, lanes *state, uint16_t **at)
{
    const __mmask16 there = (__mmask16)((1u << n) - 1);
    const __mmask16 bits = c->bits_of[step] & there;
    const __m512i f = chances_at(c, step), total = _mm512_set1_epi32(PAIRS_TOTAL);
    const __m512i width = _mm512_mask_mov_epi32(_mm512_sub_epi32(total, f), bits, f);
    __m512i x = *state;
    const __mmask16 high = _mm512_mask_cmpge_epu32_mask(there, x, _mm512_slli_epi32(width, 32 - PAIRS_CHANCE_BITS));
    if (!at && high) {
        return false;
    }
    if (at) {
        const int n_words = _mm_popcnt_u32(high);
        *at -= n_words;
        const __m256i words = _mm512_cvtepi32_epi16(_mm512_maskz_compress_epi32(high, x));
        _mm256_mask_storeu_epi16(*at, (__mmask16)((1u << n_words) - 1), words);
        x = _mm512_mask_srli_epi32(x, high, x, 16);
    }
    const __m256i q_low = quotient(_mm512_castsi512_si256(x), _mm512_castsi512_si256(width));
    const __m256i q_high = quotient(_mm512_extracti64x4_epi64(x, 1), _mm512_extracti64x4_epi64(width, 1));
    const __m512i q = _mm512_inserti64x4(_mm512_castsi256_si512(q_low), q_high, 1);
    /* q 4096 + (x - q width) + the beginning of the interval, which is 0 or f */
    __m512i next = _mm512_add_epi32(x, _mm512_mullo_epi32(q, _mm512_sub_epi32(total, width)));
    next = _mm512_mask_add_epi32(next, (__mmask16)~bits, next, f);
    *state = _mm512_mask_mov_epi32(x, there, next);
    return true;
}

#define PAIRS_KERNEL pairs_kernel_v512
#define PAIRS_KERNEL_NAME "v512"
#include "solver/db/coder/pairs_template.h"

#else
typedef int pairs_no_kernel; /* a file has to have something */
#endif
