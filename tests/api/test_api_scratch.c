/* Solving with a scratch folder and answering positions in passing, through the public interface.
 *
 * Oracles: the solution of the same board in memory with all its rows, which test_api_solve.c compares with the rules;
 * the digest of its database.
 *
 * SPDX-License-Identifier: MIT
 */
#include "src/papamu/database.h"
#include "src/papamu/solve.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include <cmocka.h>

enum { N_POSITIONS = 500 };

static char folder[64], path[64];

static pm_board *board_of(int rows, int cols, pm_color corner)
{
    pm_board *board;
    assert_int_equal(pm_board_new(rows, cols, corner, NULL, &board, NULL), PM_OK);
    return board;
}

static bool exists(const char *name)
{
    struct stat facts;
    return stat(name, &facts) == 0;
}

/* Any positions that are not in the opening. */
static void draw_positions(const pm_board *board, pm_position positions[N_POSITIONS])
{
    const uint64_t all = pm_board_cells(board, PM_BLACK) | pm_board_cells(board, PM_WHITE);
    uint64_t x = 88172645463325252;
    for (int i = 0; i < N_POSITIONS;) {
        x ^= x << 13;
        x ^= x >> 7;
        x ^= x << 17;
        positions[i] = (pm_position){x & all, x >> 63 ? PM_WHITE : PM_BLACK};
        i += !pm_position_is_opening(board, positions[i]);
    }
}

static void compare(pm_color corner, const char *scratch, bool remoteness)
{
    pm_board *board = board_of(4, 5, corner);
    pm_solution *s, *kept;
    pm_error err = {.message = ""};
    pm_position positions[N_POSITIONS];
    pm_value values[N_POSITIONS], value;
    draw_positions(board, positions);
    const pm_solve_options options = {.remoteness = remoteness,
                                      .scratch = scratch,
                                      .job = {.threads = 2},
                                      .n_positions = N_POSITIONS,
                                      .positions = positions,
                                      .values = values};
    if (pm_solve(board, &options, &s, &err) != PM_OK) {
        fail_msg("%s", err.message);
    }
    assert_int_equal(pm_solve(board, &(pm_solve_options){.remoteness = remoteness, .keep_rows = true}, &kept, NULL),
                     PM_OK);
    for (int i = 0; i < N_POSITIONS; i++) {
        assert_int_equal(pm_solution_value(kept, positions[i], &value, NULL), PM_OK);
        assert_memory_equal(&values[i], &value, sizeof value);
    }
    const pm_solution_info a = pm_solution_get_info(s), b = pm_solution_get_info(kept);
    assert_true(a.n_openings == b.n_openings && a.pairs == b.pairs);
    assert_memory_equal(a.openings, b.openings, (size_t)a.n_openings * sizeof *a.openings);
    assert_memory_equal(a.wins, b.wins, sizeof a.wins);
    assert_int_equal(a.has_digest, scratch != NULL);
    if (!remoteness) {
        assert_memory_equal(a.census, b.census, sizeof *a.census);
    }
    if (scratch) {
        uint8_t digest[16];
        assert_int_equal(pm_db_write(board, path, NULL, digest, NULL), PM_OK);
        assert_memory_equal(a.digest, digest, 16);
        assert_false(exists(folder));
        (void)remove(path);
    }
    pm_solution_free(s);
    pm_solution_free(kept);
    pm_board_free(board);
}

static void test_positions_in_passing(void **state)
{
    (void)state;
    compare(PM_BLACK, NULL, false);
    compare(PM_WHITE, NULL, true);
}

static void test_from_disk(void **state)
{
    (void)state;
    compare(PM_BLACK, folder, false);
    compare(PM_WHITE, folder, false);
}

static bool stop_later(void *ctx, uint64_t done, uint64_t total)
{
    return done < total && ++*(int *)ctx > 20;
}

