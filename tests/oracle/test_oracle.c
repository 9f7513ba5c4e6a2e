/* Is the oracle right? It is compared with numbers from outside: counts of move sequences, reachable positions,
 * winners of openings, remoteness (tests/data, each with its source), and a published game.
 *
 * SPDX-License-Identifier: MIT
 */
#include "tests/aid/long.h"
#include "tests/aid/tsv.h"
#include "tests/oracle/oracle.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

static oracle_board board_of(const char *size)
{
    oracle_board board = {.corner = ORACLE_BLACK};
    assert_int_equal(sscanf(size, "%dx%d", &board.rows, &board.cols), 2);
    return board;
}

static void test_perft(void **state)
{
    (void)state;
    tsv_file *file = tsv_open("tests/data/perft.tsv");
    int n = 0;
    for (; tsv_next(file, 4); n++) {
        const oracle_board board = board_of(file->field[0]);
        const oracle_position start = oracle_full(&board);
        assert_int_equal(oracle_perft(&board, file->field[1], &start, atoi(file->field[2])),
                         strtoull(file->field[3], NULL, 10));
    }
    assert_int_equal(n, 70);
    tsv_close(file);
}

static void test_reachable(void **state)
{
    (void)state;
    tsv_file *file = tsv_open("tests/data/reachable.tsv");
    int n = 0;
    for (; tsv_next(file, 4); n++) {
        const oracle_board board = board_of(file->field[0]);
        uint64_t reachable, terminal;
        oracle_reach(&board, file->field[1], &reachable, &terminal);
        assert_int_equal(reachable, strtoull(file->field[2], NULL, 10));
        assert_int_equal(terminal, strtoull(file->field[3], NULL, 10));
    }
    assert_int_equal(n, 3);
    tsv_close(file);
}

/* 6x6 has too many positions for this table; tests/solver/test_norvig.c has it. */
static void test_openings(void **state)
{
    (void)state;
    tsv_file *file = tsv_open("tests/data/openings.tsv");
    int n = 0;
    while (tsv_next(file, 4)) {
        const oracle_board board = board_of(file->field[0]);
        if (oracle_n_cells(&board) > 25) {
            continue;
        }
        const int black = oracle_cell(&board, file->field[1]), white = oracle_cell(&board, file->field[2]);
        oracle_position pos = oracle_full(&board);
        oracle_make(&board, &pos, (oracle_move){black, black});
        oracle_make(&board, &pos, (oracle_move){white, white});
        oracle_table *table = oracle_table_new(&board);
        const bool black_wins = oracle_remoteness(table, &pos) % 2 == 1;
        assert_string_equal(black_wins ? "black" : "white", file->field[3]);
        oracle_table_free(table);
        n++;
    }
    assert_int_equal(n, 4);
    tsv_close(file);
}

static void test_remoteness_of_start(void **state)
{
    (void)state;
    tsv_file *file = tsv_open("tests/data/remoteness.tsv");
    int n = 0;
    while (tsv_next(file, 3)) {
        const oracle_board board = board_of(file->field[0]);
        if (oracle_n_cells(&board) > (is_long_run() ? 25 : 20)) {
            continue;
        }
        const oracle_position start = oracle_full(&board);
        oracle_table *table = oracle_table_new(&board);
        assert_int_equal(oracle_game_remoteness(table, "corner-centre", &start), atoi(file->field[1]));
        oracle_table_free(table);
        n++;
    }
    assert_true(n >= 4);
    tsv_close(file);
}

/* The largest remoteness over all sets of stones and both movers. */
static int largest_remoteness(const oracle_board *board)
{
    oracle_table *table = oracle_table_new(board);
    const uint64_t n_sets = UINT64_C(1) << oracle_n_cells(board);
    int largest = 0;
    for (uint64_t set = 0; set < n_sets; set++) {
        for (int mover = 0; mover < 2; mover++) {
            const oracle_position pos = oracle_from_set(board, set, mover);
            const int value = oracle_remoteness(table, &pos);
            largest = value > largest ? value : largest;
        }
    }
    assert_int_equal(oracle_table_size(table), 2 * n_sets);
    oracle_table_free(table);
    return largest;
}

static void test_remoteness_of_all(void **state)
{
    (void)state;
    tsv_file *file = tsv_open("tests/data/remoteness.tsv");
    int n = 0;
    while (tsv_next(file, 3)) {
        const oracle_board board = board_of(file->field[0]);
        if (strcmp(file->field[2], "-") == 0 || oracle_n_cells(&board) > (is_long_run() ? 25 : 20)) {
            continue;
        }
        assert_int_equal(largest_remoteness(&board), atoi(file->field[2]));
        n++;
    }
    assert_int_equal(n, is_long_run() ? 4 : 2);
    tsv_close(file);
}

/* "e6e4" or "d5". */
static oracle_move read_move(const oracle_board *board, const char *text)
{
    const int from = oracle_cell(board, text);
    return (oracle_move){from, text[2] ? oracle_cell(board, text + 2) : from};
}

