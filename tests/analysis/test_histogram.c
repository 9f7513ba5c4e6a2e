/* Histograms against sorted lists of the same values.
 *
 * SPDX-License-Identifier: MIT
 */
#include "analysis/stats/stats.h"
#include "src/base/rng.h"
#include "tests/aid/near.h"

#include <math.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdlib.h>

#include <cmocka.h>

static const uint64_t seed = 20260731;

static int by_value(const void *a, const void *b)
{
    const unsigned x = *(const unsigned *)a, y = *(const unsigned *)b;
    return (x > y) - (x < y);
}

static void check_histogram(const histogram *h, unsigned *values, size_t n)
{
    double sum = 0, squares = 0;
    for (size_t i = 0; i < n; i++) {
        sum += values[i];
    }
    for (size_t i = 0; i < n; i++) {
        squares += (values[i] - sum / (double)n) * (values[i] - sum / (double)n);
    }
    qsort(values, n, sizeof *values, by_value);
    assert_int_equal(histogram_total(h), n);
    assert_near(histogram_mean(h), sum / (double)n, 1e-12);
    if (n > 1) {
        assert_near(histogram_sd(h), sqrt(squares / (double)(n - 1)), 1e-12);
    } else {
        assert_true(isnan(histogram_sd(h)));
    }
    assert_int_equal(histogram_min(h), values[0]);
    assert_int_equal(histogram_max(h), values[n - 1]);
    for (unsigned q = 0; q <= 8; q++) { /* the value at rank ceil(n q / 8), counted from 1 */
        const size_t rank = (n * q + 7) / 8;
        assert_int_equal(histogram_quantile(h, q, 8), values[rank ? rank - 1 : 0]);
    }
}

static void test_histogram(void **state)
{
    (void)state;
    rng r = rng_stream(seed, 1);
    for (int round = 0; round < 200; round++) {
        unsigned values[300];
        histogram h = {0}, half[2] = {{0}, {0}};
        const size_t n = 1 + rng_below(&r, 300);
        const uint32_t range = 1 + rng_below(&r, round % 10 == 0 ? HISTOGRAM_MAX_VALUE : 40);
        for (size_t i = 0; i < n; i++) {
            values[i] = rng_below(&r, range);
            assert_int_equal(histogram_add(&h, values[i], 1), PM_OK);
            assert_int_equal(histogram_add(&half[i % 2], values[i], 1), PM_OK);
        }
        assert_int_equal(histogram_merge(&half[0], &half[1]), PM_OK);
        check_histogram(&h, values, n);
        check_histogram(&half[0], values, n);
        histogram_free(&h);
        histogram_free(&half[0]);
        histogram_free(&half[1]);
    }
}

/* Ten 10^9 values whose variance is far below their mean: nothing may cancel. */
static void test_large_counts(void **state)
{
    (void)state;
    histogram h = {0};
    assert_int_equal(histogram_add(&h, 60000, 5000000000), PM_OK);
    assert_int_equal(histogram_add(&h, 60001, 5000000000), PM_OK);
    assert_near(histogram_mean(&h), 60000.5, 1e-15);
    assert_near(histogram_sd(&h), 0.5, 1e-9);
    histogram_free(&h);
}

/* Sums of which n * squares has more than 128 bits: half of 2^48 games are of one length, half of the other. */
static void test_sums_beyond_128_bits(void **state)
{
    (void)state;
    histogram h = {0};
    assert_int_equal(histogram_add(&h, 0, (uint64_t)1 << 47), PM_OK);
    assert_int_equal(histogram_add(&h, 60000, (uint64_t)1 << 47), PM_OK);
    assert_near(histogram_sd(&h), 30000, 1e-12);
    assert_int_equal(histogram_add(&h, 0, (uint64_t)1 << 62), PM_OK); /* two values, the share of one is p */
    const double n = (double)histogram_total(&h), p = 0x1p47 / n;
    assert_near(histogram_sd(&h), 60000 * sqrt(p * (1 - p)), 1e-12);
    histogram_free(&h);
    assert_int_equal(histogram_add(&h, 40000, (uint64_t)1 << 63), PM_OK); /* no spread at all */
    assert_true(histogram_sd(&h) == 0);
    histogram_free(&h);
}

/* Room for plies grows ahead of what is asked for, but not beyond the longest game: who goes through all of them asks
 * for the last one too. */
static void test_room_for_plies(void **state)
{
    (void)state;
    stats_series series = {0};
    stats_ply *ply;
    assert_int_equal(stats_ply_at(&series, STATS_MAX_PLIES - 1, &ply), PM_OK);
    assert_in_range(series.n_plies, STATS_MAX_PLIES - 1, STATS_MAX_PLIES);
    assert_int_equal(stats_ply_at(&series, STATS_MAX_PLIES, &ply), PM_OK);
    assert_ptr_equal(ply, &series.plies[STATS_MAX_PLIES - 1]);
    free(series.plies);
}

int main(void)
{
    print_message("seed %llu\n", (unsigned long long)seed);
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_histogram),
        cmocka_unit_test(test_large_counts),
        cmocka_unit_test(test_sums_beyond_128_bits),
        cmocka_unit_test(test_room_for_plies),
    };
    return cmocka_run_group_tests_name("histogram", tests, NULL, NULL);
}
