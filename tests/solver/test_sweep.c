/* The sweep: against the oracle on every position of small boards, and against itself in every other way to compute it.
 *
 * Oracles: tests/oracle/oracle.c (minimax from the rule text); Norvig's published winners (tests/data/openings.tsv).
 *
 * SPDX-License-Identifier: MIT
 */
#include "solver/konane/sweep.h"
#include "src/base/bits.h"
#include "src/konane/board.h"
#include "tests/aid/full_table.h"
#include "tests/aid/long.h"
#include "tests/oracle/naive_sweep.h"
#include "tests/oracle/oracle.h"
#include "tests/oracle/oracle_bridge.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

static sweep_options default_options(void)
{
    return (sweep_options){.threads = 2, .memory = (size_t)1 << 32, .with_tiles = true};
}

static pm_board *new_board(int rows, int cols, pm_color corner)
{
    pm_board *board;
    assert_int_equal(pm_board_new(rows, cols, corner, "any", &board, NULL), PM_OK);
    return board;
}

static konane_space *new_space(const pm_board *board)
{
    konane_space *space;
    assert_int_equal(konane_space_new(board, &space, NULL), PM_OK);
    return space;
}

static bool wins_by_remoteness(oracle_table *values, const oracle_position *pos)
{
    return oracle_remoteness(values, pos) % 2 == 1;
}

static void compare_with_oracle(int rows, int cols, pm_color corner)
{
    pm_board *board = new_board(rows, cols, corner);
    konane_space *space = new_space(board);
    const sweep_options options = default_options();
    full_table t = full_table_make(space, &options, true);
    assert_full_table_is(space, &t, wins_by_remoteness);
    full_table_clear(&t);
    konane_space_free(space);
    pm_board_free(board);
}

static void test_every_position_of_small_boards(void **state)
{
    (void)state;
    const int most_cells = is_long_run() ? 20 : 14;
    for (int rows = 1; rows <= 6; rows++) {
        for (int cols = 1; rows * cols <= most_cells; cols++) {
            if (rows * cols >= 2) {
                compare_with_oracle(rows, cols, PM_BLACK);
                compare_with_oracle(rows, cols, PM_WHITE);
            }
        }
    }
    compare_with_oracle(4, 4, PM_BLACK);
}

/* The plain sweep of the same description, which reads no rows. */
static void test_against_the_naive_sweep(void **state)
{
    (void)state;
    static const int sizes[][2] = {{3, 6}, {2, 9}, {1, 17}, {4, 5}};
    for (size_t i = 0; i < sizeof sizes / sizeof sizes[0]; i++) {
        pm_board *board = new_board(sizes[i][0], sizes[i][1], PM_BLACK);
        konane_space *space = new_space(board);
        const sweep_options options = default_options();
        full_table t = full_table_make(space, &options, true);
        naive_table expected = naive_sweep(&space->spec);
        for (int color = 0; color < 2; color++) {
            assert_memory_equal(t.wins[color], expected.wins[color], full_table_words(&t) * 8);
        }
        naive_table_clear(&expected);
        full_table_clear(&t);
        konane_space_free(space);
        pm_board_free(board);
    }
}

/* Kernels, tiles, threads and symmetry must not change a bit. Boards of fewer than 22 cells are swept by one thread
 * whatever is asked for; larger ones are in the long test and in compare_tiles. */
static void compare_ways(int rows, int cols)
{
    pm_board *board = new_board(rows, cols, PM_BLACK);
    konane_space *space = new_space(board);
    sweep_options options = default_options();
    options.kernel = "scalar";
    options.threads = 1;
    options.with_tiles = false;
    full_table expected = full_table_make(space, &options, false);
    for (const row_kernel *const *k = row_kernels(ROW_BITS); *k; k++) {
        for (int variant = 0; variant < 8; variant++) {
            options.kernel = (*k)->name;
            options.threads = variant & 1 ? 3 : 1;
            options.with_tiles = variant & 2;
            full_table got = full_table_make(space, &options, variant & 4);
            assert_full_tables_equal(&got, &expected);
            full_table_clear(&got);
        }
    }
    full_table_clear(&expected);
    konane_space_free(space);
    pm_board_free(board);
}

static void test_every_way_gives_the_same_table(void **state)
{
    (void)state;
    compare_ways(3, 3);
    compare_ways(4, 4);
    compare_ways(1, 15);
    compare_ways(3, 6);
    compare_ways(2, 8);
    if (is_long_run()) {
        compare_ways(4, 5);
        compare_ways(2, 11);
        compare_ways(5, 5);
        compare_ways(3, 8);
    }
}

/* A board with tiles and work for several threads, with and without both; smaller boards have neither. */
static void compare_tiles(int rows, int cols)
{
    pm_board *board = new_board(rows, cols, PM_BLACK);
    konane_space *space = new_space(board);
    assert_true(space->spec.n_tile > 0);
    sweep_options options = default_options();
    options.with_tiles = false;
    options.threads = 1;
    full_table whole = full_table_make(space, &options, false);
    options.with_tiles = true;
    options.threads = 3;
    full_table tiled = full_table_make(space, &options, true);
    assert_full_tables_equal(&tiled, &whole);
    full_table_clear(&whole);
    full_table_clear(&tiled);
    konane_space_free(space);
    pm_board_free(board);
}

static void test_tiles_and_threads(void **state)
{
    (void)state;
    compare_tiles(1, 24);
    if (is_long_run()) {
        compare_tiles(2, 13);
        compare_tiles(4, 7);
    }
}

static bool stop_at_once(void *ctx, uint64_t done, uint64_t total)
{
    (void)ctx;
    return done < total;
}

static void test_interruption_and_budget(void **state)
{
    (void)state;
    pm_board *board = new_board(5, 5, PM_BLACK);
    konane_space *space = new_space(board);
    sweep_options options = default_options();
    sweep *s;
    pm_error err = {0};
    options.memory = 1000;
    assert_int_equal(sweep_new(&space->spec, &options, &s, &err), PM_NO_MEMORY);
    assert_non_null(strstr(err.message, "needs"));
    sweep_plan plan;
    sweep_plan_make(&space->spec, SUBLAYERS_KEEP_NONE, &plan);
    assert_int_equal(plan.pairs, 1 << 26);
    options.memory = plan.bytes;
    options.progress = stop_at_once;
    assert_int_equal(sweep_new(&space->spec, &options, &s, &err), PM_OK);
    assert_int_equal(sweep_run(s, NULL, NULL, &err), PM_INTERRUPTED);
    sweep_free(s);
    konane_space_free(space);
    pm_board_free(board);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_every_position_of_small_boards), cmocka_unit_test(test_against_the_naive_sweep),
        cmocka_unit_test(test_every_way_gives_the_same_table), cmocka_unit_test(test_tiles_and_threads),
        cmocka_unit_test(test_interruption_and_budget),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
