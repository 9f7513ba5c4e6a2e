/* Databases, exact answers and proofs through the public interface.
 *
 * Oracle: tests/oracle/oracle.c; retrograde analysis against itself by pm_db_check, which derives values from the
 * rules.
 *
 * SPDX-License-Identifier: MIT
 */
#include "src/papamu/database.h"

#include "tests/oracle/oracle_bridge.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include <cmocka.h>

static char path[64];
static pm_answer answer;

static pm_board *board_of(int rows, int cols)
{
    pm_board *board;
    assert_int_equal(pm_board_new(rows, cols, PM_BLACK, NULL, &board, NULL), PM_OK);
    return board;
}

static pm_game *game_of(const char *name, int rows, int cols)
{
    pm_game *game;
    const pm_game_options options = {.rows = rows, .cols = cols};
    assert_int_equal(pm_game_new(name, &options, &game, NULL), PM_OK);
    return game;
}

/* What the oracle says of the position and of each move is what the answers say. */
static void compare(const pm_board *board, oracle_table *values, pm_answers *answers, pm_position pos, bool has_plies)
{
    const oracle_board judge = oracle_board_of(board);
    const pm_state s = {.bits = {pos.occupied}, .mover = pos.mover};
    const oracle_position judged = oracle_position_of(&judge, pos);
    const int plies = oracle_game_remoteness(values, "corner-centre", &judged);
    pm_move moves[PM_MAX_MOVES];
    assert_int_equal(pm_answers_find(answers, &s, &answer, NULL), PM_OK);
    assert_int_equal(answer.verdict.outcome, plies % 2 ? 1 : -1);
    assert_int_equal(answer.verdict.plies, has_plies ? plies : -1);
    assert_int_equal(answer.n_plies, pm_moves(board, pos, moves));
    for (int i = 0; i < answer.n_plies; i++) {
        const oracle_position after = oracle_position_of(&judge, pm_move_make(board, pos, moves[i]));
        const int left = oracle_game_remoteness(values, "corner-centre", &after);
        assert_int_equal(answer.plies[i].ply.to, moves[i].to);
        assert_int_equal(answer.plies[i].verdict.outcome, left % 2 ? -1 : 1);
        assert_true(!has_plies || answer.plies[i].is_best == (left + 1 == plies));
    }
}

static void check_konane(bool remoteness)
{
    pm_board *board = board_of(3, 4);
    pm_game *game = game_of("konane", 3, 4);
    const pm_db_options options = {.remoteness = remoteness, .command = "a test"};
    uint8_t digest[16];
    assert_int_equal(pm_db_write(board, path, &options, digest, NULL), PM_OK);
    pm_file_info info;
    assert_int_equal(pm_db_look(path, &info, NULL), PM_OK);
    assert_string_equal(info.game, "konane");
    assert_true(info.rows == 3 && info.cols == 4 && info.has_remoteness == remoteness && info.answered == 2 << 12);
    assert_memory_equal(info.digest, digest, 16);
    pm_verification v;
    assert_int_equal(pm_db_check(path, NULL, UINT64_MAX, 1, &v, NULL), PM_OK);
    assert_true(v.digest_is_right && v.positions > 0 && v.disagreements == 0);

    pm_answers *from_file, *from_sweep;
    assert_int_equal(pm_answers_new(game, path, NULL, &from_file, NULL), PM_OK);
    assert_int_equal(pm_answers_new(game, NULL, &(pm_job){.threads = 1}, &from_sweep, NULL), PM_OK);
    const oracle_board judge = oracle_board_of(board);
    oracle_table *values = oracle_table_new(&judge);
    for (uint64_t i = 0; i < 2 << 12; i++) {
        compare(board, values, from_file, (pm_position){i >> 1, (pm_color)(i & 1)}, remoteness);
    }
    for (uint64_t i = 5; i < 2 << 12; i += 211) {
        compare(board, values, from_sweep, (pm_position){i >> 1, (pm_color)(i & 1)}, true);
        assert_string_equal(answer.how, "sweep");
    }
    oracle_table_free(values);
    pm_answers_free(from_file);
    pm_answers_free(from_sweep);
    pm_game_free(game);
    pm_board_free(board);
    (void)remove(path);
}

static void test_konane(void **state)
{
    (void)state;
    check_konane(false);
    check_konane(true);
}

/* A king that can be taken is lost: tests of the rules. One king each in opposite corners of the long diagonal is
 * drawn. */
