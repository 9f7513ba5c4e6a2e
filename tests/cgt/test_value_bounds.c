/* Outcomes and integer bounds by search: against the canonical forms of all positions of a board.
 *
 * SPDX-License-Identifier: MIT
 */
#include "solver/konane/values/value_board.h"
#include "solver/konane/values/value_bounds.h"
#include "tests/aid/cgt_aid.h"

#include <setjmp.h>
#include <stdarg.h>

#include <cmocka.h>

static bool stop_always(void *ctx)
{
    (void)ctx;
    return true;
}

static konane_values_options options_with(size_t bytes)
{
    return (konane_values_options){.bytes = bytes, .threads = 1};
}

/* The greatest integer <= g, and the least >= g. */
static void integers_around(cgt_table *table, cgt_value g, int *lower, int *upper)
{
    *lower = -40;
    while (cgt_le(table, cgt_number(table, dyadic_integer(*lower + 1)), g)) {
        ++*lower;
    }
    *upper = *lower;
    while (!cgt_le(table, g, cgt_number(table, dyadic_integer(*upper)))) {
        ++*upper;
    }
}

/* Whether the canonical form of a position of one region is a number, and which, against what the search says. */
static void compare_number(const region_frames *frames, const konane_stones *stones, cgt_table *table, cgt_value g,
                           uint64_t max_nodes, bool is_complete)
{
    const konane_values_options options = options_with(1 << 18);
    const konane_stones upright = konane_stones_upright(stones);
    const region_frame frame = region_frame_make(upright.rows, upright.cols);
    region_parts parts;
    konane_number number;
    region_split(&frame, konane_cell_color(upright.rows, upright.corner, 0),
                 konane_cells_set128(upright.rows, upright.cols), konane_stones_set128(&upright), &parts);
    if (parts.n != 1) {
        return;
    }
    const region *r = &parts.part[0];
    assert_int_equal(konane_value_number(region_frame_of(frames, r), r, &options, max_nodes, &number, NULL), PM_OK);
    const dyadic found = parts.is_negated[0] ? -number.number : number.number;
    assert_true(number.may_be || (!number.is && !cgt_is_number(table, g)));
    assert_true(!number.is || (cgt_is_number(table, g) && cgt_left_stop(table, g) == found));
    assert_true(!is_complete || number.is == cgt_is_number(table, g));
}

static void compare_board(int rows, int cols, uint64_t step, uint64_t max_nodes, bool is_complete)
{
    const board_values_options board_options = {.threads = 1, .bytes = (size_t)64 << 20};
    const konane_values_options options = options_with(1 << 18);
    pm_board *board = NULL;
    board_values *values = NULL;
    region_frames *frames = region_frames_new();
    assert_non_null(frames);
    assert_int_equal(pm_board_new(rows, cols, PM_BLACK, "any", &board, NULL), PM_OK);
    assert_int_equal(board_values_new(board, &board_options, &values, NULL), PM_OK);
    cgt_table *table = board_values_table(values);
    for (uint64_t set = 0; set < UINT64_C(1) << (rows * cols); set += step) {
        const konane_stones stones = {rows, cols, PM_BLACK, {set}};
        konane_bounds bounds;
        int lower, upper;
        assert_int_equal(konane_value_bounds(&stones, &options, max_nodes, &bounds, NULL), PM_OK);
        integers_around(table, board_values_all(values)[set], &lower, &upper);
        if (is_complete) {
            assert_int_equal(bounds.lower, lower);
            assert_int_equal(bounds.upper, upper);
            assert_true(bounds.has_outcome);
            assert_int_equal(bounds.is_number, cgt_is_number(table, board_values_all(values)[set]));
        }
        assert_true(!bounds.is_number || (cgt_is_number(table, board_values_all(values)[set]) &&
                                          cgt_left_stop(table, board_values_all(values)[set]) == bounds.number));
        compare_number(frames, &stones, table, board_values_all(values)[set], max_nodes, is_complete);
        assert_true(bounds.lower <= lower && bounds.upper >= upper);
        assert_true(!bounds.has_outcome || bounds.outcome == cgt_outcome_of(table, board_values_all(values)[set]));
    }
    region_frames_free(frames);
    board_values_free(values);
    pm_board_free(board);
}

