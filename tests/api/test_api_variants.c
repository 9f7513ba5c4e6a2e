/* Boards of variants of Konane through the public interface: what is solved of them, and who refuses them.
 *
 * Oracle: tests/oracle/oracle.c, whose misere play and jumps are written from the description of the variants.
 *
 * SPDX-License-Identifier: MIT
 */
#include "src/papamu/database.h"
#include "src/papamu/forms.h"
#include "src/papamu/solve.h"
#include "tests/aid/near.h"
#include "tests/oracle/oracle_bridge.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include <cmocka.h>

enum { ROWS = 3, COLS = 4, N_SETS = 1 << (ROWS * COLS) };

static const struct {
    const char *name;
    bool misere;
    oracle_jumping jumping;
} variants[] = {
    {"konane", false, ORACLE_ANY},
    {"konane-single", false, ORACLE_SINGLE},
    {"konane-longest", false, ORACLE_LONGEST},
    {"konane-misere", true, ORACLE_ANY},
    {"konane-misere-single", true, ORACLE_SINGLE},
    {"konane-misere-longest", true, ORACLE_LONGEST},
};

enum { N_VARIANTS = sizeof variants / sizeof variants[0] };

static pm_game *game_of(int i, pm_color corner)
{
    pm_game *game;
    const pm_game_options options = {.rows = ROWS, .cols = COLS, .corner = corner, .opening = "any"};
    assert_int_equal(pm_game_new(variants[i].name, &options, &game, NULL), PM_OK);
    return game;
}

/* A line from a position is won by who wins it. */
static void check_line(const pm_board *board, const pm_solution *s, pm_position pos, bool is_misere)
{
    pm_move line[PM_MAX_CELLS], moves[PM_MAX_MOVES];
    pm_value value;
    int n;
    assert_int_equal(pm_solution_value(s, pos, &value, NULL), PM_OK);
    assert_int_equal(pm_solution_line(s, pos, line, &n, NULL), PM_OK);
    for (int i = 0; i < n; i++) {
        pos = pm_move_make(board, pos, line[i]);
    }
    assert_int_equal(pm_moves(board, pos, moves), 0);
    assert_int_equal((pos.mover == value.winner), is_misere);
}

/* A search finds the winners that the oracle knows. */
static void check_search(const pm_board *board, const oracle_board *judge, oracle_table *values)
{
    enum { STEP = 13, N = 2 * N_SETS / STEP + 1 };
    static pm_position positions[N];
    static pm_search_result results[N];
    const pm_search_options options = {.job = {.memory = 16 << 20, .threads = 1}};
    size_t n = 0;
    for (int k = 0; k < 2 * N_SETS; k += STEP) {
        positions[n] = (pm_position){(uint64_t)k >> 1, (pm_color)(k & 1)};
        n += !pm_position_is_opening(board, positions[n]);
    }
    assert_int_equal(pm_search(board, n, positions, &options, results, NULL), PM_OK);
    for (size_t i = 0; i < n; i++) {
        const oracle_position judged = oracle_position_of(judge, positions[i]);
        assert_true(results[i].is_known);
        assert_int_equal(results[i].winner == positions[i].mover, oracle_mover_wins(values, &judged));
    }
}

static void check_variant(int i, pm_color corner)
{
    pm_game *game = game_of(i, corner);
    pm_board *board;
    pm_solution *s;
    assert_int_equal(pm_game_board(game, &board, NULL), PM_OK);
    assert_int_equal(pm_solve(board, &(pm_solve_options){.keep_rows = true}, &s, NULL), PM_OK);
    oracle_board judge = oracle_board_of(board);
    judge.misere = variants[i].misere;
    judge.jumping = variants[i].jumping;
    oracle_table *values = oracle_table_new(&judge);
    uint64_t wins[2] = {0, 0};
    for (int k = 0; k < 2 * N_SETS; k++) {
        const pm_position pos = {(uint64_t)k >> 1, (pm_color)(k & 1)};
        const oracle_position judged = oracle_position_of(&judge, pos);
        const bool expected = oracle_mover_wins(values, &judged);
        wins[pos.mover] += expected;
        if (!pm_position_is_opening(board, pos)) {
            pm_value value;
            assert_int_equal(pm_solution_value(s, pos, &value, NULL), PM_OK);
            assert_int_equal(value.winner == pos.mover, expected);
        }
        if (k % 97 == 0) {
            check_line(board, s, pos, variants[i].misere);
        }
    }
    check_search(board, &judge, values);
    const pm_solution_info info = pm_solution_get_info(s);
    assert_int_equal(info.wins[0], wins[0]);
    assert_int_equal(info.wins[1], wins[1]);
    oracle_table_free(values);
    pm_solution_free(s);
    pm_board_free(board);
    pm_game_free(game);
}

