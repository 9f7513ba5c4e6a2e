/* Estimates of the size of game trees against exact counts.
 *
 * Oracle: perft, and a plain recursion that counts the games of a small board. An exact value must lie within three
 * times the half width of the interval of 95 %, about six standard errors.
 *
 * SPDX-License-Identifier: MIT
 */
#include "analysis/stats/tree_size.h"

#include "tests/aid/selfplay_aid.h"

#include <math.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

static const uint64_t seed = 20261202;

static void assert_near(const char *what, size_t ply, estimate e, double exact)
{
    const double half = fmax(e.high - e.value, e.value - e.low);
    if (!(fabs(e.value - exact) <= 3 * half + 1e-9)) {
        fail_msg("%s at ply %zu: %.6f (%.6f to %.6f), exactly %.6f", what, ply, e.value, e.low, e.high, exact);
    }
}

/* Games by length, and the sum of the legal moves at each ply. */
typedef struct exact_tree {
    double games[GAME_MAX_RANDOM], moves[GAME_MAX_RANDOM];
    uint32_t most[GAME_MAX_RANDOM];
} exact_tree;

static void recurse(const game *g, const game_state *s, size_t ply, exact_tree *t)
{
    game_move moves[GAME_MAX_MOVES];
    const int n = g->rules->moves(g, s, moves);
    t->games[ply] += n == 0;
    t->moves[ply] += n;
    t->most[ply] = (uint32_t)n > t->most[ply] ? (uint32_t)n : t->most[ply];
    for (int i = 0; i < n; i++) {
        game_state next = *s;
        g->rules->make(g, &next, &moves[i]);
        recurse(g, &next, ply + 1, t);
    }
}

static tree_size estimate_of(const game *g, size_t population, size_t runs, int threads)
{
    const tree_options options = {.population = population, .runs = runs, .seed = seed, .threads = threads};
    tree_size t;
    pm_error err;
    assert_int_equal(tree_size_estimate(g, &options, &t, &err), PM_OK);
    return t;
}

static void check_board(int rows, int cols, size_t population, size_t runs)
{
    game *g = aid_game("konane", rows, cols, PM_BLACK, "any");
    tree_size t = estimate_of(g, population, runs, 2);
    exact_tree *exact = calloc(1, sizeof *exact);
    game_state start;
    pm_error err;
    assert_non_null(exact);
    assert_int_equal(g->rules->start(g, &start, &err), PM_OK);
    recurse(g, &start, 0, exact);
    double games = 0, nodes = 0, plies = 0;
    for (size_t ply = 0; ply < t.n_plies; ply++) {
        const double sequences = (double)g->rules->perft(g, &start, (int)ply);
        games += exact->games[ply];
        nodes += sequences;
        plies += (double)ply * exact->games[ply];
        assert_near("sequences", ply, t.plies[ply].log10_sequences, log10(sequences));
        assert_int_equal(isinf(t.plies[ply].log10_games.value) != 0, exact->games[ply] == 0);
        if (exact->games[ply] > 0) {
            assert_near("games", ply, t.plies[ply].log10_games, log10(exact->games[ply]));
        }
        if (population > 1 && sequences > exact->games[ply]) {
            const double mean = exact->moves[ply] / (sequences - exact->games[ply]);
            assert_true(fabs(histogram_mean(&t.plies[ply].moves) - mean) < 0.05);
            assert_int_equal(histogram_max(&t.plies[ply].moves), exact->most[ply]);
        }
    }
    assert_true(exact->games[t.n_plies] == 0 && exact->moves[t.n_plies - 1] == 0);
    assert_near("all games", 0, t.log10_games, log10(games));
    assert_near("all nodes", 0, t.log10_nodes, log10(nodes));
    assert_near("length", 0, t.mean_length, plies / games);
    free(exact);
    tree_size_free(&t);
    game_free(g);
}

static void test_exact_counts(void **state)
{
    (void)state;
    print_message("seed %llu\n", (unsigned long long)seed);
    check_board(4, 4, 3000, 20);
    check_board(3, 5, 3000, 20);
    check_board(1, 9, 100, 40);
}

