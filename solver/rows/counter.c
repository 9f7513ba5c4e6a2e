/* Preparing and reading vertical counters, choosing among the kinds of them, and their scalar twin: see counter.h.
 *
 * SPDX-License-Identifier: MIT
 */
#include "solver/rows/counter.h"

#include "solver/rows/rows.h"
#include "src/base/bits.h"

#include <assert.h>
#include <stdlib.h>
#include <string.h>

enum { WORD_BITS = 6, GROUP_BITS = 9 };

const row_counter *const *row_counters(void)
{
    static const row_counter *const all[] = {&row_counter_v512, &row_counter_v256, &row_counter_v128,
                                             &row_counter_scalar, NULL};
    const row_counter *const *c = all;
    while (strcmp((*c)->name, row_kernel_named(ROW_BITS, NULL)->name) != 0) {
        c++;
    }
    return c;
}

/* ---- vertical counters ---------------------------------------------------------------------------- */

static uint32_t round_up(uint32_t n)
{
    return (n + ROW_TALLY_AT_ONCE - 1) / ROW_TALLY_AT_ONCE * ROW_TALLY_AT_ONCE;
}

bool row_tally_make(int n_bits, row_tally *t)
{
    assert(n_bits >= ROW_MIN_BITS && n_bits <= ROW_MAX_BITS);
    const uint32_t n_groups = UINT32_C(1) << (n_bits - GROUP_BITS);
    uint32_t size[ROW_TALLY_CLASSES] = {0}, largest = 0;
    for (uint32_t a = 0; a < n_groups; a++) {
        size[bits_count(a)]++;
    }
    *t = (row_tally){.n_classes = n_bits - GROUP_BITS + 1};
    assert(t->n_classes <= ROW_TALLY_CLASSES);
    for (int k = 0; k < t->n_classes; k++) {
        t->first[k + 1] = t->first[k] + round_up(size[k]);
        largest = size[k] > largest ? size[k] : largest;
    }
    t->n_planes = 64 - __builtin_clzll((unsigned long long)largest * ROW_TALLY_ROWS);
    t->groups = malloc(t->first[t->n_classes] * sizeof *t->groups);
    if (!t->groups) {
        return false;
    }
    for (uint32_t i = 0; i < t->first[t->n_classes]; i++) {
        t->groups[i] = n_groups * ROW_TALLY_GROUP;
    }
    uint32_t next[ROW_TALLY_CLASSES];
    memcpy(next, t->first, sizeof next);
    for (uint32_t a = 0; a < n_groups; a++) {
        t->groups[next[bits_count(a)]++] = a * ROW_TALLY_GROUP;
    }
    return true;
}

void row_tally_clear(row_tally *t)
{
    free(t->groups);
    *t = (row_tally){0};
}

size_t row_tally_words(const row_tally *t)
{
    return (size_t)(t->n_classes * ROW_TALLY_SUMS * t->n_planes) * ROW_TALLY_GROUP;
}

/* Bit i of word r of a group has the elements of i and of r besides those of the group's address. */
static void read_plane(const uint64_t plane[ROW_TALLY_GROUP], int class, row_tally_sum sum, uint64_t weight,
                       uint64_t count[][ROW_TALLY_SUMS])
{
    for (int r = 0; r < ROW_TALLY_GROUP; r++) {
        for (int j = 0; plane[r] && j <= WORD_BITS; j++) {
            count[class + bits_count((uint64_t)r) + j][sum] +=
                weight * (uint64_t)bits_count(plane[r] & bits_weighing(j));
        }
    }
}

void row_tally_read(const row_tally *t, uint64_t *counters, uint64_t weight, uint64_t count[][ROW_TALLY_SUMS])
{
    for (int class = 0; class < t->n_classes; class ++) {
        for (int sum = 0; sum < ROW_TALLY_SUMS; sum++) {
            const uint64_t *plane = row_tally_planes(t, counters, class, (row_tally_sum)sum);
            for (int p = 0; p < t->n_planes; p++) {
                read_plane(plane + (size_t)p * ROW_TALLY_GROUP, class, (row_tally_sum)sum, weight << p, count);
            }
        }
    }
    memset(counters, 0, row_tally_words(t) * sizeof *counters);
}

/* ---- the scalar twin -------------------------------------------------------------------------------- */

static void count_bytes(const uint8_t *bytes, size_t n, uint64_t count[256])
{
    for (size_t i = 0; i < n; i++) {
        count[bytes[i]]++;
    }
}

/* Add a word to the counters of its bits, with carries all the way. */
static void add_word(const row_tally *t, uint64_t *planes, uint64_t word)
{
    for (int p = 0; p < t->n_planes; p++) {
        uint64_t *plane = &planes[p * ROW_TALLY_GROUP];
        const uint64_t carry = *plane & word;
        *plane ^= word;
        word = carry;
    }
    assert(word == 0);
}

static void add_pair(const row_tally *t, uint64_t *counters, const uint64_t *first, const uint64_t *second)
{
    for (int class = 0; class < t->n_classes; class ++) {
        for (uint32_t i = t->first[class]; i < t->first[class + 1]; i++) {
            for (uint32_t r = 0; r < ROW_TALLY_GROUP; r++) {
                const uint64_t x = first[t->groups[i] + r], y = second[t->groups[i] + r];
                add_word(t, row_tally_planes(t, counters, class, ROW_TALLY_FIRST) + r, x);
                add_word(t, row_tally_planes(t, counters, class, ROW_TALLY_SECOND) + r, y);
                add_word(t, row_tally_planes(t, counters, class, ROW_TALLY_BOTH) + r, x & y);
            }
        }
    }
}

const row_counter row_counter_scalar = {.name = "scalar", .count_bytes = count_bytes, .add_pair = add_pair};