static void bounds_are_the_integers_around_the_value(void **state)
{
    (void)state;
    compare_board(3, 4, 1, UINT64_MAX, true);
    compare_board(4, 4, 11, UINT64_MAX, true);
    compare_board(1, 12, 1, UINT64_MAX, true);
}

static void bounds_hold_when_the_search_ends_early(void **state)
{
    (void)state;
    for (uint64_t max_nodes = 0; max_nodes < 40; max_nodes += 3) {
        compare_board(3, 4, 5, max_nodes, false);
    }
}

/* A line of n pairs with a gap after it is worth n. Before the search has got there, it has proven less. */
static void what_is_proven_is_kept_when_the_search_ends(void **state)
{
    enum { PAIRS = 5 };
    (void)state;
    const konane_values_options options = options_with(1 << 18);
    for (pm_color corner = PM_BLACK; corner <= PM_WHITE; corner++) {
        const konane_stones stones = {1, 2 * PAIRS + 1, corner, {(1 << 2 * PAIRS) - 1}};
        bool is_seen[PAIRS + 1] = {false};
        konane_bounds bounds = {0};
        for (uint64_t max_nodes = 0; !bounds.has_outcome || bounds.lower < bounds.upper; max_nodes++) {
            assert_int_equal(konane_value_bounds(&stones, &options, max_nodes, &bounds, NULL), PM_OK);
            const int proven = corner == PM_BLACK ? bounds.lower : -bounds.upper;
            assert_true(proven <= PAIRS);
            if (proven >= 0) {
                is_seen[proven] = true;
            }
        }
        for (int n = 0; n <= PAIRS; n++) {
            assert_true(is_seen[n]);
        }
    }
}

/* Values of openings by their canonical forms, from data/opening_values.csv (made before there was a search for
 * numbers): those of 5x6 take minutes and gigabytes that way. */
static void openings_without_integer_values_are_halves(void **state)
{
    static const struct {
        int rows, cols, black, white;
        dyadic value;
    } openings[] = {
        {5, 5, 6, 7, -DYADIC_ONE / 2},        /* b2 and b3 */
        {4, 7, 6, 10, -3 * (DYADIC_ONE / 2)}, /* b3 and c3 */
        {5, 6, 12, 11, DYADIC_ONE / 2},       /* c3 and c2 */
    };
    (void)state;
    konane_values_options options = options_with((size_t)16 << 20);
    konane_values *values = NULL;
    assert_int_equal(konane_values_new(&options, &values, NULL), PM_OK);
    for (size_t i = 0; i < sizeof openings / sizeof *openings; i++) {
        const int n_cells = openings[i].rows * openings[i].cols;
        konane_stones stones = {openings[i].rows, openings[i].cols, PM_BLACK, {(UINT64_C(1) << n_cells) - 1}};
        stones.word[0] ^= UINT64_C(1) << openings[i].black | UINT64_C(1) << openings[i].white;
        konane_bounds bounds;
        cgt_value value;
        assert_int_equal(konane_value_bounds(&stones, &options, UINT64_MAX, &bounds, NULL), PM_OK);
        assert_true(bounds.is_number && bounds.number == openings[i].value);
        assert_int_equal(konane_value(values, &stones, &value, NULL), PM_OK); /* within 16 MiB */
        assert_int_equal(value, cgt_number(konane_values_table(values), openings[i].value));
    }
    konane_values_free(values);
}

static void work_can_be_stopped(void **state)
{
    (void)state;
    konane_values_options options = options_with(1 << 18);
    options.stop = stop_always;
    const konane_stones stones = {3, 4, PM_BLACK, {0x7be}};
    konane_bounds bounds;
    assert_int_equal(konane_value_bounds(&stones, &options, UINT64_MAX, &bounds, NULL), PM_INTERRUPTED);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(bounds_are_the_integers_around_the_value),
        cmocka_unit_test(bounds_hold_when_the_search_ends_early),
        cmocka_unit_test(what_is_proven_is_kept_when_the_search_ends),
        cmocka_unit_test(openings_without_integer_values_are_halves),
        cmocka_unit_test(work_can_be_stopped),
    };
    return cmocka_run_group_tests_name("bounds of values", tests, NULL, NULL);
}
