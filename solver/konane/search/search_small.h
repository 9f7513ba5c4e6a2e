/* Endings of few stones for the proof-number search, searched in full.
 *
 * Win or loss by depth-first search: moves that leave the opponent the least freedom first, and a cache of answers of
 * each thread's own.
 *
 * SPDX-License-Identifier: MIT
 */
#ifndef SOLVER_KONANE_SEARCH_SEARCH_SMALL_H
#define SOLVER_KONANE_SEARCH_SEARCH_SMALL_H

#include "solver/konane/search/search_evaluate.h"

enum { SMALL_CACHE_BITS = 14, SMALL_MAX_STONES = 24 };

typedef struct small_search {
    const search_board *board;
    uint64_t nodes;
    uint64_t cache[1 << SMALL_CACHE_BITS]; /* a key with the answer in bit 0; 0 if empty */
} small_search;

/* Whether `mover` wins from a set of occupied cells. */
bool small_search_wins(small_search *s, uint64_t occupied, int mover);

#endif
