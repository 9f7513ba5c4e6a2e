/* What is known of a game besides its options: its stops and a few flags. Internal to solver/cgt.
 *
 * SPDX-License-Identifier: MIT
 */
#ifndef SOLVER_CGT_BOUNDS_H
#define SOLVER_CGT_BOUNDS_H

#include "solver/cgt/dyadic.h"

enum {
    CGT_IS_NUS = 1,
    CGT_IS_NUMBER = 2,
    CGT_ALL_SMALL = 4,
    CGT_ABOVE_RIGHT_STOP = 8, /* g >= its right stop */
    CGT_BELOW_LEFT_STOP = 16, /* g <= its left stop */
};

/* The part of a game that decides most comparisons. */
typedef struct cgt_bounds {
    dyadic left_stop, right_stop;
    uint32_t flags;
} cgt_bounds;

#endif
