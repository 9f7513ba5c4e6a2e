/* Estimates against what defines them: Wilson's interval against its equation, the interval of the mean branching
 * against the sum of squared residuals game by game, that of pairs by how often it holds the true share, the number of
 * checkers positions against the published one. The GNU Scientific Library gives the quantiles.
 *
 * SPDX-License-Identifier: MIT
 */
#include "analysis/stats/estimate.h"
#include "analysis/stats/pairing.h"
#include "src/base/rng.h"
#include "tests/aid/near.h"

#include <gsl/gsl_cdf.h>
#include <math.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>

#include <cmocka.h>

static const uint64_t seed = 20260731;

static void test_wilson(void **state)
{
    (void)state;
    const double z = gsl_cdf_ugaussian_Pinv(0.975);
    for (uint64_t n = 1; n < 2000; n = n * 3 + 1) {
        for (uint64_t k = 0; k <= n; k += 1 + n / 7) {
            const estimate e = estimate_share((double)k, n, n);
            const double p = (double)k / (double)n, ends[2] = {e.low, e.high};
            assert_near(e.value, p, 1e-15);
            assert_true(e.low <= p && p <= e.high);
            for (int i = 0; i < 2; i++) { /* |p - end| = z sqrt(end (1 - end) / n) */
                assert_near(fabs(p - ends[i]), z * sqrt(ends[i] * (1 - ends[i]) / (double)n), 1e-7);
            }
        }
    }
    assert_true(isnan(estimate_share(0, 0, 0).value));
}

/* Of n games d are different: Wilson's equation holds with d, and no half-width describes the interval. */
static void test_repeated_games(void **state)
{
    (void)state;
    const double z = gsl_cdf_ugaussian_Pinv(0.975);
    const estimate e = estimate_share(10, 50, 10), alone = estimate_share(2, 10, 10);
    assert_near(e.value, 0.2, 1e-15);
    assert_near(e.low, alone.low, 1e-15);
    assert_near(e.high, alone.high, 1e-15);
    assert_near(e.low, 0.0567, 5e-5); /* 2 of 10: 5.67 to 50.98 % (scipy.stats.binomtest(2, 10).proportion_ci) */
    assert_near(e.high, 0.5098, 5e-5);
    assert_near(0.2 - e.low, z * sqrt(e.low * (1 - e.low) / 10), 1e-12);
    assert_true(isnan(estimate_share(50, 50, 1).low)); /* one game, played fifty times */
    assert_near(estimate_share(1, 1, 1).low, 1 / (1 + z * z), 1e-12);
}

/* Games drawn at random are independent samples, equal ones too. */
static void test_random_games_all_count(void **state)
{
    (void)state;
    stats s = {0};
    stats_series *series;
    stats_opening *o;
    static const char *const black[] = {"random", "random", "ab:2"}, *const white[] = {"random", "ab:2", "random"};
    for (int i = 0; i < 3; i++) {
        assert_int_equal(stats_series_at(&s, &(stats_key){"konane", "4x4", black[i], white[i]}, &series), PM_OK);
        assert_int_equal(stats_opening_at(series, "a4 a3", &o), PM_OK);
        o->wins[STATS_BLACK] = 20;
        o->wins[STATS_WHITE] = 80;
        o->games.known = 10;
        stats_opening all;
        assert_int_equal(stats_all_openings(series, &all), PM_OK);
        assert_near(estimate_black_share(o).low, estimate_share(20, 100, i == 0 ? 100 : 10).low, 1e-15);
        assert_near(estimate_black_share(&all).low, estimate_black_share(o).low, 1e-15);
        assert_int_equal(stats_distinct_games(&all), 10);
        stats_opening_free(&all);
    }
    stats_free(&s);
}

/* D. G. Bonett, R. M. Price: function ci.prop.ps of the R package statpsych gives the interval 0.2548067 to 0.6251933
 * for the difference of proportions where 26 of 48 pairs differ one way and 4 the other. */
