/* Databases: every position of small boards against the oracle, both corners, both movers; equality of digests;
 * verification; resumption.
 *
 * Oracle: tests/oracle/oracle.c (minimax and remoteness from the rule text).
 *
 * SPDX-License-Identifier: MIT
 */
#include "solver/konane/db/db.h"
#include "solver/konane/db/derive.h"
#include "solver/konane/db/probe.h"
#include "solver/konane/db/verify.h"
#include "src/base/bits.h"
#include "src/konane/board.h"
#include "tests/aid/db_maker.h"
#include "tests/aid/long.h"
#include "tests/oracle/oracle.h"
#include "tests/oracle/oracle_bridge.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include <cmocka.h>

static void compare_with_oracle(const char *path, int rows, int cols, pm_color corner)
{
    pm_db *database;
    pm_board *board;
    pm_error err;
    assert_int_equal(pm_db_open(path, 0, &database, &err), PM_OK);
    const konane_variant variant = db_konane_board(pm_db_konane(database))->variant;
    assert_int_equal(konane_board_new(rows, cols, corner, "any", variant, &board, NULL), PM_OK);
    const bool has_remoteness = pm_db_get_info(database).has_remoteness;
    const oracle_board judge = oracle_board_of(board);
    oracle_table *values = oracle_table_new(&judge);
    for (uint64_t occupied = 0; occupied <= board->all; occupied++) {
        for (int mover = 0; mover < 2; mover++) {
            const pm_position pos = {occupied, (pm_color)mover};
            if (pm_position_is_opening(board, pos)) {
                continue;
            }
            pm_value value;
            const oracle_position judged = oracle_position_of(&judge, pos);
            assert_int_equal(pm_db_probe(database, board, pos, &value, &err), PM_OK);
            const int remoteness = has_remoteness ? oracle_remoteness(values, &judged) : -1;
            const bool wins = has_remoteness ? remoteness % 2 == 1 : oracle_mover_wins(values, &judged);
            if ((value.winner == pos.mover) != wins || value.remoteness != remoteness) {
                fail_msg("%dx%d corner %d: %llx mover %d", rows, cols, (int)corner, (unsigned long long)occupied,
                         mover);
            }
        }
    }
    oracle_table_free(values);
    pm_board_free(board);
    pm_db_close(database);
}

static void check_board(int rows, int cols)
{
    char path[DB_MAKER_PATH];
    db_maker_name(path);
    static const db_options files[] = {
        {.level = 1}, {.level = 3, .version = 1}, {.level = 3}, {.level = 6}, {.level = 1, .kind = DB_REMOTENESS}};
    for (size_t i = 0; i < sizeof files / sizeof files[0]; i++) {
        db_maker_make(path, rows, cols, &files[i], NULL);
        compare_with_oracle(path, rows, cols, PM_BLACK);
        compare_with_oracle(path, rows, cols, PM_WHITE);
    }
    unlink(path);
}

static verify_result verify(const char *path, uint64_t n_samples, pm_status expected)
{
    pm_db *database;
    pm_error err = {0};
    verify_result result;
    const verify_options options = {.n_samples = n_samples, .seed = 1, .threads = 2};
    assert_int_equal(pm_db_open(path, 0, &database, &err), PM_OK);
    assert_int_equal(pm_db_verify(database, &options, &result, &err), expected);
    pm_db_close(database);
    return result;
}

/* Of each variant, whole and halved. */
static void test_every_position_of_variants(void **state)
{
    (void)state;
    static const int sizes[][2] = {{3, 4}, {2, 6}, {1, 13}, {3, 5}, {4, 4}};
    char path[DB_MAKER_PATH];
    db_maker_name(path);
    for (int i = 1; i < 6; i++) {
        const konane_variant variant = {i / 3 == 1, (konane_chains)(i % 3)};
        for (size_t j = 0; j < sizeof sizes / sizeof sizes[0]; j++) {
            for (int level = 1; level <= 3; level += 2) {
                const db_options options = {.level = level};
                db_maker_make_variant(path, sizes[j][0], sizes[j][1], variant, &options);
                compare_with_oracle(path, sizes[j][0], sizes[j][1], j % 2 ? PM_WHITE : PM_BLACK);
            }
        }
        verify(path, UINT64_MAX, PM_OK);
        verify(path, 10000, PM_OK);
    }
    unlink(path);
}

