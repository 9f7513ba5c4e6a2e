/* Sets of small integers as 64-bit words: the few primitives that C11 lacks.
 *
 * SPDX-License-Identifier: MIT
 */
#ifndef BASE_BITS_H
#define BASE_BITS_H

#include <assert.h>
#include <stdint.h>

static inline int bits_count(uint64_t set)
{
    return __builtin_popcountll(set);
}

/* Index of the least element; the set must not be empty. */
static inline int bits_first(uint64_t set)
{
    assert(set);
    return __builtin_ctzll(set);
}

/* The set without its least element. */
static inline uint64_t bits_rest(uint64_t set)
{
    return set & (set - 1);
}

static inline uint64_t bits_one(int n)
{
    assert(n >= 0 && n < 64);
    return UINT64_C(1) << n;
}

/* {0, ..., n-1}, n = 0..64. */
static inline uint64_t bits_below(int n)
{
    assert(n >= 0 && n <= 64);
    return n == 64 ? ~UINT64_C(0) : (UINT64_C(1) << n) - 1;
}

/* How many sets of k there are of n <= 60. */
static inline uint64_t bits_choose(int n, int k)
{
    assert(k >= 0 && k <= n && n <= 60); /* so that no product overflows */
    uint64_t c = 1;
    for (int i = 1; i <= k; i++) {
        c = c * (uint64_t)(n - k + i) / (uint64_t)i;
    }
    return c;
}

/* The numbers 0, ..., 63 that have k ones in binary, k = 0..6. Elements of a word whose index is the low part of a set
 * of stones are distinguished by the number of stones with it. */
static inline uint64_t bits_weighing(int k)
{
    static const uint64_t numbers[] = {UINT64_C(0x0000000000000001), UINT64_C(0x0000000100010116),
                                       UINT64_C(0x0001011601161668), UINT64_C(0x0116166816686880),
                                       UINT64_C(0x1668688068808000), UINT64_C(0x6880800080000000),
                                       UINT64_C(0x8000000000000000)};
    assert(k >= 0 && k <= 6);
    return numbers[k];
}

#endif
