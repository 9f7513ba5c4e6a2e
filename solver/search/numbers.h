/* Proof and disproof numbers as floats.
 *
 * phi is what it still takes to prove that the mover wins, delta that he loses; a proven win is (0, infinity), a proven
 * loss (infinity, 0). Floats give the range that sums over 10^11 positions need and an infinity of their own: a finite
 * sum is cut at a limit far below it, so that numbers which outgrow their range are never taken for a proof. Tests set
 * the limit low.
 *
 * SPDX-License-Identifier: MIT
 */
#ifndef SOLVER_SEARCH_NUMBERS_H
#define SOLVER_SEARCH_NUMBERS_H

#include <assert.h>
#include <math.h>
#include <stdbool.h>
#include <stdint.h>
#include <string.h>

typedef struct search_numbers {
    float phi, delta;
} search_numbers;

#define SEARCH_INFINITY INFINITY
#define SEARCH_LIMIT 1e30F /* 128 summands of it are still finite */
#define SEARCH_LEAST 1e-9F /* what is not proven needs at least this much */

static inline search_numbers search_won(void)
{
    return (search_numbers){0, SEARCH_INFINITY};
}

static inline search_numbers search_lost(void)
{
    return (search_numbers){SEARCH_INFINITY, 0};
}

static inline bool search_is_won(search_numbers n)
{
    return n.phi == 0;
}

static inline bool search_is_lost(search_numbers n)
{
    return n.delta == 0;
}

static inline bool search_is_proven(search_numbers n)
{
    return n.phi == 0 || n.delta == 0;
}

/* A sum of numbers, none negative: finite if all of them are. */
static inline float search_cut(float sum, float limit)
{
    return sum > limit && sum < SEARCH_INFINITY ? limit : sum;
}

/* 23 bits for a number: the sign, which is always plus, and the last 8 bits are left out. Rounds down, zero and
 * infinity stay what they are, and nothing else becomes either. */
enum { SEARCH_NUMBER_BITS = 23 };

static inline uint64_t search_number_pack(float number)
{
    uint32_t bits;
    memcpy(&bits, &number, sizeof bits);
    assert(bits >> 31 == 0);
    return bits >> 8;
}

static inline float search_number_unpack(uint64_t packed)
{
    const uint32_t bits = (uint32_t)(packed & ((1U << SEARCH_NUMBER_BITS) - 1)) << 8;
    float number;
    memcpy(&number, &bits, sizeof number);
    return number;
}

#endif
