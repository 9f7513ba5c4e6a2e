/* Counting the elements of rows: every vector width against the scalar twin, and that against counting one by one.
 *
 * Oracle: bit k of a row is element k, whose index has as many elements as k has ones.
 *
 * SPDX-License-Identifier: MIT
 */
#include "solver/rows/counter.h"
#include "solver/rows/rows.h"
#include "src/base/rng.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

enum { SEED = 20261201, MAX_BITS = 15, MAX_BYTES = 40000 };

static uint64_t *new_words(size_t n)
{
    uint64_t *words =
        aligned_alloc(ROW_ALIGNMENT, (n * sizeof *words + ROW_ALIGNMENT - 1) / ROW_ALIGNMENT * ROW_ALIGNMENT);
    assert_non_null(words);
    memset(words, 0, n * sizeof *words);
    return words;
}

static const row_counter *const *scalar_twin(void)
{
    const row_counter *const *c = row_counters();
    while (*c != &row_counter_scalar) {
        c++;
    }
    return c;
}

/* Bytes from 0 to `most`, small ones more often. */
static void compare_bytes(const row_counter *counter, rng *r, unsigned most)
{
    uint8_t *bytes = (uint8_t *)new_words(MAX_BYTES / 8);
    const size_t n = rng_below(r, MAX_BYTES + 1);
    for (size_t i = 0; i < n; i++) {
        bytes[i] = (uint8_t)rng_below(r, 1 + rng_below(r, most + 1));
    }
    uint64_t got[256], expected[256];
    for (int i = 0; i < 256; i++) {
        got[i] = expected[i] = (uint64_t)i; /* what was there is added to */
    }
    for (size_t i = 0; i < n; i++) {
        expected[bytes[i]]++;
    }
    counter->count_bytes(bytes, n, got);
    assert_memory_equal(got, expected, sizeof got);
    free(bytes);
}

static void test_bytes(void **state)
{
    (void)state;
    rng r = rng_stream(SEED, 0);
    for (const row_counter *const *c = row_counters(); *c; c++) {
        for (int i = 0; i < 40; i++) {
            compare_bytes(*c, &r, i % 4 == 0 ? 255 : rng_below(&r, 40));
        }
        uint8_t *full = (uint8_t *)new_words(MAX_BYTES / 8);
        uint64_t got[256] = {0};
        memset(full, 255, MAX_BYTES);
        (*c)->count_bytes(full, MAX_BYTES, got);
        assert_int_equal(got[255], MAX_BYTES); /* one value fills every lane's counter */
        free(full);
    }
}

/* A pair of rows with a group of zeros after each. */
static void fill_pair(uint64_t *pair[2], size_t n_words, bool with_all, rng *r)
{
    for (int i = 0; i < 2; i++) {
        for (size_t a = 0; a < n_words; a++) {
            pair[i][a] = with_all ? ~UINT64_C(0) : rng_next(r) | (i ? rng_next(r) : 0);
        }
    }
}

static void count_pair(uint64_t *const pair[2], size_t n_words, uint64_t count[][ROW_TALLY_SUMS])
{
    for (size_t u = 0; u < n_words * 64; u++) {
        const uint64_t x = pair[0][u / 64] >> u % 64 & 1, y = pair[1][u / 64] >> u % 64 & 1;
        uint64_t *to = count[__builtin_popcountll(u)];
        to[ROW_TALLY_FIRST] += x;
        to[ROW_TALLY_SECOND] += y;
        to[ROW_TALLY_BOTH] += x & y;
    }
}

/* As many pairs of rows as may be added, in every counter. */
static void compare_pairs(const row_counter *counter, int n_bits, bool with_all, rng *r)
{
    row_tally t;
    assert_true(row_tally_make(n_bits, &t));
    const size_t n_words = row_words(n_bits), n = row_tally_words(&t);
    uint64_t *pair[2] = {new_words(n_words + ROW_TALLY_GROUP), new_words(n_words + ROW_TALLY_GROUP)};
    uint64_t *got = new_words(n), *expected = new_words(n);
    uint64_t counted[MAX_BITS + 1][ROW_TALLY_SUMS] = {{0}}, one_by_one[MAX_BITS + 1][ROW_TALLY_SUMS] = {{0}};
    for (int i = 0; i < ROW_TALLY_ROWS; i++) {
        fill_pair(pair, n_words, with_all, r);
        counter->add_pair(&t, got, pair[0], pair[1]);
        row_counter_scalar.add_pair(&t, expected, pair[0], pair[1]);
        assert_memory_equal(got, expected, n * sizeof *got);
        count_pair(pair, n_words, one_by_one);
    }
    row_tally_read(&t, got, 3, counted);
    for (int k = 0; k <= n_bits; k++) {
        for (int sum = 0; sum < ROW_TALLY_SUMS; sum++) {
            assert_int_equal(counted[k][sum], 3 * one_by_one[k][sum]);
        }
    }
    for (size_t i = 0; i < n; i++) {
        assert_int_equal(got[i], 0);
    }
    row_tally_clear(&t);
    free(pair[0]);
    free(pair[1]);
    free(got);
    free(expected);
}

static void test_pairs(void **state)
{
    (void)state;
    rng r = rng_stream(SEED, 1);
    for (const row_counter *const *c = row_counters(); *c; c++) {
        for (int n_bits = ROW_MIN_BITS; n_bits <= MAX_BITS; n_bits++) {
            compare_pairs(*c, n_bits, false, &r);
        }
        compare_pairs(*c, ROW_MIN_BITS + 1, true, &r);
    }
}

/* The same widths as rows have, and the twin at the end. */
static void test_names(void **state)
{
    (void)state;
    int n = 0;
    for (const row_kernel *const *k = row_kernels(ROW_BITS); *k; k++, n++) {
        assert_string_equal(row_counters()[n]->name, (*k)->name);
    }
    assert_null(row_counters()[n]);
    assert_null(scalar_twin()[1]);
}

int main(void)
{
    printf("seed %d\n", SEED);
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_bytes),
        cmocka_unit_test(test_pairs),
        cmocka_unit_test(test_names),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
