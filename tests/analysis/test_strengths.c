/* The strengths that people choose between differ, as games between them show; and agents stop when they are asked to.
 *
 * The oracle of the strengths is the result of games of a fixed seed, each pair of games with colours exchanged.
 *
 * SPDX-License-Identifier: MIT
 */
#include "analysis/agents/agents.h"
#include "analysis/selfplay/selfplay.h"
#include "tests/aid/long.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdio.h>
#include <stdlib.h>

#include <cmocka.h>

static const uint64_t seed = 20260742;

static game *make_game(const char *name)
{
    game *g;
    const game_options options = {.rows = 8, .cols = 8};
    assert_int_equal(game_new(name, &options, &g, NULL), PM_OK);
    return g;
}

/* Games that `strong` won, and their number. */
typedef struct score {
    int won, n;
} score;

static bool count_game(void *ctx, const selfplay_game *played)
{
    score *s = ctx;
    const bool is_swapped = played->number % 2 == 1;
    s->won += played->winner == (is_swapped ? STATS_WHITE : STATS_BLACK);
    s->n++;
    return true;
}

/* The strong one must win at least `percent` of the games. */
static void check_pair(const char *name, const char *strong, const char *weak, uint64_t n_games, int percent)
{
    game *g = make_game(name);
    score s = {0, 0};
    pm_error err = {0};
    const selfplay_plan plan = {.g = g,
                                .black = strong,
                                .white = weak,
                                .swap = true,
                                .n_games = n_games,
                                .seed = seed,
                                .threads = 1,
                                .game = count_game,
                                .ctx = &s};
    if (selfplay_run(&plan, NULL, &err) != PM_OK) {
        fail_msg("%s", err.message);
    }
    print_message("%s: %s won %d of %d games against %s\n", name, strong, s.won, s.n, weak);
    assert_true(s.won * 100 >= percent * s.n);
    game_free(g);
}

static void test_strengths(void **state)
{
    (void)state;
    check_pair("konane", "easy", "random", 40, 70);
    check_pair("konane", "medium", "easy", 40, 75);
    check_pair("italian", "medium", "easy", 40, 75);
    if (is_long_run()) {
        check_pair("konane", "hard", "medium", 20, 75);
        check_pair("italian", "hard", "medium", 20, 60);
    }
}

/* Asks to stop at the call number `at`. */
typedef struct stopper {
    int n, at;
} stopper;

static bool stop_at(void *ctx)
{
    stopper *s = ctx;
    return ++s->n >= s->at;
}

static void check_stop(const char *game_name, const char *text, int at)
{
    game *g = make_game(game_name);
    game_state s;
    agent *a;
    game_move move, legal[GAME_MAX_MOVES];
    rng r = rng_stream(seed, 0);
    stopper stop = {0, at};
    assert_int_equal(g->rules->start(g, &s, NULL), PM_OK);
    assert_int_equal(agent_new(text, g, &a, NULL), PM_OK);
    const int n = g->rules->moves(g, &s, legal);
    const agent_turn turn = {.state = &s, .stop = stop_at, .stop_ctx = &stop};
    agent_begin(a);
    agent_choose(a, &turn, &r, &move);
    int i = 0;
    while (i < n && (legal[i].from != move.from || legal[i].to != move.to)) {
        i++;
    }
    assert_in_range(i, 0, n - 1);
    assert_int_equal(stop.n, at); /* once stopped, it does not ask again */
    agent_free(a);
    game_free(g);
}

static void test_stop(void **state)
{
    (void)state;
    static const int at[] = {1, 2, 50};
    for (size_t i = 0; i < sizeof at / sizeof *at; i++) {
        check_stop("konane", "ab:100", at[i]);
        check_stop("konane", "mcts:100000000", at[i]);
        check_stop("italian", "ab:100", at[i]);
        check_stop("italian", "mcts:100000000", at[i]);
    }
}

int main(void)
{
    print_message("seed %llu\n", (unsigned long long)seed);
    const struct CMUnitTest tests[] = {cmocka_unit_test(test_strengths), cmocka_unit_test(test_stop)};
    return cmocka_run_group_tests(tests, NULL, NULL);
}
