/* The Konane board: sizes, colours, neighbours, cell names, opening rules that cannot be, symmetries, the list of all
 * jumps. Oracles: coordinates, the group axioms, and tests/oracle/oracle.c for jumps. (Which stones a rule admits is
 * compared in tests/konane/test_konane_moves.c.)
 *
 * SPDX-License-Identifier: MIT
 */
#include "src/base/bits.h"
#include "src/base/rng.h"
#include "src/konane/board.h"
#include "src/konane/cell.h"
#include "src/konane/symmetry.h"
#include "tests/oracle/oracle_bridge.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>

#include <cmocka.h>
#include <stdlib.h>
#include <string.h>

enum { SEED = 20240503 };

static pm_board *new_board(int rows, int cols, pm_color corner)
{
    pm_board *board = NULL;
    assert_int_equal(pm_board_new(rows, cols, corner, "any", &board, NULL), PM_OK);
    return board;
}

/* Call check(board) for every board of up to `max_cells` cells and both colours of its corner. */
static void for_every_board(int max_cells, void (*check)(const pm_board *board))
{
    for (int rows = 1; rows <= max_cells; rows++) {
        for (int cols = 1; rows * cols <= max_cells; cols++) {
            for (int corner = 0; corner < 2 && rows * cols >= 2; corner++) {
                pm_board *board = new_board(rows, cols, (pm_color)corner);
                check(board);
                pm_board_free(board);
            }
        }
    }
}

/* ---- geometry ---- */

static void check_geometry(const pm_board *board)
{
    assert_true(board->all == bits_below(board->n_cells));
    assert_true((board->cells[0] | board->cells[1]) == board->all);
    assert_true((board->cells[0] & board->cells[1]) == 0);
    assert_true(pm_board_cells(board, PM_WHITE) == board->cells[PM_WHITE]);
    const int top_left = board->rows - 1 /* column a, the highest rank */;
    assert_true(board->cells[pm_board_corner(board)] & bits_one(top_left));
    for (int a = 0; a < board->n_cells; a++) {
        for (int b = 0; b < board->n_cells; b++) {
            const int distance = abs(a / board->rows - b / board->rows) + abs(a % board->rows - b % board->rows);
            const bool is_same_color = !(board->cells[0] & bits_one(a)) == !(board->cells[0] & bits_one(b));
            assert_int_equal(!(konane_neighbours(board, a) & bits_one(b)), distance != 1);
            assert_int_equal(is_same_color, distance % 2 == 0);
        }
    }
}

static void test_geometry(void **state)
{
    (void)state;
    for_every_board(64, check_geometry);
    pm_board *board = new_board(3, 5, PM_WHITE);
    assert_int_equal(pm_board_rows(board), 3);
    assert_int_equal(pm_board_cols(board), 5);
    assert_int_equal(pm_board_corner(board), PM_WHITE);
    pm_board_free(board);
    pm_board_free(NULL);
}

static void check_refused(int rows, int cols, const char *rule, size_t offset, const char *message)
{
    pm_board *board = NULL;
    pm_error err = {0};
    assert_int_equal(pm_board_new(rows, cols, PM_BLACK, rule, &board, &err), PM_BAD_INPUT);
    assert_int_equal(pm_board_new(rows, cols, PM_BLACK, rule, &board, NULL), PM_BAD_INPUT);
    assert_null(board);
    assert_int_equal(err.offset, offset);
    if (!strstr(err.message, message)) {
        fail_msg("'%s' does not say '%s'", err.message, message);
    }
}

static void test_refused_boards(void **state)
{
    (void)state;
    check_refused(0, 5, NULL, 0, "a board of 0x5 cells is impossible; both sides must be at least 1");
    check_refused(5, 0, NULL, 0, "5x0");
    check_refused(-6, -6, NULL, 0, "-6x-6");
    check_refused(1, 1, NULL, 0, "1x1 has no room for two stones");
    check_refused(5, 13, NULL, 0, "a board of 5x13 has 65 cells, more than the 64 possible here");
    check_refused(65536, 65536, NULL, 0, "has 4294967296 cells");
}

