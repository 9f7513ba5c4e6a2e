/* Misere play, single jumps and longest jumps: moves, sweeps and random play against the oracle, and sweeps against
 * themselves in every other way to compute them.
 *
 * SPDX-License-Identifier: MIT
 */
#include "analysis/agents/agents.h"
#include "analysis/answers/sources.h"
#include "solver/konane/sweep.h"
#include "src/base/bits.h"
#include "src/base/rng.h"
#include "src/game/digest.h"
#include "src/konane/board.h"
#include "src/konane/game_konane.h"
#include "tests/aid/full_table.h"
#include "tests/aid/long.h"
#include "tests/aid/variants.h"
#include "tests/oracle/oracle_bridge.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

static pm_board *new_board(int rows, int cols, pm_color corner, konane_variant variant)
{
    pm_board *board;
    assert_int_equal(konane_board_new(rows, cols, corner, "any", variant, &board, NULL), PM_OK);
    return board;
}

/* ---- moves ---- */

static void check_moves(const pm_board *board, const oracle_board *judge, pm_position pos)
{
    oracle_move theirs[ORACLE_MAX_MOVES];
    pm_move expected[PM_MAX_MOVES], got[PM_MAX_MOVES];
    const oracle_position same = oracle_position_of(judge, pos);
    const int n = oracle_jumps(judge, &same, theirs);
    papamu_moves_of(judge, theirs, n, expected);
    assert_int_equal(pm_jumps(board, pos, got), n);
    assert_memory_equal(got, expected, (size_t)n * sizeof *got);
    assert_int_equal(set64_jumps_count(&board->jumper, pos.occupied, (int)pos.mover), n);
    uint64_t children[PM_MAX_MOVES], sum = 0;
    assert_int_equal(set64_jumps_children(&board->jumper, pos.occupied, (int)pos.mover, children), n);
    for (int i = 0; i < n; i++) {
        sum += pm_move_make(board, pos, expected[i]).occupied - children[i];
    }
    assert_true(sum == 0);
}

static void test_moves(void **state)
{
    (void)state;
    rng r = rng_stream(20261201, 0);
    for (int v = 0; v < N_VARIANTS; v++) {
        for (int rows = 1; rows <= 16; rows++) {
            for (int cols = rows == 1 ? 2 : 1; rows * cols <= 64; cols++) {
                pm_board *board = new_board(rows, cols, (pm_color)(cols % 2), variants[v]);
                const oracle_board judge = oracle_board_of(board);
                for (int i = 0; i < 60; i++) {
                    const uint64_t set = rng_next(&r) & (i % 3 ? rng_next(&r) : UINT64_MAX) & board->all;
                    check_moves(board, &judge, (pm_position){set, (pm_color)(i % 2)});
                }
                pm_board_free(board);
            }
        }
    }
}

/* ---- random play: the whole game is what the same draws make of it move by move ---- */

static void check_random_game(const game *g, uint64_t seed)
{
    enum { MANY = 5 };
    game_state start;
    uint16_t legal[GAME_MAX_RANDOM], room[MANY][GAME_MAX_RANDOM];
    unsigned n_multi;
    uint64_t digest = 0, expected_digest = 0;
    assert_int_equal(g->rules->start(g, &start, NULL), PM_OK);
    game_state played = start, stepped = start;
    rng r = rng_stream(seed, 1), same = r;
    const unsigned n = g->rules->play_random(g, &played, &r, legal, &n_multi, &digest);
    unsigned n_stepped = 0, n_taking = 0;
    game_move made;
    for (int ways; (ways = g->rules->make_random(g, &stepped, &same, &made)) > 0; n_stepped++) {
        assert_true(n_stepped < n);
        assert_int_equal(legal[n_stepped], ways);
        n_taking += made.n_taken > 1;
        expected_digest = game_digest_move(expected_digest, &stepped);
    }
    assert_int_equal(n_stepped, n);
    assert_int_equal(n_taking, n_multi);
    assert_true(digest == expected_digest);
    assert_memory_equal(&played, &stepped, sizeof played);
    game_playout many[MANY];
    for (int i = 0; i < MANY; i++) {
        many[i] = (game_playout){.state = start, .random = rng_stream(seed, 1), .legal = room[i]};
    }
    g->rules->play_random_many(g, many, MANY);
    for (int i = 0; i < MANY; i++) {
        assert_int_equal(many[i].n_moves, n);
        assert_true(many[i].digest == digest);
    }
}

static void test_random_play(void **state)
{
    (void)state;
    static const int sizes[][2] = {{6, 6}, {8, 8}, {4, 5}, {10, 10}, {14, 17}};
    for (int play = 0; konane_play_names[play]; play++) {
        for (int jumps = 0; konane_jumps_names[jumps]; jumps++) {
            for (size_t i = 0; i < sizeof sizes / sizeof sizes[0]; i++) {
                const game_options options = {.rows = sizes[i][0],
                                              .cols = sizes[i][1],
                                              .opening = "any",
                                              .play = konane_play_names[play],
                                              .jumps = konane_jumps_names[jumps]};
                game *g;
                assert_int_equal(game_konane_new("konane", &options, &g, NULL), PM_OK);
                assert_int_equal(g->is_misere, play == 1);
                for (uint64_t seed = 0; seed < 20; seed++) {
                    check_random_game(g, seed);
                }
                game_free(g);
            }
        }
    }
}

/* ---- sweeps ---- */

