/* Orbits of sets: see orbits.h.
 *
 * SPDX-License-Identifier: MIT
 */
#include "solver/rows/orbits.h"

#include <assert.h>
#include <stdlib.h>
#include <string.h>

enum { CHUNK_BITS = 7, N_CHUNKS = ORBITS_MAX_N / CHUNK_BITS, CHUNK_SIZE = 1 << CHUNK_BITS };

/* Images of the subsets of each run of seven elements: the image of a set is the union of four of them. */
typedef struct image_table {
    uint32_t image[ORBITS_MAX_SYMMETRIES][N_CHUNKS][CHUNK_SIZE];
} image_table;

static uint32_t permute(const uint8_t permutation[], int n, uint32_t set)
{
    uint32_t image = 0;
    for (int i = 0; i < n; i++) {
        image |= (set >> i & 1) << permutation[i];
    }
    return image;
}

static void table_fill(image_table *t, const orbits *o)
{
    for (int g = 0; g < o->n_symmetries; g++) {
        for (int c = 0; c < N_CHUNKS; c++) {
            for (uint32_t s = 0; s < CHUNK_SIZE; s++) {
                const uint32_t set = s << (c * CHUNK_BITS);
                t->image[g][c][s] = permute(o->permutation[g], o->n, set);
            }
        }
    }
}

static inline uint32_t table_image(const image_table *t, int g, uint32_t set)
{
    uint32_t image = 0;
    for (int c = 0; c < N_CHUNKS; c++) {
        image |= t->image[g][c][set >> (c * CHUNK_BITS) & (CHUNK_SIZE - 1)];
    }
    return image;
}

/* The least image of a set, and the first symmetry that gives it. */
static uint32_t least_image(const image_table *t, int n_symmetries, uint32_t set, uint32_t *symmetry)
{
    uint32_t least = set;
    *symmetry = 0;
    for (int g = 1; g < n_symmetries; g++) {
        const uint32_t image = table_image(t, g, set);
        if (image < least) {
            least = image;
            *symmetry = (uint32_t)g;
        }
    }
    return least;
}

/* Kept sets get their rank when they are met; the others, always larger than their kept image, copy it. */
static void rank_all(orbits *o, const image_table *t)
{
    size_t n_kept[ORBITS_MAX_N + 1] = {0};
    for (uint64_t set = 0; set < (uint64_t)1 << o->n; set++) {
        uint32_t symmetry;
        const uint32_t least = least_image(t, o->n_symmetries, (uint32_t)set, &symmetry);
        const uint32_t rank = least == set ? (uint32_t)n_kept[__builtin_popcountll(set)]++ : orbits_rank(o, least);
        o->place[set] = rank << 3 | symmetry;
    }
    for (int k = 0; k <= o->n; k++) {
        o->first[k + 1] = o->first[k] + n_kept[k];
    }
}

static void list_kept(orbits *o)
{
    for (uint64_t set = 0; set < (uint64_t)1 << o->n; set++) {
        if (orbits_symmetry(o, (uint32_t)set) == 0) {
            o->kept[o->first[__builtin_popcountll(set)] + orbits_rank(o, (uint32_t)set)] = (uint32_t)set;
        }
    }
}

bool orbits_make(int n, int n_symmetries, const uint8_t permutation[][ORBITS_MAX_N], orbits *o)
{
    assert(n >= 0 && n <= ORBITS_MAX_N && n_symmetries >= 1 && n_symmetries <= ORBITS_MAX_SYMMETRIES);
    *o = (orbits){.n = n, .n_symmetries = n_symmetries};
    for (int g = 0; g < n_symmetries; g++) {
        memcpy(o->permutation[g], permutation[g], (size_t)n);
    }
    o->place = malloc(sizeof *o->place << n);
    image_table *t = malloc(sizeof *t);
    if (o->place && t) {
        table_fill(t, o);
        rank_all(o, t);
        o->kept = malloc(o->first[n + 1] * sizeof *o->kept);
    }
    free(t);
    if (!o->kept) {
        orbits_clear(o);
        return false;
    }
    list_kept(o);
    return true;
}

void orbits_clear(orbits *o)
{
    free(o->place);
    free(o->kept);
    *o = (orbits){0};
}

/* Add, for each k, the number of unions of cycles with k elements. */
static void count_fixed_sets(int n, const uint8_t permutation[], uint64_t count[])
{
    uint64_t ways[ORBITS_MAX_N + 1] = {1};
    uint32_t seen = 0;
    for (int i = 0; i < n; i++) {
        int length = 0;
        for (int j = i; !(seen >> j & 1); j = permutation[j]) {
            seen |= 1u << j;
            length++;
        }
        for (int k = n; length > 0 && k >= length; k--) {
            ways[k] += ways[k - length];
        }
    }
    for (int k = 0; k <= n; k++) {
        count[k] += ways[k];
    }
}

void orbits_count_all(int n, int n_symmetries, const uint8_t permutation[][ORBITS_MAX_N], uint64_t count[])
{
    memset(count, 0, (size_t)(n + 1) * sizeof *count);
    for (int g = 0; g < n_symmetries; g++) {
        count_fixed_sets(n, permutation[g], count);
    }
    for (int k = 0; k <= n; k++) {
        count[k] /= (uint64_t)n_symmetries;
    }
}

size_t orbits_bytes(int n)
{
    return 2 * sizeof(uint32_t) << n;
}

uint32_t orbits_image(const orbits *o, int g, uint32_t set)
{
    return permute(o->permutation[g], o->n, set);
}

int orbits_size(const orbits *o, uint32_t set)
{
    int n_fixing = 0;
    for (int g = 0; g < o->n_symmetries; g++) {
        n_fixing += orbits_image(o, g, set) == set;
    }
    return o->n_symmetries / n_fixing;
}
