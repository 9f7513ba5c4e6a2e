/* Measures exact values: all openings of 4x4 and of 4x5 one after the other from an empty memory of regions, one
 * opening of 5x5, and all positions of these boards by their table. Prints records for scripts/bench.sh; medians of
 * several runs, with the number of regions or of different values as a signature (the former may depend on the number
 * of threads; one is used).
 *
 * SPDX-License-Identifier: MIT
 */
#include "solver/cgt/value_census.h"
#include "solver/konane/query.h"
#include "solver/konane/values/value.h"
#include "solver/konane/values/value_board.h"
#include "tests/aid/measure.h"

#include <stdio.h>
#include <stdlib.h>

enum { N_RUNS = 3 };

static const size_t bytes = (size_t)2 << 30;

static void check(pm_status status, const pm_error *err)
{
    if (status != PM_OK) {
        fprintf(stderr, "bench_values: %s\n", err->message);
        exit(EXIT_FAILURE);
    }
}

static pm_board *new_board(int rows, int cols, const char *opening)
{
    pm_board *board;
    pm_error err = {0, ""};
    check(pm_board_new(rows, cols, PM_BLACK, opening, &board, &err), &err);
    return board;
}

/* Value the openings that a rule admits, in one memory. */
static void measure_openings(int rows, int cols, const char *rule, const char *name)
{
    konane_opening_result openings[KONANE_MAX_OPENINGS];
    konane_query after[KONANE_MAX_OPENINGS];
    pm_board *board = new_board(rows, cols, rule);
    const int n = konane_opening_queries(board, openings, after);
    double seconds[N_RUNS];
    size_t n_regions = 0;
    for (int run = 0; run < N_RUNS; run++) {
        const konane_values_options options = {.bytes = bytes, .threads = 1};
        pm_error err = {0, ""};
        konane_values *values;
        const double before = measure_processor_seconds();
        check(konane_values_new(&options, &values, &err), &err);
        for (int i = 0; i < n; i++) {
            const konane_stones stones = {rows, cols, PM_BLACK, {after[i].pos.occupied}};
            cgt_value value;
            check(konane_value(values, &stones, &value, &err), &err);
        }
        seconds[run] = measure_processor_seconds() - before;
        n_regions = konane_values_n_regions(values);
        konane_values_free(values);
    }
    printf("values of %s\t%.3f\ts\tone core, from nothing; %d openings, %zu regions\n", name,
           measure_median(seconds, N_RUNS), n, n_regions);
    pm_board_free(board);
}

static size_t count_values(board_values *values, int n_cells)
{
    pm_error err = {0, ""};
    value_census *census;
    check(value_census_new(board_values_table(values), board_values_all(values), n_cells, 1, &census, &err), &err);
    const size_t n = census->n_values;
    value_census_free(census);
    return n;
}

static void measure_board(int rows, int cols)
{
    pm_board *board = new_board(rows, cols, "any");
    double wall[N_RUNS], processor[N_RUNS];
    size_t n_values = 0;
    const board_values_options options = {.threads = par_processors(), .bytes = bytes};
    for (int run = 0; run < N_RUNS; run++) {
        pm_error err = {0, ""};
        board_values *values;
        const double wall_before = measure_wall_seconds(), processor_before = measure_processor_seconds();
        check(board_values_new(board, &options, &values, &err), &err);
        wall[run] = measure_wall_seconds() - wall_before;
        processor[run] = measure_processor_seconds() - processor_before;
        n_values = count_values(values, rows * cols);
        board_values_free(values);
    }
    printf("values of all positions of %dx%d\t%.3f\ts\t%.3f s of processor time; %zu different values\n", rows, cols,
           measure_median(wall, N_RUNS), measure_median(processor, N_RUNS), n_values);
    pm_board_free(board);
}

int main(void)
{
    measure_openings(4, 4, "any", "all openings of 4x4");
    measure_openings(4, 5, "any", "all openings of 4x5");
    measure_openings(5, 5, "fixed:c3,b3", "5x5 without c3 and b3");
    measure_board(4, 4);
    measure_board(4, 5);
    measure_board(5, 5);
    return EXIT_SUCCESS;
}
