/* Random play against published counts and against its exact distribution.
 *
 * Play on 4x4, 6x6 and 8x8 meets tests/data/random_play.tsv (200,000 games of another program) within four standard
 * errors; on 4x4, 4x5 and 5x5 it meets the exact distribution, which on 4x4 meets a plain recursion over all games.
 *
 * SPDX-License-Identifier: MIT
 */
#include "analysis/stats/estimate.h"
#include "analysis/stats/random_exact.h"
#include "tests/aid/selfplay_aid.h"
#include "tests/aid/tsv.h"

#include <math.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

static const uint64_t seed = 20260732;

/* ---- counts ------------------------------------------------------------------------------------ */

static void random_counts(int rows, int cols, uint64_t n, stats *counts)
{
    game *g = aid_game("konane", rows, cols, PM_BLACK, NULL);
    const selfplay_plan plan = {.g = g, .black = "random", .white = "random", .n_games = n, .seed = seed, .threads = 2};
    aid_run(&plan, counts);
    game_free(g);
}

static void assert_within(const char *what, double value, double expected, double standard_error)
{
    if (!(fabs(value - expected) <= 4 * standard_error)) {
        fail_msg("%s is %.6f, expected %.6f, standard error %.6f", what, value, expected, standard_error);
    }
}

/* One line of the table: both it and our counts have a standard error, and it is rounded. */
static void check_random_play(const tsv_file *file)
{
    enum { N = 200000 };
    const double rounding = 0.005;
    int rows, cols;
    assert_int_equal(sscanf(file->field[0], "%dx%d", &rows, &cols), 2);
    double value[TSV_MAX_FIELDS] = {0};
    for (int i = 1; i < file->n_fields; i++) {
        value[i] = strtod(file->field[i], NULL);
    }
    stats counts = {0};
    random_counts(rows, cols, N, &counts);
    stats_opening all;
    assert_int_equal(stats_all_openings(&counts.series[0], &all), PM_OK);
    const double sd = histogram_sd(&all.jumps), root = sqrt(2.0 / N);
    assert_within("mean jumps", histogram_mean(&all.jumps), value[1], sd * root + rounding);
    assert_within("sd of jumps", sd, value[2], sd * root + rounding);
    assert_true(fabs((double)histogram_min(&all.jumps) - value[3]) <= 6);
    assert_true(fabs((double)histogram_max(&all.jumps) - value[4]) <= 3);
    const estimate branching = estimate_branching(&all);
    assert_within("branching", branching.value, value[5], (branching.high - branching.low) / 2 + rounding);
    assert_true(fabs((double)histogram_max(&all.branching) - value[6]) <= 3);
    assert_within("black's share", estimate_black_share(&all).value, value[7], 0.0011 * sqrt(2) + rounding / 10);
    assert_within("multi-jumps", (double)all.multi_jumps / (double)histogram_total(&all.branching), value[8], 0.0005);
    stats_opening_free(&all);
    stats_free(&counts);
}

static void test_random_play(void **state)
{
    (void)state;
    int n = 0;
    tsv_file *file = tsv_open("tests/data/random_play.tsv");
    while (tsv_next(file, 9)) {
        check_random_play(file);
        n++;
    }
    tsv_close(file);
    assert_int_equal(n, 3);
}

/* ---- exact random play ------------------------------------------------------------------------- */

/* Add up all games below `s`, reached with probability p after `jumps` jumps. */
static void recurse(const game *g, const game_state *s, double p, size_t jumps, random_exact *sum)
{
    game_move moves[GAME_MAX_MOVES];
    const int n = g->rules->moves(g, s, moves);
    const bool is_opening = g->rules->is_opening(g, s);
    sum->nodes++;
    sum->games += n == 0;
    if (n == 0) {
        sum->length[jumps] += p;
        sum->black[jumps] += s->mover == PM_WHITE ? p : 0;
    } else if (!is_opening) {
        sum->branching[n] += p;
        sum->moves_at[jumps] += p * n;
    }
    for (int i = 0; i < n; i++) {
        game_state after = *s;
        g->rules->make(g, &after, &moves[i]);
        sum->multi_jumps += !is_opening && moves[i].n_taken > 1 ? p / n : 0;
        recurse(g, &after, p / n, jumps + !is_opening, sum);
    }
}

