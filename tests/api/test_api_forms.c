/* Combinatorial values through the public interface.
 *
 * Oracles: identities and values of A. N. Siegel, Combinatorial Game Theory (2013): up is {0|*} (II.4), {2|0} = 1 +
 * {1|-1} has mean 1 and temperature 1, {4|1} - {2|0} ...; values of positions from elsewhere, tests/data/values.tsv.
 *
 * SPDX-License-Identifier: MIT
 */
#include "src/papamu/abi.h"
#include "src/papamu/forms.h"
#include "src/papamu/play.h"

#include "tests/aid/tsv.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

static pm_forms *forms;

/* Of structures of several sections, as this compiler has them. */
static void test_sizes(void **state)
{
    (void)state;
    assert_int_equal(pm_sizeof("pm_error"), sizeof(pm_error));
    assert_int_equal(pm_sizeof("pm_state"), sizeof(pm_state));
    assert_int_equal(pm_sizeof("pm_form_info"), sizeof(pm_form_info));
    assert_int_equal(pm_sizeof("pm_record"), sizeof(pm_record));
    assert_int_equal(pm_sizeof("pm_forms"), 0); /* which is opaque */
    assert_int_equal(pm_sizeof(NULL), 0);
}

static int make_forms(void **state)
{
    (void)state;
    return pm_forms_new(&(pm_job){.threads = 2, .memory = 64 << 20}, &forms, NULL);
}

static int drop_forms(void **state)
{
    (void)state;
    pm_forms_free(forms);
    return 0;
}

static pm_form form_of(const char *text)
{
    pm_form form;
    pm_error err = {.message = ""};
    if (pm_form_parse(forms, text, &form, &err) != PM_OK) {
        fail_msg("%s: %s", text, err.message);
    }
    return form;
}

static pm_form_info info_of(const char *text)
{
    pm_form_info info;
    assert_int_equal(pm_form_get_info(forms, form_of(text), &info, NULL), PM_OK);
    return info;
}

static void assert_number(pm_number x, int64_t numerator, uint64_t denominator)
{
    assert_int_equal(x.numerator, numerator);
    assert_int_equal(x.denominator, denominator);
}

static void assert_compares(const char *g, const char *h, pm_relation expected)
{
    pm_relation relation;
    assert_int_equal(pm_form_compare(forms, form_of(g), form_of(h), &relation, NULL), PM_OK);
    assert_int_equal(relation, expected);
}

static void test_arithmetic(void **state)
{
    (void)state;
    pm_form up, sum, negative, made;
    const pm_form zero = PM_FORM_ZERO, star = form_of("*");
    assert_int_equal(pm_form_make(forms, &zero, 1, &star, 1, &up, NULL), PM_OK);
    assert_int_equal(up, form_of("^"));
    assert_int_equal(pm_form_sum(forms, up, star, &sum, NULL), PM_OK);
    assert_int_equal(sum, form_of("{0,*|0}"));
    assert_int_equal(pm_form_negative(forms, up, &negative, NULL), PM_OK);
    assert_int_equal(negative, form_of("v"));
    assert_int_equal(pm_form_sum(forms, up, negative, &sum, NULL), PM_OK);
    assert_int_equal(sum, PM_FORM_ZERO);
    const pm_form hot = form_of("{2|0}");
    pm_form left, right;
    assert_int_equal(pm_form_options(forms, hot, &left, &right, NULL), PM_OK);
    assert_int_equal(pm_form_make(forms, &left, 1, &right, 1, &made, NULL), PM_OK);
    assert_int_equal(made, hot);
    assert_compares("^", "0", PM_GREATER);
    assert_compares("^", "*", PM_CONFUSED);
    assert_compares("^^", "*", PM_GREATER);
    assert_compares("1/2", "{0|1}", PM_EQUAL);
    assert_compares("v3", "-1/64", PM_GREATER);
    assert_compares("{1|-1}", "3/2", PM_LESS);
}