static void test_refused_rules(void **state)
{
    (void)state;
    check_refused(8, 8, "", 0,
                  "unknown opening rule ''; the rules are corner-centre, corner, centre, any, near-centre");
    check_refused(8, 8, "Corner", 0, "unknown opening rule 'Corner'");
    check_refused(8, 8, "corner ", 0, "unknown opening rule 'corner '");
    check_refused(8, 8, "fixed", 0, "unknown opening rule 'fixed'");
    check_refused(8, 8, "fixed:", 6, "expected a cell such as 'a1', found the end");
    check_refused(8, 8, "fixed:4d", 6, "expected a cell such as 'a1', found '4'");
    check_refused(8, 8, "fixed:d", 7, "expected a rank of 1 to 8 after the column letter, found the end");
    check_refused(8, 8, "fixed:d5", 8, "expected ',' and White's removal, found the end");
    check_refused(8, 8, "fixed:d5;e5", 8, "found ';'");
    check_refused(8, 8, "fixed:d5,", 9, "expected a cell such as 'a1', found the end");
    check_refused(8, 8, "fixed:d5,e5,", 11, "expected the end after the two removals, found ','");
    check_refused(8, 8, "fixed:i5,e5", 6, "column 'i' is not on the 8x8 board, whose columns are a to h");
    check_refused(8, 8, "fixed:d9,e5", 7, "rank '9' is not on the 8x8 board, whose ranks are 1 to 8");
    check_refused(8, 8, "fixed:d0,e5", 7, "rank '0' is not on");
    check_refused(8, 8, "fixed:d05,e5", 7, "rank '05' is not on");
    check_refused(8, 8, "fixed:d99999999999999999999,e5", 7, "rank '99999999' is not on");
    check_refused(8, 8, "fixed:zzzzzzzzzzzz5,e5", 6, "column 'zzzzzzzz' is not on");
    check_refused(8, 8, "fixed:d4,d5", 6, "d4 is a white cell on this board");
    check_refused(8, 8, "fixed:d5,e6", 9, "e6 is not next to d5");
    check_refused(8, 8, "fixed:d5,d5", 9, "d5 is not next to d5");
    check_refused(8, 8, "fixed:a8,b1", 9, "b1 is not next to a8");
    check_refused(8, 8, "fixed:\x1b", 6, "found byte 0x1b");
}

/* ---- names of cells ---- */

static void check_names(const pm_board *board)
{
    for (int cell = 0; cell < board->n_cells; cell++) {
        char name[KONANE_MAX_CELL_TEXT + 2] = "-", expected[8];
        size_t offset = 1;
        int again = -1;
        const oracle_board judge = oracle_board_of(board);
        const int length = konane_cell_format(board->rows, cell, name + 1);
        oracle_cell_name(&judge, oracle_cell_of(&judge, cell), expected);
        if (board->cols <= 26) { /* the oracle knows one letter */
            assert_string_equal(name + 1, expected);
        }
        assert_int_equal(length, strlen(name + 1));
        name[1 + length] = '-';
        assert_int_equal(konane_cell_parse(name, &offset, board->rows, board->cols, &again, NULL), PM_OK);
        assert_int_equal(again, cell);
        assert_int_equal(offset, 1 + length);
    }
}

static void test_cell_names(void **state)
{
    (void)state;
    for_every_board(64, check_names);
    char text[KONANE_MAX_CELL_TEXT];
    assert_int_equal(konane_cell_format(1, 255, text), 3);
    assert_string_equal(text, "iv1");
    konane_column_format(26, text);
    assert_string_equal(text, "aa");
    size_t offset = 0;
    int cell = -1;
    assert_int_equal(konane_cell_parse("P16", &offset, 16, 16, &cell, NULL), PM_OK);
    assert_int_equal(cell, 255);
    offset = 0;
    assert_int_equal(konane_cell_parse("aA1", &offset, 1, 27, &cell, NULL), PM_OK);
    assert_int_equal(cell, 26);
    offset = 0;
    assert_int_equal(konane_cell_parse("ab1", &offset, 1, 27, &cell, NULL), PM_BAD_INPUT);
    assert_int_equal(offset, 0);
    assert_int_equal(cell, 26);
}

/* ---- symmetries ---- */

static int expected_symmetries(const pm_board *board, bool swaps)
{
    const int shorter = board->rows < board->cols ? board->rows : board->cols;
    const int all = shorter == 1 ? 2 : board->rows == board->cols ? 8 : 4;
    const bool is_odd = board->n_cells % 2; /* no symmetry exchanges the colours; otherwise every other one does */
    return is_odd ? (swaps ? 0 : all) : all / 2;
}

/* A permutation that keeps neighbours is a symmetry of the board, and there are no others than those counted above. */
static void check_symmetry(const pm_board *board, const uint8_t *image, bool swaps)
{
    uint64_t seen = 0;
    for (int cell = 0; cell < board->n_cells; cell++) {
        assert_true(konane_permute(image, konane_neighbours(board, cell)) == konane_neighbours(board, image[cell]));
        seen |= bits_one(image[cell]);
    }
    assert_true(seen == board->all);
    assert_true(konane_permute(image, board->cells[PM_BLACK]) == board->cells[swaps ? PM_WHITE : PM_BLACK]);
}

