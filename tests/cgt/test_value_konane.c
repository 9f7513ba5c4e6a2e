/* Values of single positions: the published and independently computed values, regions, limits.
 *
 * Oracle: tests/data/values.tsv, with a source for each line.
 *
 * SPDX-License-Identifier: MIT
 */
#include "solver/konane/values/value.h"
#include "tests/aid/cgt_aid.h"
#include "tests/aid/long.h"
#include "tests/aid/tsv.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

static konane_stones stones_of(const char *text)
{
    konane_diagram d;
    pm_error err;
    if (konane_diagram_parse(text, true, KONANE_CELL_LIMIT, &d, &err) != PM_OK) {
        fail_msg("%s: %s", text, err.message);
    }
    return konane_stones_of(&d);
}

static konane_values *new_values(size_t megabytes, int threads)
{
    const konane_values_options options = {.bytes = megabytes << 20, .threads = threads};
    konane_values *values = NULL;
    assert_int_equal(konane_values_new(&options, &values, NULL), PM_OK);
    return values;
}

static cgt_value value_of(konane_values *values, const char *text)
{
    const konane_stones stones = stones_of(text);
    cgt_value value = CGT_NONE;
    pm_error err;
    if (konane_value(values, &stones, &value, &err) != PM_OK) {
        fail_msg("%s: %s", text, err.message);
    }
    return value;
}

static void known_values(void **state)
{
    (void)state;
    konane_values *values = new_values(256, 2);
    tsv_file *file = tsv_open("tests/data/values.tsv");
    int n = 0;
    while (tsv_next(file, 4)) {
        const cgt_value value = value_of(values, file->field[1]);
        if (value != aid_value(konane_values_table(values), file->field[2])) {
            print_error("%s\n", file->field[0]);
            aid_check_text(konane_values_table(values), value, file->field[2]);
        }
        aid_check_text(konane_values_table(values), value, file->field[2]);
        n++;
    }
    assert_true(n >= 270);
    tsv_close(file);
    konane_values_free(values);
}

/* The regions of a position, where they lie: no two share a cell, and their values add up to that of the position. */
static void values_of_regions(void **state)
{
    static const char *const texts[] = {"xo.|...|.ox", "xo...|.....|.....|.....|...ox",
                                        "xo..xo.",     "x|o|.|.|x|o|.|.|.|.|x",
                                        "...|.x.|...", "xo.ox|.....|xo.ox|....."};
    (void)state;
    konane_values *values = new_values(64, 1);
    int most = 0;
    for (size_t i = 0; i < sizeof texts / sizeof *texts; i++) {
        const konane_stones stones = stones_of(texts[i]);
        konane_value_place places[REGION_MAX_PARTS];
        int n = -1;
        assert_int_equal(konane_value_places(values, &stones, places, &n, NULL), PM_OK);
        cgt_value sum = CGT_ZERO;
        uint64_t seen = 0;
        for (int k = 0; k < n; k++) {
            assert_true(places[k].cells[0] != 0 && !(places[k].cells[0] & seen));
            seen |= places[k].cells[0];
            sum = cgt_sum(konane_values_table(values), sum, places[k].value);
        }
        assert_int_equal(sum, value_of(values, texts[i]));
        most = n > most ? n : most;
    }
    assert_true(most >= 2);
    konane_values_free(values);
}

/* A board and the same turned over the diagonal have the same regions, each turned. */
static void regions_of_high_boards(void **state)
{
    (void)state;
    konane_values *values = new_values(64, 1);
    const konane_stones wide = stones_of("xo.....|.......|.......|.......|.....ox"),
                        high = stones_of("x....|o....|.....|.....|.....|....o|....x");
    konane_value_place a[REGION_MAX_PARTS], b[REGION_MAX_PARTS];
    int n = 0, m = 0;
    assert_int_equal(konane_value_places(values, &wide, a, &n, NULL), PM_OK);
    assert_int_equal(konane_value_places(values, &high, b, &m, NULL), PM_OK);
    assert_int_equal(n, 2);
    assert_int_equal(m, 2);
    for (int k = 0; k < 2; k++) {
        uint64_t turned = 0;
        for (int cell = 0; cell < 35; cell++) {
            turned |= (a[k].cells[0] >> cell & 1) << ((4 - cell % 5) * 7 + 6 - cell / 5); /* from the top left */
        }
        assert_int_equal(b[0].cells[0] == turned ? b[0].value : b[1].value, a[k].value);
        assert_true(b[0].cells[0] == turned || b[1].cells[0] == turned);
    }
    konane_values_free(values);
}

