/* Numbers + ups + stars in closed form: order, options, birthday. Internal to solver/cgt.
 *
 * With x a number, n >= 1 and "+" left out, the canonical forms are (Siegel II.2, II.6; translation by x throughout)
 *     x*k    = {x, x*, ..., x*(k-1) | the same}
 *     x^*    = {x, x* | x}
 *     xn^*k  = {x | x(n-1)^*(k xor 1)}     for all other n, k
 * and the negatives of the last two.
 *
 * SPDX-License-Identifier: MIT
 */
#ifndef SOLVER_CGT_NUS_H
#define SOLVER_CGT_NUS_H

#include "solver/cgt/bounds.h"
#include "solver/cgt/cgt.h"

enum { NUS_MAX_UPS = 1024, NUS_MAX_NIM = 1023 }; /* bounds of the depth of recursions */

static inline bool nus_is_number(cgt_nus a)
{
    return a.ups == 0 && a.nim == 0;
}

bool nus_in_range(cgt_nus a);
bool nus_le(cgt_nus a, cgt_nus b);
cgt_bounds nus_bounds(cgt_nus a);
uint32_t nus_birthday(cgt_nus a);

/* The numbers of options on each side. */
void nus_count_options(cgt_nus a, uint32_t *n_left, uint32_t *n_right);

/* Option number `i` of a side. */
cgt_nus nus_left_option(cgt_nus a, uint32_t i);
cgt_nus nus_right_option(cgt_nus a, uint32_t i);

#endif