static int find_permutation(const pm_board *board, const uint8_t (*list)[64], int n, const uint8_t *wanted)
{
    int found = 0;
    for (int i = 0; i < n; i++) {
        found += memcmp(list[i], wanted, (size_t)board->n_cells) == 0;
    }
    return found;
}

/* The product of any two is in the list to which it belongs, exactly once. */
static void check_products(const pm_board *board, const uint8_t (*a)[64], int n_a, const uint8_t (*b)[64], int n_b,
                           const uint8_t (*products)[64], int n_products)
{
    for (int i = 0; i < n_a; i++) {
        for (int j = 0; j < n_b; j++) {
            uint8_t product[64];
            for (int cell = 0; cell < board->n_cells; cell++) {
                product[cell] = a[i][b[j][cell]];
            }
            assert_int_equal(find_permutation(board, products, n_products, product), 1);
        }
    }
}

static void check_group(const pm_board *board)
{
    const int n = board->n_symmetries, n_swaps = board->n_swaps;
    assert_int_equal(n, expected_symmetries(board, false));
    assert_int_equal(n_swaps, expected_symmetries(board, true));
    for (int i = 0; i < n; i++) {
        check_symmetry(board, board->symmetry[i], false);
    }
    for (int i = 0; i < n_swaps; i++) {
        check_symmetry(board, board->swap[i], true);
    }
    for (int cell = 0; cell < board->n_cells; cell++) {
        assert_int_equal(board->symmetry[0][cell], cell);
    }
    check_products(board, board->symmetry, n, board->symmetry, n, board->symmetry, n);
    check_products(board, board->swap, n_swaps, board->symmetry, n, board->swap, n_swaps);
    check_products(board, board->swap, n_swaps, board->swap, n_swaps, board->symmetry, n);
}

static void test_symmetries_are_groups(void **state)
{
    (void)state;
    for_every_board(64, check_group);
}

/* On boards above 64 cells: the same number of distinct permutations, the identity first. */
static void test_symmetries_of_wide_boards(void **state)
{
    (void)state;
    for (int rows = 1; rows <= 20; rows++) {
        for (int cols = 1; cols <= 20; cols++) {
            static uint16_t list[KONANE_MAX_SYMMETRIES][KONANE_CELL_LIMIT];
            const int keeping = konane_symmetry_list(rows, cols, false, KONANE_CELL_LIMIT, list[0]);
            for (int i = 0; i < keeping; i++) {
                for (int j = 0; j < i; j++) {
                    assert_memory_not_equal(list[i], list[j], (size_t)(rows * cols) * sizeof list[i][0]);
                }
            }
            for (int cell = 0; cell < rows * cols; cell++) {
                assert_int_equal(list[0][cell], cell);
            }
            const int all = keeping + konane_symmetry_list(rows, cols, true, KONANE_CELL_LIMIT, list[0]);
            assert_int_equal(all, rows * cols == 1 ? 1 : rows == 1 || cols == 1 ? 2 : rows == cols ? 8 : 4);
        }
    }
}

static uint64_t random_set(rng *r, const pm_board *board)
{
    const uint64_t set = rng_next(r) & board->all;
    return rng_below(r, 2) ? set | (rng_next(r) & board->all) : set & rng_next(r);
}

/* The images of the moves are the moves of the image; with the colours exchanged, those of the other player. */
static void check_images(const pm_board *board, const uint8_t *image, bool swaps, pm_position pos)
{
    pm_move moves[PM_MAX_MOVES], images[PM_MAX_MOVES];
    const pm_position other = {konane_permute(image, pos.occupied), (pm_color)((int)pos.mover ^ (int)swaps)};
    const int n = pm_jumps(board, pos, moves);
    assert_int_equal(pm_jumps(board, other, images), n);
    for (int i = 0; i < n; i++) {
        const uint64_t after = konane_permute(image, pm_move_make(board, pos, moves[i]).occupied);
        int found = 0;
        for (int j = 0; j < n; j++) {
            found += pm_move_make(board, other, images[j]).occupied == after && images[j].to == image[moves[i].to];
        }
        assert_int_equal(found, 1);
    }
}

