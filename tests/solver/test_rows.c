/* Row kernels: every kind of element and every vector width against the scalar twin, on random steps and permutations.
 *
 * Oracle: solver/rows/rows_scalar.c, which works element by element from the definition in rows.h.
 *
 * SPDX-License-Identifier: MIT
 */
#include "solver/rows/rows.h"
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

static const row_element elements[] = {ROW_BITS, ROW_NIBBLES, ROW_BYTES};

enum { N_ELEMENTS = 3 };

static const row_kernel *scalar_twin(row_element e)
{
    return row_kernel_named(e, "scalar");
}

static row_op random_op(rng *r, int n_bits, row_element e)
{
    row_op op = {0};
    const int n_fixed = 1 + (int)rng_below(r, 5);
    for (int i = 0; i < n_fixed; i++) {
        op.fixed |= 1u << (e + rng_below(r, (uint32_t)(n_bits - e)));
    }
    op.value = (uint32_t)rng_next(r) & op.fixed;
    op.flip = (uint32_t)rng_next(r) & op.fixed;
    return op;
}

static void compare_steps(row_element e, rng *r)
{
    uint64_t *src = new_row();
    uint64_t *expected = new_row();
    uint64_t *got = new_row();
    const row_kernel *twin = scalar_twin(e);
    for (const row_kernel *const *k = row_kernels(e); *k != twin; k++) {
        for (int trial = 0; trial < 2000; trial++) {
            const int n_bits = ROW_MIN_BITS + (int)rng_below(r, MAX_BITS - ROW_MIN_BITS + 1);
            const row_op op = random_op(r, n_bits, e);
            fill(src, r);
            fill(expected, r);
            memcpy(got, expected, row_words(MAX_BITS) * 8);
            const row_step scalar = row_step_make(twin, n_bits, op);
            twin->or_step(expected, src, &scalar, NULL);
            const row_step step = row_step_make(*k, n_bits, op);
            const row_step other = row_step_make(*k, n_bits, random_op(r, n_bits, e));
            const row_next next = {expected, &other};
            (*k)->or_step(got, src, &step, trial % 2 ? &next : NULL); /* asking the cache changes nothing */
            assert_memory_equal(got, expected, row_words(MAX_BITS) * 8);
        }
    }
    free(src);
    free(expected);
    free(got);
}

static void test_steps(void **state)
{
    (void)state;
    rng r = rng_stream(SEED, 0);
    for (int i = 0; i < N_ELEMENTS; i++) {
        compare_steps(elements[i], &r);
    }
}

static void random_permutation(rng *r, int n_bits, row_element e, uint8_t image[])
{
    for (int i = 0; i < n_bits; i++) {
        image[i] = (uint8_t)i;
    }
    const int n_swaps = (int)rng_below(r, 2 * (uint32_t)n_bits);
    for (int i = 0; i < n_swaps; i++) {
        const uint32_t a = e + rng_below(r, (uint32_t)(n_bits - e));
        const uint32_t b = e + rng_below(r, (uint32_t)(n_bits - e));
        const uint8_t t = image[a];
        image[a] = image[b];
        image[b] = t;
    }
}

static void compare_permutations(row_element e, rng *r)
{
    uint64_t *src = new_row();
    uint64_t *scratch = new_row();
    uint64_t *expected = new_row();
    uint64_t *got = new_row();
    const row_kernel *twin = scalar_twin(e);
    for (const row_kernel *const *k = row_kernels(e); *k != twin; k++) {
        for (int trial = 0; trial < 500; trial++) {
            const int n_bits = ROW_MIN_BITS + (int)rng_below(r, MAX_BITS - ROW_MIN_BITS + 1);
            uint8_t image[ROW_MAX_BITS];
            random_permutation(r, n_bits, e, image);
            row_permutation p;
            assert_true(row_permutation_make(n_bits, image, &p));
            fill(src, r);
            fill(expected, r);
            memcpy(got, expected, row_words(MAX_BITS) * 8);
            memcpy(scratch, src, row_words(MAX_BITS) * 8);
            twin->or_permuted(expected, src, &p);
            (*k)->or_permuted(got, scratch, &p);
            assert_memory_equal(got, expected, row_words(n_bits) * 8);
            row_permutation_clear(&p);
        }
    }
    free(src);
    free(scratch);
    free(expected);
    free(got);
}

static void test_permutations(void **state)
{
    (void)state;
    rng r = rng_stream(SEED, 1);
    for (int i = 0; i < N_ELEMENTS; i++) {
        compare_permutations(elements[i], &r);
    }
}

static void compare_whole_rows(row_element e, rng *r)
{
    uint64_t *src = new_row();
    uint64_t *expected = new_row();
    uint64_t *got = new_row();
    const row_kernel *twin = scalar_twin(e);
    for (const row_kernel *const *k = row_kernels(e); *k; k++) {
        fill(src, r);
        twin->store_turned(expected, src, row_words(MAX_BITS));
        (*k)->store_turned(got, src, row_words(MAX_BITS));
        assert_memory_equal(got, expected, row_words(MAX_BITS) * 8);
        twin->store_not(expected, src, row_words(MAX_BITS));
        (*k)->store_not(got, src, row_words(MAX_BITS));
        assert_memory_equal(got, expected, row_words(MAX_BITS) * 8);
        assert_true(got[0] == ~src[0]);
        fill(expected, r);
        memcpy(got, expected, row_words(MAX_BITS) * 8);
        twin->or_less(expected, src, row_words(MAX_BITS));
        (*k)->or_less(got, src, row_words(MAX_BITS));
        assert_memory_equal(got, expected, row_words(MAX_BITS) * 8);
    }
    free(src);
    free(expected);
    free(got);
}

static void test_whole_rows(void **state)
{
    (void)state;
    rng r = rng_stream(SEED, 2);
    for (int i = 0; i < N_ELEMENTS; i++) {
        compare_whole_rows(elements[i], &r);
    }
}

/* A lost position of remoteness r is worth 255 - r to the side that moves there, a won one r + 1: the best of all
 * moves is the greatest, and turning it round gives the worth of the position itself. */
static void test_turned_bytes(void **state)
{
    (void)state;
    assert_int_equal(row_turned(0, ROW_BYTES) & 255, 255); /* no move: lost in 0 */
    for (uint64_t r = 0; r <= 124; r++) {
        const bool is_won = r % 2;
        const uint64_t best = is_won ? r + 1 : 255 - r;
        const uint64_t turned = is_won ? 255 - (r + 1) : r + 1 + 1;
        assert_int_equal(row_turned(best, ROW_BYTES) & 255, turned);
        assert_int_equal(row_turned(best << 56, ROW_BYTES) >> 56, turned);
    }
}

static void test_kernel_names(void **state)
{
    (void)state;
    assert_ptr_equal(row_kernel_named(ROW_BITS, NULL), row_kernels(ROW_BITS)[0]);
    assert_ptr_equal(row_kernel_named(ROW_BITS, "scalar"), &row_kernel_scalar);
    assert_ptr_equal(row_kernel_named(ROW_NIBBLES, "scalar"), &nibble_kernel_scalar);
    assert_ptr_equal(row_kernel_named(ROW_BYTES, "scalar"), &byte_kernel_scalar);
    assert_null(row_kernel_named(ROW_BITS, "v1024"));
}

int main(void)
{
    printf("seed %d\n", SEED);
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_steps),        cmocka_unit_test(test_permutations), cmocka_unit_test(test_whole_rows),
        cmocka_unit_test(test_turned_bytes), cmocka_unit_test(test_kernel_names),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
