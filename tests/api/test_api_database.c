/* Databases, exact answers and proofs through the public interface.
 *
 * Oracle: tests/oracle/oracle.c; retrograde analysis against itself by pm_db_check, which derives values from the
 * rules.
 *
 * SPDX-License-Identifier: MIT
 */
#include "src/papamu/database.h"

#include "solver/search/proof_file.h"
#include "src/papamu/solve.h"
#include "tests/oracle/oracle_bridge.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include <cmocka.h>

static char path[64], folder[64];
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
    pm_verdict judgement;
    assert_int_equal(pm_answers_find(answers, &s, &answer, NULL), PM_OK);
    assert_int_equal(pm_answers_judge(answers, 1, &s, &judgement, NULL), PM_OK);
    assert_memory_equal(&judgement, &answer.verdict, sizeof judgement);
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

/* The blocks hold every position that is stored, once, with the value that a probe gives where jumps are the moves;
 * with the symmetries they are all. And the histogram counts all sets of stones. */
static void check_content(const pm_board *board, oracle_table *values, bool remoteness)
{
    const oracle_board judge = oracle_board_of(board);
    pm_db *db;
    pm_error err = {.message = ""};
    assert_int_equal(pm_db_open(path, 0, &db, NULL), PM_OK);
    const pm_db_info info = pm_db_get_info(db);
    const size_t room = (size_t)1 << info.block_bits;
    pm_position *positions = calloc(room, sizeof *positions);
    pm_value *found = calloc(room, sizeof *found);
    uint64_t n_all = 0;
    for (uint64_t block = 0; block < info.n_blocks; block++) {
        size_t n;
        assert_int_equal(pm_db_block(db, block, positions, found, &n, &err), PM_OK);
        assert_true(n > 0 && n <= room);
        n_all += n;
        for (size_t i = 0; i < n; i++) {
            const oracle_position judged = oracle_position_of(&judge, positions[i]);
            const int plies = oracle_remoteness(values, &judged);
            assert_int_equal(found[i].winner == positions[i].mover, plies % 2);
            assert_int_equal(found[i].remoteness, remoteness ? plies : -1);
        }
    }
    assert_int_equal(n_all, info.stored);
    size_t n;
    assert_int_equal(pm_db_block(db, info.n_blocks, positions, found, &n, &err), PM_BAD_INPUT);
    assert_int_equal(pm_db_block(NULL, 0, positions, found, &n, &err), PM_BAD_INPUT);
    free(positions);
    free(found);
    pm_db_close(db);

    uint64_t counted[2][13] = {{0}};
    static pm_db_count counts[4096];
    assert_int_equal(pm_db_histogram(path, NULL, 0, NULL, &n, &err), PM_OK);
    assert_true(n > 0 && n < 4096);
    assert_int_equal(pm_db_histogram(path, NULL, n, counts, &n, &err), PM_OK);
    for (size_t i = 0; i < n; i++) {
        assert_int_equal(counts[i].verdict.plies >= 0, remoteness);
        counted[counts[i].mover][counts[i].stones] += counts[i].verdict.outcome > 0 ? counts[i].positions : 0;
    }
    for (uint64_t i = 0; i < 2 << 12; i++) {
        const pm_position pos = {i >> 1, (pm_color)(i & 1)};
        const oracle_position judged = oracle_position_of(&judge, pos);
        counted[pos.mover][__builtin_popcountll(pos.occupied)] -= (uint64_t)(oracle_remoteness(values, &judged) % 2);
    }
    for (int stones = 0; stones <= 12; stones++) {
        assert_true(counted[0][stones] == 0 && counted[1][stones] == 0);
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
    check_content(board, values, remoteness);
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
    pm_state two[] = {s, s};
    pm_verdict verdicts[2];
    assert_int_equal(pm_game_start(game, &two[1], NULL), PM_OK);
    assert_int_equal(pm_answers_find(answers, &two[1], &answer, &err), PM_NOT_FOUND);
    assert_int_equal(pm_answers_judge(answers, 2, two, verdicts, &err), PM_NOT_FOUND);
    assert_int_equal(err.offset, 1);
    assert_true(verdicts[0].outcome == 1 && verdicts[0].plies == 1);
    static pm_db_count counts[10000];
    pm_file_info info;
    size_t n;
    uint64_t positions = 0;
    assert_int_equal(pm_db_look(path, &info, NULL), PM_OK);
    assert_int_equal(pm_db_histogram(path, NULL, 10000, counts, &n, &err), PM_OK);
    for (size_t i = 0; i < n && i < 10000; i++) {
        assert_int_equal(counts[i].men[0] + counts[i].men[1] + counts[i].kings[0] + counts[i].kings[1],
                         counts[i].stones);
        positions += counts[i].positions;
    }
    assert_int_equal(positions, info.stored);
    pm_answers_free(answers);
    assert_int_equal(pm_answers_new(konane, path, NULL, &answers, &err), PM_BAD_INPUT);
    assert_int_equal(pm_endgames_write(konane, 3, path, NULL, NULL, &err), PM_BAD_INPUT);
    assert_int_equal(pm_endgames_write(game, 9, path, NULL, NULL, &err), PM_BAD_INPUT);
    pm_game_free(game);
    pm_game_free(konane);
    (void)remove(path);
}

static bool stop(void *ctx, uint64_t done, uint64_t total)
{
    (void)ctx;
    (void)done;
    (void)total;
    return true;
}

enum { N_SEARCHED = 120 };

static void test_search(void **state)
{
    (void)state;
    pm_board *board = board_of(4, 4);
    const oracle_board judge = oracle_board_of(board);
    oracle_table *values = oracle_table_new(&judge);
    pm_position positions[N_SEARCHED];
    pm_search_result results[N_SEARCHED];
    pm_error err = {.message = ""};
    for (int i = 0; i < N_SEARCHED; i++) {
        positions[i] = (pm_position){(0x1234 + (uint64_t)i * 0x517) & 0xffff, (pm_color)(i >> 2 & 1)};
    }
    positions[1] = positions[0];
    const pm_search_options options = {.job = {.threads = 2, .memory = 32 << 20}};
    assert_int_equal(pm_search(board, N_SEARCHED, positions, &options, results, &err), PM_OK);
    for (int i = 0; i < N_SEARCHED; i++) {
        const oracle_position judged = oracle_position_of(&judge, positions[i]);
        assert_true(results[i].is_known);
        assert_int_equal(results[i].winner == positions[i].mover, oracle_remoteness(values, &judged) % 2);
    }
    assert_int_equal(results[1].nodes, 0);
    assert_int_equal(pm_search(board, 0, NULL, NULL, NULL, &err), PM_OK);

    const pm_search_options poor = {.job = {.memory = 9}}, stopped = {.job = {.progress = stop}},
                            backwards = {.max_seconds = -1};
    assert_int_equal(pm_search(board, 1, positions, &poor, results, &err), PM_NO_MEMORY);
    assert_int_equal(pm_search(board, 1, positions, &backwards, results, &err), PM_BAD_INPUT);
    assert_int_equal(pm_search(board, 5000, positions, NULL, results, &err), PM_BAD_INPUT);
    positions[2] = (pm_position){1 << 16, PM_BLACK};
    assert_int_equal(pm_search(board, N_SEARCHED, positions, NULL, results, &err), PM_BAD_INPUT);
    assert_int_equal(err.offset, 2);
    pm_start(board, &positions[1], NULL);
    assert_int_equal(pm_search(board, N_SEARCHED, positions, NULL, results, &err), PM_BAD_INPUT);
    assert_int_equal(err.offset, 1);
    oracle_table_free(values);
    pm_board_free(board);

    board = board_of(8, 8);
    const pm_position opening = {~UINT64_C(3), PM_BLACK};
    const pm_search_options brief = {.max_seconds = 0.2, .job = {.memory = 64 << 20}};
    assert_int_equal(pm_search(board, 1, &opening, &stopped, results, &err), PM_INTERRUPTED);
    assert_int_equal(pm_search(board, 1, &opening, &brief, results, &err), PM_OK);
    assert_false(results[0].is_known);
    pm_board_free(board);
}

static void flip_byte(const char *name, long at)
{
    FILE *file = fopen(name, "r+b");
    fseek(file, at, SEEK_SET);
    const int byte = fgetc(file);
    fseek(file, at, SEEK_SET);
    fputc(byte ^ 16, file);
    fclose(file);
}

/* A proof of openings of 5x5 of Konane or a variant of it, 5x5 itself being the oracle: it is written, verified,
 * answers, and notices damage; it is of no use to the game `other`. */
static void check_proofs(const char *name, const char *other_name)
{
    pm_board *board;
    pm_game *game = game_of(name, 5, 5), *other = game_of(name, 4, 5), *other_rules = game_of(other_name, 5, 5);
    pm_solution *solution;
    pm_error err = {.message = ""};
    assert_int_equal(pm_game_board(game, &board, &err), PM_OK);
    assert_int_equal(pm_solve(board, NULL, &solution, NULL), PM_OK);
    const pm_solution_info info = pm_solution_get_info(solution);
    pm_position positions[64];
    pm_search_result results[64];
    for (int i = 0; i < info.n_openings; i++) {
        const uint64_t removed = UINT64_C(1) << info.openings[i].black_removes | UINT64_C(1)
                                                                                     << info.openings[i].white_removes;
        positions[i] = (pm_position){((UINT64_C(1) << 25) - 1) & ~removed, PM_BLACK};
    }
    const pm_search_options options = {.job = {.memory = 64 << 20}, .proof = path};
    assert_int_equal(pm_search(board, (size_t)info.n_openings, positions, &options, results, &err), PM_OK);
    pm_file_info file;
    assert_int_equal(pm_db_look(path, &file, &err), PM_OK);
    assert_string_equal(file.game, name);
    assert_true(file.is_proof && file.rows == 5 && file.cols == 5 && file.answered == (uint64_t)info.n_openings);
    pm_verification v;
    assert_int_equal(pm_db_check(path, NULL, 0, 0, &v, &err), PM_OK);
    assert_true(v.positions == file.stored && v.positions > 0 && v.disagreements == 0);

    pm_answers *answers;
    assert_int_equal(pm_answers_new(game, path, NULL, &answers, &err), PM_OK);
    for (int i = 0; i < info.n_openings; i++) {
        assert_true(results[i].is_known && results[i].winner == info.openings[i].winner);
        const pm_state s = {.bits = {positions[i].occupied}, .mover = PM_BLACK};
        if (pm_answers_find(answers, &s, &answer, &err) == PM_OK) {
            assert_string_equal(answer.how, "proof");
            assert_int_equal(answer.verdict.outcome, info.openings[i].winner == PM_BLACK ? 1 : -1);
        }
    }
    pm_answers_free(answers);
    assert_int_equal(pm_answers_new(other, path, NULL, &answers, &err), PM_BAD_INPUT);
    pm_game *draughts = game_of("italian", 4, 4);
    assert_int_equal(pm_answers_new(draughts, path, NULL, &answers, &err), PM_BAD_INPUT);
    assert_non_null(strstr(err.message, "not about italian"));
    assert_int_equal(err.offset, 0); /* the fault is not at a place in the file */
    pm_game_free(draughts);
    assert_int_equal(pm_answers_new(other_rules, path, NULL, &answers, &err), PM_BAD_INPUT);
    assert_non_null(strstr(err.message, other_name));

    proof_file proof; /* one that is whole, and claims the contrary */
    assert_int_equal(proof_file_read(path, &proof, NULL), PM_OK);
    proof.claims[1].wins = !proof.claims[1].wins;
    assert_int_equal(proof_file_write(path, &proof, NULL), PM_OK);
    proof_file_free(&proof);
    assert_int_equal(pm_db_check(path, NULL, 0, 0, &v, &err), PM_CHECK_FAILED);
    assert_true(v.disagreements == 1 && strstr(err.message, v.wrong_position) && strchr(v.wrong_position, '/'));
    flip_byte(path, (long)file.file_bytes - 9);
    assert_int_equal(pm_db_check(path, NULL, 0, 0, &v, &err), PM_DAMAGED);
    assert_non_null(strstr(err.message, path));
    assert_int_equal(pm_db_look(path, &file, NULL), PM_DAMAGED);
    assert_int_equal(pm_db_convert(path, "/nowhere/x", NULL, NULL, &err), PM_BAD_INPUT);
    assert_non_null(strstr(err.message, "is a proof, which is not converted"));
    assert_int_equal(pm_answers_new(game, path, NULL, &answers, NULL), PM_DAMAGED);
    (void)remove(path);
    const pm_search_options nowhere = {.proof = "/nowhere/x"};
    assert_int_equal(pm_search(board, 1, positions, &nowhere, results, &err), PM_IO);
    pm_solution_free(solution);
    pm_game_free(game);
    pm_game_free(other);
    pm_game_free(other_rules);
    pm_board_free(board);
}

static void test_proof(void **state)
{
    (void)state;
    check_proofs("konane", "konane-misere");
    check_proofs("konane-misere-longest", "konane-misere");
    check_proofs("konane-single", "konane");
}

static void test_search_checkpoint(void **state)
{
    (void)state;
    pm_board *board = board_of(6, 6), *other = board_of(5, 6);
    pm_error err = {.message = ""};
    char file[128];
    const pm_position opening = {((UINT64_C(1) << 36) - 1) & ~(UINT64_C(1) << 20 | UINT64_C(1) << 14), PM_BLACK};
    pm_search_result first, second;
    pm_search_options options = {.job = {.threads = 1, .memory = 16 << 20}, .max_nodes = 20000, .checkpoint = folder};
    assert_int_equal(pm_search(board, 1, &opening, &options, &first, &err), PM_OK);
    assert_false(first.is_known);
    options.max_nodes = 40000;
    assert_int_equal(pm_search(board, 1, &opening, &options, &second, &err), PM_OK);
    assert_true(second.nodes >= 40000 && second.nodes < first.nodes + 40000);
    assert_int_equal(pm_search(other, 1, &(pm_position){1, PM_BLACK}, &options, &second, &err), PM_BAD_INPUT);
    snprintf(file, sizeof file, "%s/papamu-search", options.checkpoint);
    flip_byte(file, 100);
    assert_int_equal(pm_search(board, 1, &opening, &options, &second, &err), PM_DAMAGED);
    (void)remove(file);
    (void)remove(options.checkpoint);
    pm_board_free(board);
    pm_board_free(other);
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
    const pm_db_options whole = {.level = 1}; /* all positions, so that counting them reads the blocks */
    assert_int_equal(pm_db_write(board, path, &whole, NULL, &err), PM_OK);
    flip_byte(path, 1125); /* in the first blocks */
    assert_int_equal(pm_db_check(path, NULL, 100, 1, &v, &err), PM_CHECK_FAILED);
    size_t n;
    assert_int_equal(pm_db_histogram(path, NULL, 0, NULL, &n, &err), PM_DAMAGED);
    assert_non_null(strstr(err.message, path));
    assert_true(v.bad_blocks == 1 && err.message[0]);
    assert_int_equal(truncate(path, 1000), 0);
    const pm_status status = pm_db_look(path, &info, &err);
    assert_true(status == PM_DAMAGED || status == PM_BAD_INPUT);
    (void)remove(path);
    pm_board_free(board);
}

static bool stop_at_once(void *ctx, uint64_t done, uint64_t total)
{
    (void)done;
    (void)total;
    ++*(int *)ctx;
    return true;
}

/* The file at `path` in `n` other forms, each with the same digest, and of the values that the rules give. */
static void check_converted(const uint8_t digest[16], size_t n, const pm_convert_options options[])
{
    char other[80];
    snprintf(other, sizeof other, "%s.new", path);
    for (size_t i = 0; i < n; i++) {
        uint8_t found[16] = {0};
        pm_file_info old, new;
        pm_verification v;
        assert_int_equal(pm_db_convert(path, other, &options[i], found, NULL), PM_OK);
        assert_memory_equal(found, digest, sizeof found);
        assert_int_equal(pm_db_check(other, NULL, UINT64_MAX, 0, &v, NULL), PM_OK);
        assert_int_equal(pm_db_look(path, &old, NULL), PM_OK);
        assert_int_equal(pm_db_look(other, &new, NULL), PM_OK);
        assert_memory_equal(new.digest, digest, sizeof new.digest);
        assert_string_equal(new.game, old.game);
        assert_int_equal(new.answered, old.answered);
        assert_int_equal(old.stored < new.stored, options[i].version == 1 && !old.has_remoteness && !old.pieces);
        (void)remove(other);
    }
}

static void test_conversion(void **state)
{
    (void)state;
    pm_board *board = board_of(4, 4);
    pm_game *draughts = game_of("italian", 4, 4);
    uint8_t digest[16];
    const pm_convert_options forms[] = {{.version = 1}, {.level = 19, .command = "a test"}, {.job.threads = 3}};
    assert_int_equal(pm_db_write(board, path, NULL, digest, NULL), PM_OK);
    check_converted(digest, 3, forms);
    assert_int_equal(pm_db_write(board, path, &(pm_db_options){.remoteness = true}, digest, NULL), PM_OK);
    check_converted(digest, 3, forms);
    assert_int_equal(pm_endgames_write(draughts, 3, path, NULL, digest, NULL), PM_OK);
    check_converted(digest, 3, forms);
    (void)remove(path);
    pm_game_free(draughts);
    pm_board_free(board);
}

static void test_conversion_refuses(void **state)
{
    (void)state;
    pm_board *board = board_of(3, 4);
    char other[80];
    int n_calls = 0;
    pm_error err = {.message = ""};
    snprintf(other, sizeof other, "%s.new", path);
    assert_int_equal(pm_db_convert(path, other, NULL, NULL, &err), PM_IO);
    assert_int_equal(pm_db_write(board, path, NULL, NULL, NULL), PM_OK);
    const pm_convert_options wrong[] = {
        {.level = 20}, {.level = -1}, {.version = 3}, {.version = -1}, {.job.threads = -1}};
    for (size_t i = 0; i < sizeof wrong / sizeof wrong[0]; i++) {
        assert_int_equal(pm_db_convert(path, other, &wrong[i], NULL, &err), PM_BAD_INPUT);
    }
    assert_int_equal(pm_db_convert(NULL, other, NULL, NULL, &err), PM_BAD_INPUT);
    assert_int_equal(pm_db_convert(path, NULL, NULL, NULL, &err), PM_BAD_INPUT);
    assert_int_equal(pm_db_convert(path, "", NULL, NULL, &err), PM_BAD_INPUT);
    assert_int_equal(pm_db_convert(path, "/nowhere/x", NULL, NULL, &err), PM_IO);
    const pm_convert_options stops = {.job = {.progress = stop_at_once, .ctx = &n_calls}};
    assert_int_equal(pm_db_convert(path, other, &stops, NULL, &err), PM_INTERRUPTED);
    assert_true(n_calls > 0);
    flip_byte(path, 1125); /* in the first blocks */
    assert_int_equal(pm_db_convert(path, other, NULL, NULL, &err), PM_DAMAGED);
    assert_non_null(strstr(err.message, path));
    assert_int_equal(access(other, F_OK), -1);
    (void)remove(path);
    pm_board_free(board);
}

int main(void)
{
    snprintf(folder, sizeof folder, "/tmp/papamu-test-%d.search", (int)getpid());
    snprintf(path, sizeof path, "/tmp/papamu-test-%d.papamu", (int)getpid());
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_konane),     cmocka_unit_test(test_endgames),           cmocka_unit_test(test_search),
        cmocka_unit_test(test_proof),      cmocka_unit_test(test_search_checkpoint),  cmocka_unit_test(test_bad_files),
        cmocka_unit_test(test_conversion), cmocka_unit_test(test_conversion_refuses),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
