/* Solving through the public interface: every value, row and count of small boards.
 *
 * Oracles: tests/oracle/oracle.c (values, classes and reachable positions from the rule text); outcomes of openings and
 * remoteness of starts from elsewhere, tests/data/openings.tsv and remoteness.tsv, each with its source.
 *
 * SPDX-License-Identifier: MIT
 */
#include "src/papamu/solve.h"

#include "tests/oracle/oracle_bridge.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

static pm_board *board_of(int rows, int cols, pm_color corner, const char *rule)
{
    pm_board *board;
    pm_error err;
    assert_int_equal(pm_board_new(rows, cols, corner, rule, &board, &err), PM_OK);
    return board;
}

static pm_solution *solve(const pm_board *board, bool remoteness, int threads)
{
    pm_solution *solution;
    pm_error err = {.message = ""};
    const pm_solve_options options = {.job = {.threads = threads}, .remoteness = remoteness, .keep_rows = true};
    if (pm_solve(board, &options, &solution, &err) != PM_OK) {
        fail_msg("%s", err.message);
    }
    return solution;
}

static uint32_t set_of(const uint8_t cells[], int n, uint64_t occupied)
{
    uint32_t set = 0;
    for (int i = 0; i < n; i++) {
        set |= (uint32_t)(occupied >> cells[i] & 1) << i;
    }
    return set;
}

/* What the row of a position says. */
static unsigned row_element(const pm_solution *s, const pm_solution_info *info, pm_position pos)
{
    uint8_t *row = malloc(info->row_bytes);
    assert_int_equal(pm_solution_row(s, pos.mover, set_of(info->black, info->n_black, pos.occupied), row, NULL), PM_OK);
    const uint32_t w = set_of(info->white, info->n_white, pos.occupied);
    const unsigned element = info->has_remoteness ? row[w] : row[w >> 3] >> (w & 7) & 1;
    free(row);
    return element;
}

static void compare_with_oracle(int rows, int cols, pm_color corner, bool remoteness)
{
    pm_board *board = board_of(rows, cols, corner, "any");
    pm_solution *s = solve(board, remoteness, 2);
    const pm_solution_info info = pm_solution_get_info(s);
    const oracle_board judge = oracle_board_of(board);
    oracle_table *values = oracle_table_new(&judge);
    uint64_t wins[2] = {0, 0}, by_plies[2][PM_MAX_CELLS] = {{0}};
    int longest = -1;
    const uint64_t n_sets = UINT64_C(1) << (rows * cols);
    for (uint64_t i = 0; i < 2 * n_sets; i++) {
        const pm_position pos = {i >> 1, (pm_color)(i & 1)};
        const oracle_position judged = oracle_position_of(&judge, pos);
        const int plies = oracle_remoteness(values, &judged);
        wins[pos.mover] += (uint64_t)(plies % 2);
        by_plies[pos.mover][plies]++;
        longest = remoteness && plies > longest ? plies : longest;
        assert_int_equal(row_element(s, &info, pos), remoteness ? plies : plies % 2);
        pm_value value;
        assert_int_equal(pm_solution_value(s, pos, &value, NULL), PM_OK);
        const int expected =
            pm_position_is_opening(board, pos) ? oracle_game_remoteness(values, "any", &judged) : plies;
        assert_int_equal(value.winner == pos.mover, expected % 2);
        assert_int_equal(value.remoteness, remoteness ? expected : -1);
    }
    assert_int_equal(info.pairs, 2 * n_sets);
    assert_int_equal(info.wins[0], wins[0]);
    assert_int_equal(info.wins[1], wins[1]);
    assert_int_equal(info.longest, longest);
    assert_int_equal(info.census == NULL, remoteness);
    for (int mover = 0; mover < 2 && remoteness; mover++) {
        assert_memory_equal(info.plies[mover], by_plies[mover], (size_t)(longest + 1) * sizeof(uint64_t));
    }
    if (remoteness) {
        assert_int_equal(row_element(s, &info, info.longest_position), longest);
    }
    oracle_table_free(values);
    pm_solution_free(s);
    pm_board_free(board);
}

static void test_every_value_and_row(void **state)
{
    (void)state;
    compare_with_oracle(3, 3, PM_BLACK, false);
    compare_with_oracle(3, 3, PM_WHITE, true);
    compare_with_oracle(2, 5, PM_WHITE, false);
    compare_with_oracle(3, 4, PM_BLACK, true);
}

/* A line ends where its mover has no move, is won by who should win, and with remoteness has that length. */
static void check_line(const pm_board *board, const pm_solution *s)
{
    pm_move line[PM_MAX_CELLS], moves[PM_MAX_MOVES];
    pm_position pos;
    pm_value value;
    int n;
    assert_int_equal(pm_start(board, &pos, NULL), PM_OK);
    assert_int_equal(pm_solution_value(s, pos, &value, NULL), PM_OK);
    assert_int_equal(pm_solution_line(s, pos, line, &n, NULL), PM_OK);
    for (int i = 0; i < n; i++) {
        char text[PM_MAX_MOVE_TEXT];
        pm_move legal;
        pm_move_format(board, line[i], text);
        assert_int_equal(pm_move_parse(board, pos, text, &legal, NULL), PM_OK);
        pos = pm_move_make(board, pos, line[i]);
    }
    assert_int_equal(pm_moves(board, pos, moves), 0);
    assert_int_not_equal(pos.mover, value.winner);
    assert_true(value.remoteness < 0 || value.remoteness == n);
}

