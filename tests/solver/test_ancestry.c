/* What can arise, found by searching backward from one position.
 *
 * Oracles: every position of small boards, reached forward by the moves of the rules; oracle_reach, which counts them
 * with rules of its own.
 *
 * SPDX-License-Identifier: MIT
 */
#include "solver/konane/ancestry.h"

#include "solver/konane/ancestry_sample.h"
#include "src/konane/board.h"
#include "tests/oracle/oracle.h"

#include <math.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdlib.h>

#include <cmocka.h>

static const uint64_t seed = 20261201;

typedef struct arisen {
    const pm_board *board;
    bool *is_reached; /* by set of stones, then mover */
    uint64_t n;
} arisen;

static void go_forward(arisen *a, pm_position pos)
{
    pm_move moves[PM_MAX_MOVES];
    const int n = pm_moves(a->board, pos, moves);
    for (int i = 0; i < n; i++) {
        const pm_position next = pm_move_make(a->board, pos, moves[i]);
        if (pm_position_is_opening(a->board, next)) {
            go_forward(a, next);
        } else if (!a->is_reached[2 * next.occupied + next.mover]) {
            a->is_reached[2 * next.occupied + next.mover] = true;
            a->n++;
            go_forward(a, next);
        }
    }
}

static arisen everything(const pm_board *board)
{
    arisen a = {.board = board, .is_reached = calloc((size_t)2 << board->n_cells, sizeof(bool))};
    pm_position start;
    assert_non_null(a.is_reached);
    if (pm_start(board, &start, NULL) == PM_OK) {
        go_forward(&a, start);
    }
    return a;
}

/* Compare the answers for all positions with what can arise. Returns how many stayed open. */
static uint64_t compare(const arisen *a, size_t width)
{
    ancestry *search;
    pm_error err;
    uint64_t n_open = 0;
    assert_int_equal(ancestry_new(a->board, width, &search, &err), PM_OK);
    for (uint64_t i = 0; i < (uint64_t)2 << a->board->n_cells; i++) {
        const pm_position pos = {.occupied = i / 2, .mover = (pm_color)(i % 2)};
        const ancestry_answer answer = ancestry_find(search, pos);
        n_open += answer == ANCESTRY_OPEN;
        if (answer != ANCESTRY_OPEN && (answer == ANCESTRY_FOUND) != a->is_reached[i]) {
            fail_msg("%dx%d, set %llx, mover %d: answer %d", a->board->rows, a->board->cols,
                     (unsigned long long)pos.occupied, (int)pos.mover, (int)answer);
        }
    }
    ancestry_free(search);
    return n_open;
}

static void check_board(int rows, int cols, pm_color corner, const char *rule)
{
    pm_board *board;
    pm_error err;
    assert_int_equal(pm_board_new(rows, cols, corner, rule, &board, &err), PM_OK);
    const arisen a = everything(board);
    uint64_t reachable = 0, terminal = 0;
    const oracle_board plain = {.rows = rows, .cols = cols, .corner = corner == PM_BLACK ? ORACLE_BLACK : ORACLE_WHITE};
    oracle_reach(&plain, rule, &reachable, &terminal);
    assert_int_equal(a.n, reachable);
    assert_int_equal(compare(&a, 5000), 0);
    compare(&a, 3);
    free(a.is_reached);
    pm_board_free(board);
}

static void test_every_position(void **state)
{
    (void)state;
    static const int sizes[][2] = {{1, 2}, {1, 9}, {2, 5}, {3, 3}, {3, 4}, {4, 3}};
    for (size_t i = 0; i < sizeof sizes / sizeof sizes[0]; i++) {
        check_board(sizes[i][0], sizes[i][1], PM_BLACK, "any");
        check_board(sizes[i][0], sizes[i][1], PM_BLACK, "corner");
        check_board(sizes[i][0], sizes[i][1], PM_WHITE, "any");
    }
}

/* Under a fixed opening White's removal counts too. */
static void test_a_fixed_opening(void **state)
{
    (void)state;
    pm_board *board;
    pm_error err;
    assert_int_equal(pm_board_new(3, 4, PM_BLACK, "fixed:b2,b1", &board, &err), PM_OK);
    const arisen a = everything(board);
    assert_true(a.n > 10);
    assert_int_equal(compare(&a, 5000), 0);
    free(a.is_reached);
    pm_board_free(board);
}

static ancestry_counts sample(int threads, size_t width)
{
    pm_board *board;
    pm_error err;
    assert_int_equal(pm_board_new(4, 4, PM_BLACK, "any", &board, &err), PM_OK);
    const ancestry_options options = {.samples = 20000, .width = width, .seed = seed, .threads = threads};
    ancestry_counts counts;
    assert_int_equal(ancestry_sample(board, &options, &counts, &err), PM_OK);
    pm_board_free(board);
    return counts;
}

/* 6948 of the 2^17 positions of 4x4 can arise (data/reachable.csv). */
static void test_a_sample_has_the_share_of_all(void **state)
{
    (void)state;
    print_message("seed %llu\n", (unsigned long long)seed);
    const double p = 6948.0 / (1 << 17), n = 20000;
    const ancestry_counts one = sample(1, 2000), three = sample(3, 2000), narrow = sample(2, 2);
    assert_memory_equal(&one, &three, sizeof one);
    assert_int_equal(one.n[ANCESTRY_OPEN], 0);
    assert_int_equal(one.n[ANCESTRY_NONE] + one.n[ANCESTRY_FOUND], (int)n);
    assert_true(fabs((double)one.n[ANCESTRY_FOUND] - n * p) < 4 * sqrt(n * p * (1 - p)));
    assert_true(narrow.n[ANCESTRY_OPEN] > 0);
    assert_true(narrow.n[ANCESTRY_FOUND] <= one.n[ANCESTRY_FOUND]);
    assert_true(narrow.n[ANCESTRY_FOUND] + narrow.n[ANCESTRY_OPEN] >= one.n[ANCESTRY_FOUND]);
}

static bool stop(void *ctx, uint64_t done, uint64_t total)
{
    assert_true(done >= 1 && done <= total);
    ++*(int *)ctx;
    return true;
}

static void test_refusals(void **state)
{
    (void)state;
    pm_board *board;
    pm_error err;
    ancestry *search;
    ancestry_counts counts;
    int calls = 0;
    const konane_variant single = {.chains = KONANE_CHAINS_SINGLE};
    assert_int_equal(konane_board_new(4, 4, PM_BLACK, "any", single, &board, &err), PM_OK);
    assert_int_equal(ancestry_new(board, 10, &search, &err), PM_BAD_INPUT);
    assert_null(search);
    pm_board_free(board);
    assert_int_equal(pm_board_new(4, 4, PM_BLACK, "any", &board, &err), PM_OK);
    const ancestry_options options = {
        .samples = 100, .width = 10, .seed = seed, .threads = 1, .progress = stop, .ctx = &calls};
    assert_int_equal(ancestry_sample(board, &options, &counts, &err), PM_INTERRUPTED);
    assert_int_equal(calls, 1);
    pm_board_free(board);
    ancestry_free(NULL);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_every_position),
        cmocka_unit_test(test_a_fixed_opening),
        cmocka_unit_test(test_a_sample_has_the_share_of_all),
        cmocka_unit_test(test_refusals),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
