/* Counting with vectors: one source for each width of them; see counter.h.
 *
 *   ROW_LANE_BITS               1, 2 or 3 for vectors of 128, 256 or 512 bits
 *   ROW_COUNTER, ROW_COUNTER_NAME   the counter that is defined, and its name as text
 *
 * SPDX-License-Identifier: MIT
 */
#include "solver/rows/counter.h"

#include "solver/rows/rows.h"

#ifndef ROW_COUNTER /* read by itself, as clang-tidy does */
#define ROW_LANE_BITS 1
#define ROW_COUNTER row_counter_v128
#define ROW_COUNTER_NAME "v128"
#endif

#include <assert.h>
#ifdef __AVX512BW__
#include <immintrin.h>
#endif

enum {
    LANES = 1 << ROW_LANE_BITS,
    VALUES_AT_ONCE = ROW_LANE_BITS == 3 ? 8 : 4, /* as many as there are registers for */
    PIECE_VECTORS = 255,                         /* what a byte can count */
};

typedef uint64_t vec __attribute__((vector_size(8 * LANES), may_alias));
typedef uint8_t byte_vec __attribute__((vector_size(8 * LANES), may_alias));

/* ---- bytes ---------------------------------------------------------------------------------------- */

/* One more in each lane where x is the value. */
static inline byte_vec count_equal(byte_vec n, byte_vec x, byte_vec value)
{
#if defined(__AVX512BW__) && ROW_LANE_BITS == 3
    const __mmask64 is_equal = _mm512_cmpeq_epi8_mask((__m512i)x, (__m512i)value);
    return (byte_vec)_mm512_mask_sub_epi8((__m512i)n, is_equal, (__m512i)n, _mm512_set1_epi8(-1));
#else
    return n - (byte_vec)(x == value);
#endif
}

static unsigned greatest(const byte_vec *x, size_t n)
{
    byte_vec most = {0};
    for (size_t i = 0; i < n; i++) {
        const byte_vec is_greater = (byte_vec)(x[i] > most);
        most = (x[i] & is_greater) | (most & ~is_greater);
    }
    unsigned top = 0;
    for (size_t i = 0; i < sizeof most; i++) {
        top = most[i] > top ? most[i] : top;
    }
    return top;
}

static unsigned sum_of(byte_vec x)
{
    unsigned sum = 0;
    for (size_t i = 0; i < sizeof x; i++) {
        sum += x[i];
    }
    return sum;
}

static void count_piece(const byte_vec *x, size_t n, uint64_t count[256])
{
    assert(n <= PIECE_VECTORS);
    const unsigned top = greatest(x, n);
    for (unsigned first = 0; first <= top; first += VALUES_AT_ONCE) {
        byte_vec found[VALUES_AT_ONCE] = {0}, value[VALUES_AT_ONCE];
        for (unsigned j = 0; j < VALUES_AT_ONCE; j++) {
            value[j] = (byte_vec){0} + (uint8_t)(first + j);
        }
        for (size_t i = 0; i < n; i++) {
            for (int j = 0; j < VALUES_AT_ONCE; j++) {
                found[j] = count_equal(found[j], x[i], value[j]);
            }
        }
        for (unsigned j = 0; j < VALUES_AT_ONCE; j++) {
            count[first + j] += sum_of(found[j]);
        }
    }
}

static void count_bytes(const uint8_t *bytes, size_t n, uint64_t count[256])
{
    assert((uintptr_t)bytes % ROW_ALIGNMENT == 0);
    const size_t n_vectors = n / sizeof(byte_vec);
    for (size_t i = 0; i < n_vectors; i += PIECE_VECTORS) {
        const size_t left = n_vectors - i;
        count_piece((const byte_vec *)bytes + i, left < PIECE_VECTORS ? left : PIECE_VECTORS, count);
    }
    for (size_t i = n_vectors * sizeof(byte_vec); i < n; i++) {
        count[bytes[i]]++;
    }
}

/* ---- vertical counters ---------------------------------------------------------------------------- */