/* A population of one is Knuth's estimate. */
static void test_knuth(void **state)
{
    (void)state;
    check_board(3, 4, 1, 10000);
}

static void test_threads_do_not_matter(void **state)
{
    (void)state;
    game *g = aid_game("konane", 6, 6, PM_BLACK, NULL);
    tree_size one = estimate_of(g, 50, 9, 1), three = estimate_of(g, 50, 9, 3);
    assert_int_equal(one.n_plies, three.n_plies);
    assert_memory_equal(&one.log10_games, &three.log10_games, sizeof one.log10_games);
    assert_memory_equal(&one.mean_length, &three.mean_length, sizeof one.mean_length);
    for (size_t ply = 0; ply < one.n_plies; ply++) {
        assert_memory_equal(&one.plies[ply].log10_games, &three.plies[ply].log10_games, sizeof(estimate));
        assert_true(histogram_sum(&one.plies[ply].moves) == histogram_sum(&three.plies[ply].moves));
    }
    tree_size_free(&one);
    tree_size_free(&three);
    game_free(g);
}

/* Counts beyond what a double holds as they are. */
static void test_a_large_board(void **state)
{
    (void)state;
    game *g = aid_game("konane", 20, 20, PM_BLACK, NULL);
    tree_size t = estimate_of(g, 20, 2, 2);
    assert_true(t.log10_games.value > 320 && isfinite(t.log10_games.value));
    assert_true(t.mean_length.value > 150 && t.mean_length.value < 400);
    tree_size_free(&t);
    game_free(g);
}

/* Runs of which one outweighs all others still give an interval with two ends, as far away on a logarithmic scale. */
static void test_interval_of_skewed_runs(void **state)
{
    (void)state;
    game *g = aid_game("konane", 12, 12, PM_BLACK, "any");
    tree_size t = estimate_of(g, 2, 6, 2);
    const estimate e = t.log10_games;
    assert_true(e.high - e.value > 0.5); /* more than three times the count */
    assert_true(fabs((e.value - e.low) - (e.high - e.value)) < 1e-9);
    tree_size_free(&t);
    game_free(g);
}

static bool stop(void *ctx, uint64_t done, uint64_t total)
{
    (void)ctx;
    (void)done;
    (void)total;
    return true;
}

/* One run more each time. */
static bool follow(void *ctx, uint64_t done, uint64_t total)
{
    uint64_t *last = ctx;
    assert_int_equal(done, *last + 1);
    assert_int_equal(total, 3);
    *last = done;
    return false;
}

static void test_progress(void **state)
{
    (void)state;
    uint64_t last = 0;
    const tree_options options = {
        .population = 1, .runs = 3, .seed = seed, .threads = 1, .progress = follow, .ctx = &last};
    tree_size t;
    game *g = aid_game("konane", 4, 4, PM_BLACK, NULL);
    assert_int_equal(tree_size_estimate(g, &options, &t, NULL), PM_OK);
    assert_int_equal(last, 3);
    tree_size_free(&t);
    game_free(g);
}

static void test_refusals(void **state)
{
    (void)state;
    tree_options options = {.population = 1, .runs = 2, .seed = seed, .threads = 1};
    tree_size t;
    pm_error err;
    game *g = aid_game("italian", 4, 4, PM_BLACK, NULL);
    assert_int_equal(tree_size_estimate(g, &options, &t, &err), PM_BAD_INPUT);
    assert_non_null(strstr(err.message, "no greatest length"));
    game_free(g);
    g = aid_game("konane", 4, 4, PM_BLACK, NULL);
    options.progress = stop;
    assert_int_equal(tree_size_estimate(g, &options, &t, &err), PM_INTERRUPTED);
    assert_null(t.plies);
    game_free(g);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_exact_counts),
        cmocka_unit_test(test_knuth),
        cmocka_unit_test(test_threads_do_not_matter),
        cmocka_unit_test(test_a_large_board),
        cmocka_unit_test(test_interval_of_skewed_runs),
        cmocka_unit_test(test_progress),
        cmocka_unit_test(test_refusals),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
