/* Does the searching agent win as soon and lose as late as possible? Its table keeps distances from positions, the
 * search counts them from the root: an error between the two does not change who wins, but when.
 *
 * Oracle: the remoteness of tests/oracle/oracle.c, on positions of random games.
 *
 * SPDX-License-Identifier: MIT
 */
#include "analysis/agents/agents.h"
#include "analysis/agents/transposition.h"
#include "src/konane/board.h"
#include "tests/oracle/oracle_bridge.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stdio.h>
#include <string.h>

#include <cmocka.h>

enum { SEED = 20261130, N_GAMES = 60, ROWS = 4, COLS = 4 };

static int remoteness_of(const pm_board *board, oracle_table *values, const game_state *s)
{
    const oracle_board theirs = oracle_board_of(board);
    const oracle_position pos = oracle_position_of(&theirs, (pm_position){s->bits[0], (pm_color)s->mover});
    return oracle_remoteness(values, &pos);
}

/* Ask the agent, whose move must lead to a position that is as far from the end as the best move does. */
static void check_choice(const game *g, const pm_board *board, oracle_table *values, agent *a, const game_state *s,
                         rng *r)
{
    const int remoteness = remoteness_of(board, values, s);
    const agent_turn turn = {.state = s};
    game_state after = *s;
    game_move move;
    agent_choose(a, &turn, r, &move);
    g->rules->make(g, &after, &move);
    const int left = remoteness_of(board, values, &after);
    if (left != remoteness - 1) {
        char text[GAME_MAX_TEXT];
        g->rules->state_format(g, s, text);
        fail_msg("%s: %d plies left of %d", text, left, remoteness);
    }
}

/* Asked for a depth that reaches the end, the agent scores the position with its distance, and expects legal moves. */
static void check_score(const game *g, const pm_board *board, oracle_table *values, agent *a, const game_state *s,
                        rng *r)
{
    const int remoteness = remoteness_of(board, values, s);
    const agent_turn turn = {.state = s, .depth = remoteness + 1};
    game_state at = *s;
    game_move move, line[ROWS * COLS];
    agent_choose(a, &turn, r, &move);
    assert_int_equal(a->depth, remoteness + 1);
    assert_int_equal(agent_score_plies(a->score), remoteness);
    assert_int_equal(a->score > 0, remoteness % 2);
    g->rules->make(g, &at, &move);
    const int n = a->class->line(a, &at, line, ROWS * COLS);
    for (int i = 0; i < n; i++) {
        game_move moves[GAME_MAX_MOVES];
        int k = g->rules->moves(g, &at, moves) - 1;
        while (k >= 0 && memcmp(&moves[k], &line[i], sizeof line[i]) != 0) {
            k--;
        }
        assert_true(k >= 0);
        g->rules->make(g, &at, &line[i]);
    }
}

static void test_distances(void **state)
{
    (void)state;
    game *g;
    agent *a, *scorer;
    pm_board *board;
    pm_error err = {0};
    assert_int_equal(game_new("konane", &(game_options){.rows = ROWS, .cols = COLS, .opening = "any"}, &g, &err),
                     PM_OK);
    assert_int_equal(pm_board_new(ROWS, COLS, PM_BLACK, "any", &board, &err), PM_OK);
    assert_int_equal(agent_new("ab:30", g, &a, &err), PM_OK);
    assert_int_equal(agent_new("ab:2", g, &scorer, &err), PM_OK);
    const oracle_board theirs = oracle_board_of(board);
    oracle_table *values = oracle_table_new(&theirs);
    printf("seed %d\n", SEED);
    int n_asked = 0;
    for (int i = 0; i < N_GAMES; i++) {
        rng r = rng_stream(SEED, (uint64_t)i);
        game_state s;
        game_move move;
        assert_int_equal(g->rules->start(g, &s, &err), PM_OK);
        agent_begin(a);
        while (g->rules->mobility(g, &s, (pm_color)s.mover) > 0) {
            if (!g->rules->is_opening(g, &s)) {
                check_choice(g, board, values, a, &s, &r);
                check_score(g, board, values, scorer, &s, &r);
                n_asked++;
            }
            g->rules->make_random(g, &s, &r, &move);
        }
    }
    assert_true(n_asked > 2 * N_GAMES);
    oracle_table_free(values);
    agent_free(scorer);
    agent_free(a);
    pm_board_free(board);
    game_free(g);
}

/* A win five plies from the root, at a position three plies from it, is two plies from there: worth more. */
static void test_values_in_the_table(void **state)
{
    enum { WIN = 30000, CERTAIN = 29000 };
    (void)state;
    assert_int_equal(transposition_from_position(WIN - 5, 3, CERTAIN), WIN - 2);
    assert_int_equal(transposition_from_position(5 - WIN, 3, CERTAIN), 2 - WIN);
    assert_int_equal(transposition_from_root(WIN - 2, 4, CERTAIN), WIN - 6);
    assert_int_equal(transposition_from_root(2 - WIN, 4, CERTAIN), 6 - WIN);
    for (int value = -CERTAIN; value <= CERTAIN; value += CERTAIN / 4) { /* evaluations stay */
        assert_int_equal(transposition_from_position(value, 3, CERTAIN), value);
        assert_int_equal(transposition_from_root(value, 3, CERTAIN), value);
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {cmocka_unit_test(test_distances), cmocka_unit_test(test_values_in_the_table)};
    return cmocka_run_group_tests(tests, NULL, NULL);
}
