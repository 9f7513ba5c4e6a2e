/* The number of different games against a sorted list of their digests.
 *
 * SPDX-License-Identifier: MIT
 */
#include "analysis/stats/distinct.h"
#include "src/base/rng.h"
#include "tests/aid/near.h"

#include <math.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdlib.h>

#include <cmocka.h>

static const uint64_t seed = 20260731;

static int by_digest(const void *a, const void *b)
{
    const uint64_t x = *(const uint64_t *)a, y = *(const uint64_t *)b;
    return (x > y) - (x < y);
}

/* The number of different values, by sorting them. */
static size_t count_different(uint64_t *values, size_t n)
{
    size_t different = 0;
    qsort(values, n, sizeof *values, by_digest);
    for (size_t i = 0; i < n; i++) {
        different += i == 0 || values[i] != values[i - 1];
    }
    return different;
}

static void assert_equal_samples(const distinct *a, const distinct *b)
{
    uint64_t x[DISTINCT_SAMPLE], y[DISTINCT_SAMPLE];
    unsigned level_x, level_y;
    const size_t n = distinct_sample(a, x, &level_x);
    assert_int_equal(distinct_sample(b, y, &level_y), n);
    assert_int_equal(level_x, level_y);
    assert_memory_equal(x, y, n * sizeof *x);
}

/* Sets of random digests with repetitions, zero among them, whole and merged of three parts. */
static void test_distinct(void **state)
{
    (void)state;
    rng r = rng_stream(seed, 5);
    for (size_t n = 0; n < 100000; n = n * 3 + 1) {
        uint64_t *values = malloc((n + 1) * sizeof *values);
        distinct whole = {0}, parts[3] = {{0}, {0}, {0}};
        assert_non_null(values);
        const uint32_t range = (uint32_t)(n / 2 + 1);
        for (size_t i = 0; i < n; i++) {
            uint64_t x = rng_below(&r, range);
            values[i] = x ? rng_splitmix(&x) : 0;
            distinct_prefetch(&whole, values[i]);
            assert_int_equal(distinct_add(&whole, values[i]), PM_OK);
            assert_int_equal(distinct_add(&parts[i % 3], values[i]), PM_OK);
        }
        assert_int_equal(distinct_merge(&parts[0], &parts[1]), PM_OK);
        assert_int_equal(distinct_move(&parts[0], &parts[2]), PM_OK);
        assert_int_equal(distinct_count(&whole), count_different(values, n));
        assert_int_equal(distinct_count(&parts[0]), distinct_count(&whole));
        assert_true(distinct_is_exact(&whole) && distinct_is_exact(&parts[0]));
        assert_equal_samples(&whole, &parts[0]);
        distinct_free(&whole);
        distinct_free(&parts[0]);
        distinct_free(&parts[1]);
        free(values);
    }
}

/* Beyond what a set holds the number is an estimate, within five standard errors, and the same however the digests were
 * split. */
static void test_many_distinct(void **state)
{
    (void)state;
    enum { N = 3 * DISTINCT_MOST };
    distinct whole = {0}, parts[2] = {{0}, {0}};
    for (uint64_t i = 0; i < N; i++) {
        uint64_t x = i;
        const uint64_t digest = rng_splitmix(&x);
        assert_int_equal(distinct_add(&whole, digest), PM_OK);
        assert_int_equal(distinct_add(&parts[i % 3 == 0], digest), PM_OK);
    }
    assert_int_equal(distinct_merge(&parts[0], &parts[1]), PM_OK);
    assert_false(distinct_is_exact(&whole));
    const double error = 1.2 / sqrt(DISTINCT_MOST);
    assert_near((double)distinct_count(&whole) / N, 1, 5 * error);
    assert_int_equal(distinct_count(&parts[0]), distinct_count(&whole));
    assert_equal_samples(&whole, &parts[0]);
    distinct_free(&whole);
    distinct_free(&parts[0]);
    distinct_free(&parts[1]);
}

int main(void)
{
    print_message("seed %llu\n", (unsigned long long)seed);
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_distinct),
        cmocka_unit_test(test_many_distinct),
    };
    return cmocka_run_group_tests_name("distinct", tests, NULL, NULL);
}