static void test_traits(void **state)
{
    (void)state;
    const pm_form_info hot = info_of("{2|0}"), half = info_of("1/2"), up = info_of("^"), star = info_of("*");
    assert_number(hot.mean, 1, 1);
    assert_number(hot.temperature, 1, 1);
    assert_number(hot.left_stop, 2, 1);
    assert_number(hot.right_stop, 0, 1);
    assert_int_equal(hot.outcome, PM_NEXT_PLAYER);
    /* {1/2|-3} has mean -5/4 and temperature 7/4; beyond that 5/2 - t = -5/4 + t at t = 15/8. */
    assert_number(info_of("{5/2||1/2|-3}").mean, 5, 8);
    assert_number(info_of("{5/2||1/2|-3}").temperature, 15, 8);
    assert_true(half.is_number && !half.is_infinitesimal && half.outcome == PM_LEFT_WINS);
    assert_number(half.mean, 1, 2);
    assert_number(half.temperature, -1, 2);
    assert_int_equal(half.birthday, 2);
    assert_true(up.is_infinitesimal && up.is_all_small && up.birthday == 2 && up.outcome == PM_LEFT_WINS);
    assert_number(star.temperature, 0, 1);
    assert_int_equal(star.outcome, PM_NEXT_PLAYER);
    assert_int_equal(info_of("-3").outcome, PM_RIGHT_WINS);
    assert_int_equal(info_of("0").outcome, PM_PREVIOUS_PLAYER);
    pm_form weight;
    pm_error err;
    assert_int_equal(pm_form_atomic_weight(forms, form_of("^^*"), &weight, NULL), PM_OK);
    assert_int_equal(weight, form_of("2"));
    assert_int_equal(pm_form_atomic_weight(forms, form_of("{2|0}"), &weight, &err), PM_NOT_FOUND);
}

/* {2|0}: walls from 2 and 0 that meet in 1 at temperature 1. */
static void test_thermograph(void **state)
{
    (void)state;
    pm_thermograph_point left[4], right[4];
    size_t n_left, n_right;
    assert_int_equal(pm_form_thermograph(forms, form_of("{2|0}"), 4, left, right, &n_left, &n_right, NULL), PM_OK);
    assert_true(n_left == 2 && n_right == 2);
    assert_number(left[0].x, 2, 1);
    assert_number(left[1].x, 1, 1);
    assert_number(left[1].t, 1, 1);
    assert_number(right[0].x, 0, 1);
    assert_number(right[0].t, 0, 1);
    assert_number(right[1].x, 1, 1);
    assert_int_equal(pm_form_thermograph(forms, form_of("{2|0}"), 0, NULL, NULL, &n_left, &n_right, NULL), PM_OK);
    assert_true(n_left == 2 && n_right == 2);
}

/* The game on the board of a grid. */
static pm_game *game_of_grid(const char *grid)
{
    pm_game_options options = {.rows = 1, .corner = PM_BLACK};
    int col = 0;
    for (const char *c = grid; *c; c++) {
        if (*c == '|') {
            options.rows++;
            col = 0;
            continue;
        }
        if (*c == 'x' || *c == 'o') {
            options.corner = (*c == 'x') == ((options.rows - 1 + col) % 2 == 0) ? PM_BLACK : PM_WHITE;
        }
        options.cols = ++col;
    }
    pm_game *game;
    assert_int_equal(pm_game_new("konane", &options, &game, NULL), PM_OK);
    return game;
}