/* What was asked of the first run is not what another one is told. */
static void test_interruption(void **state)
{
    (void)state;
    pm_board *board = board_of(5, 5, PM_BLACK), *other = board_of(5, 5, PM_WHITE);
    pm_solution *s = NULL, *whole;
    pm_error err = {.message = ""};
    int calls = 0;
    pm_solve_options options = {.scratch = folder, .job = {.progress = stop_later, .ctx = &calls}};
    assert_int_equal(pm_solve(board, &options, &s, &err), PM_INTERRUPTED);
    assert_true(exists(folder) && !s);
    options.job.progress = NULL;
    assert_int_equal(pm_solve(other, &options, &s, &err), PM_BAD_INPUT);
    assert_non_null(strstr(err.message, "something else"));

    const pm_position position = {0x1234, PM_WHITE};
    pm_value value;
    options.n_positions = 1;
    options.positions = &position;
    options.values = &value;
    assert_int_equal(pm_solve(board, &options, &s, &err), PM_BAD_INPUT);
    options.n_positions = 0;
    assert_int_equal(pm_solve(board, &options, &s, &err), PM_OK);
    assert_int_equal(pm_solve(board, NULL, &whole, NULL), PM_OK);
    assert_memory_equal(pm_solution_get_info(s).census, pm_solution_get_info(whole).census, sizeof(pm_census_table));
    assert_false(exists(folder));
    pm_solution_free(s);
    pm_solution_free(whole);
    pm_board_free(board);
    pm_board_free(other);
}

static void test_plan(void **state)
{
    (void)state;
    pm_board *board = board_of(6, 7, PM_BLACK);
    pm_plan plan, on_disk;
    const pm_solve_options options = {.scratch = folder, .job = {.memory = UINT64_C(16) << 30, .threads = 1}};
    assert_int_equal(pm_plan_make(board, &(pm_solve_options){.job = options.job}, &plan, NULL), PM_OK);
    assert_int_equal(pm_plan_make(board, &options, &on_disk, NULL), PM_OK);
    assert_false(plan.fits);
    assert_true(on_disk.fits && on_disk.bytes < plan.bytes && on_disk.bytes <= options.job.memory);
    assert_true(on_disk.disk_bytes > 0 && on_disk.read_bytes >= on_disk.written_bytes && plan.disk_bytes == 0);
    assert_false(exists(folder));
    pm_board_free(board);
}

static void test_bad_input(void **state)
{
    (void)state;
    pm_board *board = board_of(4, 4, PM_BLACK);
    pm_solution *s = NULL;
    pm_error err = {.message = ""};
    pm_position positions[2] = {{1, PM_BLACK}, {UINT64_C(1) << 16, PM_BLACK}};
    pm_value values[2];
    const pm_solve_options wrong[] = {
        {.scratch = folder, .remoteness = true},
        {.scratch = folder, .keep_rows = true},
        {.n_positions = 1, .positions = positions},
        {.n_positions = 1, .values = values},
        {.n_positions = SIZE_MAX, .positions = positions, .values = values},
    };
    for (size_t i = 0; i < sizeof wrong / sizeof wrong[0]; i++) {
        assert_int_equal(pm_solve(board, &wrong[i], &s, &err), PM_BAD_INPUT);
        assert_true(err.message[0] && !s);
    }
    const pm_solve_options two = {.n_positions = 2, .positions = positions, .values = values};
    assert_int_equal(pm_solve(board, &two, &s, &err), PM_BAD_INPUT);
    assert_int_equal(err.offset, 1);
    assert_int_equal(pm_start(board, &positions[1], NULL), PM_OK);
    assert_int_equal(pm_solve(board, &two, &s, &err), PM_BAD_INPUT);
    assert_int_equal(err.offset, 1);
    assert_int_equal(pm_solve(board, &(pm_solve_options){.scratch = "/dev/null/x"}, &s, &err), PM_IO);
    assert_int_equal(pm_solve(board, &(pm_solve_options){.scratch = folder, .job = {.memory = 1}}, &s, &err),
                     PM_NO_MEMORY);
    assert_int_equal(pm_plan_make(board, &wrong[0], &(pm_plan){0}, &err), PM_BAD_INPUT);
    assert_false(exists(folder));
    pm_board_free(board);
}

int main(void)
{
    snprintf(folder, sizeof folder, "/tmp/papamu-test-%d.scratch", (int)getpid());
    snprintf(path, sizeof path, "/tmp/papamu-test-%d.papamu", (int)getpid());
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_positions_in_passing),
        cmocka_unit_test(test_from_disk),
        cmocka_unit_test(test_interruption),
        cmocka_unit_test(test_plan),
        cmocka_unit_test(test_bad_input),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
