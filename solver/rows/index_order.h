/* The order of the index bits of a row: which cell becomes which bit.
 *
 * Two things make a sweep fast. The bits inside a vector should be the cells that moves touch least, for a move that
 * touches one works on the full vector and masks half of it away. And the bits of a word, of the lanes and of the tile
 * should each be closed under the symmetries, for then renaming the index after a symmetry is a table of addresses and
 * a few exchanges inside a register. Both are satisfied by composing each group of bits from whole orbits of cells, the
 * cheapest that fit.
 *
 * SPDX-License-Identifier: MIT
 */
#ifndef SOLVER_ROWS_INDEX_ORDER_H
#define SOLVER_ROWS_INDEX_ORDER_H

#include "solver/rows/orbits.h"
#include "solver/rows/rows.h"

/* Order n things, 0 <= n <= ROW_MAX_BITS, given the permutations of a group and what it costs to have each thing inside
 * a vector: order[i] is the thing that becomes index bit i. Returns how many bits at the top, at most `max_tile`, are a
 * union of orbits and may be taken for the number of a tile. Depends on nothing else, so that it may define a file
 * format. */
int index_order_choose(int n, int n_symmetries, const uint8_t permutation[][ROW_MAX_BITS], const double cost[],
                       int max_tile, uint8_t order[]);

#endif