static void test_every_position_of_small_boards(void **state)
{
    (void)state;
    const int most_cells = is_long_run() ? 16 : 12;
    for (int rows = 1; rows <= 5; rows++) {
        for (int cols = 1; rows * cols <= most_cells; cols++) {
            if (rows * cols >= 2) {
                check_board(rows, cols);
            }
        }
    }
    check_board(4, 4);
}

/* The digest must not depend on threads, level, block size or version; and must on the board. */
static void test_digests(void **state)
{
    (void)state;
    uint8_t first[DB_DIGEST_BYTES], digest[DB_DIGEST_BYTES];
    char path[DB_MAKER_PATH];
    db_maker_name(path);
    db_options options = {.level = 1};
    db_maker_make(path, 4, 5, &options, first);
    static const int levels[] = {1, 3, 9};
    for (int i = 0; i < 6; i++) {
        for (int block_bits = DB_MIN_BLOCK_BITS; block_bits <= 17; block_bits += 3) {
            options =
                (db_options){.level = levels[i % 3], .block_bits = block_bits, .version = i / 3, .command = "other"};
            db_maker_make(path, 4, 5, &options, digest);
            assert_memory_equal(digest, first, sizeof first);
            pm_db *database;
            assert_int_equal(pm_db_open(path, 0, &database, NULL), PM_OK);
            assert_memory_equal(pm_db_get_info(database).digest, first, sizeof first);
            pm_db_close(database);
        }
    }
    db_maker_make(path, 5, 4, &options, digest);
    assert_memory_not_equal(digest, first, sizeof first);
    unlink(path);
}

static void test_verify_accepts_what_is_right(void **state)
{
    (void)state;
    char path[DB_MAKER_PATH];
    db_maker_name(path);
    static const int sizes[][2] = {{4, 4}, {3, 5}, {2, 7}, {1, 9}, {4, 5}};
    for (size_t i = 0; i < sizeof sizes / sizeof sizes[0]; i++) {
        const db_options options = {.level = 3, .version = i == 4, .kind = i % 2 ? DB_REMOTENESS : DB_OUTCOME};
        db_maker_make(path, sizes[i][0], sizes[i][1], &options, NULL);
        verify_result result = verify(path, UINT64_MAX, PM_OK);
        assert_true(result.digest_is_right);
        assert_true(result.positions > 0);
        result = verify(path, 100000, PM_OK);
        assert_int_equal(result.positions, 100000);
    }
    unlink(path);
}

/* Whether a stored value is not what the positions after its jumps say. */
static bool is_contradicted(pm_db *database, const pm_board *board, pm_position pos)
{
    uint8_t value, child;
    pm_move moves[PM_MAX_MOVES];
    bool wins = false;
    assert_int_equal(probe_stored(database, pos, &value, NULL), PM_OK);
    const int n = pm_jumps(board, pos, moves);
    for (int i = 0; i < n; i++) {
        assert_int_equal(probe_stored(database, pm_move_make(board, pos, moves[i]), &child, NULL), PM_OK);
        wins = wins || !child;
    }
    return value != wins;
}

/* The verification found all rows that disagree, and names one of them as the first: by one thread, the first of all in
 * the order of the file. */
static uint64_t check_disagreements(const char *path, const verify_result *by_two)
{
    pm_db *database;
    verify_result by_one;
    const verify_options options = {.n_samples = UINT64_MAX, .threads = 1};
    assert_int_equal(pm_db_open(path, 0, &database, NULL), PM_OK);
    assert_int_equal(pm_db_verify(database, &options, &by_one, NULL), PM_CHECK_FAILED);
    const db_konane *konane = pm_db_konane(database);
    const db_subject *s = &db_get_header(pm_db_inside(database))->subject;
    uint64_t n = 0;
    bool is_named = false;
    for (int layer = 0; layer < s->n_layers; layer++) {
        for (uint32_t i = 0; i < s->layer_rows[layer] << s->n_index; i++) {
            const pm_position pos =
                db_konane_position(konane, layer, PM_BLACK, i >> s->n_index, i & ((1u << s->n_index) - 1));
            if (is_contradicted(database, db_konane_board(konane), pos)) {
                assert_true(n > 0 || pos.occupied == by_one.first_wrong.occupied);
                is_named = is_named || pos.occupied == by_two->first_wrong.occupied;
                n++;
            }
        }
    }
    assert_int_equal(by_one.disagreements, n);
    assert_int_equal(by_two->disagreements, n);
    assert_true(is_named);
    pm_db_close(database);
    return n;
}

