/* Arguments of the public interface that make no sense: reported as src/papamu.h says, in release and debug builds
 * alike.
 *
 * SPDX-License-Identifier: MIT
 */
#include "src/papamu.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <string.h>

#include <cmocka.h>

static const pm_color no_color = (pm_color)7;

static void assert_refused(pm_status status, const pm_error *err)
{
    assert_int_equal(status, PM_BAD_INPUT);
    assert_true(err->message[0] != '\0');
}

static void test_boards(void **state)
{
    (void)state;
    pm_error err = {.message = ""};
    pm_board *board = NULL;
    assert_refused(pm_board_new(4, 4, no_color, NULL, &board, &err), &err);
    assert_refused(pm_board_new(4, 4, (pm_color)-1, NULL, &board, &err), &err);
    assert_refused(pm_board_new(4, 4, PM_BLACK, NULL, NULL, &err), &err);
    assert_refused(pm_board_new(-4, 4, PM_BLACK, NULL, &board, &err), &err);
    assert_int_equal(pm_board_new(4, 4, no_color, NULL, NULL, NULL), PM_BAD_INPUT);
    assert_null(board);
    pm_board_free(NULL);
    assert_int_equal(pm_board_rows(NULL), 0);
    assert_int_equal(pm_board_cols(NULL), 0);
    assert_int_equal(pm_board_corner(NULL), PM_BLACK);
    assert_int_equal(pm_board_cells(NULL, PM_BLACK), 0);
    assert_int_equal(pm_board_new(4, 4, PM_BLACK, NULL, &board, NULL), PM_OK);
    assert_int_equal(pm_board_cells(board, no_color), 0);
    pm_board_free(board);
}

static void test_positions(void **state)
{
    (void)state;
    pm_error err = {.message = ""};
    pm_board *board = NULL, *other = NULL;
    pm_position pos;
    pm_move move;
    char text[PM_MAX_TEXT] = "x";
    assert_int_equal(pm_board_new(4, 4, PM_BLACK, NULL, &board, NULL), PM_OK);
    assert_refused(pm_start(NULL, &pos, &err), &err);
    assert_refused(pm_start(board, NULL, &err), &err);
    assert_int_equal(pm_start(board, &pos, NULL), PM_OK);
    assert_false(pm_position_is_valid(NULL, pos));
    assert_false(pm_position_is_opening(NULL, pos));
    assert_refused(pm_position_parse(NULL, NULL, PM_BLACK, true, &other, &pos, &err), &err);
    assert_refused(pm_position_parse("4/4 b", NULL, no_color, true, &other, &pos, &err), &err);
    assert_refused(pm_position_parse("4/4 b", NULL, PM_BLACK, true, NULL, &pos, &err), &err);
    assert_refused(pm_position_parse("4/4 b", NULL, PM_BLACK, true, &other, NULL, &err), &err);
    assert_null(other);
    assert_refused(pm_move_parse(NULL, pos, "a4", &move, &err), &err);
    assert_refused(pm_move_parse(board, pos, NULL, &move, &err), &err);
    assert_refused(pm_move_parse(board, pos, "a4", NULL, &err), &err);
    assert_refused(pm_move_parse(board, (pm_position){pos.occupied, no_color}, "a4", &move, &err), &err);
    assert_refused(pm_move_parse(board, (pm_position){UINT64_MAX, PM_BLACK}, "a4", &move, &err), &err);
    assert_int_equal(pm_position_format(NULL, pos, text), 0);
    assert_string_equal(text, "");
    assert_int_equal(pm_position_format(board, (pm_position){UINT64_MAX, PM_BLACK}, text), 0);
    assert_int_equal(pm_position_format(board, pos, NULL), 0);
    assert_int_equal(pm_move_format(NULL, (pm_move){0, 0}, text), 0);
    assert_int_equal(pm_move_format(board, (pm_move){0, 60000}, text), 0);
    assert_string_equal(text, "");
    assert_int_equal(pm_move_format(board, (pm_move){0, 0}, NULL), 0);
    pm_board_free(board);
}

static void test_databases(void **state)
{
    (void)state;
    pm_error err = {.message = ""};
    pm_board *board = NULL;
    pm_db *db = NULL;
    pm_value value;
    pm_move moves[PM_MAX_MOVES];
    pm_position pos = {0};
    int n;
    assert_int_equal(pm_board_new(4, 4, PM_BLACK, NULL, &board, NULL), PM_OK);
    assert_refused(pm_db_open(NULL, 0, &db, &err), &err);
    assert_refused(pm_db_open("none", 0, NULL, &err), &err);
    assert_null(db);
    assert_refused(pm_db_probe(NULL, board, pos, &value, &err), &err);
    assert_refused(pm_db_probe_many(NULL, board, 1, &pos, &value, &err), &err);
    assert_refused(pm_db_best_moves(NULL, board, pos, moves, &n, &err), &err);
    assert_int_equal(pm_db_get_info(NULL).rows, 0);
    assert_string_equal(pm_db_get_info(NULL).version, "");
    pm_db_close(NULL);
    pm_board_free(board);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_boards),
        cmocka_unit_test(test_positions),
        cmocka_unit_test(test_databases),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
