/* Retrograde analysis of draughts against the slow solver of tests/oracle/oracle_draughts.c, position by position, and
 * against the counts of tests/data/draughts/endgames.tsv; and the numbering of positions.
 *
 * SPDX-License-Identifier: MIT
 */
#include "solver/draughts/retro.h"
#include "tests/aid/long.h"
#include "tests/aid/tsv.h"
#include "tests/oracle/draughts_bridge.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

enum { SEED = 11 };

static pm_error err;

static retro_draughts *solve(const draughts_rules *rules, int size, int pieces, int threads)
{
    draughts_board board;
    retro_draughts *solved = NULL;
    bridge_board(rules, size, &board);
    const retro_options options = {.threads = threads, .memory = (size_t)1 << 30};
    if (retro_draughts_solve(&board, pieces, &options, &solved, &err) != PM_OK) {
        fail_msg("%s", err.message);
    }
    return solved;
}

/* Every number belongs to a position of the slice, and that position for the number. */
static void test_numbering(void **state)
{
    (void)state;
    static const int boards[][2] = {{4, 8}, {6, 4}, {8, 3}};
    static draughts_index index;
    for (int i = 0; i < 3; i++) {
        draughts_board board;
        bridge_board(&draughts_italian, boards[i][0], &board);
        draughts_index_init(&index, &board, boards[i][1]);
        for (int s = 0; s < index.n_slices; s++) {
            for (uint64_t p = 0; p < index.slices[s].size; p++) {
                const draughts_position pos = draughts_index_unrank(&index, s, p);
                assert_int_equal(draughts_index_slice(&index, &pos), s);
                assert_int_equal(draughts_index_rank(&index, s, &pos), p);
                const uint64_t men[2] = {pos.pieces[0] & ~pos.kings, pos.pieces[1] & ~pos.kings};
                assert_false(men[0] & board.crown[0] || men[1] & board.crown[1] || pos.pieces[0] & pos.pieces[1]);
            }
        }
    }
}

/* Large slices, at random numbers. */
static void test_numbering_of_large_slices(void **state)
{
    (void)state;
    static draughts_index index;
    draughts_board board;
    bridge_board(&draughts_italian, 10, &board);
    draughts_index_init(&index, &board, 8);
    rng r = rng_stream(SEED, 0);
    print_message("seed %d\n", SEED);
    for (int s = 0; s < index.n_slices; s++) {
        for (int k = 0; k < 200; k++) {
            const uint64_t p = rng_next(&r) % index.slices[s].size;
            const draughts_position pos = draughts_index_unrank(&index, s, p);
            assert_int_equal(draughts_index_rank(&index, s, &pos), p);
        }
    }
}

/* Moves lead to earlier slices or to the partner, which is what retro.c relies on. */
static void test_order_of_slices(void **state)
{
    (void)state;
    static draughts_index index;
    draughts_board board;
    bridge_board(&draughts_american, 8, &board);
    draughts_index_init(&index, &board, 6);
    rng r = rng_stream(SEED, 1);
    for (int k = 0; k < 20000; k++) {
        const int s = (int)rng_below(&r, (uint32_t)index.n_slices);
        const draughts_position pos = draughts_index_unrank(&index, s, rng_next(&r) % index.slices[s].size);
        draughts_move moves[DRAUGHTS_MAX_MOVES];
        const int n = draughts_moves(&board, &pos, moves);
        for (int i = 0; i < n; i++) {
            const draughts_position next = draughts_turned(&board, draughts_make(&board, pos, moves[i]));
            const int to = next.pieces[PM_WHITE] ? draughts_index_slice(&index, &next) : -1;
            const int partner = draughts_index_partner(&index, s);
            assert_true(to == partner || (to < s && to < partner));
        }
    }
}

static void check_against_oracle(const draughts_rules *rules, int size, int pieces)
{
    retro_draughts *solved = solve(rules, size, pieces, 2);
    od_table *table = od_table_new(size, od_rules_named(rules->name), pieces);
    uint64_t n_solved = 0;
    for (int s = 0; s < solved->index.n_slices; s++) {
        n_solved += solved->index.slices[s].size;
    }
    assert_int_equal(n_solved, od_table_size(table));
    for (int i = 0; i < od_table_size(table); i++) {
        const od_position slow = od_table_position(table, i);
        const draughts_position pos = bridge_from_oracle(&solved->board, &slow);
        retro_code code;
        assert_true(retro_draughts_value(solved, &pos, &code));
        assert_int_equal(code, od_table_value(table, i) + 1);
        const draughts_position turned = draughts_turned(&solved->board, pos);
        retro_code same;
        assert_true(retro_draughts_value(solved, &turned, &same));
        assert_int_equal(same, code);
    }
    od_table_free(table);
    retro_draughts_free(solved);
}

/* Italian in full; the other games with as many pieces as leaves the test short. */
static void test_4x4_in_full(void **state)
{
    (void)state;
    check_against_oracle(&draughts_italian, 4, 8);
    check_against_oracle(&draughts_american, 4, 5);
    for (int i = 2; draughts_games[i]; i++) {
        check_against_oracle(draughts_games[i], 4, 4);
    }
}

static void test_6x6_with_3_pieces(void **state)
{
    (void)state;
    for (int i = 0; draughts_games[i]; i++) {
        check_against_oracle(draughts_games[i], 6, 3);
    }
}

