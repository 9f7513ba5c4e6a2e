/* Which node has which rows of a sublayer: blocks of neighbouring ones, as equal as can be.
 *
 * Rows are numbered by their rank in the sublayer, which is the order in which they are worked on: a row and those that
 * it reads are mostly close together, so blocks move less than rows dealt one by one (data/cluster.md).
 *
 * SPDX-License-Identifier: MIT
 */
#ifndef SOLVER_RANKS_DEAL_H
#define SOLVER_RANKS_DEAL_H

#include <assert.h>
#include <stdint.h>

/* The first of `n_rows` rows that share number k of n has; of the share n, which there is not, the end. */
static inline uint64_t deal_first(uint64_t n_rows, int k, int n)
{
    assert(n >= 1 && k >= 0 && k <= n);
    return n_rows * (uint64_t)k / (uint64_t)n;
}

/* The share that has row `row`. */
static inline int deal_owner(uint64_t n_rows, uint64_t row, int n)
{
    assert(row < n_rows);
    return (int)(((row + 1) * (uint64_t)n - 1) / n_rows);
}

/* Rows [begin, end) of rank `rank` of n in a node, which is number `node` of n_nodes. */
typedef struct deal_range {
    uint64_t begin, end;
} deal_range;

static inline deal_range deal_rows(uint64_t n_rows, int node, int n_nodes, int rank, int n)
{
    const uint64_t first = deal_first(n_rows, node, n_nodes), all = deal_first(n_rows, node + 1, n_nodes) - first;
    return (deal_range){first + deal_first(all, rank, n), first + deal_first(all, rank + 1, n)};
}

#endif