static full_table sweep_all(const konane_space *space, const char *kernel, bool with_symmetry, bool with_tiles)
{
    const sweep_options options = {.threads = 2, .memory = (size_t)1 << 32, .kernel = kernel, .with_tiles = with_tiles};
    return full_table_make(space, &options, with_symmetry);
}

static void compare_with_oracle(int rows, int cols, pm_color corner, konane_variant variant)
{
    pm_board *board = new_board(rows, cols, corner, variant);
    konane_space *space;
    assert_int_equal(konane_space_new(board, &space, NULL), PM_OK);
    full_table t = sweep_all(space, NULL, true, true);
    assert_full_table_is(space, &t, oracle_mover_wins);
    full_table_clear(&t);
    konane_space_free(space);
    pm_board_free(board);
}

static void test_every_position_of_small_boards(void **state)
{
    (void)state;
    const int most_cells = is_long_run() ? 16 : 12;
    for (int v = 0; v < N_VARIANTS; v++) {
        for (int rows = 1; rows <= 16; rows++) {
            for (int cols = rows == 1 ? 2 : 1; rows * cols <= most_cells; cols++) {
                compare_with_oracle(rows, cols, PM_BLACK, variants[v]);
                compare_with_oracle(rows, cols, PM_WHITE, variants[v]);
            }
        }
        compare_with_oracle(2, 7, PM_BLACK, variants[v]);
        compare_with_oracle(3, 5, PM_WHITE, variants[v]);
    }
}

/* Kernels, tiles and symmetry do not change a bit. */
static void compare_ways(int rows, int cols, konane_variant variant)
{
    pm_board *board = new_board(rows, cols, PM_BLACK, variant);
    konane_space *space;
    assert_int_equal(konane_space_new(board, &space, NULL), PM_OK);
    full_table expected = sweep_all(space, "scalar", false, false);
    for (const row_kernel *const *k = row_kernels(ROW_BITS); *k; k++) {
        full_table got = sweep_all(space, (*k)->name, true, true);
        assert_full_tables_equal(&got, &expected);
        full_table_clear(&got);
    }
    full_table_clear(&expected);
    konane_space_free(space);
    pm_board_free(board);
}

static void test_every_way_gives_the_same_table(void **state)
{
    (void)state;
    for (int v = FIRST_OTHER; v < N_VARIANTS; v++) {
        compare_ways(4, 4, variants[v]);
        compare_ways(3, 6, variants[v]);
        if (is_long_run()) {
            compare_ways(1, 22, variants[v]);
            compare_ways(5, 5, variants[v]);
        }
    }
    compare_ways(1, 22, variants[1]); /* the shortest row of cells that has tiles */
}

/* ---- what plays and answers --------------------------------------------------------------------- */

/* Alpha-beta to the end knows who wins, and so do answers, which the oracle judges. */
static void check_player(const game *g, const oracle_board *judge, const game_state *s)
{
    oracle_table *values = oracle_table_new(judge);
    const pm_position pos = {s->bits[0], (pm_color)s->mover};
    const oracle_position same = oracle_position_of(judge, pos);
    const bool wins = oracle_mover_wins(values, &same);
    agent *a;
    answers *exact = answers_new(g);
    answer found;
    const answers_limits limits = {.memory = (size_t)1 << 30, .threads = 1};
    assert_non_null(exact);
    assert_int_equal(answers_add_sweep(exact, g, &limits, NULL), PM_OK);
    assert_int_equal(answers_find(exact, s, &found, NULL), PM_OK);
    assert_int_equal(found.verdict.outcome, wins ? 1 : -1);
    answers_free(exact);
    game_move moves[GAME_MAX_MOVES];
    if (g->rules->moves(g, s, moves) > 0) {
        rng r = rng_stream(7, 0);
        const uint64_t hash = g->rules->hash(g, s);
        const agent_turn turn = {.state = s, .hashes = &hash, .n_hashes = 1};
        game_move move;
        game_state after = *s;
        assert_int_equal(agent_new("ab:30", g, &a, NULL), PM_OK);
        a->class->choose(a, &turn, &r, &move);
        agent_free(a);
        g->rules->make(g, &after, &move);
        const oracle_position left = oracle_position_of(judge, (pm_position){after.bits[0], (pm_color)after.mover});
        assert_int_equal(!oracle_mover_wins(values, &left), wins);
    }
    oracle_table_free(values);
}

static void test_players_and_answers(void **state)
{
    (void)state;
    static const char *const names[] = {"konane",         "konane-misere",        "konane-single",
                                        "konane-longest", "konane-misere-single", "konane-misere-longest"};
    rng r = rng_stream(20261202, 0);
    for (size_t i = 0; i < sizeof names / sizeof names[0]; i++) {
        game *g;
        assert_int_equal(game_new(names[i], &(game_options){.rows = 4, .cols = 4, .opening = "any"}, &g, NULL), PM_OK);
        assert_string_equal(g->name, names[i]);
        pm_board *board = new_board(4, 4, PM_BLACK, game_konane_variant(g));
        const oracle_board judge = oracle_board_of(board);
        for (int k = 0; k < 40; k++) {
            game_state s = {.mover = (uint32_t)(k % 2)};
            s.bits[0] = rng_next(&r) & (k % 4 ? UINT64_MAX : rng_next(&r)) & board->all & ~UINT64_C(3);
            check_player(g, &judge, &s);
        }
        pm_board_free(board);
        game_free(g);
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_moves),
        cmocka_unit_test(test_random_play),
        cmocka_unit_test(test_every_position_of_small_boards),
        cmocka_unit_test(test_players_and_answers),
        cmocka_unit_test(test_every_way_gives_the_same_table),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
