/* Databases of draughts endgames: probes against the slow solver of tests/oracle/oracle_draughts.c, the reader in
 * tests/oracle/reader_draughts.py (skipped where there is no python3 or no zstd command), and equal bytes whatever the
 * threads.
 *
 * Samples come from a seed that is printed. Meant to run under AddressSanitizer and UBSan as well.
 *
 * SPDX-License-Identifier: MIT
 */
#include "analysis/answers/sources.h"
#include "solver/draughts/layers.h"
#include "solver/draughts/probe.h"
#include "solver/draughts/verify.h"
#include "src/draughts/notation.h"
#include "tests/aid/db_bytes.h"
#include "tests/aid/db_maker.h"
#include "tests/aid/endgames_maker.h"
#include "tests/aid/long.h"
#include "tests/oracle/draughts_bridge.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include <cmocka.h>

enum { SEED = 7, MAX_BYTES = 1 << 20 };

static pm_error err;

/* ---- right values ------------------------------------------------------------------------------ */

static int outcome_of(int plies)
{
    return plies < 0 ? 0 : plies % 2 ? 1 : -1;
}

static void check_value(draughts_db *d, const draughts_position *pos, int plies)
{
    const draughts_db_info info = draughts_db_get_info(d);
    const pm_color mover = draughts_color(draughts_db_index(d)->board, (pm_color)pos->mover);
    verdict value;
    assert_int_equal(draughts_db_verdict(d, pos->pieces, pos->kings, mover, &value, &err), PM_OK);
    assert_int_equal(value.outcome, outcome_of(plies));
    assert_int_equal(value.plies, info.has_remoteness ? plies : -1);
}

/* The same database as a source of answers for a game. */
typedef struct asked {
    game *g;
    answers_db *d;
    answers *answers;
} asked;

static asked ask(const char *path, const draughts_rules *rules, int size)
{
    asked a;
    const game_options options = {.rows = size, .cols = size};
    assert_int_equal(game_new(rules->name, &options, &a.g, &err), PM_OK);
    assert_int_equal(answers_db_open(path, 0, &a.d, &err), PM_OK);
    a.answers = answers_new(a.g);
    assert_non_null(a.answers);
    assert_int_equal(answers_add_database(a.answers, a.g, a.d, &err), PM_OK);
    return a;
}

static void ask_no_more(asked *a)
{
    answers_free(a->answers);
    answers_db_close(a->d);
    game_free(a->g);
}

/* The best moves are those after which the database has the value that the slow solver's value of `pos` asks for. */
static void check_best_moves(const asked *a, draughts_db *d, const draughts_position *pos, int plies)
{
    const bool has_remoteness = draughts_db_get_info(d).has_remoteness;
    const game_state s = {.bits = {pos->pieces[0], pos->pieces[1], pos->kings},
                          .mover = (uint32_t)draughts_color(draughts_db_index(d)->board, (pm_color)pos->mover)};
    answer found;
    int n_best = 0;
    assert_int_equal(answers_find(a->answers, &s, &found, &err), PM_OK);
    assert_string_equal(found.how, "database");
    assert_int_equal(found.verdict.outcome, outcome_of(plies));
    for (int i = 0; i < found.n_moves; i++) {
        game_state next = s;
        verdict after;
        a->g->rules->make(a->g, &next, &found.moves[i].move);
        assert_int_equal(draughts_db_verdict(d, next.bits, next.bits[2], (pm_color)next.mover, &after, &err), PM_OK);
        const bool keeps = after.outcome == -outcome_of(plies) &&
                           (has_remoteness ? plies < 0 || after.plies == plies - 1 : outcome_of(plies) >= 0);
        assert_int_equal(found.moves[i].is_best, keeps);
        n_best += keeps;
    }
    assert_int_equal(n_best == 0, plies == 0 || (!has_remoteness && outcome_of(plies) < 0));
}

