/* What every game must do that plays through src/game/game.h, whichever its rules: a game is added by adding lines to
 * `tables`.
 *
 * The functions of a game are held against each other (moves, mobility, make, make_random, perft, text, hash,
 * symmetries, drawing) at the states of random games; whether the rules are right is for the tests of each game.
 *
 * SPDX-License-Identifier: MIT
 */
#include "src/game/digest.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>

#include <cmocka.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

typedef struct table {
    const char *name;
    game_options options;
    int n_games; /* random games to look at */
} table;

static const table tables[] = {
    {"konane", {0}, 60},
    {"konane", {.rows = 4, .cols = 4, .opening = "any"}, 100},
    {"konane", {.rows = 5, .cols = 5, .corner = PM_WHITE, .opening = "any"}, 100},
    {"konane", {.rows = 6, .cols = 6, .opening = "fixed:a6,b6"}, 20},
    {"konane", {.rows = 6, .cols = 7, .opening = "near-centre"}, 20},
    {"konane", {.rows = 2, .cols = 32, .opening = "any"}, 20},
    {"konane", {.rows = 32, .cols = 2, .corner = PM_WHITE, .opening = "any"}, 20},
    {"konane", {.rows = 1, .cols = 64, .opening = "any"}, 20},
    {"konane", {.rows = 64, .cols = 1, .opening = "any"}, 20},
    {"konane", {.rows = 9, .cols = 9, .opening = "corner"}, 12},
    {"konane", {.rows = 16, .cols = 8}, 12},
    {"konane", {.rows = 13, .cols = 10, .corner = PM_WHITE}, 4},
    {"konane", {.rows = 15, .cols = 15}, 8},
    {"konane", {.rows = 16, .cols = 16}, 8},
    {"italian", {0}, 60},
    {"italian", {.rows = 6, .cols = 6}, 20},
    {"italian", {.rows = 4, .cols = 4}, 20},
    {"american", {0}, 60},
    {"russian", {0}, 20},
    {"brazilian", {0}, 20},
    {"international", {0}, 10},
    {"pool", {.rows = 6, .cols = 6}, 20},
    {"spanish", {0}, 20},
    {"portuguese", {.rows = 4, .cols = 4}, 20},
    {"czech", {0}, 20},
    {"thai", {0}, 20},
    {"thai", {.rows = 4, .cols = 4}, 20},
};

enum { N_TABLES = sizeof tables / sizeof tables[0], MAX_PLIES = 300, MAX_HASHES = 600, SEED = 20240502 };

static game *new_game(const table *t)
{
    game *g = NULL;
    pm_error err = {0};
    if (game_new(t->name, &t->options, &g, &err) != PM_OK) {
        fail_msg("%s %dx%d: %s", t->name, t->options.rows, t->options.cols, err.message);
    }
    return g;
}

static game_state start_of(const game *g)
{
    game_state s;
    pm_error err = {0};
    if (g->rules->start(g, &s, &err) != PM_OK) {
        fail_msg("start: %s", err.message);
    }
    return s;
}

static bool is_same_state(const game_state *a, const game_state *b)
{
    return memcmp(a, b, sizeof *a) == 0;
}

static bool is_same_move(const game_move *a, const game_move *b)
{
    return a->from == b->from && a->to == b->to && a->n_taken == b->n_taken && a->taken == b->taken;
}

static int count_bits(const uint64_t words[GAME_CELL_WORDS])
{
    int n = 0;
    for (int i = 0; i < 4; i++) {
        n += __builtin_popcountll(words[i]);
    }
    return n;
}

/* ---- properties of one state ---- */

/* Moves are distinct, in the order of from and to, and as many as mobility and perft say. */
static void check_moves(const game *g, const game_state *s, const game_move *moves, int n)
{
    assert_in_range(n, 0, GAME_MAX_MOVES);
    assert_int_equal(g->rules->mobility(g, s, (pm_color)s->mover), n);
    assert_int_equal(g->rules->perft(g, s, 1), n);
    for (int i = 1; i < n; i++) {
        const game_move *a = &moves[i - 1], *b = &moves[i];
        assert_true(a->from < b->from || (a->from == b->from && a->to <= b->to));
        assert_false(is_same_move(a, b));
    }
}

/* A move passes the turn, takes as many stones from the other side as it says, and none from its own, unless it is a
 * removal. */
