/* Statistics against naive ones: histograms against sorted lists of the same values, Wilson's interval against the
 * equation that defines it, the interval of the mean branching against the sum of squared residuals game by game, the
 * number of checkers positions against the published one, and files against what was written to them. Damaged files
 * must be reported, never crash.
 *
 * SPDX-License-Identifier: MIT
 */
#include "analysis/stats/csv.h"
#include "analysis/stats/estimate.h"
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
            const estimate e = estimate_share((double)k, n);
            const double p = (double)k / (double)n, ends[2] = {e.low, e.high};
            assert_near(e.value, p, 1e-15);
            assert_true(e.low <= p && p <= e.high);
            for (int i = 0; i < 2; i++) { /* |p - end| = z sqrt(end (1 - end) / n) */
                assert_near(fabs(p - ends[i]), z * sqrt(ends[i] * (1 - ends[i]) / (double)n), 1e-7);
            }
        }
    }
    assert_true(isnan(estimate_share(0, 0).value));
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
    stats_opening openings[3] = {{.wins = {30, 20, 0}}, {.wins = {20, 30, 0}}, {.wins = {0, 0, 5}}};
    const stats_series series = {.openings = openings, .n_openings = 3};
    double chi_square;
    unsigned degrees;
    const double p = estimate_openings_test(&series, &chi_square, &degrees);
    assert_near(chi_square, 4, 1e-12);
    assert_int_equal(degrees, 1);
    assert_near(p, 0.04550026, 1e-7);
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

static const char games_header[] = "game,plies,winner,opening,rules,board,black,white,jumps,multi_jumps,branching\n";
static const char sums_header[] = "rules,board,black,white,opening,games,black_wins,white_wins,draws,multi_jumps,"
                                  "sum_squares,sum_by_jumps,jumps_histogram,branching_histogram\n";

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
    check_line(games_header, "0,5,black,d5 c5,konane,8x8,random,\"ab:depth=2,ms=5\",3,1,4 5 6\n", NULL);
    check_line(games_header, "0,2,white,d5 c5,konane,4x4,a,b,0,0,\r\n", NULL);
    check_line("# papamu " PM_VERSION "\n# seed: 4\n", games_header, NULL);
    check_line(sums_header, "konane,8x8,a,b,d5 c5,3,1,2,0,0,29,14,1:2 2:1,1:1 2:2 3:1\n", NULL);
}