static void check_against_oracle(const draughts_rules *rules, int size, int pieces, db_kind kind)
{
    char path[DB_MAKER_PATH];
    endgames_new(path, rules, size, pieces, kind);
    draughts_db *d = endgames_open(path);
    const draughts_board *board = draughts_db_index(d)->board;
    od_table *table = od_table_new(size, od_rules_named(rules->name), pieces);
    asked a = ask(path, rules, size);
    uint64_t n_stored = 0;
    assert_int_equal(draughts_db_get_info(d).positions, od_table_size(table));
    for (int i = 0; i < od_table_size(table); i++) {
        const od_position slow = od_table_position(table, i);
        const draughts_position pos = bridge_from_oracle(board, &slow);
        const draughts_position turned = draughts_turned(board, pos);
        const int plies = od_table_value(table, i);
        check_value(d, &pos, plies);
        check_value(d, &turned, plies);
        if (i % 17 == 0) {
            check_best_moves(&a, d, i % 2 ? &pos : &turned, plies);
        }
        od_move moves[OD_MAX_MOVES];
        n_stored += od_moves(&slow, moves) == 0 || moves[0].n_taken == 0;
    }
    assert_int_equal(draughts_db_get_info(d).stored, n_stored);
    const verify_result result = endgames_verify(d, SEED, UINT64_MAX, PM_OK);
    assert_int_equal(result.positions, n_stored);
    assert_int_equal(result.disagreements, 0);
    ask_no_more(&a);
    od_table_free(table);
    draughts_db_close(d);
    unlink(path);
}

static void test_4x4_in_full(void **state)
{
    (void)state;
    check_against_oracle(&draughts_italian, 4, 8, DB_REMOTENESS);
    check_against_oracle(&draughts_italian, 4, 8, DB_OUTCOME);
    check_against_oracle(&draughts_american, 4, 5, DB_REMOTENESS);
}

static void test_6x6_with_3_pieces(void **state)
{
    (void)state;
    check_against_oracle(&draughts_italian, 6, 3, DB_REMOTENESS);
    check_against_oracle(&draughts_italian, 6, 3, DB_OUTCOME);
    check_against_oracle(&draughts_american, 6, 3, DB_OUTCOME);
}

/* Compare what the other reader finds at each place; returns the number of places. */
static uint64_t read_with_python(const char *path, draughts_db *d)
{
    char command[DB_MAKER_PATH + 64], fen[DRAUGHTS_MAX_FEN];
    snprintf(command, sizeof command, "python3 tests/oracle/reader_draughts.py %s", path);
    FILE *reader = popen(command, "r");
    assert_non_null(reader);
    uint64_t n = 0;
    int stored;
    for (; fscanf(reader, "%255s %d", fen, &stored) == 2; n++) {
        draughts_position pos;
        retro_code code;
        assert_int_equal(draughts_fen_parse(draughts_db_index(d)->board, fen, &pos, &err), PM_OK);
        assert_int_equal(draughts_db_code(d, &pos, &code, &err), PM_OK);
        if (code !=
            db_draughts_code(draughts_db_get_info(d).has_remoteness ? DB_REMOTENESS : DB_OUTCOME, (uint8_t)stored)) {
            fail_msg("%s: %d, the other reader has %d", fen, code, stored);
        }
    }
    assert_int_equal(pclose(reader), 0);
    return n;
}

static void test_reader_agrees(void **state)
{
    (void)state;
    static const int boards[][3] = {{4, 4, DB_REMOTENESS}, {6, 3, DB_OUTCOME}, {6, 4, DB_REMOTENESS}};
    if (system("command -v python3 >/dev/null && command -v zstd >/dev/null") != 0) {
        skip();
    }
    for (int i = 0; i < (is_long_run() ? 3 : 2); i++) {
        char path[DB_MAKER_PATH];
        endgames_new(path, &draughts_italian, boards[i][0], boards[i][1], (db_kind)boards[i][2]);
        draughts_db *d = endgames_open(path);
        assert_int_equal(read_with_python(path, d), draughts_db_get_info(d).stored);
        draughts_db_close(d);
        unlink(path);
    }
}

