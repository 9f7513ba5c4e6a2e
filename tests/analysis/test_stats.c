/* Statistics against naive ones: histograms against sorted lists of the same values, Wilson's interval against the
 * equation that defines it, the interval of the mean branching against the sum of squared residuals game by game, the
 * number of checkers positions against the published one, and files against what was written to them. Damaged files
 * must be reported, never crash.
 *
 * SPDX-License-Identifier: MIT
 */
#include "analysis/stats/csv.h"
#include "analysis/stats/estimate.h"
#include "analysis/stats/pairing.h"
#include "analysis/stats/read.h"
#include "src/base/rng.h"

#include <gsl/gsl_cdf.h>
#include <math.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

static const uint64_t seed = 20260731;

static void assert_near(double a, double b, double relative)
{
    if (!(fabs(a - b) <= relative * fmax(1, fabs(b)))) {
        fail_msg("%.17g differs from %.17g", a, b);
    }
}

/* ---- histograms -------------------------------------------------------------------------------- */

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

/* ---- order ------------------------------------------------------------------------------------- */

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

/* ---- estimates --------------------------------------------------------------------------------- */

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

/* ---- files ------------------------------------------------------------------------------------- */

static void test_csv(void **state)
{
    (void)state;
    char *fields[4];
    char line[] = "a,\"b,\"\"c\",,d";
    assert_int_equal(csv_split(line, fields, 4), 4);
    assert_string_equal(fields[0], "a");
    assert_string_equal(fields[1], "b,\"c");
    assert_string_equal(fields[2], "");
    assert_string_equal(fields[3], "d");
    char open[] = "a,\"b", behind[] = "\"a\"b", many[] = "1,2,3,4,5,6", empty[] = "";
    assert_int_equal(csv_split(open, fields, 4), -1);
    assert_int_equal(csv_split(behind, fields, 4), -1);
    assert_int_equal(csv_split(many, fields, 4), 6);
    assert_int_equal(csv_split(empty, fields, 4), 1);
}

static const char games_header[] = "game,plies,winner,opening,rules,board,black,white,jumps,multi_jumps,pair,"
                                   "digest,branching\n";
static const char sums_header[] = "rules,board,black,white,opening,games,distinct_games,black_wins,white_wins,draws,"
                                  "multi_jumps,sum_squares,sum_by_jumps,jumps_histogram,branching_histogram,"
                                  "pairs_histogram,digests\n";

/* The digests of three games. */
#define THREE "0 000000000000000a 000000000000000b 000000000000000c"

static pm_status read_text(const char *text, size_t n, stats *s, stats_kind *kind, pm_error *err)
{
    FILE *file = fmemopen((void *)(uintptr_t)text, n ? n : 1, "r");
    assert_non_null(file);
    if (n == 0) {
        getc(file);
    }
    const pm_status status = stats_read_csv(file, s, kind, err);
    fclose(file);
    return status;
}

/* Read header and line; check the status and that the message has `message` in it. */
static void check_line(const char *header, const char *line, const char *message)
{
    char text[2048];
    stats s = {0};
    stats_kind kind = STATS_NO_KIND;
    pm_error err = {0};
    const int n = snprintf(text, sizeof text, "%s%s", header, line);
    const pm_status status = read_text(text, (size_t)n, &s, &kind, &err);
    if (message) {
        assert_int_equal(status, PM_BAD_INPUT);
        if (!strstr(err.message, message)) {
            fail_msg("\"%s\" is not in \"%s\"", message, err.message);
        }
    } else {
        assert_int_equal(status, PM_OK);
    }
    stats_free(&s);
}

static void test_good_lines(void **state)
{
    (void)state;
    check_line(games_header, "", NULL);
    check_line(games_header, "0,5,black,d5 c5,konane,8x8,random,\"ab:depth=2,ms=5\",3,1,,000000000000000a,4 5 6\n",
               NULL);
    check_line(games_header, "0,2,white,d5 c5,konane,4x4,a,b,0,0,,000000000000000a,\r\n", NULL);
    check_line("# papamu " PM_VERSION "\n# seed: 4\n", games_header, NULL);
    check_line(sums_header, "konane,8x8,a,b,d5 c5,3,3,1,2,0,0,29,14,1:2 2:1,1:1 2:2 3:1,," THREE "\n", NULL);
}

