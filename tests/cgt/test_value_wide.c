/* Values of positions on up to 20x20 cells, whose regions may fit no frame of 128 cells.
 *
 * Oracles: the closed forms of solid lines and tails (M. D. Ernst, Playing Konane mathematically, UMAP Journal 16(2),
 * 1995); tests/data/values.tsv, whose patterns add up; for random positions the search for bounds, which knows nothing
 * of regions; tests/oracle/oracle.c for the jumps.
 *
 * SPDX-License-Identifier: MIT
 */
#include "solver/konane/values/value.h"
#include "solver/konane/values/value_bounds.h"
#include "src/base/bits.h"
#include "src/base/rng.h"
#include "tests/aid/cgt_aid.h"
#include "tests/aid/long.h"
#include "tests/aid/tsv.h"
#include "tests/oracle/oracle_bridge.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include <cmocka.h>

enum { SEED = 20261130, SIDE = 20 };

static konane_values *new_values(size_t megabytes)
{
    const konane_values_options options = {.bytes = megabytes << 20, .threads = 2};
    konane_values *values = NULL;
    assert_int_equal(konane_values_new(&options, &values, NULL), PM_OK);
    return values;
}

static konane_stones stones_of(const char *text)
{
    konane_diagram d;
    pm_error err;
    if (konane_diagram_parse(text, true, KONANE_CELL_LIMIT, &d, &err) != PM_OK) {
        fail_msg("%s: %s", text, err.message);
    }
    return konane_stones_of(&d);
}

static cgt_value value_of(konane_values *values, const konane_stones *stones)
{
    cgt_value value = CGT_NONE;
    pm_error err;
    if (konane_value(values, stones, &value, &err) != PM_OK) {
        fail_msg("%s", err.message);
    }
    return value;
}

static int n_wide_regions(const konane_stones *stones)
{
    const konane_stones upright = konane_stones_upright(stones);
    const region_wide_frame frame = region_wide_frame_make(upright.rows, upright.cols);
    region_parts parts;
    region_wide_parts wide;
    region_wide_split(&frame, PM_BLACK, konane_cells_set512(upright.rows, upright.cols), konane_stones_set512(&upright),
                      &parts, &wide);
    return wide.n;
}

static void put(konane_stones *stones, int cell)
{
    stones->word[cell / 64] |= UINT64_C(1) << cell % 64;
}

/* n pairs in a line with a gap after them are worth n for the colour that begins the line, lying or upright. */
static void solid_lines(void **state)
{
    (void)state;
    konane_values *values = new_values(256);
    for (int n = 5; n <= 199; n += 97) {
        char text[16];
        for (int way = 0; way < 4; way++) {
            const int length = 2 * n + 1;
            konane_stones stones = {way / 2 ? length : 1, way / 2 ? 1 : length, (pm_color)(way % 2), {0}};
            for (int i = 0; i < 2 * n; i++) {
                put(&stones, way / 2 ? length - 1 - i : i);
            }
            snprintf(text, sizeof text, "%d", way % 2 ? -n : n);
            aid_check_text(konane_values_table(values), value_of(values, &stones), text);
        }
    }
    konane_values_free(values);
}

/* A line of n stones that begins with Black, under whose first stone is a white one, with room around it. */
static konane_stones tail(int n)
{
    konane_stones stones = {6, n + 4, PM_BLACK, {0}};
    for (int i = 0; i < n - 1; i++) {
        put(&stones, (2 + i) * 6 + 3);
    }
    put(&stones, 2 * 6 + 2);
    return stones;
}

static void tail_text(int n, char text[32])
{
    if (n % 2) {
        snprintf(text, 32, "{%d|%s}", (n - 3) / 2, n % 4 == 1 ? "*" : "0");
    } else {
        snprintf(text, 32, "{%s|%d}", n % 4 == 0 ? "*" : "0", -(n - 4) / 2);
    }
}

static void tails(void **state)
{
    (void)state;
    konane_values *values = new_values(256);
    int n_wide = 0;
    for (int n = 8; n <= (is_long_run() ? 62 : 44); n += n < 16 ? 1 : n % 4 == 3 ? 21 : 1) {
        const konane_stones stones = tail(n);
        char text[32];
        tail_text(n, text);
        aid_check_text(konane_values_table(values), value_of(values, &stones), text);
        n_wide += n_wide_regions(&stones);
    }
    assert_true(n_wide > 2);
    konane_values_free(values);
}

