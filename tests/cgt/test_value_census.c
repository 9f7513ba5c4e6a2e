/* Counting values: against counts made position by position, text by text.
 *
 * SPDX-License-Identifier: MIT
 */
#include "solver/cgt/thermo.h"
#include "solver/cgt/value_census.h"
#include "solver/konane/values/value_board.h"
#include "src/base/bits.h"
#include "tests/aid/cgt_aid.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stdlib.h>

#include <cmocka.h>

enum { ROWS = 3, COLS = 4, N_CELLS = ROWS * COLS, N_SETS = 1 << N_CELLS };

typedef struct fixture {
    pm_board *board;
    board_values *values;
    cgt_table *table;
    const cgt_value *all;
} fixture;

static int begin(void **state)
{
    static fixture f;
    const board_values_options options = {.threads = 1, .bytes = (size_t)64 << 20};
    assert_int_equal(pm_board_new(ROWS, COLS, PM_BLACK, "any", &f.board, NULL), PM_OK);
    assert_int_equal(board_values_new(f.board, &options, &f.values, NULL), PM_OK);
    f.table = board_values_table(f.values);
    f.all = board_values_all(f.values);
    *state = &f;
    return 0;
}

static int end(void **state)
{
    fixture *f = *state;
    board_values_free(f->values);
    pm_board_free(f->board);
    return 0;
}

static void values_are_counted(void **state)
{
    fixture *f = *state;
    value_census *census = NULL;
    assert_int_equal(value_census_new(f->table, f->all, N_CELLS, 2, &census, NULL), PM_OK);
    uint64_t total = 0;
    for (size_t i = 0; i < census->n_values; i++) {
        const census_value *v = &census->values[i];
        uint64_t n = 0;
        for (int set = 0; set < N_SETS; set++) {
            n += f->all[set] == v->value;
        }
        assert_int_equal(v->n_positions, n);
        assert_int_equal(v->birthday, cgt_birthday(f->table, v->value));
        assert_true(i == 0 || v[-1].n_positions > v->n_positions ||
                    (v[-1].n_positions == v->n_positions && cgt_structural_order(f->table, v[-1].value, v->value) < 0));
        total += n;
    }
    assert_int_equal(total, N_SETS);
    value_census_free(census);
}

static void traits_are_counted_by_stones(void **state)
{
    fixture *f = *state;
    value_census *census = NULL;
    assert_int_equal(value_census_new(f->table, f->all, N_CELLS, 3, &census, NULL), PM_OK);
    cgt_thermographs *thermographs = cgt_thermographs_new(f->table);
    for (int set = 0; set < N_SETS; set++) {
        cgt_thermograph graph;
        assert_int_equal(cgt_thermograph_of(thermographs, f->all[set], &graph, NULL), PM_OK);
        size_t at = 0;
        while (census->temperatures[at] != graph.temperature) {
            at++;
            assert_true(at < census->n_temperatures);
        }
        const size_t stones = (size_t)bits_count((uint64_t)set);
        census->by_temperature[stones * census->n_temperatures + at]--;
        census->by_birthday[stones * census->n_birthdays + cgt_birthday(f->table, f->all[set])]--;
    }
    for (size_t i = 0; i < (N_CELLS + 1) * census->n_temperatures; i++) {
        assert_int_equal(census->by_temperature[i], 0);
    }
    for (size_t i = 0; i < (N_CELLS + 1) * census->n_birthdays; i++) {
        assert_int_equal(census->by_birthday[i], 0);
    }
    cgt_thermographs_free(thermographs);
    value_census_free(census);
}

static void kinds_are_counted_by_stones(void **state)
{
    fixture *f = *state;
    value_census *census = NULL;
    assert_int_equal(value_census_new(f->table, f->all, N_CELLS, 2, &census, NULL), PM_OK);
    const size_t n_values = cgt_table_size(f->table);
    bool *is_seen = calloc((N_CELLS + 1) * n_values, sizeof *is_seen);
    assert_non_null(is_seen);
    cgt_thermographs *thermographs = cgt_thermographs_new(f->table);
    for (int set = 0; set < N_SETS; set++) {
        const cgt_value value = f->all[set];
        const int stones = bits_count((uint64_t)set);
        census_stones *s = &census->by_stones[stones];
        cgt_thermograph graph;
        assert_int_equal(cgt_thermograph_of(thermographs, value, &graph, NULL), PM_OK);
        bool *seen = &is_seen[(size_t)stones * n_values + value];
        s->n_values -= !*seen;
        *seen = true;
        s->n_positions--;
        s->zeros -= value == CGT_ZERO;
        s->integers -= value == cgt_number(f->table, graph.mean) && dyadic_is_integer(graph.mean);
        s->numbers -= value == cgt_number(f->table, graph.mean);
        s->infinitesimals -= cgt_is_infinitesimal(f->table, value);
    }
    for (int stones = 0; stones <= N_CELLS; stones++) {
        const census_stones none = {0};
        assert_memory_equal(&census->by_stones[stones], &none, sizeof none);
    }
    cgt_thermographs_free(thermographs);
    free(is_seen);
    value_census_free(census);
}

static value_census *count(const fixture *f, const cgt_value *values, int n_cells, int threads)
{
    value_census *census = NULL;
    assert_int_equal(value_census_new(f->table, values, n_cells, threads, &census, NULL), PM_OK);
    return census;
}

/* With so many positions that each thread has some: the values of the board over and over. */
static void threads_change_nothing(void **state)
{
    enum { CELLS = 22 };
    const fixture *f = *state;
    cgt_value *values = malloc((sizeof *values) << CELLS);
    assert_non_null(values);
    for (size_t set = 0; set < (size_t)1 << CELLS; set++) {
        values[set] = f->all[set % N_SETS];
    }
    value_census *one = count(f, values, CELLS, 1), *three = count(f, values, CELLS, 3);
    assert_int_equal(one->n_values, three->n_values);
    for (size_t i = 0; i < one->n_values; i++) {
        assert_int_equal(one->values[i].value, three->values[i].value);
        assert_int_equal(one->values[i].n_positions, three->values[i].n_positions);
    }
    const size_t n = CELLS + 1;
    assert_memory_equal(one->by_temperature, three->by_temperature, n * one->n_temperatures * sizeof(uint64_t));
    assert_memory_equal(one->by_birthday, three->by_birthday, n * one->n_birthdays * sizeof(uint64_t));
    assert_memory_equal(one->by_stones, three->by_stones, n * sizeof *one->by_stones);
    value_census_free(one);
    value_census_free(three);
    free(values);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(values_are_counted), cmocka_unit_test(traits_are_counted_by_stones),
        cmocka_unit_test(kinds_are_counted_by_stones), cmocka_unit_test(threads_change_nothing)};
    return cmocka_run_group_tests_name("census of values", tests, begin, end);
}
