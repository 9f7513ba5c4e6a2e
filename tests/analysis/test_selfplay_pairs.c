/* Pairs of games, moves at random after the opening, and the number of different games, each against the games one by
 * one.
 *
 * SPDX-License-Identifier: MIT
 */
#include "tests/aid/selfplay_aid.h"

#include <math.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

static const uint64_t seed = 20260732;

enum { MOST_GAMES = 4096, FIRST_PLIES = 6 };

/* The games of a run: their first plies as text, who won, digests. */
typedef struct collection {
    size_t n;
    game_move first[MOST_GAMES][FIRST_PLIES];
    stats_winner winner[MOST_GAMES];
    uint64_t digest[MOST_GAMES];
} collection;

static bool collect(void *ctx, const selfplay_game *p)
{
    collection *c = ctx;
    assert_true(c->n < MOST_GAMES && (!p->moves || p->plies >= FIRST_PLIES));
    if (p->moves) {
        memcpy(c->first[c->n], p->moves, sizeof c->first[0]);
    }
    c->winner[c->n] = p->winner;
    c->digest[c->n++] = p->digest;
    return true;
}

static collection *collect_games(selfplay_plan plan, stats *counts)
{
    collection *c = calloc(1, sizeof *c);
    assert_non_null(c);
    plan.game = collect;
    plan.ctx = c;
    aid_run(&plan, counts);
    return c;
}

/* The number of different values among n, by looking at each two. */
static size_t count_different(const uint64_t *values, size_t n)
{
    size_t different = 0;
    for (size_t i = 0; i < n; i++) {
        size_t k = 0;
        while (k < i && values[k] != values[i]) {
            k++;
        }
        different += k == i;
    }
    return different;
}

static uint64_t sum_distinct(const stats *counts)
{
    uint64_t n = 0;
    for (size_t i = 0; i < counts->n_series; i++) {
        for (size_t k = 0; k < counts->series[i].n_openings; k++) {
            n += stats_distinct_games(&counts->series[i].openings[k]);
        }
    }
    return n;
}

/* The two games of a pair begin with the same opening and moves at random, and the pairs are counted by their winners.
 * The openings of some pairs are those that the one agent, and of some those that the other one likes: "first" removes
 * a6 as Black, "ab:1" has a choice. */
static void check_pairs(const game *g, selfplay_plan plan, unsigned n_alike)
{
    stats counts = {0};
    plan.g = g;
    collection *c = collect_games(plan, &counts);
    uint64_t pairs[STATS_PAIR_RESULTS] = {0};
    size_t n_changed = 0;
    assert_int_equal(c->n, plan.n_games);
    for (size_t i = 0; i < c->n; i += 2) {
        assert_memory_equal(c->first[i], c->first[i + 1], n_alike * sizeof(game_move));
        n_changed += i > 0 && memcmp(c->first[i], c->first[i - 2], n_alike * sizeof(game_move)) != 0;
        const unsigned even = c->winner[i] == STATS_BLACK ? 2 : c->winner[i] == STATS_DRAW ? 1 : 0;
        pairs[even + (c->winner[i + 1] == STATS_WHITE ? 2 : c->winner[i + 1] == STATS_DRAW ? 1 : 0)]++;
    }
    assert_true(n_changed > c->n / 8);
    stats_match match;
    assert_true(stats_match_find(
        &counts, &(stats_key){g->rules->name, g->rows == 6 ? "6x6" : "8x8", plan.black, plan.white}, &match));
    assert_memory_equal(match.pairs, pairs, sizeof pairs);
    stats_free(&counts);
    free(c);
}

static void test_pairs(void **state)
{
    (void)state;
    selfplay_plan plan = {
        .black = "ab:1", .white = "random", .wants_moves = true, .swap = true, .n_games = 200, .seed = 3, .threads = 2};
    game *g = aid_game("konane", 6, 6, PM_BLACK, NULL);
    check_pairs(g, plan, 2);
    plan.random_plies = 3;
    check_pairs(g, plan, 5);
    plan.each_opening = true;
    check_pairs(g, plan, 5);
    game_free(g);
    g = aid_game("italian", 8, 8, PM_BLACK, NULL);
    check_pairs(g, plan, 3);
    game_free(g);
}