static void test_openings_games_and_lines(void **state)
{
    (void)state;
    static const struct {
        int rows, cols, remoteness; /* tests/data/remoteness.tsv: of the start under corner-centre */
    } boards[] = {{3, 3, 4}, {4, 4, 6}, {4, 5, 6}};
    for (size_t i = 0; i < sizeof boards / sizeof boards[0]; i++) {
        pm_board *board = board_of(boards[i].rows, boards[i].cols, PM_BLACK, NULL);
        pm_solution *outcomes = solve(board, false, 1), *plies = solve(board, true, 2);
        pm_value value, again;
        assert_int_equal(pm_solution_game(plies, NULL, &value, NULL), PM_OK);
        assert_int_equal(pm_solution_game(outcomes, "corner-centre", &again, NULL), PM_OK);
        assert_int_equal(value.remoteness, boards[i].remoteness);
        assert_int_equal(value.winner, boards[i].remoteness % 2 ? PM_BLACK : PM_WHITE);
        assert_int_equal(again.winner, value.winner);
        assert_int_equal(again.remoteness, -1);
        check_line(board, outcomes);
        check_line(board, plies);
        const pm_solution_info a = pm_solution_get_info(outcomes), b = pm_solution_get_info(plies);
        assert_int_equal(a.n_openings, b.n_openings);
        for (int k = 0; k < a.n_openings; k++) {
            assert_int_equal(a.openings[k].winner, b.openings[k].winner);
            assert_int_equal(a.openings[k].winner, b.openings[k].remoteness % 2 ? PM_BLACK : PM_WHITE);
            assert_true(a.openings[k].rules >> 3 & 1); /* "any" */
        }
        pm_solution_free(outcomes);
        pm_solution_free(plies);
        pm_board_free(board);
    }
}

static void test_census_reach_and_plan(void **state)
{
    (void)state;
    pm_board *board = board_of(3, 4, PM_BLACK, NULL);
    const oracle_board judge = oracle_board_of(board);
    oracle_table *values = oracle_table_new(&judge);
    uint64_t expected[13][4] = {{0}}, reachable, terminal;
    for (uint64_t set = 0; set < 1 << 12; set++) {
        const oracle_position pos = oracle_position_of(&judge, (pm_position){set, PM_BLACK});
        expected[__builtin_popcountll(set)][oracle_classify(values, oracle_to_set(&judge, &pos))]++;
    }
    pm_solution *s;
    assert_int_equal(pm_solve(board, NULL, &s, NULL), PM_OK);
    const pm_census_table *census = pm_solution_get_info(s).census;
    assert_int_equal(census->n_stones, 12);
    assert_memory_equal(census->count, expected, sizeof expected);
    pm_solution_free(s);

    pm_reach_table reach;
    uint64_t sum[2] = {0, 0};
    assert_int_equal(pm_reach(board, NULL, &reach, NULL), PM_OK);
    for (int stones = 0; stones <= reach.n_stones; stones++) {
        sum[0] += reach.reachable[stones][0] + reach.reachable[stones][1];
        sum[1] += reach.terminal[stones][0] + reach.terminal[stones][1];
    }
    oracle_reach(&judge, "corner-centre", &reachable, &terminal);
    assert_int_equal(sum[0], reachable);
    assert_int_equal(sum[1], terminal);

    pm_plan plan;
    assert_int_equal(pm_plan_make(board, NULL, &plan, NULL), PM_OK);
    assert_int_equal(plan.pairs, 2 << 12);
    assert_true(plan.computed < plan.pairs && plan.rows > 0 && plan.bytes > 0 && plan.fits);
    const pm_solve_options poor = {.job = {.memory = plan.bytes - 1}}, kept = {.keep_rows = true};
    const pm_solve_options enough = {.job = {.memory = plan.bytes}};
    const uint64_t bytes = plan.bytes;
    assert_int_equal(pm_plan_make(board, &enough, &plan, NULL), PM_OK);
    assert_true(plan.fits && plan.bytes == bytes);
    assert_int_equal(pm_plan_make(board, &poor, &plan, NULL), PM_OK);
    assert_false(plan.fits);
    assert_int_equal(pm_solve(board, &poor, &s, NULL), PM_NO_MEMORY);
    assert_int_equal(pm_plan_make(board, &kept, &plan, NULL), PM_OK);
    assert_true(plan.bytes > bytes);
    oracle_table_free(values);
    pm_board_free(board);
}

