/* Sessions against a plain replay: after any sequence of moves and takings back the state is that of the moves that are
 * left, made from the start. Results and hashes for repetitions come from the game's rules, called directly.
 *
 * SPDX-License-Identifier: MIT
 */
#include "analysis/selfplay/session.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdio.h>
#include <string.h>

#include <cmocka.h>

static const uint64_t seed = 20260741;

static game *make_game(const char *name, int rows, int cols, game_state *start)
{
    game *g;
    const game_options options = {.rows = rows, .cols = cols};
    assert_int_equal(game_new(name, &options, &g, NULL), PM_OK);
    assert_int_equal(g->rules->start(g, start, NULL), PM_OK);
    return g;
}

static void play_text(session *s, const char *text)
{
    game_move move;
    char nearest[GAME_MAX_MOVE_TEXT];
    pm_error err;
    if (session_move_parse(s, text, &move, nearest, &err) != PM_OK) {
        fail_msg("%s: %s", text, err.message);
    }
    assert_int_equal(session_move(s, &move), PM_OK);
}

/* The moves that a session should hold, kept apart. */
typedef struct shadow {
    game_move moves[1000];
    int n;
} shadow;

static void check_equal(const session *s, const game_state *start, const shadow *expected)
{
    game_state state = *start;
    assert_int_equal(s->n_plies, expected->n);
    for (int i = 0; i < expected->n; i++) {
        s->g->rules->make(s->g, &state, &expected->moves[i]);
    }
    assert_memory_equal(session_state(s), &state, sizeof state);
    const int n_moves = s->g->rules->mobility(s->g, &state, (pm_color)state.mover);
    const session_result lost = state.mover == PM_BLACK ? SESSION_WHITE_WON : SESSION_BLACK_WON;
    assert_int_equal(session_get_result(s) == lost, n_moves == 0);
}

static void check_random_play(const char *name, int rows, int cols)
{
    game_state start;
    game *g = make_game(name, rows, cols, &start);
    session s = {0};
    rng r = rng_stream(seed, (uint64_t)rows);
    shadow expected = {.n = 0};
    assert_int_equal(session_open(&s, g, &start), PM_OK);
    for (int step = 0; step < 2000; step++) {
        game_move moves[GAME_MAX_MOVES];
        const int n = g->rules->moves(g, session_state(&s), moves);
        if (session_get_result(&s) != SESSION_OPEN || rng_below(&r, 8) == 0) {
            const int back = (int)rng_below(&r, (uint32_t)s.n_plies + 1);
            session_undo(&s, back);
            expected.n -= back;
        } else {
            const game_move move = moves[rng_below(&r, (uint32_t)n)];
            assert_int_equal(session_move(&s, &move), PM_OK);
            expected.moves[expected.n++] = move;
        }
        check_equal(&s, &start, &expected);
    }
    session_close(&s);
    game_free(g);
}

static void test_random_play(void **state)
{
    (void)state;
    print_message("seed %llu\n", (unsigned long long)seed);
    check_random_play("konane", 4, 5);
    check_random_play("konane", 9, 9);
    check_random_play("italian", 6, 6);
    check_random_play("american", 8, 8);
}

/* Two kings that go back and forth: the fourth occurrence ends the game, and an undone move revives it. */
static void test_draw_by_repetition(void **state)
{
    (void)state;
    static const char *const round_trip[] = {"32-28", "1-5", "28-32", "5-1"};
    game_state start;
    game *g = make_game("italian", 8, 8, &start);
    session s = {0};
    assert_int_equal(g->rules->state_parse(g, "W:WK32:BK1", &start, NULL), PM_OK);
    assert_int_equal(session_open(&s, g, &start), PM_OK);
    for (int i = 0; i < 12; i++) {
        assert_int_equal(session_get_result(&s), SESSION_OPEN);
        play_text(&s, round_trip[i % 4]);
    }
    assert_int_equal(session_turn(&s).n_hashes, 13);
    assert_int_equal(session_get_result(&s), SESSION_DRAWN);
    session_undo(&s, 1);
    assert_int_equal(session_get_result(&s), SESSION_OPEN);
    session_close(&s);
    game_free(g);
}

static void test_resignation(void **state)
{
    (void)state;
    static const bool black_alone[2] = {true, false};
    game_state start;
    game *g = make_game("konane", 6, 6, &start);
    session s = {0};
    assert_int_equal(session_open(&s, g, &start), PM_OK);
    assert_int_equal(session_plies_back(&s, black_alone), -1);
    session_resign(&s);
    assert_int_equal(session_get_result(&s), SESSION_WHITE_WON);
    assert_int_equal(session_plies_back(&s, black_alone), 0);
    session_undo(&s, 0);
    assert_int_equal(session_get_result(&s), SESSION_OPEN);
    session_close(&s);
    game_free(g);
}

static void test_plies_back(void **state)
{
    (void)state;
    static const bool black[2] = {true, false}, white[2] = {false, true}, both[2] = {true, true};
    game_state start;
    game *g = make_game("konane", 6, 6, &start);
    session s = {0};
    assert_int_equal(session_open(&s, g, &start), PM_OK);
    play_text(&s, "a6");
    assert_int_equal(session_plies_back(&s, black), 1); /* White is to move: Black's own move alone */
    assert_int_equal(session_plies_back(&s, white), -1);
    play_text(&s, "B6");
    assert_int_equal(session_plies_back(&s, black), 2);
    assert_int_equal(session_plies_back(&s, white), 1);
    assert_int_equal(session_plies_back(&s, both), 1);
    session_close(&s);
    game_free(g);
}

static void check_nearest(const session *s, const char *text, const char *expected)
{
    game_move move;
    char nearest[GAME_MAX_MOVE_TEXT] = "?";
    pm_error err = {0};
    assert_int_equal(session_move_parse(s, text, &move, nearest, &err), PM_BAD_INPUT);
    assert_string_equal(nearest, expected);
    assert_true(err.message[0] != '\0');
}

static void test_nearest(void **state)
{
    (void)state;
    game_state start;
    game *g = make_game("konane", 6, 6, &start);
    session s = {0};
    assert_int_equal(session_open(&s, g, &start), PM_OK);
    check_nearest(&s, "a5", "a6"); /* of a6, c4, d3, f1 */
    check_nearest(&s, "F2", "f1");
    check_nearest(&s, "c4-c2", "c4");
    play_text(&s, "c4");
    play_text(&s, "c3");
    check_nearest(&s, "c6-c5", "c6-c4");
    assert_int_equal(g->rules->state_parse(g, "6/6/6/6/6/6 b", &start, NULL), PM_OK);
    assert_int_equal(session_open(&s, g, &start), PM_OK);
    check_nearest(&s, "a1-a3", "");
    session_close(&s);
    game_free(g);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_random_play), cmocka_unit_test(test_draw_by_repetition),
        cmocka_unit_test(test_resignation), cmocka_unit_test(test_plies_back),
        cmocka_unit_test(test_nearest),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
