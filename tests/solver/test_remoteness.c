/* Counts of remoteness, a longest game, and perfect play found by repeated sweeps.
 *
 * Oracle: tests/oracle/oracle.c, which values every position of the small boards and every position of a line.
 *
 * SPDX-License-Identifier: MIT
 */
#include "solver/konane/remoteness_line.h"
#include "solver/sweep/remoteness.h"
#include "src/konane/board.h"
#include "tests/aid/long.h"
#include "tests/oracle/oracle.h"
#include "tests/oracle/oracle_bridge.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

static pm_status count_layer(void *ctx, par_team *team, const sweep_layer *white, const sweep_layer *black,
                             pm_error *err)
{
    return remoteness_add(ctx, team, white, black, err);
}

static konane_space *new_space(int rows, int cols, pm_color corner)
{
    pm_board *board;
    konane_space *space;
    assert_int_equal(pm_board_new(rows, cols, corner, "any", &board, NULL), PM_OK);
    assert_int_equal(konane_space_new(board, &space, NULL), PM_OK);
    space->spec.question = SWEEP_REMOTENESS;
    return space;
}

static void free_space(konane_space *space)
{
    pm_board *board = (pm_board *)(uintptr_t)space->board;
    konane_space_free(space);
    pm_board_free(board);
}

static void count(const konane_space *space, int threads, remoteness_census *census)
{
    const sweep_options options = {.threads = threads, .memory = (size_t)1 << 32, .with_tiles = true};
    sweep *s;
    pm_error err = {0};
    assert_int_equal(sweep_new(&space->spec, &options, &s, &err), PM_OK);
    remoteness_begin(census);
    assert_int_equal(sweep_run(s, count_layer, census, &err), PM_OK);
    sweep_free(s);
}

static void compare_counts(int rows, int cols, pm_color corner)
{
    konane_space *space = new_space(rows, cols, corner);
    remoteness_census census;
    count(space, 2, &census);
    const oracle_board board = oracle_board_of(space->board);
    oracle_table *values = oracle_table_new(&board);
    uint64_t expected[2][REMOTENESS_MAX + 1] = {{0}};
    int most = 0;
    for (uint64_t set = 0; set < (uint64_t)1 << (rows * cols); set++) {
        for (int mover = 0; mover < 2; mover++) {
            const oracle_position pos = oracle_from_set(&board, set, mover);
            const int r = oracle_remoteness(values, &pos);
            expected[mover][r]++;
            most = r > most ? r : most;
        }
    }
    assert_memory_equal(census.count, expected, sizeof expected);
    assert_int_equal(census.peak.remoteness, most);
    const pm_position peak = {konane_space_occupied(space, census.peak.set, census.peak.index), census.peak.mover};
    const oracle_position pos = oracle_position_of(&board, peak);
    assert_int_equal(oracle_remoteness(values, &pos), most);
    oracle_table_free(values);
    free_space(space);
}

static void test_counts(void **state)
{
    (void)state;
    compare_counts(1, 2, PM_BLACK);
    compare_counts(2, 3, PM_WHITE);
    compare_counts(3, 3, PM_WHITE);
    compare_counts(3, 4, PM_BLACK);
    compare_counts(1, 13, PM_BLACK);
    compare_counts(4, 4, PM_BLACK);
}

/* The peak is the same whoever counts which rows. */
static void test_threads(void **state)
{
    (void)state;
    konane_space *space = new_space(4, 6, PM_BLACK);
    remoteness_census one, three;
    count(space, 1, &one);
    count(space, 3, &three);
    assert_memory_equal(&one, &three, sizeof one);
    free_space(space);
}

/* Each move of the line is a jump, leads to the remoteness that is left, and the last position has no jump. */
static void check_line(int rows, int cols)
{
    konane_space *space = new_space(rows, cols, PM_BLACK);
    remoteness_census census;
    count(space, 2, &census);
    pm_position pos = {konane_space_occupied(space, census.peak.set, census.peak.index), census.peak.mover};
    pm_move line[PM_MAX_CELLS], moves[PM_MAX_MOVES];
    const sweep_options options = {.threads = 2, .memory = (size_t)1 << 32, .with_tiles = true};
    pm_error err = {0};
    assert_int_equal(konane_perfect_line(space, &options, pos, census.peak.remoteness, line, &err), PM_OK);
    const oracle_board board = oracle_board_of(space->board);
    oracle_table *values = oracle_table_new(&board);
    for (int ply = 0; ply < census.peak.remoteness; ply++) {
        const int n = pm_jumps(space->board, pos, moves);
        int m = 0;
        while (m < n && (moves[m].from != line[ply].from || moves[m].to != line[ply].to)) {
            m++;
        }
        assert_true(m < n);
        pos = pm_move_make(space->board, pos, line[ply]);
        const oracle_position next = oracle_position_of(&board, pos);
        assert_int_equal(oracle_remoteness(values, &next), census.peak.remoteness - ply - 1);
    }
    assert_int_equal(pm_jumps(space->board, pos, moves), 0);
    oracle_table_free(values);
    free_space(space);
}

static void test_longest_games(void **state)
{
    (void)state;
    check_line(3, 4);
    check_line(4, 4);
    check_line(4, 5);
    check_line(1, 16);
    if (is_long_run()) {
        check_line(5, 5);
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_counts),
        cmocka_unit_test(test_threads),
        cmocka_unit_test(test_longest_games),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
