/* The agent "db" in draughts: it wins what is won, as soon as the distance says, and hands over the rest.
 *
 * Oracle: the slow solver of tests/oracle/oracle_draughts.c, and for captures the database itself. Random positions
 * come from a seed that is printed.
 *
 * SPDX-License-Identifier: MIT
 */
#include "analysis/agents/agents.h"
#include "solver/draughts/probe.h"
#include "src/base/bits.h"
#include "tests/aid/db_maker.h"
#include "tests/aid/endgames_maker.h"
#include "tests/oracle/draughts_bridge.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdio.h>
#include <string.h>
#include <unistd.h>

#include <cmocka.h>

enum { SEED = 5, SIZE = 6, PIECES = 3, MAX_NAME = DB_MAKER_PATH + 32 };

static game *make_game(const char *name, int size)
{
    game *g;
    assert_int_equal(game_new(name, &(game_options){.rows = size, .cols = size}, &g, NULL), PM_OK);
    return g;
}

static agent *make_agent(const char *name, const game *g)
{
    agent *a;
    pm_error err = {0};
    if (agent_new(name, g, &a, &err) != PM_OK) {
        fail_msg("%s: %s", name, err.message);
    }
    return a;
}

static game_state state_of(const draughts_position *pos)
{
    return (game_state){.bits = {pos->pieces[0], pos->pieces[1], pos->kings}, .mover = pos->mover};
}

static void choose_and_make(const game *g, agent *a, game_state *s, rng *r)
{
    game_move move;
    const agent_turn turn = {.state = s};
    agent_choose(a, &turn, r, &move);
    assert_int_equal(a->failure, PM_OK);
    g->rules->make(g, s, &move);
}

/* Plies until a player cannot move, at most `most`; white moves first. */
static int play_out(const game *g, agent *white, agent *black, game_state s, rng *r, int most)
{
    game_move moves[GAME_MAX_MOVES];
    int plies = 0;
    for (; plies < most && g->rules->moves(g, &s, moves) > 0; plies++) {
        choose_and_make(g, s.mover == PM_WHITE ? white : black, &s, r);
    }
    return plies;
}

/* With distances: two of them end a won or lost game at exactly its distance; against chance it is no later. */
static void test_perfect(void **state)
{
    (void)state;
    char path[DB_MAKER_PATH], name[MAX_NAME];
    endgames_new(path, &draughts_italian, SIZE, PIECES, DB_REMOTENESS);
    snprintf(name, sizeof name, "db:%s", path);
    game *g = make_game("italian", SIZE);
    agent *perfect = make_agent(name, g), *other = make_agent(name, g), *chance = make_agent("random", g);
    draughts_board board;
    bridge_board(&draughts_italian, SIZE, &board);
    od_table *table = od_table_new(SIZE, od_rules_named("italian"), PIECES);
    rng r = rng_stream(SEED, 0);
    print_message("seed %d\n", SEED);
    for (int k = 0; k < 2000; k++) {
        const int i = (int)rng_below(&r, (uint32_t)od_table_size(table));
        const od_position slow = od_table_position(table, i);
        const draughts_position pos = bridge_from_oracle(&board, &slow);
        const game_state s = state_of(&pos);
        const int plies = od_table_value(table, i);
        if (plies < 0) {
            assert_int_equal(play_out(g, perfect, other, s, &r, 40), 40);
        } else {
            assert_int_equal(play_out(g, perfect, other, s, &r, 200), plies);
            assert_true(plies % 2 == 0 || play_out(g, perfect, chance, s, &r, 200) <= plies);
        }
    }
    od_table_free(table);
    agent_free(perfect);
    agent_free(other);
    agent_free(chance);
    game_free(g);
    unlink(path);
}

/* Before the endgame the other agent moves; and where the database sees no difference, the other's move is taken if it
 * keeps the value. */
static void test_hands_over(void **state)
{
    (void)state;
    char path[DB_MAKER_PATH], name[MAX_NAME];
    endgames_new(path, &draughts_italian, SIZE, PIECES, DB_OUTCOME);
    snprintf(name, sizeof name, "db:%s,first", path);
    game *g = make_game("italian", SIZE);
    agent *a = make_agent(name, g);
    draughts_board board;
    bridge_board(&draughts_italian, SIZE, &board);
    od_table *table = od_table_new(SIZE, od_rules_named("italian"), PIECES);
    rng r = rng_stream(SEED, 1);
    game_state s;
    game_move moves[GAME_MAX_MOVES], move;
    assert_int_equal(g->rules->start(g, &s, NULL), PM_OK);
    g->rules->moves(g, &s, moves);
    agent_choose(a, &(agent_turn){.state = &s}, &r, &move);
    assert_memory_equal(&move, &moves[0], sizeof move);
    int n_first = 0;
    for (int k = 0; k < 2000; k++) {
        const int i = (int)rng_below(&r, (uint32_t)od_table_size(table));
        const od_position slow = od_table_position(table, i);
        const draughts_position pos = bridge_from_oracle(&board, &slow);
        s = state_of(&pos);
        if (g->rules->moves(g, &s, moves) > 0 && od_table_value(table, i) % 2 == 0) { /* lost */
            agent_choose(a, &(agent_turn){.state = &s}, &r, &move);
            assert_memory_equal(&move, &moves[0], sizeof move);
            n_first++;
        }
    }
    assert_true(n_first > 10);
    od_table_free(table);
    agent_free(a);
    game_free(g);
    unlink(path);
}