/* The openings of 5x5, as published (an integer value; the winner also by Norvig). */
static void openings_of_5x5(void **state)
{
    (void)state;
    konane_values *values = new_values(512, 2);
    aid_check_text(konane_values_table(values), value_of(values, "xoxox|oxoxo|xo..x|oxoxo|xoxox"), "1");
    if (is_long_run()) {
        aid_check_text(konane_values_table(values), value_of(values, "..xox|oxoxo|xoxox|oxoxo|xoxox"), "1");
    }
    konane_values_free(values);
}

/* Openings that are not integers. Oracle: the sweep finds the integers around them (data/integers.csv); the values are
 * those of the whole board's table (data/opening_values.csv). */
static void openings_that_are_no_integers(void **state)
{
    (void)state;
    konane_values *values = new_values(512, 2);
    aid_check_text(konane_values_table(values), value_of(values, "xoxoxoxo|oxoxoxox|..xoxoxo"), "-1/4");
    if (is_long_run()) {
        aid_check_text(konane_values_table(values), value_of(values, "xoxoxoxo|oxoxoxox|xoxoxo.."), "1/4");
        aid_check_text(konane_values_table(values), value_of(values, "xoxox|oxoxo|x.xox|o.oxo|xoxox"), "-1/2");
    }
    konane_values_free(values);
}

static int n_parts(const char *text, region_parts *parts)
{
    const konane_stones stones = stones_of(text);
    const region_frame frame = region_frame_make(stones.rows, stones.cols);
    const set128 all = konane_cells_set128(stones.rows, stones.cols);
    region_split(&frame, konane_cell_color(stones.rows, stones.corner, 0), all, konane_stones_set128(&stones), parts);
    return parts->n;
}

static void known_splits(void **state)
{
    static const struct {
        const char *text;
        int n;
    } known[] = {
        {"....", 0},
        {"x.x.x.x.", 0}, /* one colour cannot jump */
        {"xo.", 1},
        {"xo.ox", 1}, /* both land on the same cell */
        {".xo.|....|....|....|.xo.", 2},
        {"oxoxox|xoxoxo|oxoxox", 0}, /* full: nobody can jump */
        {"..xo|oxox", 1},
    };
    (void)state;
    region_parts parts;
    for (size_t i = 0; i < sizeof known / sizeof *known; i++) {
        if (n_parts(known[i].text, &parts) != known[i].n) {
            fail_msg("%s: %d parts", known[i].text, parts.n);
        }
    }
}

static bool same_region(const region *a, const region *b)
{
    return a->cells == b->cells && a->stones == b->stones && a->rows == b->rows && a->cols == b->cols;
}

/* A pattern has one normal form wherever it lies and however it is turned; cell 0 of the form gives the colour. */
static void normal_forms(void **state)
{
    static const char *const images[] = {
        "......|.xo...|......|......",
        "......|......|...ox.|......",
        "....|.x..|.o..|....|....|....",
    };
    (void)state;
    region_parts first, other;
    assert_int_equal(n_parts(images[0], &first), 1);
    for (int i = 1; i < 3; i++) {
        assert_int_equal(n_parts(images[i], &other), 1);
        assert_true(same_region(&first.part[0], &other.part[0]));
        assert_int_equal(first.is_negated[0], other.is_negated[0]);
    }
    /* with the colours exchanged: the same form, negated */
    assert_int_equal(n_parts("......|.ox...|......", &other), 1);
    assert_true(same_region(&first.part[0], &other.part[0]));
    assert_int_not_equal(first.is_negated[0], other.is_negated[0]);
    /* so has one as high as it is wide, turned over its diagonal */
    assert_int_equal(n_parts("xo...|..o..|..x..|.....|.....", &first), 1);
    assert_int_equal(n_parts("x....|o....|.ox..|.....|.....", &other), 1);
    assert_int_equal(first.part[0].rows, first.part[0].cols);
    assert_true(same_region(&first.part[0], &other.part[0]));
    assert_int_equal(first.is_negated[0], other.is_negated[0]);
    /* the edge of the board makes it another region */
    assert_int_equal(n_parts("......|..xo..|......", &other), 1);
    assert_false(same_region(&first.part[0], &other.part[0]));
}