static void test_pairs(void **state)
{
    (void)state;
    stats_match match = {.results = {26 * 2 + 18, 4 * 2 + 18, 0}, .distinct_games = 96, .pairs = {4, 0, 18, 0, 26}};
    estimate e = estimate_match(&match);
    assert_near(e.value, 70.0 / 96, 1e-12);
    assert_near(2 * e.low - 1, 0.2548067, 1e-7);
    assert_near(2 * e.high - 1, 0.6251933, 1e-7);
    match.distinct_games = 48; /* half of the games repeat others: as if there were half as many pairs */
    const stats_match half = {.results = {35, 13, 0}, .distinct_games = 48, .pairs = {2, 0, 9, 0, 13}};
    const estimate a = estimate_match(&match), b = estimate_match(&half);
    assert_near(a.low, b.low, 1e-12);
    assert_near(a.high, b.high, 1e-12);
    match.distinct_games = 2;
    assert_true(isnan(estimate_match(&match).low));
    const stats_match split = {.results = {50, 50, 0}, .distinct_games = 100, .pairs = {0, 0, 50, 0, 0}};
    e = estimate_match(&split); /* the opening decides: no width of zero, but narrower than a hundred games alone */
    assert_true(e.low < 0.5 && e.high > 0.5 && e.high - e.low < estimate_share(50, 100, 100).high - 0.5);
    const stats_match alone = {.results = {2, 8, 0}, .distinct_games = 10};
    assert_near(estimate_match(&alone).low, estimate_share(2, 10, 10).low, 1e-15);
    const stats_match empty = {.pairs = {0, 0, 1, 0, 0}}; /* pairs of no games */
    e = estimate_match(&empty);
    assert_true(isnan(e.value) && isnan(e.low) && isnan(e.high));
}

/* A sample of digests so thin that none is in it: the games are there all the same. */
static void test_sample_without_games(void **state)
{
    (void)state;
    stats_opening o = {.wins = {1, 0, 0}, .games = {.level = 40}};
    assert_int_equal(stats_distinct_games(&o), 1);
    const estimate e = estimate_black_share(&o);
    assert_true(e.value == 1 && e.low > 0 && e.low < 1);
    o = (stats_opening){0};
    assert_int_equal(stats_distinct_games(&o), 0);
}

/* Half points count in the variance of pairs: against random samples of pairs, of which 95 % of the intervals, give or
 * take, hold the true share. */
static void test_coverage_of_pairs(void **state)
{
    (void)state;
    enum { ROUNDS = 4000, PAIRS = 60 };
    static const unsigned percent[STATS_PAIR_RESULTS] = {10, 20, 35, 20, 15};
    const double truth = (20 * 0.25 + 35 * 0.5 + 20 * 0.75 + 15) / 100;
    rng r = rng_stream(seed, 6);
    int n_held = 0;
    for (int round = 0; round < ROUNDS; round++) {
        stats_match match = {.distinct_games = 2 * PAIRS};
        unsigned points = 0;
        for (int i = 0; i < PAIRS; i++) {
            unsigned k = 0;
            for (uint32_t x = rng_below(&r, 100); x >= percent[k]; k++) {
                x -= percent[k];
            }
            match.pairs[k]++;
            points += k;
        }
        match.results[0] = points / 2;
        match.results[2] = points % 2;
        match.results[1] = 2 * PAIRS - match.results[0] - match.results[2];
        const estimate e = estimate_match(&match);
        n_held += e.low <= truth && truth <= e.high;
    }
    assert_near((double)n_held / ROUNDS, 0.95, 0.015); /* more than four standard errors */
}

/* The score 0.4375 of a published test of an engine is -43.6578 Elo (256 game pairs with the results 13, 37, 50, 25, 3;
 * montytest.org); and the curve the other way: s = 1 / (1 + 10^(-elo / 400)). */
static void test_elo(void **state)
{
    (void)state;
    assert_near(estimate_elo((estimate){0.4375, 0.25, 0.75}).value, -43.6578, 1e-6);
    for (double s = 0.01; s < 1; s += 0.07) {
        const double elo = estimate_elo((estimate){s, s / 2, s}).value;
        assert_near(1 / (1 + pow(10, -elo / 400)), s, 1e-12);
    }
    const estimate all = estimate_elo((estimate){1, 0.75, 1});
    assert_true(isinf(all.value) && isinf(all.high));
    assert_near(all.low, 400 * log10(3), 1e-12);
}