/* The counts of the positions with exactly `pieces` pieces. */
static retro_counts count_pieces(const retro_draughts *solved, int pieces)
{
    retro_counts total = {.longest_win = -1};
    for (int s = 0; s < solved->index.n_slices; s++) {
        const draughts_material m = solved->index.slices[s].material;
        const retro_counts part = retro_count(solved->solution, s);
        if (m.mover_men + m.mover_kings + m.other_men + m.other_kings == pieces) {
            total.won += part.won;
            total.lost += part.lost;
            total.drawn += part.drawn;
            total.longest_win = part.longest_win > total.longest_win ? part.longest_win : total.longest_win;
        }
    }
    return total;
}

static void test_known_counts(void **state)
{
    (void)state;
    tsv_file *file = tsv_open("tests/data/draughts/endgames.tsv");
    int n = 0;
    for (; tsv_next(file, 6); n++) {
        retro_draughts *solved = solve(&draughts_italian, atoi(file->field[0]), atoi(file->field[1]), 2);
        const retro_counts counts = count_pieces(solved, atoi(file->field[1]));
        assert_int_equal(counts.won, strtoull(file->field[2], NULL, 10));
        assert_int_equal(counts.lost, strtoull(file->field[3], NULL, 10));
        assert_int_equal(counts.drawn, strtoull(file->field[4], NULL, 10));
        assert_int_equal(counts.longest_win, atoi(file->field[5]));
        retro_draughts_free(solved);
    }
    assert_int_equal(n, 6);
    tsv_close(file);
}

/* The value of a position by the values of its successors. */
static retro_code value_by_successors(const retro_draughts *solved, const draughts_position *pos)
{
    draughts_move moves[DRAUGHTS_MAX_MOVES];
    const int n = draughts_moves(&solved->board, pos, moves);
    int quickest_win = RETRO_MAX_CODE + 1, slowest_loss = 0;
    bool has_draw = false;
    for (int i = 0; i < n; i++) {
        const draughts_position next = draughts_make(&solved->board, *pos, moves[i]);
        retro_code code = 0;
        assert_true(retro_draughts_value(solved, &next, &code));
        if (retro_is_loss(code)) {
            quickest_win = code + 1 < quickest_win ? code + 1 : quickest_win;
        } else if (retro_is_win(code)) {
            slowest_loss = code + 1 > slowest_loss ? code + 1 : slowest_loss;
        } else {
            has_draw = true;
        }
    }
    if (n == 0) {
        return RETRO_LOST_NOW;
    }
    return (retro_code)(quickest_win <= RETRO_MAX_CODE ? quickest_win : has_draw ? RETRO_DRAW : slowest_loss);
}

/* A win or a loss of length d rests on one of length d - 1, a draw on a draw: so values that agree with those of their
 * successors everywhere are right as to wins and losses, and every draw can be held. */
static void test_consistency(void **state)
{
    (void)state;
    retro_draughts *solved = is_long_run() ? solve(&draughts_italian, 8, 5, 2) : solve(&draughts_italian, 6, 4, 2);
    rng r = rng_stream(SEED, 2);
    for (int k = 0; k < 200000; k++) {
        const int s = (int)rng_below(&r, (uint32_t)solved->index.n_slices);
        const uint64_t p = rng_next(&r) % solved->index.slices[s].size;
        const draughts_position pos = draughts_index_unrank(&solved->index, s, p);
        assert_int_equal(retro_value(solved->solution, s, p), value_by_successors(solved, &pos));
    }
    retro_draughts_free(solved);
}

static void test_threads_change_nothing(void **state)
{
    (void)state;
    retro_draughts *one = solve(&draughts_italian, 6, 4, 1), *three = solve(&draughts_italian, 6, 4, 3);
    for (int s = 0; s < one->index.n_slices; s++) {
        for (uint64_t p = 0; p < one->index.slices[s].size; p++) {
            assert_int_equal(retro_value(one->solution, s, p), retro_value(three->solution, s, p));
        }
        const retro_counts a = retro_count(one->solution, s), b = retro_count(three->solution, s);
        assert_memory_equal(&a, &b, sizeof a);
    }
    retro_draughts_free(one);
    retro_draughts_free(three);
}

static bool stop_at_once(void *ctx, uint64_t done, uint64_t total)
{
    int *calls = ctx;
    assert_true(done <= total);
    return ++*calls == 3;
}

static void test_refusals(void **state)
{
    (void)state;
    draughts_board board;
    bridge_board(&draughts_italian, 8, &board);
    retro_draughts *solved = NULL;
    retro_options options = {.threads = 1, .memory = 1000000};
    assert_int_equal(retro_draughts_solve(&board, 4, &options, &solved, &err), PM_NO_MEMORY);
    assert_string_equal(err.message, "the analysis needs 10.9 MiB of memory and was given 976.6 KiB");
    int calls = 0;
    options = (retro_options){.threads = 2, .memory = 1 << 30, .progress = stop_at_once, .progress_ctx = &calls};
    assert_int_equal(retro_draughts_solve(&board, 3, &options, &solved, &err), PM_INTERRUPTED);
    assert_int_equal(calls, 3);
    assert_null(solved);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_numbering),         cmocka_unit_test(test_numbering_of_large_slices),
        cmocka_unit_test(test_order_of_slices),   cmocka_unit_test(test_4x4_in_full),
        cmocka_unit_test(test_6x6_with_3_pieces), cmocka_unit_test(test_known_counts),
        cmocka_unit_test(test_consistency),       cmocka_unit_test(test_threads_change_nothing),
        cmocka_unit_test(test_refusals),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
