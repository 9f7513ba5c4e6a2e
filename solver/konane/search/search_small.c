/* The full search of small endings.
 *
 * SPDX-License-Identifier: MIT
 */
#include "solver/konane/search/search_small.h"

#include "solver/search/table.h"

#include <assert.h>

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

static inline int64_t rank_of(const evaluation_batch *batch, int i, int mover)
{
    return (int64_t)batch->freedom[1 - mover][i] - (int64_t)batch->freedom[mover][i];
}

/* Put a move among n in the order in which they are tried. */
static inline void insert(small_move move, small_move moves[SEARCH_MAX_MOVES], int n)
{
    int at = n;
    for (; at > 0 && moves[at - 1].rank > move.rank; at--) {
        moves[at] = moves[at - 1];
    }
    moves[at] = move;
    assert((at == 0 || moves[at - 1].rank <= move.rank) && (at == n || move.rank < moves[at + 1].rank));
}

/* The moves in the order in which they are tried; -1 if one of them wins at once. */
static inline __attribute__((always_inline)) int list_moves(const small_search *s, uint64_t occupied, int mover,
                                                            konane_chains chains, small_move moves[SEARCH_MAX_MOVES])
{
    uint64_t after[EVALUATE_BATCH];
    evaluation_batch batch;
    const int n = search_jumps_by(s->board, occupied, mover, chains, after);
    evaluate_measure(s->board, chains, after, evaluate_pad(after, n), &batch);
    for (int i = 0; i < n; i++) {
        if (!batch.jumps[1 - mover][i]) {
            return -1;
        }
        insert((small_move){after[i], rank_of(&batch, i, mover)}, moves, i);
    }
    return n;
}

/* Likewise in misere play, without those that lose at once, which leave the other no jump. -1 also if there is none at
 * all: the mover has won. */
static int list_misere(const small_search *s, uint64_t occupied, int mover, small_move moves[SEARCH_MAX_MOVES])
{
    const konane_chains chains = s->board->variant.chains;
    uint64_t after[EVALUATE_BATCH];
    evaluation_batch batch;
    const int n = search_jumps_by(s->board, occupied, mover, chains, after);
    int n_kept = 0;
    evaluate_measure(s->board, chains, after, evaluate_pad(after, n), &batch);
    for (int i = 0; i < n; i++) {
        if (batch.jumps[1 - mover][i]) {
            insert((small_move){after[i], rank_of(&batch, i, mover)}, moves, n_kept++);
        }
    }
    return n == 0 ? -1 : n_kept;
}

static __attribute__((noinline)) int list_variant(const small_search *s, uint64_t occupied, int mover,
                                                  small_move moves[SEARCH_MAX_MOVES])
{
    return s->board->variant.is_misere ? list_misere(s, occupied, mover, moves)
                                       : list_moves(s, occupied, mover, s->board->variant.chains, moves);
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
    const int n = konane_variant_is_standard(s->board->variant)
                      ? list_moves(s, occupied, mover, KONANE_CHAINS_ANY, moves)
                      : list_variant(s, occupied, mover, moves);
    bool wins = n < 0;
    for (int i = 0; i < n && !wins; i++) {
        wins = !small_search_wins(s, moves[i].after, 1 - mover);
    }
    *known = (key & ~UINT64_C(1)) | wins;
    return wins;
}