static void check_make(const game *g, const game_state *s, const game_move *move, game_state *after)
{
    uint64_t before_stones[2][GAME_CELL_WORDS], after_stones[2][GAME_CELL_WORDS], kings[GAME_CELL_WORDS];
    *after = *s;
    g->rules->make(g, after, move);
    assert_int_equal(after->mover, 1 - s->mover);
    g->rules->draw(g, s, before_stones, kings);
    g->rules->draw(g, after, after_stones, kings);
    const int own = (int)s->mover, other = 1 - own;
    const int removed = g->rules->is_opening(g, s) ? 1 : 0;
    assert_int_equal(count_bits(before_stones[other]) - count_bits(after_stones[other]), move->n_taken);
    assert_int_equal(count_bits(before_stones[own]) - count_bits(after_stones[own]), removed);
    assert_int_equal(move->from == move->to && move->n_taken == 0, removed);
}

static void check_state_text(const game *g, const game_state *s)
{
    char text[GAME_MAX_TEXT], again[GAME_MAX_TEXT];
    pm_error err = {0};
    game_state read;
    const int length = g->rules->state_format(g, s, text);
    assert_int_equal(length, strlen(text));
    if (g->rules->state_parse(g, text, &read, &err) != PM_OK) {
        fail_msg("'%s' is not read: %s", text, err.message);
    }
    assert_memory_equal(read.bits, s->bits, sizeof s->bits);
    assert_int_equal(read.mover, s->mover);
    assert_true(g->rules->hash(g, &read) == g->rules->hash(g, s));
    g->rules->state_format(g, &read, again);
    assert_string_equal(again, text);
}

static void check_move_text(const game *g, const game_state *s, const game_move *move)
{
    char text[GAME_MAX_MOVE_TEXT];
    pm_error err = {0};
    game_move read;
    const int length = g->rules->move_format(g, s, move, text);
    assert_int_equal(length, strlen(text));
    if (g->rules->move_parse(g, s, text, &read, &err) != PM_OK) {
        fail_msg("'%s' is not read: %s", text, err.message);
    }
    assert_true(is_same_move(&read, move));
}

static int compare_states(const void *a, const void *b)
{
    return memcmp(a, b, sizeof(game_state));
}

/* The images of the states after each move are the states after each move of the image. */
static void check_symmetries(const game *g, const game_state *s, const game_state *after, int n)
{
    static game_state images[GAME_MAX_MOVES], expected[GAME_MAX_MOVES];
    static game_move moves[GAME_MAX_MOVES];
    for (int i = 0; i < g->rules->n_symmetries(g); i++) {
        game_state image;
        g->rules->transform(g, i, s, &image);
        assert_true(i > 0 || is_same_state(&image, s));
        assert_int_equal(g->rules->moves(g, &image, moves), n);
        for (int j = 0; j < n; j++) {
            g->rules->transform(g, i, &after[j], &images[j]);
            expected[j] = image;
            g->rules->make(g, &expected[j], &moves[j]);
        }
        qsort(images, (size_t)n, sizeof images[0], compare_states);
        qsort(expected, (size_t)n, sizeof expected[0], compare_states);
        assert_memory_equal(images, expected, (size_t)n * sizeof images[0]);
        assert_int_equal(g->rules->evaluate(g, &image), g->rules->evaluate(g, s));
    }
}

static void check_random_move(const game *g, const game_state *s, const game_move *moves, int n, rng *r)
{
    game_state played = *s, made = *s;
    game_move move = {0};
    assert_int_equal(g->rules->make_random(g, &played, r, &move), n);
    if (n == 0) {
        assert_true(is_same_state(&played, s));
        return;
    }
    int found = 0;
    for (int i = 0; i < n; i++) {
        found += is_same_move(&moves[i], &move);
    }
    assert_int_equal(found, 1);
    g->rules->make(g, &made, &move);
    assert_true(is_same_state(&made, &played));
}

/* Everything above at one state; returns the number of moves, and the states after them. */
static int check_state(const game *g, const game_state *s, game_state *after, rng *r)
{
    static game_move moves[GAME_MAX_MOVES];
    const int n = g->rules->moves(g, s, moves);
    uint64_t leaves = 0;
    check_moves(g, s, moves, n);
    for (int i = 0; i < n; i++) {
        check_make(g, s, &moves[i], &after[i]);
        check_move_text(g, s, &moves[i]);
        leaves += g->rules->perft(g, &after[i], 1);
    }
    assert_true(g->rules->perft(g, s, 2) == leaves);
    assert_int_equal(g->rules->perft(g, s, 0), 1);
    assert_in_range(g->rules->evaluate(g, s) + 30000, 0, 60000);
    check_state_text(g, s);
    check_symmetries(g, s, after, n);
    check_random_move(g, s, moves, n, r);
    return n;
}

/* ---- tests ---- */