static void test_positions_that_are_not_covered(void **state)
{
    (void)state;
    char path[DB_MAKER_PATH];
    endgames_new(path, &draughts_italian, 4, 3, DB_REMOTENESS);
    draughts_db *d = endgames_open(path);
    const draughts_board *board = draughts_db_index(d)->board;
    draughts_position pos = draughts_start(board, 1);
    retro_code code;
    assert_int_equal(draughts_db_code(d, &pos, &code, &err), PM_NOT_FOUND);
    assert_string_equal(err.message, "the position has 4 pieces, and the database covers up to 3");
    pos.pieces[PM_BLACK] = 0; /* Black has nothing left, and White still has to move */
    assert_int_equal(draughts_db_code(d, &pos, &code, &err), PM_OK);
    assert_int_equal(code, RETRO_LOST_NOW + 1);
    pos.mover = PM_BLACK;
    assert_int_equal(draughts_db_code(d, &pos, &code, &err), PM_OK);
    assert_int_equal(code, RETRO_LOST_NOW);
    draughts_db_close(d);
    unlink(path);
}

/* ---- equal files --------------------------------------------------------------------------------- */

static size_t make_bytes(const char *path, const endgames_task *task, uint8_t digest[DB_DIGEST_BYTES], uint8_t *bytes)
{
    assert_int_equal(endgames_make(path, task, digest, &err), PM_OK);
    const size_t n = db_bytes_read(path, bytes, MAX_BYTES);
    memset(bytes + 560, 0, 32); /* the date */
    db_bytes_seal_header(bytes);
    return n;
}

static void test_equal_bytes_and_digests(void **state)
{
    (void)state;
    char path[DB_MAKER_PATH];
    uint8_t *one = malloc(MAX_BYTES), *three = malloc(MAX_BYTES);
    uint8_t digest[DB_DIGEST_BYTES], other[DB_DIGEST_BYTES];
    assert_true(one && three);
    db_maker_name(path);
    endgames_task task = {.rules = &draughts_italian, .size = 6, .pieces = 4, .threads = 1, .options = {.level = 3}};
    const size_t n = make_bytes(path, &task, digest, one);
    task.threads = 3;
    assert_int_equal(make_bytes(path, &task, other, three), n);
    assert_memory_equal(one, three, n);
    task.options.level = 6;
    task.options.block_bits = 11;
    assert_true(make_bytes(path, &task, other, three) != n);
    assert_memory_equal(other, digest, sizeof digest);
    draughts_db *d = endgames_open(path);
    (void)endgames_verify(d, SEED, 20000, PM_OK);
    draughts_db_close(d);
    task.rules = &draughts_american;
    (void)make_bytes(path, &task, other, three);
    assert_memory_not_equal(other, digest, sizeof digest);
    free(one);
    free(three);
    unlink(path);
}

/* What no header may ask for has no layers. */
static void test_layers(void **state)
{
    (void)state;
    static uint64_t sizes[DB_MAX_LAYERS];
    assert_true(draughts_layer_sizes(4, 4, 2, sizes) > 0);
    assert_int_equal(draughts_layer_sizes(4, 6, 2, sizes), 0);
    assert_int_equal(draughts_layer_sizes(5, 5, 2, sizes), 0);
    assert_int_equal(draughts_layer_sizes(4, 4, 1, sizes), 0);
    assert_int_equal(draughts_layer_sizes(4, 4, 100, sizes), 0);
}

int main(void)
{
    print_message("seed %d\n", SEED);
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_layers),
        cmocka_unit_test(test_4x4_in_full),
        cmocka_unit_test(test_6x6_with_3_pieces),
        cmocka_unit_test(test_reader_agrees),
        cmocka_unit_test(test_positions_that_are_not_covered),
        cmocka_unit_test(test_equal_bytes_and_digests),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