/* A full adder in every bit: afterwards 2 * result + *sum is what *sum + x + y was. */
static inline vec add(vec *sum, vec x, vec y)
{
    const vec half = *sum ^ x;
    const vec carry = (*sum & x) | (half & y);
    *sum = half ^ y;
    return carry;
}

/* Add sixteen words, which leave as many carries into plane 4 as plane 4 counts: one. */
static inline vec add_sixteen(vec plane[4], const vec x[16])
{
    vec twos[2], fours[2], eights[2];
    for (int i = 0; i < 2; i++) {
        for (int j = 0; j < 2; j++) {
            const vec *y = x + 8 * i + 4 * j;
            twos[0] = add(&plane[0], y[0], y[1]);
            twos[1] = add(&plane[0], y[2], y[3]);
            fours[j] = add(&plane[1], twos[0], twos[1]);
        }
        eights[i] = add(&plane[2], fours[0], fours[1]);
    }
    return add(&plane[3], eights[0], eights[1]);
}

static inline vec word_of(const uint64_t *first, const uint64_t *second, row_tally_sum sum)
{
    const vec x = *(const vec *)first, y = *(const vec *)second;
    switch (sum) {
    case ROW_TALLY_FIRST:
        return x;
    case ROW_TALLY_SECOND:
        return y;
    default:
        return x & y;
    }
}

/* Add those LANES words of sixteen groups at which `planes`, `first` and `second` begin. */
static inline __attribute__((always_inline)) void add_groups(const row_tally *t, uint64_t *planes,
                                                             const uint32_t *groups, const uint64_t *first,
                                                             const uint64_t *second, row_tally_sum sum)
{
    enum { N = ROW_TALLY_AT_ONCE };
    vec x[N], low[4];
    for (int i = 0; i < N; i++) {
        x[i] = word_of(first + groups[i], second + groups[i], sum);
    }
    for (int p = 0; p < 4; p++) {
        low[p] = *(const vec *)(planes + p * ROW_TALLY_GROUP);
    }
    vec carry = add_sixteen(low, x);
    for (int p = 0; p < 4; p++) {
        *(vec *)(planes + p * ROW_TALLY_GROUP) = low[p];
    }
    for (int p = 4; p < t->n_planes; p++) {
        vec *plane = (vec *)(planes + (size_t)p * ROW_TALLY_GROUP);
        const vec next = *plane & carry;
        *plane ^= carry;
        carry = next;
    }
}

static void add_pair(const row_tally *t, uint64_t *counters, const uint64_t *first, const uint64_t *second)
{
    static_assert(ROW_TALLY_AT_ONCE == 16, "as add_sixteen adds");
    static_assert(ROW_TALLY_GROUP % LANES == 0, "whole vectors");
    assert((uintptr_t)counters % ROW_ALIGNMENT == 0 && t->n_planes >= 4);
    for (int class = 0; class < t->n_classes; class ++) {
        uint64_t *planes[ROW_TALLY_SUMS];
        for (int sum = 0; sum < ROW_TALLY_SUMS; sum++) {
            planes[sum] = row_tally_planes(t, counters, class, (row_tally_sum)sum);
        }
        for (uint32_t i = t->first[class]; i < t->first[class + 1]; i += ROW_TALLY_AT_ONCE) {
            const uint32_t *groups = t->groups + i;
            for (int r = 0; r < ROW_TALLY_GROUP; r += LANES) {
                const uint64_t *x = first + r, *y = second + r;
                add_groups(t, planes[ROW_TALLY_FIRST] + r, groups, x, y, ROW_TALLY_FIRST);
                add_groups(t, planes[ROW_TALLY_SECOND] + r, groups, x, y, ROW_TALLY_SECOND);
                add_groups(t, planes[ROW_TALLY_BOTH] + r, groups, x, y, ROW_TALLY_BOTH);
            }
        }
    }
}

const row_counter ROW_COUNTER = {.name = ROW_COUNTER_NAME, .count_bytes = count_bytes, .add_pair = add_pair};
