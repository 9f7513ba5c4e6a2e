/* Draughts behind src/game/game.h: moves in the order of the notation, the clock and both draw rules, what is drawn
 * where. The properties that every game has are tested in tests/game/test_game.c.
 *
 * SPDX-License-Identifier: MIT
 */
#include "src/draughts/game_draughts.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <string.h>

#include <cmocka.h>

static pm_error err;

static game *new_italian(const char *draw_rule)
{
    game *g = NULL;
    assert_int_equal(game_draughts_new(&draughts_italian, &(game_options){.draw_rule = draw_rule}, &g, &err), PM_OK);
    return g;
}

static game_state parse(const game *g, const char *fen)
{
    game_state s;
    assert_int_equal(g->rules->state_parse(g, fen, &s, &err), PM_OK);
    return s;
}

static void play(const game *g, game_state *s, const char *text)
{
    game_move move;
    if (g->rules->move_parse(g, s, text, &move, &err) != PM_OK) {
        fail_msg("%s", err.message);
    }
    g->rules->make(g, s, &move);
}

static void test_options(void **state)
{
    (void)state;
    game *g = NULL;
    assert_int_equal(game_draughts_new(&draughts_italian, &(game_options){.rows = 6, .cols = 6}, &g, &err), PM_OK);
    assert_int_equal(g->rows, 6);
    g->rules->free(g);
    assert_int_equal(game_draughts_new(&draughts_italian, &(game_options){.rows = 6, .cols = 8}, &g, &err),
                     PM_BAD_INPUT);
    assert_int_equal(game_draughts_new(&draughts_american, &(game_options){.draw_rule = "never"}, &g, &err),
                     PM_BAD_INPUT);
    assert_string_equal(err.message, "'never' is not a draw rule; there are fid and site");
}

static void check_clock(const char *draw_rule, const char *fen, const char *move, uint32_t expected)
{
    game *g = new_italian(draw_rule);
    game_state s = parse(g, fen);
    s.clock = 7;
    play(g, &s, move);
    assert_int_equal(s.clock, expected);
    g->rules->free(g);
}

static void test_clock(void **state)
{
    (void)state;
    static const struct {
        const char *fen, *move;
        uint32_t fid, site;
    } cases[] = {
        {"W:WK20,21:B1", "20-15", 8, 8}, /* a king's move */
        {"W:WK20,21:B1", "21-17", 0, 8}, /* a man's move */
        {"W:W6:BK32", "6-2", 0, 0},      /* a promotion */
        {"W:WK20:B15", "20x11", 0, 0},   /* a capture */
    };
    for (size_t i = 0; i < sizeof cases / sizeof cases[0]; i++) {
        check_clock("fid", cases[i].fen, cases[i].move, cases[i].fid);
        check_clock(NULL, cases[i].fen, cases[i].move, cases[i].fid);
        check_clock("site", cases[i].fen, cases[i].move, cases[i].site);
    }
}

/* Two kings go to and fro; `n` hashes are those of the states so far. Returns the plies at the first draw. */
static int plies_to_draw(const char *draw_rule)
{
    static const char *const cycle[] = {"32-28", "1-5", "28-32", "5-1"};
    game *g = new_italian(draw_rule);
    game_state s = parse(g, "W:WK32:BK1");
    uint64_t hashes[200];
    int n = 0;
    hashes[n++] = g->rules->hash(g, &s);
    while (!g->rules->is_draw(g, &s, hashes, n)) {
        play(g, &s, cycle[(n - 1) % 4]);
        hashes[n++] = g->rules->hash(g, &s);
    }
    g->rules->free(g);
    return n - 1;
}

static void test_draws(void **state)
{
    (void)state;
    assert_int_equal(plies_to_draw("fid"), 12);  /* the first position for the fourth time */
    assert_int_equal(plies_to_draw("site"), 80); /* 40 moves of each side */
}

/* Stones as drawn: number of the cell row by row from the top left. */
static void test_drawing(void **state)
{
    (void)state;
    game *italian = NULL, *american = NULL;
    uint64_t stones[2][GAME_CELL_WORDS], kings[GAME_CELL_WORDS];
    assert_int_equal(game_draughts_new(&draughts_italian, &(game_options){0}, &italian, &err), PM_OK);
    assert_int_equal(game_draughts_new(&draughts_american, &(game_options){0}, &american, &err), PM_OK);
    game_state s = parse(italian, "W:W32:BK1,6");
    italian->rules->draw(italian, &s, stones, kings);
    assert_int_equal(stones[PM_WHITE][0], UINT64_C(1) << 63);
    assert_int_equal(stones[PM_BLACK][0], 1 | UINT64_C(1) << 11);
    assert_int_equal(kings[0], 1);
    s = parse(american, "B:W32:BK1,6");
    assert_int_equal(s.mover, PM_BLACK);
    american->rules->draw(american, &s, stones, kings);
    assert_int_equal(stones[PM_WHITE][0], UINT64_C(1) << 62);
    assert_int_equal(stones[PM_BLACK][0], 2 | UINT64_C(1) << 10);
    assert_int_equal(kings[0], 2);
    italian->rules->free(italian);
    american->rules->free(american);
}

/* Databases carry these numbers: 1 is Konane, and a new game gets the next one. */
static void test_numbers(void **state)
{
    (void)state;
    for (int i = 0; draughts_games[i]; i++) {
        assert_int_equal(draughts_games[i]->number, i + 2);
    }
}

/* Positions as a stranger may make them. */
static void test_validity(void **state)
{
    (void)state;
    game *g = new_italian("fid");
    const game_state start = parse(g, "W:W21-32:B1-12");
    game_state s = start;
    assert_true(g->rules->is_valid(g, &s));
    s.bits[PM_WHITE] |= 1; /* on one of Black's */
    assert_false(g->rules->is_valid(g, &s));
    s = parse(g, "W:WK1:B12");
    assert_true(g->rules->is_valid(g, &s));
    s.bits[2] = 0; /* a man where he would be a king */
    assert_false(g->rules->is_valid(g, &s));
    s = start;
    s.bits[3] = 1;
    assert_false(g->rules->is_valid(g, &s));
    s = start;
    s.mover = PM_WHITE + 1;
    assert_false(g->rules->is_valid(g, &s));
    g->rules->free(g);
}

/* Both colours see the same; a man more is better, and one that is further forward. */
static void test_evaluation(void **state)
{
    (void)state;
    game *g = new_italian("fid");
    const game_state start = parse(g, "W:W21-32:B1-12");
    const game_state less = parse(g, "W:W22-32:B1-12"), more = parse(g, "W:W21-32:B2-12");
    assert_int_equal(g->rules->evaluate(g, &start), 0);
    assert_true(g->rules->evaluate(g, &less) <= -90);
    assert_true(g->rules->evaluate(g, &more) >= 90);
    game_state image;
    g->rules->transform(g, 1, &less, &image);
    assert_int_equal(g->rules->evaluate(g, &image), g->rules->evaluate(g, &less));
    assert_int_equal(image.mover, PM_BLACK);
    const game_state near = parse(g, "W:W12:B1"), far = parse(g, "W:W21:B1");
    assert_true(g->rules->evaluate(g, &near) > g->rules->evaluate(g, &far));
    g->rules->free(g);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_options), cmocka_unit_test(test_clock),      cmocka_unit_test(test_draws),
        cmocka_unit_test(test_drawing), cmocka_unit_test(test_evaluation), cmocka_unit_test(test_validity),
        cmocka_unit_test(test_numbers),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