static void test_endgames(void **state)
{
    (void)state;
    pm_game *game = game_of("italian", 6, 6), *konane = game_of("konane", 4, 4);
    pm_answers *answers;
    pm_verification v;
    pm_state s;
    pm_error err = {.message = ""};
    assert_int_equal(pm_endgames_write(game, 3, path, &(pm_db_options){.remoteness = true}, NULL, NULL), PM_OK);
    assert_int_equal(pm_db_check(path, NULL, UINT64_MAX, 1, &v, NULL), PM_OK);
    assert_int_equal(v.disagreements, 0);
    assert_int_equal(pm_answers_new(game, path, NULL, &answers, NULL), PM_OK);
    assert_int_equal(pm_game_parse(game, "W:WK10:BK14", &s, &err), PM_OK); /* 10x17 */
    assert_int_equal(pm_answers_find(answers, &s, &answer, NULL), PM_OK);
    assert_int_equal(answer.verdict.outcome, 1);
    assert_int_equal(answer.verdict.plies, 1);
    assert_true(answer.n_plies == 1 && answer.plies[0].is_best);
    assert_int_equal(pm_game_start(game, &s, NULL), PM_OK);
    assert_int_equal(pm_answers_find(answers, &s, &answer, &err), PM_NOT_FOUND);
    pm_answers_free(answers);
    assert_int_equal(pm_answers_new(konane, path, NULL, &answers, &err), PM_BAD_INPUT);
    assert_int_equal(pm_endgames_write(konane, 3, path, NULL, NULL, &err), PM_BAD_INPUT);
    assert_int_equal(pm_endgames_write(game, 9, path, NULL, NULL, &err), PM_BAD_INPUT);
    pm_game_free(game);
    pm_game_free(konane);
    (void)remove(path);
}

static void test_search(void **state)
{
    (void)state;
    pm_board *board = board_of(4, 4);
    const oracle_board judge = oracle_board_of(board);
    oracle_table *values = oracle_table_new(&judge);
    pm_search_result r;
    pm_error err = {.message = ""};
    for (uint64_t occupied = 0x1234; occupied < 0xffff; occupied += 0x517) {
        const pm_position pos = {occupied, (pm_color)(occupied >> 3 & 1)};
        const oracle_position judged = oracle_position_of(&judge, pos);
        const pm_search_options options = {.job = {.threads = 1, .memory = 32 << 20}};
        assert_int_equal(pm_search(board, pos, &options, &r, &err), PM_OK);
        assert_true(r.is_known);
        assert_int_equal(r.winner == pos.mover, oracle_remoteness(values, &judged) % 2);
    }
    pm_position start;
    pm_start(board, &start, NULL);
    assert_int_equal(pm_search(board, start, NULL, &r, &err), PM_BAD_INPUT);
    assert_int_equal(pm_search(board, (pm_position){1 << 16, PM_BLACK}, NULL, &r, &err), PM_BAD_INPUT);
    assert_int_equal(pm_search(board, (pm_position){1, PM_BLACK}, &(pm_search_options){.job = {.memory = 9}}, &r, &err),
                     PM_NO_MEMORY);
    oracle_table_free(values);
    pm_board_free(board);
}

static void test_bad_files(void **state)
{
    (void)state;
    pm_board *board = board_of(3, 4);
    pm_file_info info;
    pm_verification v;
    pm_error err = {.message = ""};
    assert_int_equal(pm_db_look("/nowhere/x", &info, &err), PM_IO);
    assert_int_equal(pm_db_look(NULL, &info, &err), PM_BAD_INPUT);
    assert_int_equal(pm_db_write(board, "/nowhere/x", NULL, NULL, &err), PM_IO);
    assert_int_equal(pm_db_write(board, path, &(pm_db_options){.level = 20}, NULL, &err), PM_BAD_INPUT);
    assert_int_equal(pm_db_write(board, path, NULL, NULL, &err), PM_OK);
    FILE *file = fopen(path, "r+b");
    fseek(file, 1125, SEEK_SET); /* in the first blocks */
    const int byte = fgetc(file);
    fseek(file, 1125, SEEK_SET);
    fputc(byte ^ 16, file);
    fclose(file);
    assert_int_equal(pm_db_check(path, NULL, 100, 1, &v, &err), PM_CHECK_FAILED);
    assert_true(v.bad_blocks == 1 && err.message[0]);
    assert_int_equal(truncate(path, 1000), 0);
    const pm_status status = pm_db_look(path, &info, &err);
    assert_true(status == PM_DAMAGED || status == PM_BAD_INPUT);
    (void)remove(path);
    pm_board_free(board);
}

int main(void)
{
    snprintf(path, sizeof path, "/tmp/papamu-test-%d.papamu", (int)getpid());
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_konane),
        cmocka_unit_test(test_endgames),
        cmocka_unit_test(test_search),
        cmocka_unit_test(test_bad_files),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
