/* Counting different games: see distinct.h.
 *
 * SPDX-License-Identifier: MIT
 */
#include "analysis/stats/distinct.h"

#include "src/base/pages.h"

#include <assert.h>
#include <stdlib.h>
#include <string.h>

/* A table of so many bytes goes into large pages. */
enum { LARGE_BYTES = 2 << 20 };

static uint64_t *slots_new(size_t n)
{
    assert((n & (n - 1)) == 0); /* places are found by a mask */
    const size_t bytes = n * sizeof(uint64_t);
    return bytes >= LARGE_BYTES ? pages_new(bytes) : calloc(n, sizeof(uint64_t));
}

static void slots_free(uint64_t *slots, size_t n)
{
    if (n * sizeof *slots >= LARGE_BYTES) {
        pages_free(slots, n * sizeof *slots);
    } else {
        free(slots);
    }
}

void distinct_free(distinct *set)
{
    slots_free(set->slots, set->n_slots);
    *set = (distinct){0};
}

static bool is_in_level(uint64_t digest, unsigned level)
{
    return level == 0 || digest >> (64 - level) == 0;
}

/* The place of `digest`, or the empty one where it belongs. There must be an empty one. */
static size_t place_of(const uint64_t *slots, size_t n_slots, uint64_t digest)
{
    assert(digest != 0 && n_slots > 0 && (n_slots & (n_slots - 1)) == 0);
    size_t i = digest & (n_slots - 1);
    while (slots[i] && slots[i] != digest) {
        i = (i + 1) & (n_slots - 1);
    }
    return i;
}

/* Move the digests of level `level` to a table of n_slots. */
static pm_status rebuild(distinct *set, size_t n_slots, unsigned level)
{
    assert(level >= set->level); /* what an earlier level left out cannot come back */
    uint64_t *slots = slots_new(n_slots);
    if (!slots) {
        return PM_NO_MEMORY;
    }
    size_t n = 0;
    for (size_t i = 0; i < set->n_slots; i++) {
        if (set->slots[i] && is_in_level(set->slots[i], level)) {
            slots[place_of(slots, n_slots, set->slots[i])] = set->slots[i];
            n++;
        }
    }
    assert(n <= set->n && n < n_slots);
    slots_free(set->slots, set->n_slots);
    *set = (distinct){.slots = slots, .n_slots = n_slots, .n = n, .level = level, .known = set->known};
    return PM_OK;
}

/* Make room for one more digest. */
static pm_status make_room(distinct *set)
{
    enum { FIRST = 64 };                    /* times four each time: 2^22 at most */
    assert(4 * set->n <= 3 * set->n_slots); /* so every search comes to an empty place */
    if (set->n == DISTINCT_MOST && set->level < DISTINCT_MAX_LEVEL) {
        return rebuild(set, set->n_slots, set->level + 1);
    }
    if (4 * (set->n + 1) > 3 * set->n_slots) {
        return rebuild(set, set->n_slots ? 4 * set->n_slots : FIRST, set->level);
    }
    return PM_OK;
}

pm_status distinct_add(distinct *set, uint64_t digest)
{
    const uint64_t kept = digest ? digest : 1; /* zero marks an empty place */
    if (!is_in_level(kept, set->level)) {
        set->known = 0;
        return PM_OK;
    }
    if (set->n_slots && set->slots[place_of(set->slots, set->n_slots, kept)] == kept) {
        return PM_OK;
    }
    const pm_status status = make_room(set);
    if (status == PM_OK && is_in_level(kept, set->level)) {
        set->slots[place_of(set->slots, set->n_slots, kept)] = kept;
        set->n++;
        assert(set->n <= DISTINCT_MOST || set->level == DISTINCT_MAX_LEVEL);
    }
    set->known = 0;
    return status;
}

static bool is_empty(const distinct *set)
{
    return set->n == 0 && set->level == 0 && set->known == 0;
}

static pm_status copy(distinct *into, const distinct *from)
{
    const distinct old = *into;
    *into = *from;
    into->slots = NULL;
    if (from->n_slots) {
        into->slots = slots_new(from->n_slots);
        if (!into->slots) {
            *into = old;
            return PM_NO_MEMORY;
        }
        memcpy(into->slots, from->slots, from->n_slots * sizeof *into->slots);
    }
    slots_free(old.slots, old.n_slots);
    return PM_OK;
}

pm_status distinct_merge(distinct *into, const distinct *from)
{
    if (is_empty(from)) {
        return PM_OK;
    }
    if (is_empty(into)) {
        return copy(into, from);
    }
    if (from->level > into->level && into->n_slots) {
        const pm_status status = rebuild(into, into->n_slots, from->level);
        if (status != PM_OK) {
            return status;
        }
    }
    into->level = from->level > into->level ? from->level : into->level;
    into->known = 0;
    pm_status status = PM_OK;
    for (size_t i = 0; i < from->n_slots && status == PM_OK; i++) {
        status = from->slots[i] ? distinct_add(into, from->slots[i]) : PM_OK;
    }
    return status;
}

pm_status distinct_move(distinct *into, distinct *from)
{
    pm_status status = PM_OK;
    if (is_empty(into)) {
        slots_free(into->slots, into->n_slots);
        *into = *from;
        *from = (distinct){0};
    } else {
        status = distinct_merge(into, from);
        distinct_free(from);
    }
    return status;
}

uint64_t distinct_count(const distinct *set)
{
    assert(set->n <= UINT64_MAX >> set->level); /* there are not more digests with so many zeros */
    return set->known ? set->known : (uint64_t)set->n << set->level;
}

bool distinct_is_exact(const distinct *set)
{
    return set->level == 0 || set->known;
}

static int compare(const void *a, const void *b)
{
    const uint64_t x = *(const uint64_t *)a, y = *(const uint64_t *)b;
    return (x > y) - (x < y);
}

/* The least level of which the set has at most DISTINCT_SAMPLE digests. */
static unsigned level_of_sample(const distinct *set)
{
    size_t counts[65] = {0}, n = 0; /* by the number of zeros at the top */
    for (size_t i = 0; i < set->n_slots; i++) {
        if (set->slots[i]) {
            assert(is_in_level(set->slots[i], set->level));
            counts[__builtin_clzll(set->slots[i])]++;
        }
    }
    unsigned level = 64;
    while (level > set->level && n + counts[level - 1] <= DISTINCT_SAMPLE) {
        n += counts[--level];
    }
    return level;
}

size_t distinct_sample(const distinct *set, uint64_t sample[DISTINCT_SAMPLE], unsigned *level)
{
    size_t n = 0;
    *level = level_of_sample(set);
    for (size_t i = 0; i < set->n_slots; i++) {
        if (set->slots[i] && is_in_level(set->slots[i], *level)) {
            assert(n < DISTINCT_SAMPLE);
            sample[n++] = set->slots[i];
        }
    }
    assert(n == set->n || *level > set->level); /* the sample is whole, or says that it is thinned */
    qsort(sample, n, sizeof *sample, compare);
    return n;
}
