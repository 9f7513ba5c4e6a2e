/* Sets of cells of four sizes: set64, set128, set256 and set512, numbers 0 .. size-1.
 *
 * & | ^ and ~ are the language's own on all of them; what they lack is named here alike for each (set64_count,
 * set128_count, ...), so that the template src/konane/jumps_template.h can be written once. Shifts (`up` to larger
 * numbers, `down` to smaller ones) are by 1..63. first, rest and lowest are for sets that are not empty.
 *
 * SPDX-License-Identifier: MIT
 */
#ifndef KONANE_SETS_H
#define KONANE_SETS_H

#include "src/base/bits.h"

#include <assert.h>
#include <stdbool.h>
#include <stdint.h>
#ifdef __BMI2__
#include <immintrin.h>
#endif

typedef uint64_t set64;
typedef unsigned __int128 set128;
typedef uint64_t set256 __attribute__((vector_size(32))); /* cell 64*i + j is bit j of element i */
typedef uint64_t set512 __attribute__((vector_size(64)));

enum { SET64_WORDS = 1, SET128_WORDS = 2, SET256_WORDS = 4, SET512_WORDS = 8 };

/* ---- 64 ---- */

static inline set64 set64_up(set64 set, int n)
{
    assert(n >= 1 && n < 64);
    return set << n;
}

static inline set64 set64_down(set64 set, int n)
{
    assert(n >= 1 && n < 64);
    return set >> n;
}

static inline bool set64_any(set64 set)
{
    return set != 0;
}

static inline int set64_count(set64 set)
{
    return bits_count(set);
}

static inline int set64_first(set64 set)
{
    return bits_first(set);
}

static inline set64 set64_rest(set64 set)
{
    return bits_rest(set);
}

static inline set64 set64_lowest(set64 set)
{
    return set & -set;
}

static inline set64 set64_one(int cell)
{
    return bits_one(cell);
}

static inline bool set64_has(set64 set, int cell)
{
    assert(cell >= 0 && cell < 64);
    return set >> cell & 1;
}

static inline uint64_t set64_word(set64 set, int i)
{
    (void)i;
    return set;
}

static inline set64 set64_from_words(const uint64_t *words)
{
    return words[0];
}

/* Element number n of the set, in ascending order, as a set of its own; empty if there is no such element, n being
 * too large or negative. Here count - 64 <= n < 64, so that a wrapped shift selects nothing. No branches, since n
 * is mostly random. */
static inline set64 set64_pick(set64 set, int n)
{
    assert(n >= bits_count(set) - 64 && n < 64);
#ifdef __BMI2__
    return _pdep_u64(bits_one(n & 63), set);
#else
    const bool exists = n >= 0 && n < bits_count(set);
    for (; n > 0 && set; n--) {
        set = bits_rest(set);
    }
    return exists ? set64_lowest(set) : 0;
#endif
}

/* The same for any n: the part of one word in picking from a larger set. */
static inline uint64_t sets_pick_word(uint64_t word, int n)
{
    return n >= 0 && n < bits_count(word) ? set64_pick(word, n) : 0;
}

/* ---- 128 ---- */

/* Word by word, since the language's shifts must also work by 64 and more. */
static inline set128 set128_up(set128 set, int n)
{
    assert(n >= 1 && n < 64);
    const uint64_t low = (uint64_t)set, high = (uint64_t)(set >> 64);
    return (set128)(high << n | low >> (64 - n)) << 64 | low << n;
}

static inline set128 set128_down(set128 set, int n)
{
    assert(n >= 1 && n < 64);
    const uint64_t low = (uint64_t)set, high = (uint64_t)(set >> 64);
    return (set128)(high >> n) << 64 | (low >> n | high << (64 - n));
}

static inline bool set128_any(set128 set)
{
    return set != 0;
}

static inline uint64_t set128_word(set128 set, int i)
{
    assert(i >= 0 && i < SET128_WORDS); /* a shift by 128 would be undefined */
    return (uint64_t)(set >> 64 * i);
}

/* The cells from number `cell` on, as a word. */
static inline uint64_t set128_from(set128 set, int cell)
{
    return (uint64_t)(set >> cell);
}

static inline set128 set128_from_words(const uint64_t *words)
{
    return words[0] | (set128)words[1] << 64;
}

static inline int set128_count(set128 set)
{
    return bits_count(set128_word(set, 0)) + bits_count(set128_word(set, 1));
}

static inline int set128_first(set128 set)
{
    assert(set);
    const uint64_t low = set128_word(set, 0);
    return low ? bits_first(low) : 64 + bits_first(set128_word(set, 1));
}

static inline set128 set128_rest(set128 set)
{
    return set & (set - 1);
}

static inline set128 set128_lowest(set128 set)
{
    return set & -set;
}

static inline set128 set128_one(int cell)
{
    assert(cell >= 0 && cell < 128);
    return (set128)1 << cell;
}

static inline bool set128_has(set128 set, int cell)
{
    assert(cell >= 0 && cell < 128);
    return (bool)(set >> cell & 1);
}

static inline set128 set128_pick(set128 set, int n)
{
    const uint64_t low = set128_word(set, 0), high = set128_word(set, 1);
    return sets_pick_word(low, n) | (set128)sets_pick_word(high, n - bits_count(low)) << 64;
}

/* ---- 256 and 512 ---- */

#define SET set256
#define SET_WORDS SET256_WORDS
#define SET_FROM_BELOW 4, 0, 1, 2
#define SET_FROM_ABOVE 1, 2, 3, 4
#include "src/konane/sets_template.h"

#define SET set512
#define SET_WORDS SET512_WORDS
#define SET_FROM_BELOW 8, 0, 1, 2, 3, 4, 5, 6
#define SET_FROM_ABOVE 1, 2, 3, 4, 5, 6, 7, 8
#include "src/konane/sets_template.h"

#endif
