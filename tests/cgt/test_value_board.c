/* Values of whole boards: against values made from the oracle's jumps, and against outcomes by the sweep.
 *
 * Oracles: tests/oracle/oracle.c (jumps from the rule text, position by position), and solver/sweep/sweep.c, which
 * knows winners only.
 *
 * SPDX-License-Identifier: MIT
 */
#include "solver/konane/sweep.h"
#include "solver/konane/values/value.h"
#include "solver/konane/values/value_board.h"
#include "src/base/bits.h"
#include "src/base/rng.h"
#include "src/konane/board.h"
#include "tests/aid/cgt_aid.h"
#include "tests/aid/long.h"
#include "tests/oracle/oracle_bridge.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

static pm_board *new_board(int rows, int cols, pm_color corner)
{
    pm_board *board;
    assert_int_equal(pm_board_new(rows, cols, corner, "any", &board, NULL), PM_OK);
    return board;
}

static board_values *value_all(const pm_board *board, int threads)
{
    const board_values_options options = {.threads = threads, .bytes = (size_t)512 << 20};
    board_values *values = NULL;
    pm_error err = {0, ""};
    if (board_values_new(board, &options, &values, &err) != PM_OK) {
        fail_msg("%s", err.message);
    }
    return values;
}

/* ---- against the oracle's jumps ---- */

/* The values of all sets of stones from the oracle's jumps alone, without symmetry, by increasing number of stones. */
static cgt_value *values_by_oracle(const pm_board *board, cgt_table *table)
{
    const oracle_board judge = oracle_board_of(board);
    const uint64_t n = UINT64_C(1) << board->n_cells;
    cgt_value *values = malloc(n * sizeof *values);
    for (int stones = 0; stones <= board->n_cells; stones++) {
        for (uint64_t set = 0; set < n; set++) {
            if (bits_count(set) != stones) {
                continue;
            }
            cgt_value options[2][ORACLE_MAX_MOVES];
            int n_options[2];
            for (int color = 0; color < 2; color++) {
                const oracle_position pos = oracle_position_of(&judge, (pm_position){set, (pm_color)color});
                oracle_move moves[ORACLE_MAX_MOVES];
                n_options[color] = oracle_jumps(&judge, &pos, moves);
                for (int i = 0; i < n_options[color]; i++) {
                    oracle_position after = pos;
                    oracle_make(&judge, &after, moves[i]);
                    options[color][i] = values[papamu_position_of(&judge, &after).occupied];
                }
            }
            values[set] = cgt_make(table, options[0], (size_t)n_options[0], options[1], (size_t)n_options[1]);
        }
    }
    return values;
}

/* Values region by region, as values of another table. */
typedef struct by_regions {
    konane_values *values;
    cgt_table *table;      /* the other one */
    cgt_value *translated; /* by value of the regions' table; CGT_NONE: not met yet */
    size_t n_translated;
} by_regions;

static by_regions by_regions_new(cgt_table *table, size_t megabytes)
{
    const konane_values_options options = {.bytes = megabytes << 20, .threads = 1};
    by_regions r = {.table = table};
    assert_int_equal(konane_values_new(&options, &r.values, NULL), PM_OK);
    return r;
}

static void by_regions_clear(by_regions *r)
{
    free(r->translated);
    konane_values_free(r->values);
}

static cgt_value translate(by_regions *r, cgt_value value)
{
    cgt_table *from = konane_values_table(r->values);
    const size_t size = cgt_table_size(from);
    if (size > r->n_translated) {
        r->translated = realloc(r->translated, 2 * size * sizeof *r->translated);
        assert_non_null(r->translated);
        memset(r->translated + r->n_translated, 0xff, (2 * size - r->n_translated) * sizeof *r->translated);
        r->n_translated = 2 * size;
    }
    if (r->translated[value] == CGT_NONE) {
        char *text = NULL;
        assert_int_equal(cgt_format(from, value, 1 << 20, &text, NULL), PM_OK);
        r->translated[value] = aid_value(r->table, text);
        free(text);
    }
    return r->translated[value];
}

