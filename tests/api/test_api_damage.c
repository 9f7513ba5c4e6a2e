/* Damaged files given to every function of the interface that reads one: databases of both games, a proof, records,
 * games as csv. Each byte is spoilt in turn, or a few for the longer files, and the file cut at each length.
 *
 * Oracle: what the whole file says. A damaged one is refused, or says the same where the damage is in what nobody
 * reads.
 *
 * SPDX-License-Identifier: MIT
 */
#include "src/papamu/database.h"
#include "src/papamu/play.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include <cmocka.h>

enum { MAX_BYTES = 1 << 20, ROUNDS = 250 };

typedef struct file {
    char path[64];
    size_t n;
    uint8_t bytes[MAX_BYTES];
} file;

static file whole;
static pm_answer answer;
static pm_db_count counts[4096];

static void take_file(const char *suffix)
{
    snprintf(whole.path, sizeof whole.path, "/tmp/papamu-test-%d.damage%s", (int)getpid(), suffix);
}

static void read_file(void)
{
    FILE *f = fopen(whole.path, "rb");
    assert_non_null(f);
    whole.n = fread(whole.bytes, 1, sizeof whole.bytes, f);
    assert_true(whole.n > 0 && whole.n < sizeof whole.bytes);
    fclose(f);
}

static void write_file(size_t n)
{
    FILE *f = fopen(whole.path, "wb");
    assert_non_null(f);
    assert_int_equal(fwrite(whole.bytes, 1, n, f), n);
    fclose(f);
}

/* Call `look` with the file spoilt in many ways; it returns whether the file was accepted. Returns how often it was. */
static int spoil(bool (*look)(const void *ctx), const void *ctx)
{
    int n_accepted = 0;
    const size_t step = whole.n / ROUNDS + 1;
    for (size_t at = 0; at < whole.n; at += step) {
        const uint8_t before = whole.bytes[at];
        whole.bytes[at] ^= (uint8_t)(1 << at % 8);
        write_file(whole.n);
        n_accepted += look(ctx);
        whole.bytes[at] = 0xff;
        write_file(whole.n);
        n_accepted += look(ctx);
        whole.bytes[at] = before;
        write_file(at);
        n_accepted += look(ctx);
    }
    (void)remove(whole.path);
    return n_accepted;
}

/* ---- databases --------------------------------------------------------------------------------- */

static bool is_refusal(pm_status status, const pm_error *err)
{
    assert_true(status == PM_OK || (err->message[0] && status != PM_NOT_FOUND));
    return status != PM_OK;
}

/* All blocks of an open database. */
static bool read_blocks(pm_db *db)
{
    pm_error err = {.message = ""};
    const pm_db_info info = pm_db_get_info(db);
    assert_true(info.block_bits <= 30);
    pm_position *positions = calloc((size_t)1 << info.block_bits, sizeof *positions);
    pm_value *values = calloc((size_t)1 << info.block_bits, sizeof *values);
    assert_true(positions && values);
    bool is_good = true;
    for (uint64_t block = 0; block < info.n_blocks; block++) {
        size_t n;
        is_good = !is_refusal(pm_db_block(db, block, positions, values, &n, &err), &err) && is_good;
    }
    free(positions);
    free(values);
    return is_good;
}

static bool look_at_database(const void *ctx)
{
    const pm_game *game = ctx;
    const bool is_konane = strcmp(pm_game_get_info(game).name, "konane") == 0;
    pm_error err = {.message = ""};
    pm_file_info info;
    pm_verification v;
    pm_db *db;
    pm_answers *answers;
    pm_state start;
    size_t n;
    bool is_good = !is_refusal(pm_db_look(whole.path, &info, &err), &err);
    is_good = !is_refusal(pm_db_check(whole.path, &(pm_job){.threads = 1}, 50, 1, &v, &err), &err) && is_good;
    is_good =
        !is_refusal(pm_db_histogram(whole.path, &(pm_job){.threads = 1}, 4096, counts, &n, &err), &err) && is_good;
    if (is_konane && pm_db_open(whole.path, 1 << 16, &db, &err) == PM_OK) {
        is_good = read_blocks(db) && is_good;
        pm_db_close(db);
    }
    if (pm_answers_new(game, whole.path, NULL, &answers, &err) == PM_OK) {
        assert_int_equal(pm_game_start(game, &start, NULL), PM_OK);
        (void)pm_answers_find(answers, &start, &answer, &err);
        pm_answers_free(answers);
    }
    return is_good;
}