/* Patterns that are the same bits on boards of other shapes are not taken for each other. */
static void shapes_are_told_apart(void **state)
{
    static const int shapes[][2] = {{1, 12}, {2, 6}, {3, 4}};
    (void)state;
    konane_values *shared = new_values(16, 1);
    for (size_t i = 0; i < sizeof shapes / sizeof *shapes; i++) {
        konane_values *own = new_values(16, 1);
        for (uint64_t set = 0; set < 1 << 12; set++) {
            const konane_stones stones = {shapes[i][0], shapes[i][1], PM_BLACK, {set}};
            cgt_value value = CGT_NONE, expected = CGT_NONE;
            char *text = NULL;
            assert_int_equal(konane_value(shared, &stones, &value, NULL), PM_OK);
            assert_int_equal(konane_value(own, &stones, &expected, NULL), PM_OK);
            assert_int_equal(cgt_format(konane_values_table(own), expected, 4096, &text, NULL), PM_OK);
            aid_check_text(konane_values_table(shared), value, text);
            free(text);
        }
        konane_values_free(own);
    }
    konane_values_free(shared);
}

static void used_up_memory_is_reported(void **state)
{
    (void)state;
    konane_values_options options = {.bytes = KONANE_VALUES_MIN_BYTES - 1, .threads = 1};
    konane_values *values = NULL;
    pm_error err = {0, ""};
    assert_int_equal(konane_values_new(&options, &values, &err), PM_NO_MEMORY);
    options.bytes = KONANE_VALUES_MIN_BYTES;
    assert_int_equal(konane_values_new(&options, &values, &err), PM_OK);
    const konane_stones stones = stones_of("xoxox.|.xo.o.|xox..o|oxox.x|xo.oxo"); /* not a number */
    cgt_value value = CGT_NONE;
    assert_int_equal(konane_value(values, &stones, &value, &err), PM_NO_MEMORY);
    assert_non_null(strstr(err.message, "8.00 MiB"));
    assert_int_equal(value, CGT_NONE);
    konane_values_free(values);
}

static bool stop_always(void *ctx)
{
    (void)ctx;
    return true;
}

static void work_can_be_stopped(void **state)
{
    (void)state;
    const konane_values_options options = {.bytes = (size_t)64 << 20, .threads = 2, .stop = stop_always};
    konane_values *values = NULL;
    assert_int_equal(konane_values_new(&options, &values, NULL), PM_OK);
    const konane_stones stones = stones_of("..xo|oxox");
    cgt_value value;
    assert_int_equal(konane_value(values, &stones, &value, NULL), PM_INTERRUPTED);
    konane_values_free(values);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(known_values),
        cmocka_unit_test(openings_of_5x5),
        cmocka_unit_test(values_of_regions),
        cmocka_unit_test(regions_of_high_boards),
        cmocka_unit_test(openings_that_are_no_integers),
        cmocka_unit_test(known_splits),
        cmocka_unit_test(normal_forms),
        cmocka_unit_test(shapes_are_told_apart),
        cmocka_unit_test(used_up_memory_is_reported),
        cmocka_unit_test(work_can_be_stopped),
    };
    return cmocka_run_group_tests_name("values of positions", tests, NULL, NULL);
}