/* The value for the mover of the move to `after`, as a score: a soon win before a late one before a draw; false if the
 * database does not have it. */
static bool score_of(draughts_db *d, const game_state *after, int *score)
{
    verdict value;
    pm_error err;
    if (draughts_db_verdict(d, after->bits, after->bits[2], (pm_color)after->mover, &value, &err) != PM_OK) {
        return false;
    }
    *score = value.outcome == 0 ? 0 : value.outcome < 0 ? 1000 - value.plies : value.plies - 1000;
    return true;
}

/* One piece more than the database has: captures that lead into it are judged by it. American rules, where a capture
 * of one piece and one of two may both be there. */
static void test_captures_into_the_database(void **state)
{
    (void)state;
    char path[DB_MAKER_PATH], name[MAX_NAME];
    endgames_new(path, &draughts_american, SIZE, PIECES, DB_REMOTENESS);
    snprintf(name, sizeof name, "db:%s,first", path);
    game *g = make_game("american", SIZE);
    agent *a = make_agent(name, g);
    draughts_db *d;
    draughts_board board;
    bridge_board(&draughts_american, SIZE, &board);
    assert_int_equal(draughts_db_open(path, 0, &d, NULL), PM_OK);
    rng r = rng_stream(SEED, 2);
    int n_judged = 0, n_mixed = 0;
    for (int k = 0; k < 20000; k++) {
        const draughts_position pos = bridge_random(&board, &r);
        const int n_pieces = bits_count(pos.pieces[0] | pos.pieces[1]);
        if (n_pieces <= PIECES || n_pieces > PIECES + 2 || !pos.pieces[0] || !pos.pieces[1]) {
            continue;
        }
        game_state s = state_of(&pos);
        s.mover = draughts_color(&board, (pm_color)pos.mover);
        game_move moves[GAME_MAX_MOVES], move;
        const int n = g->rules->moves(g, &s, moves);
        int best = -2000, n_known = 0, score;
        for (int i = 0; i < n; i++) {
            game_state after = s;
            g->rules->make(g, &after, &moves[i]);
            if (score_of(d, &after, &score)) {
                best = score > best ? score : best;
                n_known++;
            }
        }
        if (n_known == 0 || (n_known < n && best <= 0)) {
            continue;
        }
        agent_choose(a, &(agent_turn){.state = &s}, &r, &move);
        game_state after = s;
        g->rules->make(g, &after, &move);
        assert_true(score_of(d, &after, &score));
        assert_int_equal(score, best);
        n_judged++;
        n_mixed += n_known < n;
    }
    assert_true(n_judged > 20);
    print_message("%d positions, %d of them with moves that the database does not have\n", n_judged, n_mixed);
    draughts_db_close(d);
    agent_free(a);
    game_free(g);
    unlink(path);
}

static void check_refused(const game *g, const char *name, pm_status expected, const char *message)
{
    agent *a;
    pm_error err = {0};
    assert_int_equal(agent_new(name, g, &a, &err), expected);
    assert_non_null(strstr(err.message, message));
}

static void test_refusals(void **state)
{
    (void)state;
    char path[DB_MAKER_PATH], name[MAX_NAME];
    endgames_new(path, &draughts_italian, 4, 3, DB_OUTCOME);
    snprintf(name, sizeof name, "db:%s", path);
    game *six = make_game("italian", 6), *american = make_game("american", 4), *konane = make_game("konane", 4);
    check_refused(six, name, PM_BAD_INPUT, "the database is of italian on 4x4, the game is italian on 6x6");
    check_refused(american, name, PM_BAD_INPUT, "the game is american on 4x4");
    check_refused(konane, name, PM_BAD_INPUT, "a database of draughts, not of Konane");
    check_refused(six, "db:/no/such/file", PM_IO, "/no/such/file");
    game_free(six);
    game_free(american);
    game_free(konane);
    unlink(path);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_perfect),
        cmocka_unit_test(test_hands_over),
        cmocka_unit_test(test_captures_into_the_database),
        cmocka_unit_test(test_refusals),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
