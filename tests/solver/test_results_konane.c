/* What is read off a sweep: winners of openings and of the game, the census, the principal line.
 *
 * Oracles: tests/oracle/oracle.c; Norvig's winners (tests/data/openings.tsv, source there).
 *
 * SPDX-License-Identifier: MIT
 */
#include "solver/konane/line.h"
#include "solver/konane/query.h"
#include "solver/sweep/census.h"
#include "src/base/bits.h"
#include "src/konane/cell.h"
#include "tests/aid/long.h"
#include "tests/aid/tsv.h"
#include "tests/oracle/oracle.h"
#include "tests/oracle/oracle_bridge.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

/* Everything that one sweep gives. */
typedef struct results {
    pm_board *board;
    konane_space *space;
    sweep *s;
    sweep_table *t;
    census counts;
    konane_opening_result openings[KONANE_MAX_OPENINGS];
    konane_query queries[KONANE_MAX_OPENINGS];
    int n_openings;
} results;

static pm_status visit(void *ctx, par_team *team, const sweep_layer *white, const sweep_layer *black, pm_error *err)
{
    results *r = ctx;
    sweep_table_add(r->t, team, black);
    konane_queries_visit(r->space, white, black, r->queries, r->n_openings);
    return census_add(&r->counts, team, white, black, err);
}

static results *solve(int rows, int cols, pm_color corner)
{
    results *r = calloc(1, sizeof *r);
    assert_non_null(r);
    assert_int_equal(pm_board_new(rows, cols, corner, "any", &r->board, NULL), PM_OK);
    assert_int_equal(konane_space_new(r->board, &r->space, NULL), PM_OK);
    const sweep_options options = {.threads = 2, .memory = (size_t)4 << 30, .with_tiles = true};
    assert_int_equal(sweep_new(&r->space->spec, &options, &r->s, NULL), PM_OK);
    assert_int_equal(sweep_table_new(r->s, &r->t, NULL), PM_OK);
    r->n_openings = konane_opening_queries(r->board, r->openings, r->queries);
    assert_int_equal(sweep_run(r->s, visit, r, NULL), PM_OK);
    konane_openings_finish(r->openings, r->queries, r->n_openings);
    return r;
}

static void results_free(results *r)
{
    sweep_table_free(r->t);
    sweep_free(r->s);
    konane_space_free(r->space);
    pm_board_free(r->board);
    free(r);
}

static void test_published_openings(void **state)
{
    (void)state;
    tsv_file *file = tsv_open("tests/data/openings.tsv");
    while (tsv_next(file, 4)) {
        int rows, cols;
        assert_int_equal(sscanf(file->field[0], "%dx%d", &rows, &cols), 2);
        if (rows == 6 && !is_long_run()) {
            continue;
        }
        results *r = solve(rows, cols, PM_BLACK);
        bool is_found = false;
        for (int i = 0; i < r->n_openings; i++) {
            char black[KONANE_MAX_CELL_TEXT], white[KONANE_MAX_CELL_TEXT];
            konane_cell_format(rows, r->openings[i].black_removes, black);
            konane_cell_format(rows, r->openings[i].white_removes, white);
            if (strcmp(black, file->field[1]) == 0 && strcmp(white, file->field[2]) == 0) {
                is_found = true;
                assert_int_equal(r->openings[i].winner == PM_BLACK, strcmp(file->field[3], "black") == 0);
            }
        }
        assert_true(is_found);
        results_free(r);
    }
    tsv_close(file);
}

static int class_of(oracle_outcome outcome)
{
    static const int classes[] = {[ORACLE_NEXT] = CENSUS_NEXT,
                                  [ORACLE_PREVIOUS] = CENSUS_PREVIOUS,
                                  [ORACLE_LEFT] = CENSUS_BLACK,
                                  [ORACLE_RIGHT] = CENSUS_WHITE};
    return classes[outcome];
}

static void compare_board(int rows, int cols, pm_color corner)
{
    results *r = solve(rows, cols, corner);
    const oracle_board judge = oracle_board_of(r->board);
    oracle_table *values = oracle_table_new(&judge);
    census expected = {.n_stones = rows * cols};
    for (uint64_t set = 0; set < UINT64_C(1) << (rows * cols); set++) {
        expected.count[bits_count(set)][class_of(oracle_classify(values, set))]++;
    }
    assert_memory_equal(&r->counts, &expected, sizeof expected);
    for (int rule = 0; rule < KONANE_N_NAMED_RULES; rule++) {
        const oracle_position full = oracle_full(&judge);
        const int remoteness = oracle_game_remoteness(values, konane_rule_name((konane_rule)rule), &full);
        pm_color winner;
        const bool has_winner = konane_rule_winner(r->board, (konane_rule)rule, r->openings, r->n_openings, &winner);
        assert_int_equal(has_winner, remoteness >= 0);
        if (has_winner) {
            assert_int_equal(winner == PM_BLACK, remoteness % 2 == 1);
        }
    }
    oracle_table_free(values);
    results_free(r);
}

static void test_census_and_games_of_small_boards(void **state)
{
    (void)state;
    compare_board(1, 2, PM_BLACK);
    compare_board(2, 2, PM_WHITE);
    compare_board(1, 9, PM_WHITE);
    compare_board(3, 3, PM_BLACK);
    compare_board(3, 3, PM_WHITE);
    compare_board(2, 7, PM_BLACK);
    compare_board(3, 5, PM_WHITE);
    compare_board(4, 4, PM_BLACK);
}

/* Every winner's move of the line wins, in the eyes of the oracle, and the line ends where nobody can move. */
static void check_line(int rows, int cols)
{
    results *r = solve(rows, cols, PM_BLACK);
    const oracle_board judge = oracle_board_of(r->board);
    oracle_table *values = oracle_table_new(&judge);
    pm_position pos;
    pm_move line[PM_MAX_CELLS], moves[PM_MAX_MOVES];
    assert_int_equal(pm_start(r->board, &pos, NULL), PM_OK);
    const int n = konane_line(r->space, r->board, r->t, pos, line);
    bool mover_wins = n % 2 == 1;
    for (int i = 0; i <= n; i++) {
        const oracle_position seen = oracle_position_of(&judge, pos);
        assert_int_equal(oracle_game_remoteness(values, "any", &seen) % 2 == 1, mover_wins);
        mover_wins = !mover_wins;
        if (i < n) {
            pos = pm_move_make(r->board, pos, line[i]);
        }
    }
    assert_int_equal(pm_moves(r->board, pos, moves), 0);
    oracle_table_free(values);
    results_free(r);
}

static void test_principal_lines(void **state)
{
    (void)state;
    check_line(3, 4);
    check_line(4, 4);
    check_line(3, 5);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_published_openings),
        cmocka_unit_test(test_census_and_games_of_small_boards),
        cmocka_unit_test(test_principal_lines),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