/* A writer that lies about one position: checksums and digest are right, the value is not. */
static void test_verify_finds_a_single_wrong_value(void **state)
{
    (void)state;
    static const uint32_t wrong[] = {77, 23, 139};
    char path[DB_MAKER_PATH];
    uint64_t most = 0;
    db_maker_name(path);
    for (size_t i = 0; i < sizeof wrong / sizeof wrong[0]; i++) {
        db_maker_make_wrong(path, 4, 4, 1, 4, 10, wrong[i]);
        const verify_result result = verify(path, UINT64_MAX, PM_CHECK_FAILED);
        assert_int_equal(result.bad_blocks, 0);
        assert_true(result.digest_is_right);
        const uint64_t n = check_disagreements(path, &result);
        most = n > most ? n : most;
    }
    assert_true(most > 1); /* the wrong one, and some that lead to it: otherwise each is the first */
    unlink(path);
}

/* The same in a halved file: the content that follows does not have the digest that the header gives either. */
static void test_verify_finds_a_wrong_value_among_half(void **state)
{
    (void)state;
    static const uint32_t wrong[] = {77, 23, 139};
    char path[DB_MAKER_PATH];
    db_maker_name(path);
    for (size_t i = 0; i < sizeof wrong / sizeof wrong[0]; i++) {
        db_maker_make_wrong(path, 4, 4, 0, 4, 10, wrong[i]);
        const verify_result all = verify(path, UINT64_MAX, PM_CHECK_FAILED);
        assert_int_equal(all.bad_blocks, 0);
        assert_true(all.disagreements > 0 && all.has_digest && !all.digest_is_right);
        const verify_result samples = verify(path, 200000, PM_CHECK_FAILED);
        assert_true(samples.disagreements > 0 && samples.digest_is_right && !samples.has_digest);
    }
    unlink(path);
}

/* The stored positions that the value of another may need: all that its jumps lead to and in which the opponent can
 * answer, through those that are not stored. */
static int places_needed(const pm_board *board, pm_position pos)
{
    pm_move moves[PM_MAX_MOVES], replies[PM_MAX_MOVES];
    int n_places = 0;
    const int n = pm_jumps(board, pos, moves);
    for (int i = 0; i < n; i++) {
        const pm_position after = pm_move_make(board, pos, moves[i]);
        if (pm_jumps(board, after, replies) > 0) {
            n_places += bits_count(after.occupied) % 2 ? places_needed(board, after) : 1;
        }
    }
    return n_places;
}

/* What derive.h says of how many values a probe may read, on all positions of small boards. */
static void test_most_places(void **state)
{
    (void)state;
    static const struct {
        int rows, cols, most;
    } boards[] = {{4, 5, DERIVE_MOST_4X5}, {2, 10, DERIVE_MOST_2X10}, {1, 20, DERIVE_MOST_1X20}};
    for (size_t i = 0; i < sizeof boards / sizeof boards[0]; i++) {
        pm_board *board;
        int most = 0;
        assert_int_equal(pm_board_new(boards[i].rows, boards[i].cols, PM_BLACK, "any", &board, NULL), PM_OK);
        for (uint64_t at = 0; at < UINT64_C(2) << board->n_cells; at++) {
            const pm_position pos = {at / 2, (pm_color)(at % 2)};
            const int n = bits_count(pos.occupied) % 2 ? places_needed(board, pos) : 1;
            most = n > most ? n : most;
        }
        assert_int_equal(most, boards[i].most);
        pm_board_free(board);
    }
}

/* The search reads no more than that, and hardly more than two in the mean. */
static void test_values_read(void **state)
{
    (void)state;
    char path[DB_MAKER_PATH];
    pm_db *database;
    db_maker_name(path);
    const db_options options = {.level = DB_DEFAULT_LEVEL};
    db_maker_make(path, 4, 5, &options, NULL);
    assert_int_equal(pm_db_open(path, 0, &database, NULL), PM_OK);
    const db_konane *konane = pm_db_konane(database);
    uint64_t sum = 0, n_probes = 0;
    for (uint64_t at = 0; at < UINT64_C(2) << 20; at += 7, n_probes++) {
        const pm_position pos = {at / 2, (pm_color)(at % 2)};
        const bool is_stored = bits_count(pos.occupied) % 2 == 0;
        uint64_t n_read = 0;
        uint8_t value;
        assert_int_equal(derive_value(pm_db_inside(database), konane, pos, &value, &n_read, NULL), PM_OK);
        const uint64_t most = is_stored ? 1 : (uint64_t)places_needed(db_konane_board(konane), pos);
        assert_true(n_read <= most && (!is_stored || n_read == 1));
        sum += n_read;
    }
    assert_true(sum < 2 * n_probes);
    pm_db_close(database);
    unlink(path);
}

