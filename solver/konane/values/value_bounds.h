/* What can be proven of a position's value when the value itself does not fit in memory: the outcome, the integers next
 * to it, and the value if it is a number with a small denominator.
 *
 * For an integer n, G >= n if White, moving first, loses G - n, and G <= n if Black does; so each bound is a
 * question of who wins, in a game with n spare moves for one player, and is answered by a search with a memory of
 * fixed size. If G >= n and G <= n, the value is n; if the value lies between neighbouring integers, the numbers
 * between them are tried in the same way, simplest first: G = x if and only if whoever begins loses G - x. What the
 * search has no time for is bounded by the stones: a player can make at most as many jumps as the other has stones, in
 * each region by itself.
 *
 * SPDX-License-Identifier: MIT
 */
#ifndef SOLVER_KONANE_VALUES_VALUE_BOUNDS_H
#define SOLVER_KONANE_VALUES_VALUE_BOUNDS_H

#include "solver/konane/values/value.h"

typedef struct konane_bounds {
    int lower, upper; /* lower <= value <= upper; if they are equal, that is the value */
    bool has_outcome; /* the search was not given up */
    cgt_outcome outcome;
    bool is_number; /* the value is known, and is `number` */
    dyadic number;
} konane_bounds;

/* Whether the value is a number. */
typedef struct konane_number {
    bool may_be; /* false: it is not one */
    bool is;     /* it is this one */
    dyadic number;
} konane_number;

/* Find bounds, looking at up to `max_nodes` positions in all. `options` as for konane_values_new; one thread is used.
 * Errors: PM_NO_MEMORY, PM_INTERRUPTED. */
pm_status konane_value_bounds(const konane_stones *stones, const konane_values_options *options, uint64_t max_nodes,
                              konane_bounds *bounds, pm_error *err);

/* Find out whether the value of a region in its normal form, whose frame is given, is a number, and which: faster than
 * by bounds, for a value that is confused with a number is not one. Numbers with a denominator above 32 are not found.
 * Limits and errors as above. */
pm_status konane_value_number(const region_frame *frame, const region *r, const konane_values_options *options,
                              uint64_t max_nodes, konane_number *number, pm_error *err);

#endif
