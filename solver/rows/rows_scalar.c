/* The row kernels element by element: what the vector kernels must equal. Slow, and meant for tests.
 *
 * SPDX-License-Identifier: MIT
 */
#include "solver/rows/rows.h"

/* Element u of a row: its place in the word is (u << e) mod 64. */
static inline uint64_t element_get(const uint64_t *row, row_element e, size_t u)
{
    const uint64_t ones = (UINT64_C(1) << (1 << e)) - 1;
    return row[u << e >> 6] >> (u << e & 63) & ones;
}

static inline void element_or(uint64_t *row, row_element e, size_t u, uint64_t x)
{
    const uint64_t old = element_get(row, e, u);
    if (x > old) {
        row[u << e >> 6] += (x - old) << (u << e & 63);
    }
}

static void or_step(uint64_t *restrict dst, const uint64_t *restrict src, const row_step *step, row_element e)
{
    const row_op op = step->op;
    for (size_t u = 0; u < (size_t)1 << (step->n_bits - e); u++) {
        if ((u << e & op.fixed) == op.value) {
            element_or(dst, e, u, element_get(src, e, u ^ op.flip >> e));
        }
    }
}

static void or_permuted(uint64_t *restrict dst, const uint64_t *restrict src, const row_permutation *p, row_element e)
{
    for (size_t u = 0; u < (size_t)1 << (p->n_bits - e); u++) {
        size_t v = 0;
        for (int i = e; i < p->n_bits; i++) {
            v |= (u << e >> i & 1) << p->image[i];
        }
        element_or(dst, e, u, element_get(src, e, v >> e));
    }
}

static void store_turned(uint64_t *restrict dst, const uint64_t *restrict src, size_t n_words, row_element e)
{
    for (size_t i = 0; i < n_words; i++) {
        dst[i] = row_turned(src[i], e);
    }
}

static void store_not(uint64_t *restrict dst, const uint64_t *restrict src, size_t n_words)
{
    for (size_t i = 0; i < n_words; i++) {
        dst[i] = ~src[i];
    }
}

static void or_less(uint64_t *restrict dst, const uint64_t *restrict src, size_t n_words, row_element e)
{
    for (size_t u = 0; u < n_words << 6 >> e; u++) {
        const uint64_t x = element_get(src, e, u);
        element_or(dst, e, u, x ? x - 1 : 0);
    }
}

#define SCALAR_KERNEL(NAME, ELEMENT)                                                                                   \
    static void NAME##_or_step(uint64_t *restrict dst, const uint64_t *restrict src, const row_step *step,             \
                               const row_next *next)                                                                   \
    {                                                                                                                  \
        (void)next;                                                                                                    \
        or_step(dst, src, step, ELEMENT);                                                                              \
    }                                                                                                                  \
    static void NAME##_or_permuted(uint64_t *restrict dst, uint64_t *restrict src, const row_permutation *p)           \
    {                                                                                                                  \
        or_permuted(dst, src, p, ELEMENT);                                                                             \
    }                                                                                                                  \
    static void NAME##_store_turned(uint64_t *restrict dst, const uint64_t *restrict src, size_t n_words)              \
    {                                                                                                                  \
        store_turned(dst, src, n_words, ELEMENT);                                                                      \
    }                                                                                                                  \
    static void NAME##_or_less(uint64_t *restrict dst, const uint64_t *restrict src, size_t n_words)                   \
    {                                                                                                                  \
        or_less(dst, src, n_words, ELEMENT);                                                                           \
    }                                                                                                                  \
    const row_kernel NAME##_kernel_scalar = {                                                                          \
        .name = "scalar",                                                                                              \
        .element = ELEMENT,                                                                                            \
        .lane_bits = 1,                                                                                                \
        .or_step = NAME##_or_step,                                                                                     \
        .or_permuted = NAME##_or_permuted,                                                                             \
        .store_turned = NAME##_store_turned,                                                                           \
        .store_not = store_not,                                                                                        \
        .or_less = NAME##_or_less,                                                                                     \
    };

SCALAR_KERNEL(row, ROW_BITS)
SCALAR_KERNEL(nibble, ROW_NIBBLES)
SCALAR_KERNEL(byte, ROW_BYTES)