static void test_states_of_random_games(void **state)
{
    (void)state;
    static game_state after[GAME_MAX_MOVES];
    print_message("seed %d\n", SEED);
    for (int i = 0; i < N_TABLES; i++) {
        game *g = new_game(&tables[i]);
        for (int j = 0; j < tables[i].n_games; j++) {
            rng r = rng_stream(SEED + (uint64_t)i, (uint64_t)j);
            game_state s = start_of(g);
            int n;
            for (int ply = 0; ply < MAX_PLIES && (n = check_state(g, &s, after, &r)) > 0; ply++) {
                s = after[rng_below(&r, (uint32_t)n)];
            }
        }
        game_free(g);
    }
}

/* Chi-square of the moves that make_random chooses at one state. The statistic has mean n - 1 and variance 2(n - 1);
 * seven standard deviations and a little are never reached by chance, and far exceeded if a move is forgotten or twice
 * as frequent. */
static void check_uniform(const game *g, const game_state *s, rng *r)
{
    static game_move moves[GAME_MAX_MOVES];
    static int count[GAME_MAX_MOVES];
    enum { EXPECTED = 200 };
    const int n = g->rules->moves(g, s, moves);
    memset(count, 0, sizeof count);
    for (int i = 0; i < n * EXPECTED; i++) {
        game_state played = *s;
        game_move move;
        g->rules->make_random(g, &played, r, &move);
        for (int j = 0; j < n; j++) {
            count[j] += is_same_move(&move, &moves[j]);
        }
    }
    double statistic = 0;
    for (int j = 0; j < n; j++) {
        statistic += (count[j] - EXPECTED) * (double)(count[j] - EXPECTED) / EXPECTED;
    }
    if (statistic > n - 1 + 7 * sqrt(2 * (n - 1)) + 5) {
        fail_msg("chi-square %.1f with %d moves", statistic, n);
    }
}

static void test_random_moves_are_uniform(void **state)
{
    (void)state;
    for (int i = 0; i < N_TABLES; i++) {
        game *g = new_game(&tables[i]);
        rng r = rng_stream(SEED + 1, (uint64_t)i);
        game_state s = start_of(g);
        game_move move;
        int n = g->rules->mobility(g, &s, (pm_color)s.mover);
        for (int ply = 0; ply < 40 && n > 0; ply++) {
            if (ply % 3 == 0) {
                check_uniform(g, &s, &r);
            }
            n = g->rules->make_random(g, &s, &r, &move);
        }
        game_free(g);
    }
}

/* play_random is make_random move by move: the same numbers, the same end, the same draws. From the start and from the
 * middle of games, on boards of every size of sets. */
static void test_whole_games_are_their_moves(void **state)
{
    (void)state;
    static const int sizes[][2] = {{3, 3}, {4, 4},  {1, 9},   {20, 3},  {8, 8},
                                   {9, 9}, {8, 16}, {13, 12}, {16, 16}, {20, 20}};
    uint16_t legal[GAME_MAX_RANDOM];
    for (size_t i = 0; i < sizeof sizes / sizeof *sizes; i++) {
        game *g;
        const game_options options = {.rows = sizes[i][0], .cols = sizes[i][1], .opening = "any"};
        assert_int_equal(game_new("konane", &options, &g, NULL), PM_OK);
        for (uint64_t k = 0; k < 400; k++) {
            rng r = rng_stream(SEED + 3, k), whole_r;
            game_state s = start_of(g), whole;
            game_move move;
            for (uint64_t n = 0; n < k % 40 && g->rules->make_random(g, &s, &r, &move) > 0; n++) {
            }
            whole = s;
            whole_r = r;
            unsigned n_multi, n_chains = 0, n = 0;
            uint64_t digest = GAME_DIGEST_BEGIN, moves = GAME_DIGEST_BEGIN;
            const unsigned n_whole = g->rules->play_random(g, &whole, &whole_r, legal, &n_multi, &digest);
            for (int ways; (ways = g->rules->make_random(g, &s, &r, &move)) > 0; n++) {
                assert_true(n < n_whole);
                assert_int_equal(legal[n], ways);
                n_chains += move.n_taken > 1;
                moves = game_digest_move(moves, &s);
            }
            assert_int_equal(n, n_whole);
            assert_true(digest == moves);
            assert_int_equal(n_chains, n_multi);
            assert_true(is_same_state(&s, &whole));
            assert_memory_equal(&r, &whole_r, sizeof r);
        }
        game_free(g);
    }
}

static int compare_words(const void *a, const void *b)
{
    const uint64_t x = *(const uint64_t *)a, y = *(const uint64_t *)b;
    return (x > y) - (x < y);
}