static bool is_among(oracle_move move, const oracle_move *moves, int n)
{
    for (int i = 0; i < n; i++) {
        if (moves[i].from == move.from && moves[i].to == move.to) {
            return true;
        }
    }
    return false;
}

/* A random game on 8x8 that OpenSpiel publishes (integration_tests/playthroughs/konane.txt), with the number of legal
 * moves before some plies and the final board. */
static void test_published_game(void **state)
{
    (void)state;
    static const char game[] =
        "e4 f4 e6e4 h4f4 e8e6 h2h4 f3h3 h4h2 f5f3 d4f4 h5f5 d6d4 g8e8 d8d6 d3d7 e3g3 h7h5 c7e7 b5d5 b8f8 f5f3 e7e5 "
        "d1d3 "
        "g7e7 b3b5 c3c5 h1h3 b6d6 f1h1 g3e3 b1d1 f6h6 d1f1 f2h2 d5f5 h2h4 h5h7 b2f2 d3f3 f2f4 b5d5 a7c7 d5d7 f4f6 d7b7 "
        "a5a7 a8a6 h8h6";
    static const struct {
        int ply, moves;
    } counts[] = {{0, 4}, {1, 4}, {2, 3}, {3, 7}, {4, 6}, {5, 8}, {20, 12}, {21, 13}, {40, 2}, {41, 4}};
    const oracle_board board = {.rows = 8, .cols = 8, .corner = ORACLE_BLACK};
    oracle_position pos = oracle_full(&board);
    oracle_move moves[ORACLE_MAX_MOVES];
    char text[sizeof game];
    memcpy(text, game, sizeof game);
    int ply = 0;
    for (char *word = strtok(text, " "); word; word = strtok(NULL, " "), ply++) {
        const oracle_move move = read_move(&board, word);
        const int n = oracle_moves(&board, "corner-centre", &pos, moves);
        for (size_t i = 0; i < sizeof counts / sizeof *counts; i++) {
            if (counts[i].ply == ply) {
                assert_int_equal(n, counts[i].moves);
            }
        }
        assert_true(is_among(move, moves, n));
        oracle_make(&board, &pos, move);
    }
    assert_int_equal(ply, 48);
    assert_int_equal(oracle_moves(&board, "corner-centre", &pos, moves), 0);
    assert_int_equal(pos.mover, ORACLE_BLACK);
    char grid[ORACLE_MAX_GRID];
    oracle_grid(&board, &pos, grid);
    assert_string_equal(grid, ".....o..|.x..o...|x....o.o|........|x......o|o.......|x.......|o....x.x");
}

/* The rule text names the stones that Black may remove on 8x8, and a board without any. */
static void test_opening_rules(void **state)
{
    (void)state;
    static const struct {
        oracle_board board;
        const char *rule, *cells;
    } cases[] = {
        {{.rows = 8, .cols = 8, .corner = ORACLE_BLACK}, "corner-centre", "a8 d5 e4 h1 "},
        {{.rows = 8, .cols = 8, .corner = ORACLE_BLACK}, "corner", "a8 h1 "},
        {{.rows = 8, .cols = 8, .corner = ORACLE_BLACK}, "centre", "d5 e4 "},
        {{.rows = 8, .cols = 8, .corner = ORACLE_BLACK}, "near-centre", "a8 d5 f5 c4 e4 e6 d3 h1 "},
        {{.rows = 8, .cols = 8, .corner = ORACLE_BLACK}, "fixed:d5,c5", "d5 "},
        {{.rows = 5, .cols = 5, .corner = ORACLE_WHITE}, "corner-centre", ""},
        {{.rows = 5, .cols = 5, .corner = ORACLE_WHITE}, "near-centre", "c4 b3 d3 c2 "},
        {{.rows = 4, .cols = 5, .corner = ORACLE_BLACK}, "corner-centre", "a4 e4 c2 "},
        {{.rows = 1, .cols = 4, .corner = ORACLE_BLACK}, "any", "a1 c1 "},
    };
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        const oracle_board *board = &cases[i].board;
        int n = 0;
        for (int cell = 0; cell < oracle_n_cells(board); cell++) {
            char name[8];
            oracle_cell_name(board, cell, name);
            const bool is_listed = strstr(cases[i].cells, name) != NULL;
            assert_int_equal(oracle_admits(board, cases[i].rule, cell), is_listed);
            n += is_listed;
        }
        assert_int_equal(3 * n, strlen(cases[i].cells));
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_perft),
        cmocka_unit_test(test_reachable),
        cmocka_unit_test(test_openings),
        cmocka_unit_test(test_remoteness_of_start),
        cmocka_unit_test(test_remoteness_of_all),
        cmocka_unit_test(test_published_game),
        cmocka_unit_test(test_opening_rules),
    };
    return cmocka_run_group_tests_name("oracle", tests, NULL, NULL);
}
