/* Moves of boards of up to 64 cells against tests/oracle/oracle.c: every set of stones and both players on every board
 * of up to 12 cells and on those of 16, random sets on larger ones; and perft against tests/data/perft.tsv.
 *
 * SPDX-License-Identifier: MIT
 */
#include "src/base/bits.h"
#include "src/base/rng.h"
#include "src/konane/board.h"
#include "tests/aid/tsv.h"
#include "tests/oracle/oracle_bridge.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>

#include <cmocka.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { N_RULES = KONANE_N_NAMED_RULES };

static pm_board *new_board(int rows, int cols, pm_color corner, const char *rule)
{
    pm_board *board = NULL;
    pm_error err;
    if (pm_board_new(rows, cols, corner, rule, &board, &err) != PM_OK) {
        fail_msg("%dx%d %s: %s", rows, cols, rule ? rule : "-", err.message);
    }
    return board;
}

static void check_lists(const pm_move *got, int n_got, const pm_move *expected, int n_expected)
{
    assert_int_equal(n_got, n_expected);
    for (int i = 0; i < n_expected; i++) {
        assert_int_equal(got[i].from, expected[i].from);
        assert_int_equal(got[i].to, expected[i].to);
    }
}

/* The position after each move is the oracle's; their sum is the signature of perft. */
static void check_made(const pm_board *board, const oracle_board *judge, pm_position pos, const oracle_move *theirs,
                       int n)
{
    uint64_t expected = 0, sum = 0;
    for (int i = 0; i < n; i++) {
        oracle_position after = oracle_position_of(judge, pos);
        oracle_make(judge, &after, theirs[i]);
        const pm_move move = {(uint8_t)papamu_cell_of(judge, theirs[i].from),
                              (uint8_t)papamu_cell_of(judge, theirs[i].to)};
        const pm_position got = pm_move_make(board, pos, move);
        assert_true(got.occupied == papamu_position_of(judge, &after).occupied);
        assert_int_equal((int)got.mover, after.mover);
        expected += got.occupied;
    }
    assert_int_equal(konane_perft(board, pos, 1, &sum), n);
    assert_true(sum == expected);
}

static void check_position(const pm_board *board, const oracle_board *judge, const char *rule, pm_position pos)
{
    oracle_move theirs[ORACLE_MAX_MOVES];
    pm_move expected[PM_MAX_MOVES], got[PM_MAX_MOVES];
    const oracle_position same = oracle_position_of(judge, pos);
    int n = oracle_jumps(judge, &same, theirs);
    papamu_moves_of(judge, theirs, n, expected);
    check_lists(got, pm_jumps(board, pos, got), expected, n);
    assert_int_equal(set64_jumps_count(&board->jumper, pos.occupied, (int)pos.mover), n);
    assert_int_equal(pm_position_is_opening(board, pos), oracle_is_opening(judge, &same));
    n = oracle_moves(judge, rule, &same, theirs);
    papamu_moves_of(judge, theirs, n, expected);
    check_lists(got, pm_moves(board, pos, got), expected, n);
    assert_int_equal(pm_perft(board, pos, 1), n);
    check_made(board, judge, pos, theirs, n);
}

static void check_every_position(int rows, int cols, pm_color corner)
{
    pm_board *board = new_board(rows, cols, corner, "any");
    const oracle_board judge = oracle_board_of(board);
    for (uint64_t set = 0; set <= board->all; set++) {
        check_position(board, &judge, "any", (pm_position){set, PM_BLACK});
        check_position(board, &judge, "any", (pm_position){set, PM_WHITE});
    }
    pm_board_free(board);
}

static void test_every_position_of_small_boards(void **state)
{
    (void)state;
    for (int rows = 1; rows <= 16; rows++) {
        for (int cols = 1; rows * cols <= 16; cols++) {
            if (rows * cols >= 2 && (rows * cols <= 12 || rows * cols == 16)) {
                check_every_position(rows, cols, PM_BLACK);
                if (rows * cols <= 12) {
                    check_every_position(rows, cols, PM_WHITE);
                }
            }
        }
    }
}

/* A set in which each cell holds a stone with probability k/8. */
static uint64_t random_set(rng *r, int k)
{
    uint64_t set = 0;
    for (int cell = 0; cell < 64; cell++) {
        set |= rng_below(r, 8) < (uint32_t)k ? bits_one(cell) : 0;
    }
    return set;
}

static void test_random_positions_of_larger_boards(void **state)
{
    (void)state;
    const uint64_t seed = 20240501;
    print_message("seed %llu\n", (unsigned long long)seed);
    rng r = rng_stream(seed, 0);
    for (int rows = 1; rows <= 64; rows++) {
        for (int cols = 1; rows * cols <= 64; cols++) {
            if (rows * cols <= 12) {
                continue;
            }
            pm_board *board = new_board(rows, cols, rows % 2 ? PM_WHITE : PM_BLACK, "any");
            const oracle_board judge = oracle_board_of(board);
            for (int i = 0; i < 400; i++) {
                const uint64_t set = random_set(&r, 1 + i % 7) & board->all;
                check_position(board, &judge, "any", (pm_position){set, (pm_color)(i / 7 % 2)});
            }
            pm_board_free(board);
        }
    }
}