/* Put a pattern with its top left at the given row and column of a large board, so that colours agree. */
static void place(const konane_stones *pattern, int row, int col, konane_stones *board)
{
    for (int cell = 0; cell < pattern->rows * pattern->cols; cell++) {
        const int r = pattern->rows - 1 - cell % pattern->rows + row, c = cell / pattern->rows + col;
        if (pattern->word[cell / 64] >> cell % 64 & 1) {
            assert_true(r < SIDE && c < SIDE);
            put(board, c * SIDE + SIDE - 1 - r);
        }
    }
}

enum { MAX_STONES = 5 }; /* more spread, as far as the bound on what can move says, until they meet */

/* Four known patterns in the corners of 20x20 are worth their sum. Those that move off the rim of their own boards are
 * others elsewhere, so each is valued at its place too. */
static void patterns_add_up(void **state)
{
    (void)state;
    konane_values *values = new_values(256);
    cgt_table *table = konane_values_table(values);
    tsv_file *file = tsv_open("tests/data/values.tsv");
    konane_stones together = {SIDE, SIDE, PM_BLACK, {0}};
    cgt_value sum = CGT_ZERO;
    int n = 0, n_sums = 0;
    while (tsv_next(file, 4)) {
        const konane_stones pattern = stones_of(file->field[1]);
        if (pattern.rows > 8 || pattern.cols > 8 || bits_count(pattern.word[0]) > MAX_STONES) {
            continue;
        }
        const int shift = pattern.corner == PM_WHITE; /* the top left is black */
        konane_stones alone = {SIDE, SIDE, PM_BLACK, {0}};
        place(&pattern, n / 2 * 11, n % 2 * 10 + n / 2 + shift, &alone);
        place(&pattern, n / 2 * 11, n % 2 * 10 + n / 2 + shift, &together);
        sum = cgt_sum(table, sum, value_of(values, &alone));
        if (++n == 4) {
            assert_int_equal(value_of(values, &together), sum);
            together = (konane_stones){SIDE, SIDE, PM_BLACK, {0}};
            sum = CGT_ZERO;
            n = 0;
            n_sums++;
        }
    }
    assert_true(n_sums >= 2);
    tsv_close(file);
    konane_values_free(values);
}

/* Random stones along two sides of a board, which make regions that reach around the corner. */
static konane_stones random_corner(rng *r, int rows, int cols)
{
    konane_stones stones = {rows, cols, (pm_color)rng_below(r, 2), {0}};
    for (int cell = 0; cell < rows * cols; cell++) {
        if ((cell % rows == 0 || cell / rows == 0) && rng_below(r, 5) < 3) {
            put(&stones, cell);
        }
    }
    return stones;
}

static void search_agrees(void **state)
{
    (void)state;
    print_message("seed %d\n", SEED);
    konane_values *values = new_values(256);
    cgt_table *table = konane_values_table(values);
    rng r = rng_stream(SEED, 1);
    int n_wide = 0;
    for (int i = 0; i < 60; i++) {
        const konane_stones stones = i % 2 ? random_corner(&r, 12, 14) : random_corner(&r, 15, 10);
        const konane_values_options options = {.bytes = 16 << 20, .threads = 1};
        konane_bounds bounds;
        const cgt_value value = value_of(values, &stones);
        assert_int_equal(konane_value_bounds(&stones, &options, 300000, &bounds, NULL), PM_OK);
        assert_true(cgt_le(table, cgt_number(table, dyadic_integer(bounds.lower)), value));
        assert_true(cgt_le(table, value, cgt_number(table, dyadic_integer(bounds.upper))));
        assert_true(!bounds.has_outcome || bounds.outcome == cgt_outcome_of(table, value));
        if (bounds.has_outcome) {
            n_wide += n_wide_regions(&stones);
        }
    }
    assert_true(n_wide >= 5);
    konane_values_free(values);
}

