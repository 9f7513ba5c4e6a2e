/* Row kernels: every vector width against the scalar twin, on random steps and permutations.
 *
 * Oracle: solver/rows_scalar.c, which works bit by bit from the definition in rows.h.
 *
 * SPDX-License-Identifier: MIT
 */
#include "solver/rows.h"
#include "src/base/rng.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

enum { SEED = 20261129, MAX_BITS = 14 };

static uint64_t *new_row(void)
{
    return aligned_alloc(ROW_ALIGNMENT, row_words(MAX_BITS) * 8);
}

static void fill(uint64_t *row, rng *r)
{
    for (size_t i = 0; i < row_words(MAX_BITS); i++) {
        row[i] = rng_next(r) & rng_next(r);
    }
}

static row_op random_op(rng *r, int n_bits)
{
    row_op op = {0};
    const int n_fixed = 1 + (int)rng_below(r, 5);
    for (int i = 0; i < n_fixed; i++) {
        op.fixed |= 1u << rng_below(r, (uint32_t)n_bits);
    }
    op.value = (uint32_t)rng_next(r) & op.fixed;
    op.flip = (uint32_t)rng_next(r) & op.fixed;
    return op;
}

static void test_steps(void **state)
{
    (void)state;
    rng r = rng_stream(SEED, 0);
    uint64_t *src = new_row();
    uint64_t *expected = new_row();
    uint64_t *got = new_row();
    for (const row_kernel *const *k = row_kernels(); *k != &row_kernel_scalar; k++) {
        for (int trial = 0; trial < 2000; trial++) {
            const int n_bits = ROW_MIN_BITS + (int)rng_below(&r, MAX_BITS - ROW_MIN_BITS + 1);
            const row_op op = random_op(&r, n_bits);
            fill(src, &r);
            fill(expected, &r);
            memcpy(got, expected, row_words(MAX_BITS) * 8);
            const row_step scalar = row_step_make(&row_kernel_scalar, n_bits, op);
            row_kernel_scalar.or_step(expected, src, &scalar);
            const row_step step = row_step_make(*k, n_bits, op);
            (*k)->or_step(got, src, &step);
            assert_memory_equal(got, expected, row_words(MAX_BITS) * 8);
        }
    }
    free(src);
    free(expected);
    free(got);
}

static void random_permutation(rng *r, int n_bits, uint8_t image[])
{
    for (int i = 0; i < n_bits; i++) {
        image[i] = (uint8_t)i;
    }
    const int n_swaps = (int)rng_below(r, 2 * (uint32_t)n_bits);
    for (int i = 0; i < n_swaps; i++) {
        const uint32_t a = rng_below(r, (uint32_t)n_bits);
        const uint32_t b = rng_below(r, (uint32_t)n_bits);
        const uint8_t t = image[a];
        image[a] = image[b];
        image[b] = t;
    }
}

static void test_permutations(void **state)
{
    (void)state;
    rng r = rng_stream(SEED, 1);
    uint64_t *src = new_row();
    uint64_t *scratch = new_row();
    uint64_t *expected = new_row();
    uint64_t *got = new_row();
    for (const row_kernel *const *k = row_kernels(); *k != &row_kernel_scalar; k++) {
        for (int trial = 0; trial < 500; trial++) {
            const int n_bits = ROW_MIN_BITS + (int)rng_below(&r, MAX_BITS - ROW_MIN_BITS + 1);
            uint8_t image[ROW_MAX_BITS];
            random_permutation(&r, n_bits, image);
            row_permutation p;
            assert_true(row_permutation_make(n_bits, image, &p));
            fill(src, &r);
            memset(expected, 0, row_words(MAX_BITS) * 8);
            memset(got, 0, row_words(MAX_BITS) * 8);
            memcpy(scratch, src, row_words(MAX_BITS) * 8);
            row_kernel_scalar.or_permuted(expected, src, &p);
            (*k)->or_permuted(got, scratch, &p);
            assert_memory_equal(got, expected, row_words(MAX_BITS) * 8);
            row_permutation_clear(&p);
        }
    }
    free(src);
    free(scratch);
    free(expected);
    free(got);
}

static void test_store_not(void **state)
{
    (void)state;
    rng r = rng_stream(SEED, 2);
    uint64_t *src = new_row();
    uint64_t *got = new_row();
    for (const row_kernel *const *k = row_kernels(); *k; k++) {
        fill(src, &r);
        (*k)->store_not(got, src, row_words(MAX_BITS));
        for (size_t i = 0; i < row_words(MAX_BITS); i++) {
            assert_true(got[i] == ~src[i]);
        }
    }
    free(src);
    free(got);
}

static void test_kernel_names(void **state)
{
    (void)state;
    assert_ptr_equal(row_kernel_named(NULL), row_kernels()[0]);
    assert_ptr_equal(row_kernel_named("scalar"), &row_kernel_scalar);
    assert_null(row_kernel_named("v1024"));
}

int main(void)
{
    printf("seed %d\n", SEED);
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_steps),
        cmocka_unit_test(test_permutations),
        cmocka_unit_test(test_store_not),
        cmocka_unit_test(test_kernel_names),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