static void spoil_database(const char *name, int rows, int cols, bool remoteness)
{
    pm_game *game;
    const pm_game_options size = {.rows = rows, .cols = cols};
    const pm_db_options options = {.remoteness = remoteness, .job = {.threads = 1}};
    assert_int_equal(pm_game_new(name, &size, &game, NULL), PM_OK);
    take_file("");
    if (strcmp(name, "konane") == 0) {
        pm_board *board;
        assert_int_equal(pm_game_board(game, &board, NULL), PM_OK);
        assert_int_equal(pm_db_write(board, whole.path, &options, NULL, NULL), PM_OK);
        pm_board_free(board);
    } else {
        assert_int_equal(pm_endgames_write(game, 2, whole.path, &options, NULL, NULL), PM_OK);
    }
    read_file();
    assert_true(look_at_database(game));
    assert_int_equal(spoil(look_at_database, game), 0); /* every byte is under some checksum */
    pm_game_free(game);
}

static void test_databases(void **state)
{
    (void)state;
    spoil_database("konane", 3, 3, false);
    spoil_database("konane", 3, 4, true);
    spoil_database("italian", 4, 4, true);
}

static void test_proof(void **state)
{
    (void)state;
    pm_game *game;
    pm_board *board;
    pm_search_result result;
    const pm_game_options size = {.rows = 5, .cols = 5};
    const pm_position opening = {((UINT64_C(1) << 25) - 1) & ~UINT64_C(3), PM_BLACK}; /* a1, a2 */
    take_file("");
    assert_int_equal(pm_game_new("konane", &size, &game, NULL), PM_OK);
    assert_int_equal(pm_game_board(game, &board, NULL), PM_OK);
    const pm_search_options options = {.job = {.memory = 32 << 20, .threads = 1}, .proof = whole.path};
    assert_int_equal(pm_search(board, 1, &opening, &options, &result, NULL), PM_OK);
    read_file();
    assert_int_equal(spoil(look_at_database, game), 0);
    pm_board_free(board);
    pm_game_free(game);
}

/* ---- texts ------------------------------------------------------------------------------------- */

static bool look_at_games(const void *ctx)
{
    pm_records *records;
    pm_stats *stats;
    pm_stats_row rows[8];
    pm_record record;
    pm_error err = {.message = ""};
    uint64_t n_bad;
    size_t n;
    bool is_good = true;
    assert_int_equal(pm_stats_new(&stats, NULL), PM_OK);
    is_good = !is_refusal(pm_stats_read(stats, whole.path, ctx, &n_bad, &err), &err) && n_bad == 0;
    assert_int_equal(pm_stats_rows(stats, 8, rows, &n, NULL), PM_OK);
    pm_stats_free(stats);
    if (pm_records_open(whole.path, ctx, &records, &err) == PM_OK) {
        pm_status status;
        while ((status = pm_records_next(records, &record, &err)) != PM_NOT_FOUND) {
            assert_true(status == PM_OK || status == PM_BAD_INPUT);
            assert_true(status == PM_OK || err.message[0]);
        }
        pm_records_close(records);
    }
    return is_good;
}

static bool write_game(void *ctx, const pm_played *played, const pm_ply *plies)
{
    const pm_game *game = ctx;
    pm_record record = {.game = game,
                        .plies = plies,
                        .n_plies = (int)played->plies,
                        .result = played->winner,
                        .black = "x",
                        .white = "y"};
    return pm_game_start(game, &record.start, NULL) != PM_OK || pm_record_append(whole.path, &record, NULL) != PM_OK;
}

static void spoil_records(const char *name, int rows, int cols, const char *suffix)
{
    pm_game *game;
    const pm_game_options size = {.rows = rows, .cols = cols};
    assert_int_equal(pm_game_new(name, &size, &game, NULL), PM_OK);
    take_file(suffix);
    const pm_selfplay_options options = {.n_games = 3, .seed = 2, .on_game = write_game, .ctx = game};
    assert_int_equal(pm_selfplay(game, &options, NULL, NULL), PM_OK);
    read_file();
    assert_true(look_at_games(name));
    (void)spoil(look_at_games, name); /* a text has no checksum: names, comments and results may be anything */
    pm_game_free(game);
}

static void test_records(void **state)
{
    (void)state;
    spoil_records("konane", 4, 5, ".kgn");
    spoil_records("american", 8, 8, ".pdn");
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_databases),
        cmocka_unit_test(test_proof),
        cmocka_unit_test(test_records),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