static void test_bad_lines(void **state)
{
    (void)state;
    check_line("", "", "empty");
    check_line("position,winner\n", "", "not the header");
    check_line("# papamu 0.0.1\n", games_header, "written by version 0.0.1");
    check_line(games_header, "0,5,black,d5 c5,konane,8x8,a,b,3,1,,000000000000000a,4 5 6", "line 2 is cut off");
    check_line(games_header, "0,5,black,d5\n", "4 fields, expected 13");
    check_line(games_header, "0,5,black,\"d5\n", "quote");
    check_line(games_header, "x,5,black,,konane,8x8,a,b,3,1,,000000000000000a,4 5 6\n", "game is \"x\"");
    check_line(games_header, "0,-5,black,,konane,8x8,a,b,3,1,,000000000000000a,4 5 6\n", "plies is \"-5\"");
    check_line(games_header, "0,99999,black,,konane,8x8,a,b,3,1,,000000000000000a,4 5 6\n", "plies is \"99999\"");
    check_line(games_header, "0,5,blakc,,konane,8x8,a,b,3,1,,000000000000000a,4 5 6\n", "winner is \"blakc\"");
    check_line(games_header, "0,2,black,,konane,8x8,a,b,3,1,,000000000000000a,4 5 6\n", "jumps is \"3\"");
    check_line(games_header, "0,5,black,,konane,8x8,a,b,3,4,,000000000000000a,4 5 6\n", "multi_jumps is \"4\"");
    check_line(games_header, "0,5,black,,konane,8x8,a,b,3,1,,000000000000000a,4 5\n", "branching is \"4 5\"");
    check_line(games_header, "0,5,black,,konane,8x8,a,b,3,1,,000000000000000a,4 5 6 7\n", "branching");
    check_line(games_header, "0,5,black,,konane,8x8,a,b,3,1,,000000000000000a,4 0 6\n", "branching");
    check_line(games_header, "0,5,black,,konane,8x8,a,b,3,1,,000000000000000a,4 5 9999\n", "branching");
    check_line(games_header, "0,5,black,,konane,8by8,a,b,3,1,,000000000000000a,4 5 6\n", "board is \"8by8\"");
    check_line(games_header, "0,5,black,,konane,99x8,a,b,3,1,,000000000000000a,4 5 6\n", "board is \"99x8\"");
    check_line(games_header, "0,5,black,,,8x8,a,b,3,1,,000000000000000a,4 5 6\n", "rules is \"\"");
    check_line(sums_header, "konane,8x8,a,b,,4,3,1,2,0,0,29,14,1:2 2:1,1:1 2:2 3:1,," THREE "\n", "games is \"4\"");
    check_line(games_header, "4,5,black,,konane,8x8,a,b,3,1,2,000000000000000a,4 5 6\n", NULL);
    check_line(games_header, "4,5,black,,konane,8x8,a,b,3,1,3,000000000000000a,4 5 6\n", "pair is \"3\"");
    check_line(games_header, "0,5,black,,konane,8x8,a,b,3,1,,00000000000000a,4 5 6\n", "digest is");
    check_line(games_header, "0,5,black,,konane,8x8,a,b,3,1,,000000000000000A,4 5 6\n", "digest is");
    check_line(sums_header, "konane,8x8,a,b,,3,2,1,2,0,0,29,14,1:2 2:1,1:1 2:2 3:1,," THREE "\n", "distinct_games is");
    check_line(sums_header, "konane,8x8,a,b,,3,4,1,2,0,0,29,14,1:2 2:1,1:1 2:2 3:1,," THREE "\n", "distinct_games is");
    check_line(sums_header, "konane,8x8,a,b,,3,,1,2,0,0,29,14,1:2 2:1,1:1 2:2 3:1,0:1,1 000000000000000a\n", NULL);
    check_line(sums_header, "konane,8x8,a,b,,3,1,1,2,0,0,29,14,1:2 2:1,1:1 2:2 3:1,,1 f00000000000000a\n",
               "digests is");
    check_line(sums_header,
               "konane,8x8,a,b,,3,2,1,2,0,0,29,14,1:2 2:1,1:1 2:2 3:1,,0 000000000000000b 000000000000000a\n",
               "digests is");
    check_line(sums_header, "konane,8x8,a,b,,3,3,1,2,0,0,29,14,1:2 2:1,1:1 2:2 3:1,5:1," THREE "\n", "pairs_histogram");
    check_line(sums_header, "konane,8x8,a,b,,3,3,1,2,0,0,29,14,1:2 2:1,1:1 2:2,," THREE "\n", "branching_histogram");
    check_line(sums_header, "konane,8x8,a,b,,3,3,1,2,0,4,29,14,1:2 2:1,1:1 2:2 3:1,," THREE "\n",
               NULL); /* every jump a long one */
    check_line(sums_header, "konane,8x8,a,b,,3,3,1,2,0,5,29,14,1:2 2:1,1:1 2:2 3:1,," THREE "\n",
               "branching_histogram");
    check_line(sums_header, "konane,8x8,a,b,,3,3,1,2,0,0,29,14,2:1 1:2,1:1 2:2 3:1,," THREE "\n", "jumps_histogram");
    check_line(sums_header, "konane,8x8,a,b,,3,3,1,2,0,0,29,14,1:2  2:1,1:1 2:2 3:1,," THREE "\n", "jumps_histogram");
    check_line(sums_header, "konane,8x8,a,b,,3,3,1,2,0,0,29,14,1:0,1:1 2:2 3:1,," THREE "\n", "jumps_histogram");
    check_line(sums_header,
               "konane,8x8,a,b,,3,3,1,2,0,0,99999999999999999999999999999999999999,14,1:2 2:1,,," THREE "\n",
               "sum_squares");
}

