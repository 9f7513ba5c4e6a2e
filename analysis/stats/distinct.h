/* How many different games there are among many, by the digests of games (src/game/digest.h).
 *
 * The set holds every digest as long as there are at most DISTINCT_MOST of them: then the number is exact. After that
 * it holds those whose top bits are zero, one bit more each time it is full, and the number is estimated: adaptive
 * sampling (P. Flajolet, "On adaptive sampling", Computing 43, 1990), with a relative standard error of 1.2 /
 * sqrt(2^21), less than a thousandth. What the set holds depends on the digests alone and not on their order, so that
 * the sets of the parts of a run merge to that of the whole.
 *
 * SPDX-License-Identifier: MIT
 */
#ifndef ANALYSIS_STATS_DISTINCT_H
#define ANALYSIS_STATS_DISTINCT_H

#include "src/papamu.h"

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

enum {
    DISTINCT_MOST = 1 << 21, /* digests that a set holds at most */
    DISTINCT_SAMPLE = 256,   /* digests of a set that go into a file */
    DISTINCT_MAX_LEVEL = 48,
};

/* All zero is the empty set. */
typedef struct distinct {
    uint64_t *slots; /* open addressing, zero where empty */
    size_t n_slots;  /* a power of two, or none */
    size_t n;        /* digests in it */
    unsigned level;  /* those whose top `level` bits are zero are in it */
    uint64_t known;  /* their number, where it is known though the set does not hold all; else 0 */
} distinct;

void distinct_free(distinct *set);

/* Add a digest, also one that is there already. PM_NO_MEMORY leaves the set as it was. */
pm_status distinct_add(distinct *set, uint64_t digest);

/* Have the memory at hand that adding `digest` will look at. */
static inline void distinct_prefetch(const distinct *set, uint64_t digest)
{
    if (set->n_slots) {
        __builtin_prefetch(&set->slots[digest & (set->n_slots - 1)]);
    }
}

/* Add all of `from`. After PM_NO_MEMORY `into` holds a part of it. */
pm_status distinct_merge(distinct *into, const distinct *from);

/* The same, where `from` is not needed any more: it is empty afterwards. */
pm_status distinct_move(distinct *into, distinct *from);

/* The number of different digests that were added, and whether that is exact. */
uint64_t distinct_count(const distinct *set);
bool distinct_is_exact(const distinct *set);

/* What goes into a file: all digests, if they are at most DISTINCT_SAMPLE, else those whose top `*level` bits are zero,
 * ascending. Returns their number. */
size_t distinct_sample(const distinct *set, uint64_t sample[DISTINCT_SAMPLE], unsigned *level);

#endif
