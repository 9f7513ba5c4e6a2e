/* Counts of games: the order of entries, and merging.
 *
 * SPDX-License-Identifier: MIT
 */
#include "analysis/stats/stats.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>

#include <cmocka.h>

/* What is merged into nothing is the same afterwards, ply by ply, and twice as much once more. */
static void test_merge(void **state)
{
    (void)state;
    const uint16_t legal[2][3] = {{4, 3, 2}, {5, 1}}, stones[3] = {7, 6, 4};
    const stats_key key = {"konane", "4x4", "ab:2", "greedy"};
    stats whole = {0}, sum = {0};
    stats_series *series, *merged;
    assert_int_equal(stats_series_at(&whole, &key, &series), PM_OK);
    for (int i = 0; i < 2; i++) {
        stats_opening *opening;
        const stats_game game = {.winner = STATS_BLACK,
                                 .jumps = i ? 2 : 3,
                                 .moves = legal[i],
                                 .opponent = legal[i],
                                 .stones = stones,
                                 .taken = legal[i]};
        assert_int_equal(stats_opening_at(series, i ? "a4 a3" : "b3 b4", &opening), PM_OK);
        assert_int_equal(stats_count_game(opening, &game), PM_OK);
        assert_int_equal(stats_count_plies(series, &game), PM_OK);
    }
    for (uint64_t times = 1; times <= 2; times++) {
        assert_int_equal(stats_merge(&sum, &whole), PM_OK);
        assert_int_equal(stats_series_at(&sum, &key, &merged), PM_OK);
        assert_int_equal(merged->n_openings, 2);
        assert_int_equal(merged->n_plies, series->n_plies);
        for (size_t i = 0; i < series->n_plies; i++) {
            assert_int_equal(histogram_total(&merged->plies[i].moves),
                             times * histogram_total(&series->plies[i].moves));
            assert_int_equal(histogram_max(&merged->plies[i].moves), histogram_max(&series->plies[i].moves));
            assert_int_equal(histogram_min(&merged->plies[i].stones), histogram_min(&series->plies[i].stones));
        }
    }
    assert_int_equal(histogram_max(&series->plies[0].moves), 5); /* the first ply is the first */
    stats_free(&whole);
    stats_free(&sum);
}

static void test_order(void **state)
{
    (void)state;
    static const char *const openings[] = {"", "a1 a2", "a2 a1", "a2 a10", "a10 a9", "b1 a1", "z1 y1", "aa1 z1"};
    for (int i = 0; i < 8; i++) {
        for (int k = 0; k < 8; k++) {
            const int order = stats_opening_compare(openings[i], openings[k]);
            assert_int_equal((order > 0) - (order < 0), (i > k) - (i < k));
        }
    }
    const stats_key a = {"konane", "8x8", "ab:2", "random"}, b = {"konane", "8x8", "ab:10", "random"};
    const stats_key c = {"konane", "10x10", "ab:2", "random"};
    assert_true(stats_key_compare(&a, &b) < 0);
    assert_true(stats_key_compare(&b, &c) < 0);
    assert_int_equal(stats_key_compare(&c, &c), 0);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_merge),
        cmocka_unit_test(test_order),
    };
    return cmocka_run_group_tests_name("stats", tests, NULL, NULL);
}