/* The two removals under every rule, on every board. */
static void check_opening(int rows, int cols, pm_color corner, const char *rule)
{
    pm_board *board = new_board(rows, cols, corner, rule);
    const oracle_board judge = oracle_board_of(board);
    pm_position full;
    pm_error err;
    uint64_t admitted = 0;
    for (int cell = 0; cell < board->n_cells; cell++) {
        admitted |= oracle_admits(&judge, rule, oracle_cell_of(&judge, cell)) ? bits_one(cell) : 0;
    }
    assert_true(board->removable == admitted);
    assert_int_equal(pm_start(board, &full, &err), admitted ? PM_OK : PM_BAD_INPUT);
    full = (pm_position){board->all, PM_BLACK};
    check_position(board, &judge, rule, full);
    check_position(board, &judge, rule, (pm_position){board->all, PM_WHITE});
    for (int hole = 0; hole < board->n_cells; hole++) {
        check_position(board, &judge, rule, (pm_position){board->all & ~bits_one(hole), PM_WHITE});
        check_position(board, &judge, rule, (pm_position){board->all & ~bits_one(hole), PM_BLACK});
    }
    pm_board_free(board);
}

static void test_openings_of_all_boards(void **state)
{
    (void)state;
    for (int rows = 1; rows <= 64; rows++) {
        for (int cols = 1; rows * cols <= 64; cols++) {
            for (int i = 0; i < 2 * N_RULES && rows * cols >= 2; i++) {
                check_opening(rows, cols, (pm_color)(i % 2), konane_rule_name((konane_rule)(i / 2)));
            }
        }
    }
}

/* After "fixed:CELL,CELL" the game has one start, for every pair of neighbours that can be named. */
static void test_fixed_openings(void **state)
{
    (void)state;
    pm_board *any = new_board(5, 4, PM_BLACK, "any");
    for (uint64_t rest = any->cells[PM_BLACK]; rest; rest = bits_rest(rest)) {
        const int first = bits_first(rest);
        for (uint64_t next = konane_neighbours(any, first); next; next = bits_rest(next)) {
            const int reply = bits_first(next);
            char rule[32];
            snprintf(rule, sizeof rule, "fixed:%c%d,%c%d", 'a' + first / 5, first % 5 + 1, 'a' + reply / 5,
                     reply % 5 + 1);
            check_opening(5, 4, PM_BLACK, rule);
            pm_board *board = new_board(5, 4, PM_BLACK, rule);
            pm_position pos;
            pm_move moves[PM_MAX_MOVES];
            assert_int_equal(pm_start(board, &pos, NULL), PM_OK);
            assert_int_equal(pm_moves(board, pos, moves), 1);
            assert_int_equal(moves[0].from, first);
            pos = pm_move_make(board, pos, moves[0]);
            assert_int_equal(pm_moves(board, pos, moves), 1);
            assert_int_equal(moves[0].from, reply);
            assert_int_equal(moves[0].to, reply);
            pm_board_free(board);
        }
    }
    pm_board_free(any);
}

/* Counts of tests/data/perft.tsv, which names the source; both ways of counting. */
static void test_perft_table(void **state)
{
    (void)state;
    tsv_file *file = tsv_open("tests/data/perft.tsv");
    int n = 0;
    while (tsv_next(file, 4)) {
        int rows, cols;
        assert_int_equal(sscanf(file->field[0], "%dx%d", &rows, &cols), 2);
        pm_board *board = new_board(rows, cols, PM_BLACK, file->field[1]);
        const int depth = atoi(file->field[2]);
        const uint64_t count = strtoull(file->field[3], NULL, 10);
        pm_position pos;
        uint64_t sum = 0;
        assert_int_equal(pm_start(board, &pos, NULL), PM_OK);
        assert_int_equal(pm_perft(board, pos, depth), count);
        assert_int_equal(konane_perft(board, pos, depth, &sum), count);
        pm_board_free(board);
        n++;
    }
    tsv_close(file);
    assert_true(n >= 60);
}

static void test_perft_of_depth_zero(void **state)
{
    (void)state;
    pm_board *board = new_board(4, 4, PM_BLACK, NULL);
    uint64_t sum = 0;
    assert_int_equal(pm_perft(board, (pm_position){0, PM_BLACK}, 0), 1);
    assert_int_equal(pm_perft(board, (pm_position){0, PM_BLACK}, 1), 0);
    assert_int_equal(konane_perft(board, (pm_position){7, PM_BLACK}, 0, &sum), 1);
    assert_int_equal(sum, 7);
    pm_board_free(board);
}

static void test_validity(void **state)
{
    (void)state;
    pm_board *board = new_board(3, 5, PM_BLACK, NULL);
    assert_true(pm_position_is_valid(board, (pm_position){0x7fff, PM_WHITE}));
    assert_true(pm_position_is_valid(board, (pm_position){0, PM_BLACK}));
    assert_false(pm_position_is_valid(board, (pm_position){0x8000, PM_WHITE}));
    pm_board_free(board);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_every_position_of_small_boards),
        cmocka_unit_test(test_random_positions_of_larger_boards),
        cmocka_unit_test(test_openings_of_all_boards),
        cmocka_unit_test(test_fixed_openings),
        cmocka_unit_test(test_perft_table),
        cmocka_unit_test(test_perft_of_depth_zero),
        cmocka_unit_test(test_validity),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