/* The states of one game without repetitions have different hashes, and so have states that differ in the mover. */
static void test_hashes_differ(void **state)
{
    (void)state;
    for (int i = 0; i < N_TABLES; i++) {
        game *g = new_game(&tables[i]);
        rng r = rng_stream(SEED + 2, (uint64_t)i);
        game_state s = start_of(g);
        game_move move;
        uint64_t hashes[MAX_HASHES];
        size_t n = 0;
        /* Konane never repeats a position; in draughts a man's move or a capture is never undone, and the others are
         * passed over. */
        for (bool is_new = true; n < MAX_HASHES;) {
            if (is_new) {
                game_state other = s;
                other.mover = 1 - s.mover;
                hashes[n++] = g->rules->hash(g, &s);
                hashes[n++] = g->rules->hash(g, &other);
            }
            if (!g->rules->make_random(g, &s, &r, &move) || s.clock > 60) {
                break;
            }
            is_new = s.clock == 0;
        }
        qsort(hashes, n, sizeof hashes[0], compare_words);
        for (size_t j = 1; j < n; j++) {
            assert_true(hashes[j - 1] != hashes[j]);
        }
        game_free(g);
    }
}

static void check_is_in_tables(const char *name)
{
    for (size_t i = 0; i < N_TABLES; i++) {
        if (strcmp(tables[i].name, name) == 0) {
            return;
        }
    }
    fail_msg("no line of `tables` is of %s", name);
}

static void test_every_name_makes_a_game(void **state)
{
    (void)state;
    const char *const *names = game_names();
    assert_string_equal(names[0], "konane");
    for (int n = 0; names[n]; n++) {
        const game_options defaults = {0};
        game *g = NULL;
        assert_int_equal(game_new(names[n], &defaults, &g, NULL), PM_OK);
        assert_string_equal(g->rules->name, names[n]);
        game_free(g);
        check_is_in_tables(names[n]);
    }
    game_free(NULL);
}

static void test_unknown_games_and_boards(void **state)
{
    (void)state;
    static const struct {
        const char *name;
        game_options options;
        const char *message;
    } cases[] = {
        {"konnane", {0}, "unknown game 'konnane'; did you mean 'konane'?"},
        {"", {0}, "unknown game"},
        {"konane", {.rows = 21, .cols = 8}, "a board of 21x8 is too large; up to 64 cells, or 20x20, can be played"},
        {"konane", {.rows = 8, .cols = 2000000000}, "a board of 8x2000000000 is too large"},
        {"konane", {.rows = 0, .cols = 8}, "a board of 0x8 cells is impossible"},
        {"konane", {.rows = -8, .cols = -8}, "a board of -8x-8 cells is impossible"},
        {"konane", {.rows = 1, .cols = 1}, "a board of 1x1 has no room for two stones"},
        {"konane", {.opening = "cornr"}, "unknown opening rule 'cornr'"},
        {"konane", {.rows = 16, .cols = 16, .opening = "fixed:p16,p17"}, "rank '17' is not on the 16x16 board"},
        {"italian", {.rows = 7, .cols = 7}, ""},
        {"italian", {.draw_rule = "never"}, "'never' is not a draw rule"},
    };
    for (size_t i = 0; i < sizeof cases / sizeof cases[0]; i++) {
        game *g = NULL;
        pm_error err = {0};
        assert_int_equal(game_new(cases[i].name, &cases[i].options, &g, &err), PM_BAD_INPUT);
        assert_null(g);
        if (!strstr(err.message, cases[i].message) || !err.message[0]) {
            fail_msg("'%s' does not say '%s'", err.message, cases[i].message);
        }
    }
}

static void test_start_that_the_opening_rule_forbids(void **state)
{
    (void)state;
    const int sizes[] = {5, 9, 13};
    for (int i = 0; i < 3; i++) {
        const game_options options = {.rows = sizes[i], .cols = sizes[i], .corner = PM_WHITE};
        game *g;
        game_state s;
        pm_error err = {0};
        assert_int_equal(game_new("konane", &options, &g, NULL), PM_OK);
        assert_int_equal(g->rules->start(g, &s, &err), PM_BAD_INPUT);
        assert_non_null(strstr(err.message, "corner-centre leaves Black nothing to remove on"));
        game_free(g);
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_states_of_random_games),
        cmocka_unit_test(test_random_moves_are_uniform),
        cmocka_unit_test(test_whole_games_are_their_moves),
        cmocka_unit_test(test_hashes_differ),
        cmocka_unit_test(test_every_name_makes_a_game),
        cmocka_unit_test(test_unknown_games_and_boards),
        cmocka_unit_test(test_start_that_the_opening_rule_forbids),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
