/* Who wins a position with perfect play, and in how many plies: the verdict for its mover, and the order of moves by
 * it.
 *
 * The one place that says which of two moves is better: a win before a draw before a loss, the sooner win, the later
 * loss. Whatever compares moves by remoteness or by distance to the end compares verdicts.
 *
 * SPDX-License-Identifier: MIT
 */
#ifndef BASE_VERDICT_H
#define BASE_VERDICT_H

#include <assert.h>
#include <stdbool.h>

typedef struct verdict {
    int outcome; /* 1: the mover wins; 0: a draw; -1: he loses */
    int plies;   /* to the end if the winner hurries and the loser delays; -1 if not known, or in a draw */
} verdict;

enum { VERDICT_MAX_PLIES = 1 << 20 };

#define VERDICT_LOST_NOW ((verdict){-1, 0}) /* no move */

/* A number that is greater the better the verdict is for the mover; without plies all wins, and all losses, are equal.
 */
static inline int verdict_merit(verdict v)
{
    assert(v.plies >= -1 && v.plies < VERDICT_MAX_PLIES);
    const int plies = v.plies < 0 ? 0 : v.plies;
    return v.outcome * (VERDICT_MAX_PLIES - plies);
}

/* Positive if `a` is better for the mover than `b`, negative if worse, else 0. */
static inline int verdict_order(verdict a, verdict b)
{
    return verdict_merit(a) - verdict_merit(b);
}

/* What a move is worth to the player who makes it, if the position after it has the verdict `after`. */
static inline verdict verdict_before(verdict after)
{
    return (verdict){-after.outcome, after.plies < 0 ? -1 : after.plies + 1};
}

/* Whether a move worth `move` is among the best where the position has the verdict `best`: all that win or draw,
 * soonest where plies are known; in a lost position those that lose latest, and none where plies are not known. */
static inline bool verdict_is_best(verdict best, verdict move)
{
    return verdict_order(move, best) == 0 && !(best.outcome < 0 && best.plies < 0);
}

/* The verdict that a remoteness means in games without draws: the mover wins if it is odd. */
static inline verdict verdict_of_remoteness(int plies)
{
    return (verdict){plies % 2 == 1 ? 1 : -1, plies};
}

#endif
