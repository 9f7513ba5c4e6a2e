/* Deciding g <= h from what is known of both without looking at options. Internal to solver/cgt.
 *
 * SPDX-License-Identifier: MIT
 */
#ifndef SOLVER_CGT_ORDER_H
#define SOLVER_CGT_ORDER_H

#include "solver/cgt/bounds.h"

typedef enum order_verdict { ORDER_NO, ORDER_YES, ORDER_OPEN } order_verdict;

/* Stops are monotone, and g <= h if some number x has g <= x <= h; if h <= x and g is not, g <= h is false.
 * For x take the stops: g <= left_stop(g) and the like are known. Never open if g or h is a number: then
 * the last two tests are exact. */
static inline order_verdict order_by_bounds(const cgt_bounds *g, const cgt_bounds *h)
{
    if (g->left_stop > h->left_stop || g->right_stop > h->right_stop) {
        return ORDER_NO;
    }
    const bool g_below = g->flags & CGT_BELOW_LEFT_STOP, h_above = h->flags & CGT_ABOVE_RIGHT_STOP;
    if (g->left_stop < h->right_stop || (g->left_stop == h->right_stop && g_below && h_above)) {
        return ORDER_YES;
    }
    if (g->left_stop == h->left_stop && (h->flags & CGT_BELOW_LEFT_STOP) && !g_below) {
        return ORDER_NO;
    }
    if (g->right_stop == h->right_stop && (g->flags & CGT_ABOVE_RIGHT_STOP) && !h_above) {
        return ORDER_NO;
    }
    return ORDER_OPEN;
}

#endif