/* Every position of tests/data/values.tsv; each line has its source. */
/* The value lies between its bounds, and has the outcome that they come with. */
static void check_bounds(const pm_game *game, const pm_state *s, pm_form form)
{
    pm_bounds b;
    pm_relation relation;
    pm_form_info info;
    char text[16];
    assert_int_equal(pm_bounds_of_state(game, s, &(pm_job){.memory = 16 << 20}, 0, &b, NULL), PM_OK);
    assert_int_equal(pm_form_get_info(forms, form, &info, NULL), PM_OK);
    assert_true(b.has_outcome && b.outcome == info.outcome);
    snprintf(text, sizeof text, "%d", b.lower);
    assert_int_equal(pm_form_compare(forms, form_of(text), form, &relation, NULL), PM_OK);
    assert_true(relation == PM_LESS || relation == PM_EQUAL);
    snprintf(text, sizeof text, "%d", b.upper);
    assert_int_equal(pm_form_compare(forms, form, form_of(text), &relation, NULL), PM_OK);
    assert_true(relation == PM_LESS || relation == PM_EQUAL);
}

static void test_positions(void **state)
{
    (void)state;
    tsv_file *file = tsv_open("tests/data/values.tsv");
    int n = 0;
    for (; tsv_next(file, 3); n++) {
        pm_state s;
        pm_form form;
        pm_error err = {.message = ""};
        char grid[PM_GAME_MAX_TEXT];
        snprintf(grid, sizeof grid, "%s", file->field[1]);
        pm_game *game = game_of_grid(grid);
        if (pm_game_parse(game, grid, &s, &err) != PM_OK || pm_form_of_state(forms, game, &s, &form, &err) != PM_OK) {
            fail_msg("%s: %s", grid, err.message);
        }
        if (form != form_of(file->field[2])) {
            fail_msg("%s is not worth %s", grid, file->field[2]);
        }
        check_bounds(game, &s, form);
        pm_game_free(game);
    }
    assert_true(n > 20);
    tsv_close(file);
}

/* All positions of a board at once have the values that they have one by one. */
static void test_board(void **state)
{
    (void)state;
    pm_board *board;
    pm_game *game;
    pm_forms *all;
    const pm_form *values;
    size_t n;
    const pm_game_options options = {.rows = 3, .cols = 3};
    assert_int_equal(pm_board_new(3, 3, PM_BLACK, NULL, &board, NULL), PM_OK);
    assert_int_equal(pm_game_new("konane", &options, &game, NULL), PM_OK);
    assert_int_equal(pm_forms_of_board(board, NULL, &all, &values, &n, NULL), PM_OK);
    assert_int_equal(n, 512);
    for (size_t i = 0; i < n; i++) {
        pm_form form;
        char one[256], other[256];
        const pm_state s = {.bits = {i}};
        assert_int_equal(pm_form_of_state(forms, game, &s, &form, NULL), PM_OK);
        assert_true(pm_form_format(forms, form, sizeof one, one) > 0);
        assert_true(pm_form_format(all, values[i], sizeof other, other) > 0);
        assert_string_equal(one, other);
    }
    pm_forms_free(all);
    pm_game_free(game);
    pm_board_free(board);
}

static void test_bounds_refuse(void **state)
{
    (void)state;
    pm_game *game, *misere;
    pm_state s;
    pm_bounds b;
    pm_error err = {.message = ""};
    assert_int_equal(pm_game_new("italian", NULL, &game, NULL), PM_OK);
    assert_int_equal(pm_game_start(game, &s, NULL), PM_OK);
    assert_int_equal(pm_bounds_of_state(game, &s, NULL, 0, &b, &err), PM_BAD_INPUT);
    pm_game_free(game);
    const pm_game_options size = {.rows = 6, .cols = 6};
    assert_int_equal(pm_game_new("konane", &size, &game, NULL), PM_OK);
    assert_int_equal(pm_game_new("konane-misere", &size, &misere, NULL), PM_OK);
    assert_int_equal(pm_bounds_of_state(game, &(pm_state){.bits = {UINT64_C(1) << 36}}, NULL, 0, &b, &err),
                     PM_BAD_INPUT);
    assert_int_equal(pm_game_start(game, &s, NULL), PM_OK);
    assert_int_equal(pm_bounds_of_state(misere, &s, NULL, 0, &b, &err), PM_BAD_INPUT);
    assert_int_equal(pm_bounds_of_state(game, &s, &(pm_job){.memory = 1}, 0, &b, &err), PM_NO_MEMORY);
    s.bits[0] &= ~UINT64_C(3); /* the opening a1, a2, with little to look at */
    assert_int_equal(pm_bounds_of_state(game, &s, &(pm_job){.memory = 16 << 20}, 1000, &b, &err), PM_OK);
    assert_true(b.lower < b.upper);
    pm_game_free(game);
    pm_game_free(misere);
}

