/* Integers: which integer a position is worth, or between which it lies, from the sweep of margins
 * (solver/sweep/sweep.h).
 *
 * With Black as Left: G >= n if and only if Left wins G - n when Right begins, and G <= n if and only if Right wins G -
 * n when Left begins (the fundamental theorem of normal play; Conway, On Numbers and Games, chapter 7). G - n is G with
 * n spare moves for White, or -n for Black. So with white(G) and black(G), the least numbers of spare moves with which
 * Black wins when White, or Black, begins, wherever these are not cut off at 0:
 *
 *     the greatest integer n with G >= n is -white(G);    the least n with G <= n is 1 - black(G)
 *
 * They are cut off where n > 0; there the same two numbers of -G decide, G with its colours exchanged. On boards with
 * an even side -G is a position of the same board, so one sweep answers both; others are swept once more with the other
 * corner colour. G is the integer n if both bounds are n.
 *
 * The sweep has numbers of four bits, in which 15 and all above look alike. Where it meets such a number it is done
 * again with eight bits, if the memory suffices; else the bounds concerned are reported as not known.
 *
 * SPDX-License-Identifier: MIT
 */
#ifndef SOLVER_KONANE_MARGINS_H
#define SOLVER_KONANE_MARGINS_H

#include "solver/konane/sweep.h"

enum {
    MARGIN_MAX = 64,                           /* no integer is further from 0: a board of a sweep has fewer cells */
    MARGIN_MAX_NARROW = SWEEP_MARGIN_MANY - 1, /* all that four bits tell apart */
};

/* A set of stones, and its tightest integer bounds: lower <= G <= upper. A bound that is not known is beyond
 * MARGIN_MAX_NARROW on its side. */
typedef struct margin_query {
    uint64_t occupied;
    bool has_lower, has_upper;
    int lower, upper;
    uint8_t spare[2][2]; /* private: of G and of -G, by who begins */
} margin_query;

static inline bool margin_is_integer(const margin_query *q)
{
    return q->has_lower && q->has_upper && q->lower == q->upper;
}

/* Over all sets of stones of a board. */
typedef struct margin_census {
    uint64_t sets;
    uint64_t integers[2 * MARGIN_MAX + 1]; /* how many are worth n: [n + MARGIN_MAX] */
    uint64_t beyond;                       /* a bound of these is not known: they may be integers too */
} margin_census;

uint64_t margin_census_integers(const margin_census *c);

/* Memory of the sweep with numbers of eight bits, which leaves no bound unknown. */
uint64_t konane_margins_wide_bytes(const pm_board *board);

/* Answer the queries, whose `occupied` are set, and count; `census` may be NULL, which saves a third of the time.
 * Errors: PM_NO_MEMORY, PM_INTERRUPTED. */
pm_status konane_margins_solve(const pm_board *board, const sweep_options *options, margin_query queries[], int n,
                               margin_census *census, pm_error *err);

#endif