/* Which agent chooses the opening of a pair changes from pair to pair. */
static void test_openings_of_pairs(void **state)
{
    (void)state;
    game *g = aid_game("konane", 6, 6, PM_BLACK, "any");
    selfplay_plan plan = {
        .g = g, .black = "first", .white = "random", .wants_moves = true, .swap = true, .n_games = 400, .threads = 2};
    collection *c = collect_games(plan, NULL);
    size_t by_first[2] = {0, 0};
    for (size_t pair = 0; pair < 200; pair++) { /* "first" removes the first black stone, cell 1 */
        by_first[pair % 2] += c->first[2 * pair][0].from == c->first[0][0].from;
    }
    assert_int_equal(by_first[0], 100);
    assert_true(by_first[1] < 30); /* a removal at random is one of 18 */
    free(c);
    game_free(g);
}

/* Moves at random are uniform: of 4096 games each first jump after the one opening comes as often as any other, by
 * Pearson's chi-square far below what one run in 10^6 has. */
static void test_random_plies_are_uniform(void **state)
{
    (void)state;
    game *g = aid_game("konane", 6, 6, PM_BLACK, "fixed:c4,c3");
    selfplay_plan plan = {.g = g,
                          .black = "first",
                          .white = "first",
                          .random_plies = 2,
                          .wants_moves = true,
                          .n_games = MOST_GAMES,
                          .seed = seed,
                          .threads = 2};
    stats counts = {0};
    collection *c = collect_games(plan, &counts);
    game_move moves[GAME_MAX_MOVES], replies[GAME_MAX_MOVES];
    game_state s;
    double chi_square = 0;
    unsigned cells = 0;
    assert_int_equal(g->rules->start(g, &s, NULL), PM_OK);
    g->rules->make(g, &s, &c->first[0][0]);
    g->rules->make(g, &s, &c->first[0][1]);
    const int n = g->rules->moves(g, &s, moves);
    for (int i = 0; i < n; i++) {
        game_state after = s;
        g->rules->make(g, &after, &moves[i]);
        const int m = g->rules->moves(g, &after, replies);
        for (int k = 0; k < m; k++, cells++) {
            const double expected = (double)MOST_GAMES / n / m;
            double seen = 0;
            for (size_t j = 0; j < c->n; j++) {
                seen += memcmp(&c->first[j][2], &moves[i], sizeof moves[i]) == 0 &&
                        memcmp(&c->first[j][3], &replies[k], sizeof replies[k]) == 0;
            }
            chi_square += (seen - expected) * (seen - expected) / expected;
        }
    }
    assert_true(cells > 5 && chi_square < cells + 6 * sqrt(2.0 * cells));
    assert_int_equal(sum_distinct(&counts), cells); /* "first" does the same thing each time */
    stats_free(&counts);
    free(c);
    game_free(g);
}

/* Random games in vectors, one after the other, and with lists of moves have the same digests and the same number of
 * different games. */
static void check_digests(int rows, int cols, unsigned random_plies)
{
    game *g = aid_game("konane", rows, cols, PM_BLACK, NULL);
    selfplay_plan plan = {.g = g,
                          .black = "random",
                          .white = "random",
                          .random_plies = random_plies,
                          .n_games = 3000,
                          .seed = seed,
                          .threads = 2};
    stats fast = {0}, plain = {0}, listed = {0};
    collection *a = collect_games(plan, &fast);
    plan.wants_plies = true;
    collection *b = collect_games(plan, &plain);
    plan.wants_moves = rows * cols >= 16;
    plan.threads = 1;
    collection *c = collect_games(plan, &listed);
    assert_memory_equal(a->digest, b->digest, a->n * sizeof a->digest[0]);
    assert_memory_equal(a->digest, c->digest, a->n * sizeof a->digest[0]);
    const size_t n = count_different(a->digest, a->n);
    assert_int_equal(sum_distinct(&fast), n);
    assert_int_equal(sum_distinct(&plain), n);
    assert_int_equal(sum_distinct(&listed), n);
    assert_true(n < a->n || rows * cols > 16);
    stats_free(&fast);
    stats_free(&plain);
    stats_free(&listed);
    free(a);
    free(b);
    free(c);
    game_free(g);
}

static void test_digests(void **state)
{
    (void)state;
    check_digests(3, 4, 0);
    check_digests(4, 3, 50);
    check_digests(6, 6, 0);
    check_digests(8, 8, 4);
    check_digests(10, 10, 3);
}

int main(void)
{
    print_message("seed %llu\n", (unsigned long long)seed);
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_pairs),
        cmocka_unit_test(test_openings_of_pairs),
        cmocka_unit_test(test_random_plies_are_uniform),
        cmocka_unit_test(test_digests),
    };
    return cmocka_run_group_tests_name("selfplay_pairs", tests, NULL, NULL);
}