static void test_all_values(void **state)
{
    (void)state;
    for (int i = 0; i < N_VARIANTS; i++) {
        check_variant(i, PM_BLACK);
        check_variant(i, PM_WHITE);
    }
}

static void test_info_of_games(void **state)
{
    (void)state;
    for (int i = 0; i < N_VARIANTS; i++) {
        pm_game *game = game_of(i, PM_WHITE);
        const pm_game_info info = pm_game_get_info(game);
        assert_string_equal(info.name, variants[i].name);
        assert_string_equal(info.opening, "any");
        assert_int_equal(info.corner, PM_WHITE);
        pm_game_free(game);
    }
    pm_game *game;
    assert_int_equal(pm_game_new("konane", NULL, &game, NULL), PM_OK);
    assert_string_equal(pm_game_get_info(game).opening, "corner-centre");
    pm_game_free(game);
    assert_string_equal(pm_game_get_info(NULL).opening, "");
}

/* What is of the standard rules alone says so. */
/* Played at random a game has the same moves whoever wins at its end. */
static void test_random_play_in_misere(void **state)
{
    (void)state;
    for (int i = 0; i < N_VARIANTS / 2; i++) {
        const int misere = i + N_VARIANTS / 2;
        pm_game *normal_game = game_of(i, PM_BLACK), *misere_game = game_of(misere, PM_BLACK);
        pm_random_table normal, reversed;
        assert_true(!variants[i].misere && variants[misere].misere && variants[i].jumping == variants[misere].jumping);
        assert_int_equal(pm_random(normal_game, NULL, &normal, NULL), PM_OK);
        assert_int_equal(pm_random(misere_game, NULL, &reversed, NULL), PM_OK);
        assert_int_equal(normal.n, reversed.n);
        assert_near(normal.mean_jumps, reversed.mean_jumps, 1e-12);
        assert_near(normal.black_share + reversed.black_share, 1, 1e-12);
        assert_true(normal.black_share < 0.49 || normal.black_share > 0.51); /* or the sum shows nothing */
        pm_game_free(normal_game);
        pm_game_free(misere_game);
    }
}

static void test_refusals(void **state)
{
    (void)state;
    char path[64];
    pm_game *game = game_of(3, PM_BLACK), *draughts;
    pm_board *board, *plain;
    pm_db *db;
    pm_error err = {.message = ""};
    pm_solution *s;
    pm_value value;
    pm_forms *forms;
    const pm_form *values;
    pm_margin margin;
    size_t n;
    const uint64_t set = 3;
    const pm_position pos = {3, PM_BLACK};
    snprintf(path, sizeof path, "/tmp/papamu-test-%d.variants", (int)getpid());
    assert_int_equal(pm_game_board(game, &board, NULL), PM_OK);
    assert_int_equal(pm_board_new(ROWS, COLS, PM_BLACK, NULL, &plain, NULL), PM_OK);
    assert_int_equal(pm_db_write(plain, path, NULL, NULL, NULL), PM_OK);
    assert_int_equal(pm_db_open(path, 0, &db, NULL), PM_OK);
    assert_int_equal(pm_db_probe(db, board, pos, &value, &err), PM_BAD_INPUT);
    assert_string_equal(err.message, "the position is one of konane-misere, the database is of konane");
    assert_int_equal(pm_db_probe_many(db, board, 1, &pos, &value, &err), PM_BAD_INPUT);
    assert_int_equal(pm_db_write(board, path, &(pm_db_options){.remoteness = true}, NULL, &err), PM_BAD_INPUT);
    assert_int_equal(pm_margins(board, NULL, 1, &set, &margin, &err), PM_BAD_INPUT);
    assert_int_equal(pm_forms_of_board(board, NULL, &forms, &values, &n, &err), PM_BAD_INPUT);
    assert_int_equal(pm_solve(board, &(pm_solve_options){.remoteness = true}, &s, &err), PM_BAD_INPUT);
    assert_int_equal(pm_solve(board, &(pm_solve_options){.scratch = path}, &s, &err), PM_BAD_INPUT);
    assert_int_equal(pm_game_new("italian", NULL, &draughts, NULL), PM_OK);
    pm_board *none = NULL;
    assert_int_equal(pm_game_board(draughts, &none, &err), PM_BAD_INPUT);
    assert_int_equal(pm_game_board(NULL, &none, &err), PM_BAD_INPUT);
    assert_int_equal(pm_game_board(game, NULL, &err), PM_BAD_INPUT);
    assert_null(none);
    pm_db_close(db);
    pm_game_free(game);
    pm_game_free(draughts);
    pm_board_free(board);
    pm_board_free(plain);
    (void)remove(path);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_all_values),
        cmocka_unit_test(test_info_of_games),
        cmocka_unit_test(test_random_play_in_misere),
        cmocka_unit_test(test_refusals),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
