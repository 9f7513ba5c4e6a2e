/* What can arise under an opening rule, counted by the sweep that undoes moves.
 *
 * Oracles: oracle_reach (a search forwards with a table of positions seen), and tests/data/reachable.tsv, counted by a
 * program outside this project.
 *
 * SPDX-License-Identifier: MIT
 */
#include "solver/konane/reach.h"
#include "src/konane/board.h"
#include "tests/aid/long.h"
#include "tests/aid/tsv.h"
#include "tests/oracle/oracle.h"
#include "tests/oracle/oracle_bridge.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

static pm_status count(int rows, int cols, pm_color corner, const char *rule, const char *kernel, konane_reach *reach)
{
    pm_board *board;
    konane_space *space;
    pm_error err = {0};
    assert_int_equal(pm_board_new(rows, cols, corner, rule, &board, &err), PM_OK);
    assert_int_equal(konane_space_new(board, &space, &err), PM_OK);
    const sweep_options options = {.threads = 2, .memory = (size_t)1 << 32, .with_tiles = true, .kernel = kernel};
    const pm_status status = konane_reach_count(space, &options, reach, &err);
    konane_space_free(space);
    pm_board_free(board);
    return status;
}

static void compare(int rows, int cols, pm_color corner, const char *rule, const char *kernel)
{
    konane_reach reach;
    const oracle_board board = {.rows = rows, .cols = cols, .corner = corner == PM_BLACK ? ORACLE_BLACK : ORACLE_WHITE};
    uint64_t reachable = 0, terminal = 0;
    oracle_reach(&board, rule, &reachable, &terminal);
    if (count(rows, cols, corner, rule, kernel, &reach) != PM_OK) {
        assert_int_equal(reachable, 0); /* the rule has no opening here */
        return;
    }
    if (reach.total_reachable != reachable || reach.total_terminal != terminal) {
        fail_msg("%dx%d corner %d %s: %llu, %llu", rows, cols, (int)corner, rule,
                 (unsigned long long)reach.total_reachable, (unsigned long long)reach.total_terminal);
    }
}

static void test_small_boards_and_rules(void **state)
{
    (void)state;
    const int most_cells = is_long_run() ? 24 : 18;
    for (int rows = 1; rows <= 5; rows++) {
        for (int cols = 1; rows * cols <= most_cells; cols++) {
            for (konane_rule rule = 0; rows * cols >= 2 && rule < KONANE_N_NAMED_RULES; rule++) {
                compare(rows, cols, PM_BLACK, konane_rule_name(rule), NULL);
                compare(rows, cols, PM_WHITE, konane_rule_name(rule), NULL);
            }
        }
    }
}

/* These starts are not symmetric. */
static void test_fixed_openings(void **state)
{
    (void)state;
    compare(4, 4, PM_BLACK, "fixed:a4,b4", NULL);
    compare(4, 4, PM_BLACK, "fixed:c2,b2", NULL);
    compare(4, 4, PM_WHITE, "fixed:b2,b1", NULL);
    compare(3, 6, PM_BLACK, "fixed:c1,d1", NULL);
}

static void test_kernels(void **state)
{
    (void)state;
    for (const row_kernel *const *k = row_kernels(ROW_BITS); *k; k++) {
        compare(4, 4, PM_BLACK, "any", (*k)->name);
    }
}

static void test_published_counts(void **state)
{
    (void)state;
    tsv_file *file = tsv_open("tests/data/reachable.tsv");
    int n = 0;
    while (tsv_next(file, 4)) {
        int rows, cols;
        konane_reach reach;
        assert_int_equal(sscanf(file->field[0], "%dx%d", &rows, &cols), 2);
        assert_int_equal(count(rows, cols, PM_BLACK, file->field[1], NULL, &reach), PM_OK);
        assert_true(reach.total_reachable == strtoull(file->field[2], NULL, 10));
        assert_true(reach.total_terminal == strtoull(file->field[3], NULL, 10));
        n++;
    }
    tsv_close(file);
    assert_true(n >= 3);
}

/* Two stones fewer than the board has cells, Black to move: as many positions as openings. */
static void test_counts_by_stones(void **state)
{
    (void)state;
    konane_reach reach;
    assert_int_equal(count(5, 6, PM_BLACK, "any", NULL, &reach), PM_OK);
    assert_int_equal(reach.n_stones, 30);
    assert_int_equal(reach.reachable[28][PM_BLACK], 49); /* pairs of neighbouring cells: 5*5 + 4*6 */
    assert_int_equal(reach.reachable[28][PM_WHITE], 0);
    assert_int_equal(reach.reachable[29][PM_BLACK] + reach.reachable[30][PM_BLACK], 0);
    assert_true(reach.total_terminal < reach.total_reachable);
    assert_true(reach.total_reachable < UINT64_C(1) << 31);
}

static void test_bad_rule(void **state)
{
    (void)state;
    konane_reach reach;
    assert_int_equal(count(5, 5, PM_WHITE, "corner-centre", NULL, &reach), PM_BAD_INPUT);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_small_boards_and_rules),
        cmocka_unit_test(test_fixed_openings),
        cmocka_unit_test(test_kernels),
        cmocka_unit_test(test_published_counts),
        cmocka_unit_test(test_counts_by_stones),
        cmocka_unit_test(test_bad_rule),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