/* On one row jumps of one colour alone are spare moves: xo. is worth 1 to Black, .xo. one to either side: *. */
static void test_margins(void **state)
{
    (void)state;
    pm_board *board = board_of(1, 4, PM_BLACK, NULL);
    const uint64_t sets[] = {0, 3, 6}; /* ...., xo.., .ox. */
    pm_margin margins[3];
    assert_int_equal(pm_margins(board, NULL, 3, sets, margins, NULL), PM_OK);
    const int lower[] = {0, 1, 0}, upper[] = {0, 1, 0};
    for (int i = 0; i < 2; i++) {
        assert_true(margins[i].has_lower && margins[i].has_upper);
        assert_int_equal(margins[i].lower, lower[i]);
        assert_int_equal(margins[i].upper, upper[i]);
    }
    assert_true(margins[2].has_lower && margins[2].has_upper && margins[2].lower < margins[2].upper);
    pm_error err;
    const uint64_t off = 16;
    assert_int_equal(pm_margins(board, NULL, 1, &off, margins, &err), PM_BAD_INPUT);
    assert_int_equal(err.offset, 0);
    pm_board_free(board);
}

/* 4x4: means of 200,000 games of another program, tests/data/random_play.tsv. */
static void test_random_play(void **state)
{
    (void)state;
    pm_game *game;
    pm_random_table table;
    double sum = 0;
    const pm_game_options options = {.rows = 4, .cols = 4};
    assert_int_equal(pm_game_new("konane", &options, &game, NULL), PM_OK);
    assert_int_equal(pm_random(game, NULL, &table, NULL), PM_OK);
    for (int k = 0; k < table.n; k++) {
        sum += table.length[k];
    }
    assert_float_equal(sum, 1, 1e-9);
    assert_float_equal(table.mean_jumps, 8.73, 0.02);
    assert_float_equal(table.sd_jumps, 2.41, 0.02);
    assert_float_equal(table.mean_branching, 2.22, 0.02);
    assert_float_equal(table.black_share, 0.426, 0.005);
    pm_game_free(game);
}

static bool stop(void *ctx, uint64_t done, uint64_t total)
{
    (void)done;
    (void)total;
    ++*(int *)ctx;
    return true;
}

static void test_bad_input(void **state)
{
    (void)state;
    pm_board *board = board_of(4, 5, PM_BLACK, NULL);
    pm_solution *s = NULL;
    pm_error err = {.message = ""};
    pm_value value;
    int calls = 0, n;
    uint8_t row[8];
    pm_move line[PM_MAX_CELLS];
    pm_solve_options options = {.job = {.threads = -1}};
    assert_int_equal(pm_solve(NULL, NULL, &s, &err), PM_BAD_INPUT);
    assert_int_equal(pm_solve(board, NULL, NULL, &err), PM_BAD_INPUT);
    assert_int_equal(pm_solve(board, &options, &s, &err), PM_BAD_INPUT);
    options = (pm_solve_options){.job = {.memory = 1000}};
    assert_int_equal(pm_solve(board, &options, &s, &err), PM_NO_MEMORY);
    assert_non_null(strstr(err.message, "1000"));
    options = (pm_solve_options){.job = {.progress = stop, .ctx = &calls}};
    assert_int_equal(pm_solve(board, &options, &s, &err), PM_INTERRUPTED);
    assert_int_equal(calls, 1);
    assert_null(s);

    assert_int_equal(pm_solve(board, NULL, &s, &err), PM_OK);
    pm_position start;
    pm_start(board, &start, NULL);
    assert_false(pm_solution_get_info(s).has_rows);
    assert_int_equal(pm_solution_value(s, start, &value, &err), PM_NOT_FOUND);
    assert_int_equal(pm_solution_row(s, PM_BLACK, 0, row, &err), PM_NOT_FOUND);
    assert_int_equal(pm_solution_line(s, start, line, &n, &err), PM_NOT_FOUND);
    assert_int_equal(pm_solution_game(s, "cornre", &value, &err), PM_BAD_INPUT);
    pm_solution_free(s);

    s = solve(board, false, 1);
    assert_int_equal(pm_solution_value(s, (pm_position){UINT64_C(1) << 20, PM_BLACK}, &value, &err), PM_BAD_INPUT);
    assert_int_equal(pm_solution_value(s, (pm_position){1, (pm_color)2}, &value, &err), PM_BAD_INPUT);
    assert_int_equal(pm_solution_row(s, PM_BLACK, 1 << 10, row, &err), PM_BAD_INPUT);
    pm_solution_free(s);
    pm_board_free(board);
    pm_solution_free(NULL);
    assert_int_equal(pm_solution_get_info(NULL).n_openings, 0);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_every_value_and_row),   cmocka_unit_test(test_openings_games_and_lines),
        cmocka_unit_test(test_census_reach_and_plan), cmocka_unit_test(test_margins),
        cmocka_unit_test(test_random_play),           cmocka_unit_test(test_bad_input),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
