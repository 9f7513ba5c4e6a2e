/* The full search of small endings.
 *
 * SPDX-License-Identifier: MIT
 */
#include "solver/konane/search/search_small.h"

#include "solver/search/table.h"

/* An answer is kept for both movers of a set in slots of their own: the slot is given by the low bits of the key and
 * the mover, so of the key only bit 0 is lost, which the slot tells. */
static uint64_t *slot(small_search *s, uint64_t key, int mover)
{
    return &s->cache[(key ^ (uint64_t)mover << (SMALL_CACHE_BITS - 1)) % (1 << SMALL_CACHE_BITS)];
}

typedef struct small_move {
    uint64_t after;
    int64_t rank;
} small_move;

/* The moves in the order in which they are tried; -1 if one of them wins at once. */
static int list_moves(const small_search *s, uint64_t occupied, int mover, small_move moves[SEARCH_MAX_MOVES])
{
    uint64_t after[EVALUATE_BATCH];
    evaluation_batch batch;
    const int n = search_jumps(s->board, occupied, mover, after);
    evaluate_measure(s->board, after, evaluate_pad(after, n), &batch);
    for (int i = 0; i < n; i++) {
        if (!batch.jumps[1 - mover][i]) {
            return -1;
        }
        const int64_t rank = (int64_t)batch.freedom[1 - mover][i] - (int64_t)batch.freedom[mover][i];
        int at = i;
        for (; at > 0 && moves[at - 1].rank > rank; at--) {
            moves[at] = moves[at - 1];
        }
        moves[at] = (small_move){after[i], rank};
    }
    return n;
}

bool small_search_wins(small_search *s, uint64_t occupied, int mover)
{
    s->nodes++;
    const uint64_t key = search_key(occupied);
    uint64_t *const known = slot(s, key, mover);
    if ((*known | 1) == (key | 1) && *known) {
        return *known & 1;
    }
    small_move moves[SEARCH_MAX_MOVES];
    const int n = list_moves(s, occupied, mover, moves);
    bool wins = n < 0;
    for (int i = 0; i < n && !wins; i++) {
        wins = !small_search_wins(s, moves[i].after, 1 - mover);
    }
    *known = (key & ~UINT64_C(1)) | wins;
    return wins;
}