/* All images have the same canonical form, which is the least of them. */
static void check_canonical(const pm_board *board, pm_position pos)
{
    const pm_position canonical = pm_position_canonical(board, pos);
    bool is_image = false;
    for (int i = 0; i < board->n_symmetries; i++) {
        const pm_position image = {konane_permute(board->symmetry[i], pos.occupied), pos.mover};
        assert_true(pm_position_canonical(board, image).occupied == canonical.occupied);
        assert_true(canonical.occupied <= image.occupied);
        is_image = is_image || image.occupied == canonical.occupied;
    }
    assert_true(is_image);
    assert_int_equal(canonical.mover, pos.mover);
}

static void check_positions(const pm_board *board)
{
    rng r = rng_stream(SEED, (uint64_t)board->rows * 100 + (uint64_t)board->cols);
    for (int i = 0; i < 12; i++) {
        const pm_position pos = {random_set(&r, board), (pm_color)(i % 2)};
        for (int j = 0; j < board->n_symmetries; j++) {
            check_images(board, board->symmetry[j], false, pos);
        }
        for (int j = 0; j < board->n_swaps; j++) {
            check_images(board, board->swap[j], true, pos);
        }
        check_canonical(board, pos);
    }
}

static void test_images_of_positions(void **state)
{
    (void)state;
    print_message("seed %d\n", SEED);
    for_every_board(64, check_positions);
}

/* ---- the list of all jumps ---- */

/* Pairs of cells of one colour on a line, the first of `color`: each is one jump. */
static int count_pairs(const pm_board *board, pm_color color)
{
    int n = 0;
    for (int a = 0; a < board->n_cells; a++) {
        for (int b = 0; b < board->n_cells; b++) {
            const int cols = abs(a / board->rows - b / board->rows), ranks = abs(a % board->rows - b % board->rows);
            n += board->cells[color] & bits_one(a) && a != b && !(cols && ranks) && (cols + ranks) % 2 == 0;
        }
    }
    return n;
}

/* With just the stones that it needs the jump is legal, takes all of them, and ends as it says. */
static void check_jump(const pm_board *board, pm_color color, const konane_jump *jump)
{
    const oracle_board judge = oracle_board_of(board);
    const pm_position pos = {bits_one(jump->from) | jump->over, color};
    oracle_position stones = oracle_position_of(&judge, pos);
    oracle_move moves[ORACLE_MAX_MOVES];
    const oracle_move wanted = {oracle_cell_of(&judge, jump->from), oracle_cell_of(&judge, jump->to)};
    int found = 0;
    for (int i = oracle_jumps(&judge, &stones, moves) - 1; i >= 0; i--) {
        found += moves[i].from == wanted.from && moves[i].to == wanted.to;
    }
    assert_int_equal(found, 1);
    oracle_make(&judge, &stones, wanted);
    assert_true(papamu_position_of(&judge, &stones).occupied == bits_one(jump->to));
    assert_int_equal(bits_count(jump->over), bits_count(jump->landing));
    assert_true(jump->landing & bits_one(jump->to));
    assert_true(!(jump->landing & ~board->cells[color]) && !(jump->over & board->cells[color]));
}

/* A stone on any landing cell makes the jump illegal. */
static void check_landings(const pm_board *board, pm_color color, const konane_jump *jump)
{
    for (uint64_t rest = jump->landing; rest; rest = bits_rest(rest)) {
        const pm_position pos = {bits_one(jump->from) | jump->over | (rest & -rest), color};
        pm_move moves[PM_MAX_MOVES];
        for (int i = pm_jumps(board, pos, moves) - 1; i >= 0; i--) {
            assert_false(moves[i].from == jump->from && moves[i].to == jump->to);
        }
    }
}

static void check_all_jumps(const pm_board *board)
{
    static konane_jump jumps[KONANE_MAX_JUMPS];
    for (int color = 0; color < 2; color++) {
        const int n = konane_all_jumps(board, (pm_color)color, jumps);
        assert_int_equal(n, count_pairs(board, (pm_color)color));
        for (int i = 0; i < n; i++) {
            const konane_jump *a = &jumps[i - (i > 0)], *b = &jumps[i];
            assert_true(i == 0 || a->from < b->from || (a->from == b->from && a->to < b->to));
            check_jump(board, (pm_color)color, b);
            check_landings(board, (pm_color)color, b);
        }
    }
}

static void test_all_jumps(void **state)
{
    (void)state;
    for_every_board(64, check_all_jumps);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_geometry),
        cmocka_unit_test(test_refused_boards),
        cmocka_unit_test(test_refused_rules),
        cmocka_unit_test(test_cell_names),
        cmocka_unit_test(test_symmetries_are_groups),
        cmocka_unit_test(test_symmetries_of_wide_boards),
        cmocka_unit_test(test_images_of_positions),
        cmocka_unit_test(test_all_jumps),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