static bool stop_if(void *ctx, uint64_t done, uint64_t total)
{
    (void)done;
    (void)total;
    return *(bool *)ctx;
}

/* A caller that was stopped can continue. */
static void test_interruption(void **state)
{
    (void)state;
    bool stops = true;
    pm_forms *own;
    pm_form form, again;
    pm_state s;
    pm_error err = {.message = ""};
    pm_game *game;
    const pm_game_options size = {.rows = 4, .cols = 5, .opening = "any"};
    assert_int_equal(pm_game_new("konane", &size, &game, NULL), PM_OK);
    assert_int_equal(pm_game_start(game, &s, NULL), PM_OK);
    s.bits[0] &= ~UINT64_C(3); /* a1, a2 */
    const pm_job job = {.threads = 1, .memory = 512 << 20, .progress = stop_if, .ctx = &stops};
    assert_int_equal(pm_forms_new(&job, &own, NULL), PM_OK);
    assert_int_equal(pm_form_of_state(own, game, &s, &form, &err), PM_INTERRUPTED);
    stops = false;
    assert_int_equal(pm_form_of_state(own, game, &s, &form, &err), PM_OK);
    assert_int_equal(pm_form_of_state(own, game, &s, &again, &err), PM_OK);
    assert_int_equal(form, again);
    pm_forms_free(own);
    pm_game_free(game);
}

static void test_bad_input(void **state)
{
    (void)state;
    pm_form form = 7;
    pm_form_info info;
    pm_forms *small = NULL;
    pm_error err = {.message = ""};
    char text[8];
    assert_int_equal(pm_form_parse(forms, "{1|", &form, &err), PM_BAD_INPUT);
    assert_int_equal(err.offset, 3);
    assert_int_equal(pm_form_parse(NULL, "1", &form, &err), PM_BAD_INPUT);
    assert_int_equal(pm_form_parse(forms, NULL, &form, &err), PM_BAD_INPUT);
    assert_int_equal(pm_form_negative(forms, 4000000000u, &form, &err), PM_BAD_INPUT);
    assert_int_equal(pm_form_sum(forms, 0, UINT32_MAX, &form, &err), PM_BAD_INPUT);
    assert_int_equal(pm_form_get_info(forms, 4000000000u, &info, &err), PM_BAD_INPUT);
    assert_int_equal(form, 7);
    assert_int_equal(pm_form_format(forms, 4000000000u, sizeof text, text), 0);
    assert_int_equal(pm_forms_new(&(pm_job){.memory = 1000}, &small, &err), PM_NO_MEMORY);
    assert_int_equal(pm_forms_new(NULL, NULL, &err), PM_BAD_INPUT);
    assert_null(small);
    pm_forms_free(NULL);
    pm_game *game;
    pm_state s;
    assert_int_equal(pm_game_new("italian", NULL, &game, NULL), PM_OK);
    assert_int_equal(pm_game_start(game, &s, NULL), PM_OK);
    assert_int_equal(pm_form_of_state(forms, game, &s, &form, &err), PM_BAD_INPUT);
    pm_game_free(game);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_arithmetic),   cmocka_unit_test(test_traits),    cmocka_unit_test(test_thermograph),
        cmocka_unit_test(test_positions),    cmocka_unit_test(test_board),     cmocka_unit_test(test_bounds_refuse),
        cmocka_unit_test(test_interruption), cmocka_unit_test(test_bad_input), cmocka_unit_test(test_sizes),
    };
    return cmocka_run_group_tests(tests, make_forms, drop_forms);
}