static void check_by_regions(by_regions *r, const pm_board *board, uint64_t set, cgt_value expected)
{
    const konane_stones stones = {board->rows, board->cols, board->corner, {set}};
    cgt_value value = CGT_NONE;
    pm_error err = {0, ""};
    if (konane_value(r->values, &stones, &value, &err) != PM_OK) {
        fail_msg("%s", err.message);
    }
    if (translate(r, value) != expected) {
        fail_msg("%dx%d corner %d stones %llx", board->rows, board->cols, (int)board->corner, (unsigned long long)set);
    }
}

/* All positions of a board three ways: the board's table, the oracle's jumps, and region by region. */
static void compare_three_ways(int rows, int cols, pm_color corner)
{
    pm_board *board = new_board(rows, cols, corner);
    board_values *all = value_all(board, 2);
    cgt_table *table = board_values_table(all);
    cgt_value *expected = values_by_oracle(board, table);
    by_regions regions = by_regions_new(table, 512);
    for (uint64_t set = 0; set < UINT64_C(1) << board->n_cells; set++) {
        assert_int_equal(board_values_all(all)[set], expected[set]);
        check_by_regions(&regions, board, set, expected[set]);
    }
    by_regions_clear(&regions);
    free(expected);
    board_values_free(all);
    pm_board_free(board);
}

static void all_positions_of_small_boards(void **state)
{
    (void)state;
    compare_three_ways(1, 12, PM_BLACK);
    compare_three_ways(13, 1, PM_WHITE);
    compare_three_ways(2, 7, PM_BLACK);
    compare_three_ways(7, 2, PM_WHITE);
    compare_three_ways(3, 5, PM_BLACK);
    compare_three_ways(3, 5, PM_WHITE);
    compare_three_ways(5, 3, PM_BLACK);
    compare_three_ways(4, 4, PM_BLACK);
    compare_three_ways(4, 4, PM_WHITE);
}

static void all_positions_of_larger_boards(void **state)
{
    (void)state;
    if (!is_long_run()) {
        skip();
    }
    compare_three_ways(3, 6, PM_BLACK);
    compare_three_ways(4, 5, PM_BLACK);
    compare_three_ways(2, 10, PM_WHITE);
    compare_three_ways(1, 20, PM_BLACK);
}

/* The values of a million random positions region by region are those of the table, which has the outcomes of the
 * sweep. */
static void a_million_positions_of_5x5(void **state)
{
    (void)state;
    if (!is_long_run()) {
        skip();
    }
    const uint64_t seed = 20261129;
    print_message("seed %llu\n", (unsigned long long)seed);
    rng random = rng_stream(seed, 0);
    pm_board *board = new_board(5, 5, PM_BLACK);
    board_values *all = value_all(board, 2);
    by_regions regions = by_regions_new(board_values_table(all), 3072);
    for (int i = 0; i < 1000000; i++) {
        const uint64_t set = rng_next(&random) & 0x1ffffff;
        check_by_regions(&regions, board, set, board_values_all(all)[set]);
    }
    by_regions_clear(&regions);
    board_values_free(all);
    pm_board_free(board);
}

/* ---- against the sweep ---- */

typedef struct outcome_check {
    const konane_space *space;
    board_values *values;
    uint64_t n_compared;
} outcome_check;

static pm_status check_layer(void *ctx, par_team *team, const sweep_layer *white, const sweep_layer *black,
                             pm_error *err)
{
    (void)team;
    (void)err;
    outcome_check *check = ctx;
    cgt_table *table = board_values_table(check->values);
    for (uint32_t b = 0; b < UINT32_C(1) << check->space->spec.n_sets; b++) {
        if (!sweep_layer_has(black, b)) {
            continue;
        }
        for (uint32_t w = 0; w < UINT32_C(1) << check->space->spec.n_index; w++) {
            const cgt_value value = board_values_all(check->values)[konane_space_occupied(check->space, b, w)];
            const bool left = sweep_wins(black, b, w), right = sweep_wins(white, b, w);
            const cgt_outcome expected = left && right ? CGT_NEXT_PLAYER
                                         : left        ? CGT_LEFT
                                         : right       ? CGT_RIGHT
                                                       : CGT_PREVIOUS_PLAYER;
            assert_int_equal(cgt_outcome_of(table, value), expected);
            check->n_compared++;
        }
    }
    return PM_OK;
}