static void test_kinds_do_not_mix(void **state)
{
    (void)state;
    stats s = {0};
    stats_kind kind = STATS_NO_KIND;
    pm_error err = {0};
    assert_int_equal(read_text(games_header, strlen(games_header), &s, &kind, &err), PM_OK);
    assert_int_equal(kind, STATS_GAMES);
    assert_int_equal(read_text(games_header, strlen(games_header), &s, &kind, &err), PM_OK);
    assert_int_equal(read_text(sums_header, strlen(sums_header), &s, &kind, &err), PM_BAD_INPUT);
    assert_non_null(strstr(err.message, "one kind"));
    stats_free(&s);
}

/* Every cut of a good file is an error unless it falls between lines; flipped bits never crash. */
static void test_damage(void **state)
{
    (void)state;
    char text[1024], damaged[1024];
    const int length = snprintf(text, sizeof text, "%s%s%s", sums_header,
                                "konane,8x8,a,b,d5 c5,3,3,1,2,0,0,29,14,1:2 2:1,1:1 2:2 3:1,," THREE "\n",
                                "konane,8x8,b,\"a,\"\"c\",,1,1,0,0,1,0,4,2,1:1,2:1,,0 000000000000000d\n");
    rng r = rng_stream(seed, 3);
    print_message("seed %llu\n", (unsigned long long)seed);
    for (size_t n = 0; n < (size_t)length; n++) {
        stats s = {0};
        stats_kind kind = STATS_NO_KIND;
        pm_error err = {0};
        const pm_status status = read_text(text, n, &s, &kind, &err);
        assert_int_equal(status, n > 0 && text[n - 1] == '\n' ? PM_OK : PM_BAD_INPUT);
        stats_free(&s);
    }
    for (int i = 0; i < 20000; i++) {
        stats s = {0};
        stats_kind kind = STATS_NO_KIND;
        pm_error err = {0};
        memcpy(damaged, text, (size_t)length);
        for (uint32_t k = 0; k <= rng_below(&r, 3); k++) {
            damaged[rng_below(&r, (uint32_t)length)] ^= (char)(1 << rng_below(&r, 8));
        }
        const pm_status status = read_text(damaged, (size_t)length, &s, &kind, &err);
        assert_true(status == PM_OK || (status == PM_BAD_INPUT && err.message[0]));
        stats_free(&s);
    }
}

