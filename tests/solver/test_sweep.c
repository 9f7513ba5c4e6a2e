/* The sweep: against the oracle on every position of small boards, and against itself in every other way to compute it.
 *
 * Oracles: tests/oracle/oracle.c (minimax from the rule text); Norvig's published winners (tests/data/openings.tsv).
 *
 * SPDX-License-Identifier: MIT
 */
#include "solver/konane/sweep.h"
#include "src/base/bits.h"
#include "src/konane/board.h"
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

/* Who wins every position of a board: bit (b << n_index | w) of wins[mover]. */
typedef struct full_table {
    int n_sets, n_index;
    uint64_t *wins[2];
} full_table;

static void table_read(full_table *t, const sweep_layer *layer)
{
    for (uint32_t b = 0; b < 1u << t->n_sets; b++) {
        if (!sweep_layer_has(layer, b)) {
            continue;
        }
        for (uint32_t w = 0; w < 1u << t->n_index; w++) {
            const size_t bit = (size_t)b << t->n_index | w;
            t->wins[layer->mover][bit / 64] |= (uint64_t)sweep_wins(layer, b, w) << (bit % 64);
        }
    }
}

static pm_status read_layer(void *ctx, par_team *team, const sweep_layer *white, const sweep_layer *black,
                            pm_error *err)
{
    (void)team;
    (void)err;
    table_read(ctx, white);
    table_read(ctx, black);
    return PM_OK;
}

static size_t table_words(const full_table *t)
{
    const size_t bits = (size_t)1 << (t->n_sets + t->n_index);
    return bits < 64 ? 1 : bits / 64;
}

static void table_make(const konane_space *space, const sweep_options *options, bool with_symmetry, full_table *t)
{
    *t = (full_table){.n_sets = space->spec.n_sets, .n_index = space->spec.n_index};
    sweep_spec spec = space->spec;
    if (!with_symmetry) {
        spec.n_symmetries = 1;
    }
    for (int color = 0; color < 2; color++) {
        t->wins[color] = calloc(table_words(t), sizeof(uint64_t));
        assert_non_null(t->wins[color]);
    }
    sweep *s;
    pm_error err = {0};
    assert_int_equal(sweep_new(&spec, options, &s, &err), PM_OK);
    assert_int_equal(sweep_run(s, read_layer, t, &err), PM_OK);
    sweep_free(s);
}

static void table_clear(full_table *t)
{
    free(t->wins[0]);
    free(t->wins[1]);
}

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

static void compare_with_oracle(int rows, int cols, pm_color corner)
{
    pm_board *board = new_board(rows, cols, corner);
    konane_space *space = new_space(board);
    const sweep_options options = default_options();
    full_table t;
    table_make(space, &options, true, &t);
    const oracle_board judge = oracle_board_of(board);
    oracle_table *values = oracle_table_new(&judge);
    for (uint32_t b = 0; b < 1u << t.n_sets; b++) {
        for (uint32_t w = 0; w < 1u << t.n_index; w++) {
            const uint64_t occupied = konane_space_occupied(space, b, w);
            const size_t bit = (size_t)b << t.n_index | w;
            for (int mover = 0; mover < 2; mover++) {
                const oracle_position pos = oracle_position_of(&judge, (pm_position){occupied, (pm_color)mover});
                const bool expected = oracle_remoteness(values, &pos) % 2 == 1;
                if (expected != (t.wins[mover][bit / 64] >> (bit % 64) & 1)) {
                    fail_msg("%dx%d corner %d: b %x w %x mover %d", rows, cols, (int)corner, b, w, mover);
                }
            }
        }
    }
    oracle_table_free(values);
    table_clear(&t);
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
        full_table t;
        table_make(space, &options, true, &t);
        naive_table expected = naive_sweep(&space->spec);
        for (int color = 0; color < 2; color++) {
            assert_memory_equal(t.wins[color], expected.wins[color], table_words(&t) * 8);
        }
        naive_table_clear(&expected);
        table_clear(&t);
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
    full_table expected;
    table_make(space, &options, false, &expected);
    for (const row_kernel *const *k = row_kernels(ROW_BITS); *k; k++) {
        for (int variant = 0; variant < 8; variant++) {
            options.kernel = (*k)->name;
            options.threads = variant & 1 ? 3 : 1;
            options.with_tiles = variant & 2;
            full_table got;
            table_make(space, &options, variant & 4, &got);
            for (int color = 0; color < 2; color++) {
                assert_memory_equal(got.wins[color], expected.wins[color], table_words(&expected) * 8);
            }
            table_clear(&got);
        }
    }
    table_clear(&expected);
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
    full_table whole, tiled;
    sweep_options options = default_options();
    options.with_tiles = false;
    options.threads = 1;
    table_make(space, &options, false, &whole);
    options.with_tiles = true;
    options.threads = 3;
    table_make(space, &options, true, &tiled);
    for (int color = 0; color < 2; color++) {
        assert_memory_equal(tiled.wins[color], whole.wins[color], table_words(&whole) * 8);
    }
    table_clear(&whole);
    table_clear(&tiled);
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