/* Games with random lengths and branching; returns the ratio's variance by the definition. */
static double count_random_games(rng *r, stats_opening *o, size_t n)
{
    uint16_t moves[100][40];
    unsigned jumps[100];
    double all = 0, all_jumps = 0;
    assert_true(n <= 100);
    for (size_t i = 0; i < n; i++) {
        jumps[i] = 1 + rng_below(r, 40);
        for (unsigned k = 0; k < jumps[i]; k++) {
            moves[i][k] = (uint16_t)(1 + rng_below(r, 20));
            all += moves[i][k];
        }
        all_jumps += jumps[i];
        const stats_game game = {.winner = (stats_winner)rng_below(r, 2), .jumps = jumps[i], .moves = moves[i]};
        assert_int_equal(stats_count_game(o, &game), PM_OK);
        assert_int_equal(distinct_add(&o->games, i + 1), PM_OK);
    }
    double residuals = 0;
    for (size_t i = 0; i < n; i++) {
        double sum = 0;
        for (unsigned k = 0; k < jumps[i]; k++) {
            sum += moves[i][k];
        }
        residuals += pow(sum - all / all_jumps * jumps[i], 2);
    }
    assert_near(estimate_branching(o).value, all / all_jumps, 1e-12);
    return residuals / (double)(n - 1) * (double)n / (all_jumps * all_jumps);
}

static void test_branching_interval(void **state)
{
    (void)state;
    rng r = rng_stream(seed, 2);
    for (size_t n = 2; n <= 100; n += 7) {
        stats_opening o = {0};
        const double variance = count_random_games(&r, &o, n);
        const estimate e = estimate_branching(&o);
        const double t = gsl_cdf_tdist_Pinv(0.975, (double)(n - 1));
        assert_near((e.high - e.low) / 2, t * sqrt(variance), 1e-9);
        stats_opening_free(&o);
    }
}

/* J. Schaeffer et al., "Checkers is solved", Science 317, 2007: 500,995,484,682,338,672,639 positions with up to 24
 * pieces; here also with either player to move. */
static void test_positions(void **state)
{
    (void)state;
    const double checkers = estimate_log10_states(&(stats_key){"american", "8x8", "a", "b"});
    assert_near(pow(10, checkers) / 2, 500995484682338672639.0, 1e-12);
    assert_near(estimate_log10_states(&(stats_key){"konane", "6x6", "a", "b"}), log10(2) * 37, 1e-14);
    assert_true(isnan(estimate_log10_states(&(stats_key){"chess", "8x8", "a", "b"})));
}

/* Wilson's interval of 1 in 4 is 0.0456 to 0.6994, of 2 in 4 0.1500 to 0.8500; a board of 3 cells has 16 positions. */
static void test_positions_of_a_sample(void **state)
{
    (void)state;
    const estimate e = estimate_log10_positions(3, 4, 1, 1);
    assert_near(e.value, log10(4), 1e-12);
    assert_near(e.low, log10(16 * 0.0455873), 1e-5);
    assert_near(e.high, log10(16 * 0.8499615), 1e-5);
    const estimate none = estimate_log10_positions(3, 4, 0, 4), unknown = estimate_log10_positions(3, 0, 0, 0);
    assert_true(isinf(none.value) && isinf(none.low));
    assert_near(none.high, log10(16), 1e-12);
    assert_true(isnan(unknown.value) && isnan(unknown.low) && isnan(unknown.high));
}

/* Two openings with 30 of 50 and 20 of 50: chi-square 4 on one degree of freedom, p = 0.0455. */
static void test_openings_test(void **state)
{
    (void)state;
    stats_opening openings[3] = {{.wins = {30, 20, 0}, .games.known = 50},
                                 {.wins = {20, 30, 0}, .games.known = 50},
                                 {.wins = {0, 0, 5}, .games.known = 5}};
    const stats_series series = {.openings = openings, .n_openings = 3};
    double chi_square;
    unsigned degrees;
    const double p = estimate_openings_test(&series, &chi_square, &degrees);
    assert_near(chi_square, 4, 1e-12);
    assert_int_equal(degrees, 1);
    assert_near(p, 0.04550026, 1e-7);
    openings[0].games.known = openings[1].games.known = 10; /* games repeat themselves: no evidence any more */
    estimate_openings_test(&series, &chi_square, &degrees);
    assert_near(chi_square, 0.8, 1e-12);
}

int main(void)
{
    print_message("seed %llu\n", (unsigned long long)seed);
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_wilson),
        cmocka_unit_test(test_repeated_games),
        cmocka_unit_test(test_random_games_all_count),
        cmocka_unit_test(test_pairs),
        cmocka_unit_test(test_sample_without_games),
        cmocka_unit_test(test_coverage_of_pairs),
        cmocka_unit_test(test_elo),
        cmocka_unit_test(test_branching_interval),
        cmocka_unit_test(test_positions),
        cmocka_unit_test(test_positions_of_a_sample),
        cmocka_unit_test(test_openings_test),
    };
    return cmocka_run_group_tests_name("estimates", tests, NULL, NULL);
}