/* ---- merging ----------------------------------------------------------------------------------- */

/* Games x against y and the other way round: 3 wins, 1 loss and 1 draw for x, four different games. The pairs are those
 * with a number: x wins both of pair 0, loses and draws pair 3; pair 1 lacks a game, and that of x with itself, 2, is
 * counted where it is. */
static void test_match(void **state)
{
    (void)state;
    static const char lines[] = "0,3,black,,konane,8x8,x,y,1,0,0,000000000000000a,4\n"
                                "6,3,white,,konane,8x8,x,y,1,0,3,000000000000000b,4\n"
                                "2,3,black,,konane,8x8,x,y,1,0,1,000000000000000a,4\n"
                                "1,3,white,,konane,8x8,y,x,1,0,0,000000000000000a,4\n"
                                "7,3,draw,,konane,8x8,y,x,1,0,3,000000000000000c,4\n"
                                "5,3,draw,,konane,8x8,x,x,1,0,2,000000000000000d,4\n"
                                "4,3,black,,konane,8x8,x,x,1,0,2,000000000000000d,4\n";
    char text[1024];
    stats s = {0};
    stats_kind kind = STATS_NO_KIND;
    pm_error err;
    const int n = snprintf(text, sizeof text, "%s%s", games_header, lines);
    assert_int_equal(read_text(text, (size_t)n, &s, &kind, &err), PM_OK);
    assert_int_equal(pairing_finish(&s), PM_OK);
    stats_match match;
    assert_true(stats_match_find(&s, &(stats_key){"konane", "8x8", "x", "y"}, &match));
    assert_int_equal(match.results[0], 3);
    assert_int_equal(match.results[1], 1);
    assert_int_equal(match.results[2], 1);
    assert_int_equal(match.distinct_games, 4);
    static const uint64_t of_x[STATS_PAIR_RESULTS] = {0, 1, 0, 0, 1}, of_y[STATS_PAIR_RESULTS] = {1, 0, 0, 1, 0};
    assert_memory_equal(match.pairs, of_x, sizeof of_x);
    assert_true(stats_match_find(&s, &(stats_key){"konane", "8x8", "y", "x"}, &match));
    assert_memory_equal(match.pairs, of_y, sizeof of_y);
    assert_int_equal(s.series[0].openings[0].pairs[3], 1); /* x against x: a win and a draw */
    assert_false(stats_match_find(&s, &(stats_key){"konane", "8x8", "x", "x"}, &match));
    assert_false(stats_match_find(&s, &(stats_key){"konane", "8x8", "x", "z"}, &match));
    stats_free(&s);
}

/* ---- different games ---------------------------------------------------------------------------- */

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
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_histogram),
        cmocka_unit_test(test_large_counts),
        cmocka_unit_test(test_merge),
        cmocka_unit_test(test_order),
        cmocka_unit_test(test_room_for_plies),
        cmocka_unit_test(test_wilson),
        cmocka_unit_test(test_branching_interval),
        cmocka_unit_test(test_positions),
        cmocka_unit_test(test_openings_test),
        cmocka_unit_test(test_csv),
        cmocka_unit_test(test_good_lines),
        cmocka_unit_test(test_bad_lines),
        cmocka_unit_test(test_kinds_do_not_mix),
        cmocka_unit_test(test_damage),
        cmocka_unit_test(test_match),
        cmocka_unit_test(test_distinct),
        cmocka_unit_test(test_many_distinct),
        cmocka_unit_test(test_pairs),
        cmocka_unit_test(test_coverage_of_pairs),
        cmocka_unit_test(test_random_games_all_count),
        cmocka_unit_test(test_elo),
        cmocka_unit_test(test_repeated_games),
    };
    return cmocka_run_group_tests_name("stats", tests, NULL, NULL);
}
