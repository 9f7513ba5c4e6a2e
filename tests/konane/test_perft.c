/* Perft many positions at once: every kernel that this processor runs counts and makes the same jumps as
 * src/konane/jumps_template.h, which makes one after the other, on boards of many shapes, from random sets of stones,
 * from openings, and with more positions than are expanded at once.
 *
 * SPDX-License-Identifier: MIT
 */
#include "src/base/rng.h"
#include "src/konane/board.h"
#include "src/konane/lanes/playouts.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stdio.h>
#include <string.h>

#include <cmocka.h>

enum { SEED = 20261201 };

static const int shapes[][2] = {{8, 8}, {4, 4}, {1, 64}, {64, 1}, {2, 32}, {32, 2}, {3, 21}, {21, 3}, {5, 7}, {1, 2}};
static const konane_chains chains[] = {KONANE_CHAINS_ANY, KONANE_CHAINS_SINGLE, KONANE_CHAINS_LONGEST};

static void compare(const pm_board *board, pm_position pos, int depth)
{
    uint64_t sum = 3, made = set64_jumps_perft_made(&board->jumper, pos.occupied, (int)pos.mover, depth, &sum);
    assert_int_equal(set64_jumps_perft(&board->jumper, pos.occupied, (int)pos.mover, depth), made);
    for (const konane_playouts *const *k = konane_playouts_kernels(); *k; k++) {
        uint64_t got = 3; /* what was there is added to */
        assert_int_equal(konane_playouts_perft(*k, &board->jumper, pos.occupied, (int)pos.mover, depth, &got), made);
        assert_int_equal(got, sum);
        assert_int_equal(konane_playouts_perft(*k, &board->jumper, pos.occupied, (int)pos.mover, depth, NULL), made);
    }
}

static void compare_board(int rows, int cols, konane_chains chain, rng *r)
{
    pm_board *board;
    const konane_variant variant = {.chains = chain};
    assert_int_equal(konane_board_new(rows, cols, PM_BLACK, "any", variant, &board, NULL), PM_OK);
    for (int i = 0; i < 60; i++) {
        const uint64_t holes = i % 3 == 0   ? rng_next(r) & rng_next(r)
                               : i % 3 == 1 ? rng_next(r)
                                            : ~rng_next(r) | rng_next(r);
        const pm_position pos = {board->all & ~holes, i % 2 ? PM_WHITE : PM_BLACK};
        for (int depth = 1; depth <= 3; depth++) {
            compare(board, pos, depth);
        }
    }
    pm_board_free(board);
}

static void test_boards(void **state)
{
    (void)state;
    rng r = rng_stream(SEED, 0);
    for (size_t i = 0; i < sizeof shapes / sizeof shapes[0]; i++) {
        for (size_t j = 0; j < sizeof chains / sizeof chains[0]; j++) {
            compare_board(shapes[i][0], shapes[i][1], chains[j], &r);
        }
    }
}

/* Positions with many jumps, deep enough to fill what is expanded at once several times. */
static void test_many(void **state)
{
    (void)state;
    rng r = rng_stream(SEED, 1);
    pm_board *board;
    assert_int_equal(pm_board_new(8, 8, PM_BLACK, NULL, &board, NULL), PM_OK);
    for (int i = 0; i < 4; i++) {
        const uint64_t holes = rng_next(&r) & rng_next(&r);
        compare(board, (pm_position){board->all & ~holes, i % 2 ? PM_WHITE : PM_BLACK}, 4);
    }
    pm_board_free(board);
}

/* Through the opening, with every kernel. */
static void test_openings(void **state)
{
    (void)state;
    pm_board *board;
    pm_position start;
    assert_int_equal(pm_board_new(6, 6, PM_BLACK, "any", &board, NULL), PM_OK);
    assert_int_equal(pm_start(board, &start, NULL), PM_OK);
    for (int depth = 0; depth <= 6; depth++) {
        uint64_t sum = 0, expected_sum = 0;
        const uint64_t expected = konane_perft_by(konane_playouts_named("single"), board, start, depth, &expected_sum);
        for (const konane_playouts *const *k = konane_playouts_kernels(); *k; k++, sum = 0) {
            assert_int_equal(konane_perft_by(*k, board, start, depth, &sum), expected);
            assert_int_equal(sum, expected_sum);
        }
    }
    pm_board_free(board);
}

static void test_names(void **state)
{
    (void)state;
    assert_ptr_equal(konane_playouts_named(NULL), konane_playouts_kernels()[0]);
    assert_string_equal(konane_playouts_named("single")->name, "single");
    assert_null(konane_playouts_named("v1024"));
}

int main(void)
{
    printf("seed %d\n", SEED);
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_boards),
        cmocka_unit_test(test_many),
        cmocka_unit_test(test_openings),
        cmocka_unit_test(test_names),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