static void check_against_recursion(int rows, int cols)
{
    double length[26] = {0}, black[26] = {0}, moves_at[26] = {0}, branching[GAME_MAX_MOVES] = {0};
    random_exact naive = {.length = length, .black = black, .moves_at = moves_at, .branching = branching}, r;
    game *g = aid_game("konane", rows, cols, PM_BLACK, "any");
    game_state start;
    pm_error err;
    assert_int_equal(g->rules->start(g, &start, &err), PM_OK);
    recurse(g, &start, 1, 0, &naive);
    assert_int_equal(random_exact_make(g, UINT64_C(1) << 30, NULL, NULL, &r, &err), PM_OK);
    double total = 0;
    for (size_t k = 0; k < 26; k++) {
        total += length[k];
        assert_true(fabs(length[k] - (k < r.n ? r.length[k] : 0)) < 1e-13);
        assert_true(fabs(black[k] - (k < r.n ? r.black[k] : 0)) < 1e-13);
        assert_true(fabs(moves_at[k] - (k < r.n ? r.moves_at[k] : 0)) < 1e-12);
        assert_true(fabs(branching[k] - (k < r.n_moves ? r.branching[k] : 0)) < 1e-12);
    }
    assert_true(fabs(total - 1) < 1e-13);
    assert_true(fabs(random_exact_reach(&r, 0) - 1) < 1e-13);
    assert_true(fabs(naive.multi_jumps - r.multi_jumps) < 1e-12);
    assert_true(r.games == naive.games && r.nodes == naive.nodes && r.nodes > r.games);
    random_exact_free(&r);
    game_free(g);
}

static void test_exact_is_recursion(void **state)
{
    (void)state;
    check_against_recursion(4, 4);
    check_against_recursion(3, 5); /* has multi-jumps */
    check_against_recursion(2, 6);
}

/* Simulation within four standard errors of the exact values: means, share, and every frequent length. */
static void check_against_exact(int rows, int cols)
{
    enum { N = 200000 };
    random_exact r;
    pm_error err;
    game *g = aid_game("konane", rows, cols, PM_BLACK, NULL);
    assert_int_equal(random_exact_make(g, UINT64_C(1) << 32, NULL, NULL, &r, &err), PM_OK);
    stats counts = {0};
    random_counts(rows, cols, N, &counts);
    stats_opening all;
    assert_int_equal(stats_all_openings(&counts.series[0], &all), PM_OK);
    const double share = random_exact_black_share(&r);
    assert_within("black's share", estimate_black_share(&all).value, share, sqrt(share * (1 - share) / N));
    assert_within("mean jumps", histogram_mean(&all.jumps), random_exact_mean_jumps(&r),
                  random_exact_sd_jumps(&r) / sqrt(N));
    const estimate branching = estimate_branching(&all);
    assert_within("branching", branching.value, random_exact_mean_branching(&r),
                  (branching.high - branching.low) / 3.92);
    for (size_t k = 0; k < r.n; k++) {
        const double seen = k < all.jumps.size ? (double)all.jumps.count[k] / N : 0;
        assert_within("length", seen, r.length[k], sqrt(r.length[k] * (1 - r.length[k]) / N) + 0.5 / N);
    }
    random_exact_free(&r);
    stats_opening_free(&all);
    stats_free(&counts);
    game_free(g);
}

static void test_exact_is_simulation(void **state)
{
    (void)state;
    check_against_exact(4, 4);
    check_against_exact(4, 5);
    check_against_exact(5, 5);
}

static void test_exact_limits(void **state)
{
    (void)state;
    random_exact r;
    pm_error err;
    game *large = aid_game("konane", 6, 6, PM_BLACK, NULL), *draughts = aid_game("italian", 4, 4, PM_BLACK, NULL);
    assert_int_equal(random_exact_make(large, UINT64_MAX, NULL, NULL, &r, &err), PM_BAD_INPUT);
    assert_non_null(strstr(err.message, "36 cells"));
    assert_int_equal(random_exact_make(draughts, UINT64_MAX, NULL, NULL, &r, &err), PM_BAD_INPUT);
    game *small = aid_game("konane", 5, 5, PM_BLACK, NULL);
    assert_int_equal(random_exact_make(small, 1 << 20, NULL, NULL, &r, &err), PM_NO_MEMORY);
    assert_non_null(strstr(err.message, "was given 1.00 MiB"));
    game_free(large);
    game_free(draughts);
    game_free(small);
}

int main(void)
{
    print_message("seed %llu\n", (unsigned long long)seed);
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_random_play),
        cmocka_unit_test(test_exact_is_recursion),
        cmocka_unit_test(test_exact_is_simulation),
        cmocka_unit_test(test_exact_limits),
    };
    return cmocka_run_group_tests_name("random_play", tests, NULL, NULL);
}