static void test_bad_lines(void **state)
{
    (void)state;
    check_line("", "", "empty");
    check_line("position,winner\n", "", "not the header");
    check_line("# papamu 0.0.1\n", games_header, "written by version 0.0.1");
    check_line(games_header, "0,5,black,d5 c5,konane,8x8,a,b,3,1,4 5 6", "line 2 is cut off");
    check_line(games_header, "0,5,black,d5\n", "4 fields, expected 11");
    check_line(games_header, "0,5,black,\"d5\n", "quote");
    check_line(games_header, "x,5,black,,konane,8x8,a,b,3,1,4 5 6\n", "game is \"x\"");
    check_line(games_header, "0,-5,black,,konane,8x8,a,b,3,1,4 5 6\n", "plies is \"-5\"");
    check_line(games_header, "0,99999,black,,konane,8x8,a,b,3,1,4 5 6\n", "plies is \"99999\"");
    check_line(games_header, "0,5,blakc,,konane,8x8,a,b,3,1,4 5 6\n", "winner is \"blakc\"");
    check_line(games_header, "0,2,black,,konane,8x8,a,b,3,1,4 5 6\n", "jumps is \"3\"");
    check_line(games_header, "0,5,black,,konane,8x8,a,b,3,4,4 5 6\n", "multi_jumps is \"4\"");
    check_line(games_header, "0,5,black,,konane,8x8,a,b,3,1,4 5\n", "branching is \"4 5\"");
    check_line(games_header, "0,5,black,,konane,8x8,a,b,3,1,4 5 6 7\n", "branching");
    check_line(games_header, "0,5,black,,konane,8x8,a,b,3,1,4 0 6\n", "branching");
    check_line(games_header, "0,5,black,,konane,8x8,a,b,3,1,4 5 9999\n", "branching");
    check_line(games_header, "0,5,black,,konane,8by8,a,b,3,1,4 5 6\n", "board is \"8by8\"");
    check_line(games_header, "0,5,black,,konane,99x8,a,b,3,1,4 5 6\n", "board is \"99x8\"");
    check_line(games_header, "0,5,black,,,8x8,a,b,3,1,4 5 6\n", "rules is \"\"");
    check_line(sums_header, "konane,8x8,a,b,,4,1,2,0,0,29,14,1:2 2:1,1:1 2:2 3:1\n", "games is \"4\"");
    check_line(sums_header, "konane,8x8,a,b,,3,1,2,0,0,29,14,1:2 2:1,1:1 2:2\n", "branching_histogram");
    check_line(sums_header, "konane,8x8,a,b,,3,1,2,0,4,29,14,1:2 2:1,1:1 2:2 3:1\n", NULL); /* every jump a long one */
    check_line(sums_header, "konane,8x8,a,b,,3,1,2,0,5,29,14,1:2 2:1,1:1 2:2 3:1\n", "branching_histogram");
    check_line(sums_header, "konane,8x8,a,b,,3,1,2,0,0,29,14,2:1 1:2,1:1 2:2 3:1\n", "jumps_histogram");
    check_line(sums_header, "konane,8x8,a,b,,3,1,2,0,0,29,14,1:2  2:1,1:1 2:2 3:1\n", "jumps_histogram");
    check_line(sums_header, "konane,8x8,a,b,,3,1,2,0,0,29,14,1:0,1:1 2:2 3:1\n", "jumps_histogram");
    check_line(sums_header, "konane,8x8,a,b,,3,1,2,0,0,99999999999999999999999999999999999999,14,1:2 2:1,\n",
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
    const int length =
        snprintf(text, sizeof text, "%s%s%s", sums_header, "konane,8x8,a,b,d5 c5,3,1,2,0,0,29,14,1:2 2:1,1:1 2:2 3:1\n",
                 "konane,8x8,b,\"a,\"\"c\",,1,0,0,1,0,4,2,1:1,2:1\n");
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

static void test_pair(void **state)
{
    (void)state;
    static const char lines[] = "0,3,black,,konane,8x8,x,y,1,0,4\n"
                                "1,3,white,,konane,8x8,x,y,1,0,4\n"
                                "2,3,black,,konane,8x8,x,y,1,0,4\n"
                                "0,3,white,,konane,8x8,y,x,1,0,4\n"
                                "1,3,draw,,konane,8x8,y,x,1,0,4\n"
                                "1,3,draw,,konane,8x8,x,x,1,0,4\n";
    char text[1024];
    stats s = {0};
    stats_kind kind = STATS_NO_KIND;
    pm_error err;
    const int n = snprintf(text, sizeof text, "%s%s", games_header, lines);
    assert_int_equal(read_text(text, (size_t)n, &s, &kind, &err), PM_OK);
    uint64_t results[STATS_N_WINNERS];
    assert_true(stats_pair(&s, &(stats_key){"konane", "8x8", "x", "y"}, results));
    assert_int_equal(results[0], 3);
    assert_int_equal(results[1], 1);
    assert_int_equal(results[2], 1);
    assert_false(stats_pair(&s, &(stats_key){"konane", "8x8", "x", "x"}, results));
    assert_false(stats_pair(&s, &(stats_key){"konane", "8x8", "x", "z"}, results));
    stats_free(&s);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_histogram), cmocka_unit_test(test_large_counts),
        cmocka_unit_test(test_order),     cmocka_unit_test(test_room_for_plies),
        cmocka_unit_test(test_wilson),    cmocka_unit_test(test_branching_interval),
        cmocka_unit_test(test_positions), cmocka_unit_test(test_openings_test),
        cmocka_unit_test(test_csv),       cmocka_unit_test(test_good_lines),
        cmocka_unit_test(test_bad_lines), cmocka_unit_test(test_kinds_do_not_mix),
        cmocka_unit_test(test_damage),    cmocka_unit_test(test_pair),
    };
    return cmocka_run_group_tests_name("stats", tests, NULL, NULL);
}
