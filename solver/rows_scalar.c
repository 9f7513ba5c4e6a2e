/* The row kernel bit by bit: what the vector kernels must equal. Slow, and meant for tests.
 *
 * SPDX-License-Identifier: MIT
 */
#include "solver/rows.h"

static inline uint64_t row_bit(const uint64_t *row, size_t u)
{
    return row[u >> 6] >> (u & 63) & 1;
}

static void scalar_or_step(uint64_t *restrict dst, const uint64_t *restrict src, const row_step *step)
{
    const row_op op = step->op;
    for (size_t u = 0; u < (size_t)1 << step->n_bits; u++) {
        if ((u & op.fixed) == op.value) {
            dst[u >> 6] |= row_bit(src, u ^ op.flip) << (u & 63);
        }
    }
}

static void scalar_or_permuted(uint64_t *restrict dst, uint64_t *restrict src, const row_permutation *p)
{
    for (size_t u = 0; u < (size_t)1 << p->n_bits; u++) {
        size_t v = 0;
        for (int i = 0; i < p->n_bits; i++) {
            v |= (u >> i & 1) << p->image[i];
        }
        dst[u >> 6] |= row_bit(src, v) << (u & 63);
    }
}

static void scalar_store_not(uint64_t *restrict dst, const uint64_t *restrict src, size_t n_words)
{
    for (size_t i = 0; i < n_words; i++) {
        dst[i] = ~src[i];
    }
}

const row_kernel row_kernel_scalar = {
    .name = "scalar",
    .lane_bits = 1,
    .or_step = scalar_or_step,
    .or_permuted = scalar_or_permuted,
    .store_not = scalar_store_not,
};
