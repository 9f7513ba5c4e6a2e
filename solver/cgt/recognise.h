/* Recognising numbers + ups + stars by their options. Internal to solver/cgt.
 *
 * SPDX-License-Identifier: MIT
 */
#ifndef SOLVER_CGT_RECOGNISE_H
#define SOLVER_CGT_RECOGNISE_H

#include "solver/cgt/table.h"

/* Whether these are the options of the canonical form of a number + ups + star that is not a number, and of which. */
bool recognise_nus(const cgt_table *table, const cgt_value *left, size_t n_left, const cgt_value *right, size_t n_right,
                   cgt_nus *a);

#endif