static void outcomes_agree_with_the_sweep(int rows, int cols)
{
    pm_board *board = new_board(rows, cols, PM_BLACK);
    konane_space *space = NULL;
    assert_int_equal(konane_space_new(board, &space, NULL), PM_OK);
    outcome_check check = {space, value_all(board, 2), 0};
    const sweep_options options = {.threads = 1, .memory = (size_t)1 << 30};
    sweep *s = NULL;
    assert_int_equal(sweep_new(&space->spec, &options, &s, NULL), PM_OK);
    assert_int_equal(sweep_run(s, check_layer, &check, NULL), PM_OK);
    assert_int_equal(check.n_compared, UINT64_C(1) << board->n_cells);
    sweep_free(s);
    board_values_free(check.values);
    konane_space_free(space);
    pm_board_free(board);
}

static void outcomes_of_4x4_3x6_and_4x5(void **state)
{
    (void)state;
    outcomes_agree_with_the_sweep(4, 4);
    outcomes_agree_with_the_sweep(3, 6);
    outcomes_agree_with_the_sweep(4, 5);
}

static void outcomes_of_5x5(void **state)
{
    (void)state;
    if (!is_long_run()) {
        skip();
    }
    outcomes_agree_with_the_sweep(5, 5);
}

/* ---- against itself ---- */

static void threads_agree_with_one(void **state)
{
    (void)state;
    pm_board *board = new_board(3, 5, PM_BLACK);
    board_values *alone = value_all(board, 1), *together = value_all(board, 4);
    const size_t n = (size_t)1 << board->n_cells;
    cgt_value *partner = malloc(cgt_table_size(board_values_table(alone)) * sizeof *partner);
    memset(partner, 0xff, cgt_table_size(board_values_table(alone)) * sizeof *partner);
    for (size_t set = 0; set < n; set++) {
        const cgt_value a = board_values_all(alone)[set], b = board_values_all(together)[set];
        if (partner[a] == CGT_NONE) {
            char *text = NULL;
            assert_int_equal(cgt_format(board_values_table(alone), a, 1 << 16, &text, NULL), PM_OK);
            aid_check_text(board_values_table(together), b, text);
            free(text);
            partner[a] = b;
        }
        assert_int_equal(partner[a], b);
    }
    free(partner);
    board_values_free(alone);
    board_values_free(together);
    pm_board_free(board);
}

static void limits_are_refused_with_figures(void **state)
{
    (void)state;
    pm_board *board = new_board(5, 5, PM_BLACK), *large = new_board(6, 6, PM_BLACK);
    board_values *values = NULL;
    pm_error err = {0, ""};
    board_values_options options = {.threads = 1, .bytes = 1 << 20};
    assert_int_equal(board_values_new(board, &options, &values, &err), PM_NO_MEMORY);
    assert_non_null(strstr(err.message, "was given 1.00 MiB"));
    assert_non_null(strstr(err.message, "needs 132.0 MiB"));
    options.bytes = (size_t)1 << 40;
    assert_int_equal(board_values_new(large, &options, &values, &err), PM_BAD_INPUT);
    assert_non_null(strstr(err.message, "36 cells"));
    assert_null(values);
    pm_board_free(board);
    pm_board_free(large);
}

static bool stop_at_once(void *ctx, uint64_t done, uint64_t total)
{
    (void)ctx;
    return done < total;
}

static void progress_can_stop_the_work(void **state)
{
    (void)state;
    pm_board *board = new_board(4, 4, PM_BLACK);
    const board_values_options options = {.threads = 1, .bytes = (size_t)64 << 20, .progress = stop_at_once};
    board_values *values = NULL;
    assert_int_equal(board_values_new(board, &options, &values, NULL), PM_INTERRUPTED);
    assert_null(values);
    pm_board_free(board);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(all_positions_of_small_boards),   cmocka_unit_test(all_positions_of_larger_boards),
        cmocka_unit_test(outcomes_of_4x4_3x6_and_4x5),     cmocka_unit_test(outcomes_of_5x5),
        cmocka_unit_test(a_million_positions_of_5x5),      cmocka_unit_test(threads_agree_with_one),
        cmocka_unit_test(limits_are_refused_with_figures), cmocka_unit_test(progress_can_stop_the_work),
    };
    return cmocka_run_group_tests_name("values of whole boards", tests, NULL, NULL);
}