static void test_other_boards_and_positions_are_refused(void **state)
{
    (void)state;
    char path[DB_MAKER_PATH];
    db_maker_name(path);
    const db_options options = {.level = 1};
    db_maker_make(path, 3, 4, &options, NULL);
    pm_db *database;
    pm_board *other, *same;
    pm_value value;
    pm_error err;
    assert_int_equal(pm_db_open(path, 0, &database, &err), PM_OK);
    assert_int_equal(pm_board_new(4, 3, PM_BLACK, "any", &other, NULL), PM_OK);
    assert_int_equal(pm_board_new(3, 4, PM_BLACK, "any", &same, NULL), PM_OK);
    assert_int_equal(pm_db_probe(database, other, (pm_position){0, PM_BLACK}, &value, &err), PM_NOT_FOUND);
    assert_non_null(strstr(err.message, "4x3"));
    assert_int_equal(pm_db_probe(database, same, (pm_position){1 << 12, PM_BLACK}, &value, &err), PM_BAD_INPUT);
    assert_int_equal(pm_db_probe(database, same, (pm_position){5, (pm_color)2}, &value, &err), PM_BAD_INPUT);
    pm_board_free(other);
    pm_board_free(same);
    pm_db_close(database);
    unlink(path);
}

/* Batches give what single probes give, and the best moves are those that lead to a lost position; with a cache of
 * `cache_bytes`. */
static void check_batches_and_best_moves(size_t cache_bytes, int level)
{
    char path[DB_MAKER_PATH];
    db_maker_name(path);
    const db_options options = {.level = level};
    db_maker_make(path, 4, 4, &options, NULL);
    pm_db *database;
    pm_board *board;
    pm_error err;
    assert_int_equal(pm_db_open(path, cache_bytes, &database, &err), PM_OK);
    assert_int_equal(pm_board_new(4, 4, PM_WHITE, "corner-centre", &board, NULL), PM_OK);
    enum { N = 4096 };
    static pm_position positions[N];
    static pm_value values[N];
    for (uint64_t i = 0; i < N; i++) {
        positions[i] = (pm_position){board->all - i * 16, (pm_color)(i % 2)};
    }
    assert_int_equal(pm_db_probe_many(database, board, N, positions, values, &err), PM_OK);
    for (int i = 0; i < N; i++) {
        pm_value value;
        pm_move best[PM_MAX_MOVES], moves[PM_MAX_MOVES];
        int n_best, n_winning = 0;
        assert_int_equal(pm_db_probe(database, board, positions[i], &value, &err), PM_OK);
        assert_int_equal(value.winner, values[i].winner);
        assert_int_equal(value.remoteness, -1);
        assert_int_equal(pm_db_best_moves(database, board, positions[i], best, &n_best, &err), PM_OK);
        const int n = pm_moves(board, positions[i], moves);
        for (int m = 0; m < n; m++) {
            pm_value after;
            assert_int_equal(pm_db_probe(database, board, pm_move_make(board, positions[i], moves[m]), &after, &err),
                             PM_OK);
            if (after.winner == positions[i].mover) {
                assert_true(n_winning < n_best);
                assert_memory_equal(&best[n_winning++], &moves[m], sizeof moves[m]);
            }
        }
        assert_int_equal(n_winning, n_best);
        assert_int_equal(value.winner == positions[i].mover, n_best > 0);
    }
    pm_board_free(board);
    pm_db_close(database);
    unlink(path);
}

/* One block at a time, and all of them, which are two ways through a batch. */
static void test_batches_and_best_moves(void **state)
{
    (void)state;
    check_batches_and_best_moves(1, 1);
    check_batches_and_best_moves(0, 1);
    check_batches_and_best_moves(1, 3);
    check_batches_and_best_moves(0, 3);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_every_position_of_small_boards),
        cmocka_unit_test(test_every_position_of_variants),
        cmocka_unit_test(test_digests),
        cmocka_unit_test(test_verify_accepts_what_is_right),
        cmocka_unit_test(test_verify_finds_a_single_wrong_value),
        cmocka_unit_test(test_verify_finds_a_wrong_value_among_half),
        cmocka_unit_test(test_most_places),
        cmocka_unit_test(test_values_read),
        cmocka_unit_test(test_other_boards_and_positions_are_refused),
        cmocka_unit_test(test_batches_and_best_moves),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