/* The jumps of high and of wide grids, in order; turned over the diagonal a position is worth the same. */
static void turned_positions(void **state)
{
    (void)state;
    static const int shapes[][2] = {{40, 3}, {100, 4}, {3, 40}, {20, 20}, {400, 1}, {7, 9}, {9, 7}, {16, 9}};
    konane_values *values = new_values(256);
    rng r = rng_stream(SEED, 2);
    for (size_t i = 0; i < sizeof shapes / sizeof *shapes; i++) {
        const oracle_board judge = {.rows = shapes[i][0], .cols = shapes[i][1], .corner = (int)(i % 2)};
        konane_stones stones = {judge.rows, judge.cols, (pm_color)judge.corner, {0}};
        oracle_position pos = {.mover = (int)(i / 2 % 2)};
        for (int k = 0; k < judge.rows * judge.cols / 12; k++) {
            const int cell = (int)rng_below(&r, (uint32_t)(judge.rows * judge.cols));
            put(&stones, papamu_cell_of(&judge, cell));
            pos.stone[cell] = true;
        }
        static oracle_move theirs[ORACLE_MAX_MOVES];
        static pm_move expected[ORACLE_MAX_MOVES], moves[REGION_WIDE_MAX_MOVES];
        static cgt_value after[REGION_WIDE_MAX_MOVES];
        int n;
        papamu_moves_of(&judge, theirs, oracle_jumps(&judge, &pos, theirs), expected);
        assert_int_equal(konane_value_moves(values, &stones, (pm_color)pos.mover, moves, after, &n, NULL), PM_OK);
        assert_int_equal(n, oracle_jumps(&judge, &pos, theirs));
        for (int k = 0; k < n; k++) {
            assert_int_equal(moves[k].from, expected[k].from);
            assert_int_equal(moves[k].to, expected[k].to);
        }
        konane_stones turned = {judge.cols, judge.rows, (pm_color)((judge.corner + judge.rows + judge.cols) % 2), {0}};
        for (int cell = 0; cell < judge.rows * judge.cols; cell++) {
            if (stones.word[cell / 64] >> cell % 64 & 1) {
                put(&turned, konane_stones_turned_cell(&stones, cell));
            }
        }
        assert_int_equal(value_of(values, &stones), value_of(values, &turned));
    }
    konane_values_free(values);
}

/* A file keeps the regions that have a normal form, and only those. */
static void files_leave_wide_regions_out(void **state)
{
    (void)state;
    char path[] = "/tmp/papamu-wide-XXXXXX";
    const int fd = mkstemp(path);
    assert_true(fd >= 0);
    close(fd);
    konane_values *values = new_values(64), *again = new_values(64);
    const konane_stones stones = tail(40);
    char text[32];
    tail_text(40, text);
    aid_check_text(konane_values_table(values), value_of(values, &stones), text);
    assert_int_equal(konane_values_save(values, path, NULL), PM_OK);
    assert_int_equal(konane_values_load(again, path, NULL), PM_OK);
    assert_true(konane_values_n_regions(again) < konane_values_n_regions(values));
    aid_check_text(konane_values_table(again), value_of(again, &stones), text);
    assert_int_equal(konane_values_n_regions(again), konane_values_n_regions(values));
    unlink(path);
    konane_values_free(again);
    konane_values_free(values);
}

/* The opening of 20x20 is out of reach: that is said, and there are bounds. */
static void what_is_too_hard_is_reported(void **state)
{
    (void)state;
    const konane_values_options options = {.bytes = KONANE_VALUES_MIN_BYTES, .threads = 2};
    konane_values *values = NULL;
    assert_int_equal(konane_values_new(&options, &values, NULL), PM_OK);
    konane_stones stones = {SIDE, SIDE, PM_BLACK, {0}};
    for (int cell = 2; cell < SIDE * SIDE; cell++) {
        put(&stones, cell);
    }
    cgt_value value = CGT_NONE;
    konane_bounds bounds;
    assert_int_equal(konane_value(values, &stones, &value, NULL), PM_NO_MEMORY);
    assert_int_equal(value, CGT_NONE);
    assert_int_equal(konane_value_bounds(&stones, &options, 10000, &bounds, NULL), PM_OK);
    assert_int_equal(bounds.lower, -199);
    assert_int_equal(bounds.upper, 199);
    konane_values_free(values);
}

/* How many integers a table has room for. */
static int room_of(cgt_table *table)
{
    int n = 0;
    while (cgt_number(table, dyadic_integer(n)) != CGT_NONE) {
        n++;
    }
    return n;
}

/* Regions have a part of the budget: what is left for values is less than all of it. */
static void regions_share_the_budget(void **state)
{
    (void)state;
    const konane_values_options options = {.bytes = KONANE_VALUES_MIN_BYTES, .threads = 1};
    konane_values *values = NULL;
    cgt_table *whole = NULL;
    assert_int_equal(konane_values_new(&options, &values, NULL), PM_OK);
    assert_int_equal(cgt_table_new(options.bytes, &whole, NULL), PM_OK);
    assert_true(room_of(konane_values_table(values)) < room_of(whole));
    cgt_table_free(whole);
    konane_values_free(values);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(solid_lines),
        cmocka_unit_test(tails),
        cmocka_unit_test(patterns_add_up),
        cmocka_unit_test(search_agrees),
        cmocka_unit_test(turned_positions),
        cmocka_unit_test(files_leave_wide_regions_out),
        cmocka_unit_test(what_is_too_hard_is_reported),
        cmocka_unit_test(regions_share_the_budget),
    };
    return cmocka_run_group_tests_name("values on large boards", tests, NULL, NULL);
}
