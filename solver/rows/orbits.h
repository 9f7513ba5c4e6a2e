/* Orbits of sets under a permutation group: which sets are kept, and how to find the kept image of any other.
 *
 * The sets are the subsets of {0, ..., n-1} as numbers; the kept member of an orbit is the least. Kept sets are
 * numbered within their layer, the sets of the same size, in ascending order.
 *
 * SPDX-License-Identifier: MIT
 */
#ifndef SOLVER_ROWS_ORBITS_H
#define SOLVER_ROWS_ORBITS_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

enum { ORBITS_MAX_N = 28, ORBITS_MAX_SYMMETRIES = 8 };

typedef struct orbits {
    int n;
    int n_symmetries;
    uint8_t permutation[ORBITS_MAX_SYMMETRIES][ORBITS_MAX_N]; /* element -> image; number 0 is the identity */
    uint32_t *kept;                                           /* kept sets by layer, ascending within a layer */
    size_t first[ORBITS_MAX_N + 2];                           /* where each layer begins in `kept` */
    uint32_t *place;                                          /* for each set: rank of its kept image * 8 + symmetry */
} orbits;

/* Enumerate the orbits of the subsets of {0, ..., n-1}, n <= ORBITS_MAX_N, under a group given by all its
 * permutations. Returns false if memory is short. orbits_clear accepts a zeroed structure. */
bool orbits_make(int n, int n_symmetries, const uint8_t permutation[][ORBITS_MAX_N], orbits *o);
void orbits_clear(orbits *o);

/* Number of orbits of the sets with k elements, for k = 0..n, without listing them: Burnside's lemma. A permutation
 * keeps a set if the set is a union of its cycles, so those of k elements are counted by a product over the cycles. */
void orbits_count_all(int n, int n_symmetries, const uint8_t permutation[][ORBITS_MAX_N], uint64_t count[]);

/* Bytes that orbits_make allocates at most. */
size_t orbits_bytes(int n);

/* Image of a set under symmetry g. */
uint32_t orbits_image(const orbits *o, int g, uint32_t set);

/* Number of sets in the orbit of `set`. */
int orbits_size(const orbits *o, uint32_t set);

/* Number of kept sets with k elements. */
static inline size_t orbits_count(const orbits *o, int k)
{
    return o->first[k + 1] - o->first[k];
}

/* Rank of the kept image of `set` within its layer, and the symmetry that takes `set` to it. */
static inline uint32_t orbits_rank(const orbits *o, uint32_t set)
{
    return o->place[set] >> 3;
}

static inline int orbits_symmetry(const orbits *o, uint32_t set)
{
    return o->place[set] & 7;
}

#endif
