/* Preparing row operations, and choosing the kernel for this processor: see rows.h.
 *
 * SPDX-License-Identifier: MIT
 */
#include "solver/rows/rows.h"

#include <assert.h>
#include <stdlib.h>
#include <string.h>

#if defined(__x86_64__)
static bool has_avx512(void)
{
    __builtin_cpu_init();
    return __builtin_cpu_supports("avx512f") && __builtin_cpu_supports("avx512bw") &&
           __builtin_cpu_supports("avx512dq") && __builtin_cpu_supports("avx512vl");
}

static bool has_avx2(void)
{
    __builtin_cpu_init();
    return __builtin_cpu_supports("avx2") && __builtin_cpu_supports("bmi2") && __builtin_cpu_supports("popcnt");
}
#else
/* Elsewhere the compiler splits wider vectors into those of the target; the longer blocks of 256 bits pay even so. */
static bool has_avx512(void)
{
    return false;
}

static bool has_avx2(void)
{
    return true;
}
#endif

const row_kernel *const *row_kernels(row_element element)
{
    static const row_kernel *const bits[] = {&row_kernel_v512, &row_kernel_v256, &row_kernel_v128, &row_kernel_scalar,
                                             NULL};
    static const row_kernel *const nibbles[] = {&nibble_kernel_v512, &nibble_kernel_v256, &nibble_kernel_v128,
                                                &nibble_kernel_scalar, NULL};
    static const row_kernel *const bytes[] = {&byte_kernel_v512, &byte_kernel_v256, &byte_kernel_v128,
                                              &byte_kernel_scalar, NULL};
    const row_kernel *const *all = element == ROW_BITS ? bits : element == ROW_NIBBLES ? nibbles : bytes;
    return has_avx512() ? all : has_avx2() ? all + 1 : all + 2;
}

const row_kernel *row_kernel_named(row_element element, const char *name)
{
    const row_kernel *const *k = row_kernels(element);
    while (name && *k && strcmp((*k)->name, name) != 0) {
        k++;
    }
    return *k;
}

/* The distance by which the bits of a word move, upwards if positive: see step_shifted in kernel.c. */
static int step_shift(row_op op)
{
    int shift = 0;
    for (int i = 0; i < 6; i++) {
        if (op.flip >> i & 1) {
            shift += op.value >> i & 1 ? 1 << i : -(1 << i);
        }
    }
    return shift;
}

static void step_mask(row_step *step, int lane_bits)
{
    const uint32_t low = (1u << (8 + lane_bits)) - 1;
    for (uint32_t u = 0; u <= low; u++) {
        if ((u & step->op.fixed & low) == (step->op.value & low)) {
            const uint32_t lane = u >> 6 & ((1u << lane_bits) - 1);
            step->mask[u >> (6 + lane_bits)][lane] |= UINT64_C(1) << (u & 63);
        }
    }
}

row_step row_step_make(const row_kernel *kernel, int n_bits, row_op op)
{
    assert(n_bits >= ROW_MIN_BITS && n_bits <= ROW_MAX_BITS);
    assert((op.value & ~op.fixed) == 0 && (op.flip & ~op.fixed) == 0);
    assert((op.fixed & ((1u << kernel->element) - 1)) == 0);
    const int lane_bits = kernel->lane_bits;
    const int block_bits = 8 + lane_bits;
    const uint32_t addresses = (uint32_t)(((uint64_t)1 << (n_bits - block_bits)) - 1);
    const int shift = step_shift(op);
    row_step step = {
        .free = addresses & ~(op.fixed >> block_bits),
        .base = op.value >> block_bits,
        .flip = op.flip >> block_bits,
        .kind = !(op.fixed & ((1u << block_bits) - 1)) ? ROW_PLAIN
                : shift >= 0                           ? ROW_SHIFT_LEFT
                                                       : ROW_SHIFT_RIGHT,
        .shift = (uint8_t)abs(shift),
        .lanes = (uint8_t)(op.flip >> 6 & ((1u << lane_bits) - 1)),
        .vector = (uint8_t)(op.flip >> (6 + lane_bits) & (ROW_BLOCK_VECTORS - 1)),
        .n_bits = (uint32_t)n_bits,
        .op = op,
    };
    assert((step.base & step.free) == 0 && step.shift < 64);
    step_mask(&step, lane_bits);
    return step;
}

static void permutation_swap(uint8_t image[], int n_bits, uint8_t j, uint8_t k, row_swap *swap)
{
    *swap = (row_swap){.low = j < k ? j : k, .high = j < k ? k : j};
    for (int i = 0; i < n_bits; i++) {
        image[i] = image[i] == j ? k : image[i] == k ? j : image[i];
    }
}

/* A bit inside the unit that is the image of no bit inside it. */
static uint8_t permutation_gap(const uint8_t image[])
{
    uint32_t used = 0;
    for (int i = 0; i < ROW_UNIT_BITS; i++) {
        used |= 1u << image[i];
    }
    assert(used >> ROW_UNIT_BITS); /* an image outside leaves a gap inside */
    return (uint8_t)__builtin_ctz(~used);
}

/* Factor the permutation into transpositions that bring the unit's bits inside, a permutation of units, and
 * transpositions inside. Swapping bits of the source before reading it composes on the left: with s the first swap,
 * image = s . rest, so each swap found is applied to the images and the remainder continues. */
bool row_permutation_make(int n_bits, const uint8_t image[], row_permutation *p)
{
    assert(n_bits >= ROW_MIN_BITS && n_bits <= ROW_MAX_BITS);
    *p = (row_permutation){.n_bits = n_bits};
    memcpy(p->image, image, (size_t)n_bits);
    uint8_t rest[ROW_MAX_BITS];
    memcpy(rest, image, (size_t)n_bits);
    for (int i = 0; i < ROW_UNIT_BITS; i++) {
        if (rest[i] >= ROW_UNIT_BITS) {
            assert(p->n_outer < ROW_MAX_SWAPS);
            permutation_swap(rest, n_bits, permutation_gap(rest), rest[i], &p->outer[p->n_outer++]);
        }
    }
    for (uint8_t i = 0; i < ROW_UNIT_BITS; i++) {
        if (rest[i] != i) {
            assert(rest[i] < ROW_UNIT_BITS && p->n_inner < ROW_MAX_SWAPS);
            permutation_swap(rest, n_bits, i, rest[i], &p->inner[p->n_inner++]);
        }
    }
    assert(rest[0] == 0 && rest[ROW_UNIT_BITS - 1] == ROW_UNIT_BITS - 1); /* what is left moves units */
    const size_t n_units = (size_t)1 << (n_bits - ROW_UNIT_BITS);
    p->unit = malloc(n_units * sizeof *p->unit);
    if (!p->unit) {
        return false;
    }
    for (size_t a = 0; a < n_units; a++) {
        p->unit[a] = 0;
        for (int i = ROW_UNIT_BITS; i < n_bits; i++) {
            p->unit[a] |= (uint32_t)(a >> (i - ROW_UNIT_BITS) & 1) << (rest[i] - ROW_UNIT_BITS);
        }
    }
    return true;
}

void row_permutation_clear(row_permutation *p)
{
    free(p->unit);
    *p = (row_permutation){0};
}
