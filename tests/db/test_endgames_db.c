/* Databases of draughts endgames: probes against the slow solver of tests/oracle/oracle_draughts.c, the reader in
 * tests/oracle/reader_draughts.py (skipped where there is no python3 or no zstd command), verification, equal bytes
 * whatever the threads, damage, and checkpoints.
 *
 * Random moments and samples come from a seed that is printed. Meant to run under AddressSanitizer and UBSan as well.
 *
 * SPDX-License-Identifier: MIT
 */
#include "analysis/answers/sources.h"
#include "solver/draughts/probe.h"
#include "solver/draughts/verify.h"
#include "src/base/rng.h"
#include "src/draughts/notation.h"
#include "tests/aid/db_bytes.h"
#include "tests/aid/db_place.h"
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

static draughts_db *open_db(const char *path)
{
    draughts_db *d = NULL;
    if (draughts_db_open(path, 0, &d, &err) != PM_OK) {
        fail_msg("%s", err.message);
    }
    return d;
}

static verify_result verify(draughts_db *d, uint64_t n_samples, pm_status expected)
{
    const verify_options options = {.n_samples = n_samples, .seed = SEED, .threads = 2};
    verify_result result;
    assert_int_equal(draughts_db_verify(d, &options, &result, &err), expected);
    return result;
}

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
    draughts_db *d = open_db(path);
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
    const verify_result result = verify(d, UINT64_MAX, PM_OK);
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
        draughts_db *d = open_db(path);
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
    draughts_db *d = open_db(path);
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
    draughts_db *d = open_db(path);
    (void)verify(d, 20000, PM_OK);
    draughts_db_close(d);
    task.rules = &draughts_american;
    (void)make_bytes(path, &task, other, three);
    assert_memory_not_equal(other, digest, sizeof digest);
    free(one);
    free(three);
    unlink(path);
}

/* ---- wrong values -------------------------------------------------------------------------------- */

/* The rows of another database, with one stored value exchanged. */
typedef struct lie {
    draughts_db *d;
    int slice, wrong_slice;
    uint64_t wrong_number;
} lie;

static void lying_row(void *ctx, size_t i, void *to)
{
    lie *l = ctx;
    uint8_t *row = to;
    for (int j = 0; j < DB_DRAUGHTS_ROW; j++) {
        const db_place at = db_locate(draughts_db_inside(l->d), l->slice, PM_BLACK, (uint32_t)i, (uint32_t)j);
        assert_int_equal(db_value(draughts_db_inside(l->d), at, &row[j], NULL), PM_OK);
    }
    if (l->slice == l->wrong_slice && i == l->wrong_number / DB_DRAUGHTS_ROW) {
        uint8_t *value = &row[l->wrong_number % DB_DRAUGHTS_ROW];
        *value = *value ? 0 : 1;
    }
}

/* Write the database with the lie in it, whose header has `n_more` too many stored positions, and verify it. */
static verify_result verify_lie(lie *l, uint64_t n_more, uint64_t n_samples, pm_status expected)
{
    char path[DB_MAKER_PATH];
    uint8_t digest[DB_DIGEST_BYTES];
    const draughts_index *index = draughts_db_index(l->d);
    db_writer *writer;
    db_maker_name(path);
    assert_int_equal(db_draughts_new(path, index->board, 4, &(db_options){.level = 1}, &writer, &err), PM_OK);
    for (l->slice = 0; l->slice < index->n_slices; l->slice++) {
        assert_int_equal(db_writer_rows(writer, NULL, l->slice, PM_BLACK, lying_row, l, &err), PM_OK);
    }
    db_writer_count(writer, draughts_db_get_info(l->d).stored + n_more);
    assert_int_equal(db_writer_finish(writer, digest, &err), PM_OK);
    db_writer_free(writer);
    draughts_db *d = open_db(path);
    const verify_result result = verify(d, n_samples, expected);
    draughts_db_close(d);
    unlink(path);
    assert_true(result.digest_is_right);
    return result;
}

static void test_wrong_value_is_found(void **state)
{
    (void)state;
    char path[DB_MAKER_PATH];
    endgames_new(path, &draughts_italian, 4, 4, DB_OUTCOME);
    lie l = {.d = open_db(path), .wrong_slice = 20, .wrong_number = 123};
    const draughts_index *index = draughts_db_index(l.d);
    for (;; l.wrong_number++) {
        const draughts_position pos = draughts_index_unrank(index, l.wrong_slice, l.wrong_number);
        if (!draughts_must_capture(index->board, &pos)) {
            break;
        }
    }
    const verify_result result = verify_lie(&l, 0, UINT64_MAX, PM_CHECK_FAILED);
    assert_true(result.disagreements > 0 && !result.count_is_wrong);
    draughts_db_close(l.d);
    unlink(path);
}

static void test_wrong_count_is_found(void **state)
{
    (void)state;
    char path[DB_MAKER_PATH];
    endgames_new(path, &draughts_italian, 4, 4, DB_OUTCOME);
    lie l = {.d = open_db(path), .wrong_slice = -1};
    assert_false(verify_lie(&l, 0, UINT64_MAX, PM_OK).count_is_wrong);
    assert_false(verify_lie(&l, 1, 1000, PM_OK).count_is_wrong); /* samples cannot show it */
    const verify_result result = verify_lie(&l, 1, UINT64_MAX, PM_CHECK_FAILED);
    assert_true(result.count_is_wrong && result.disagreements == 0);
    draughts_db_close(l.d);
    unlink(path);
}

/* With one thread too: progress is reported piece by piece, and a request to stop is noticed at once. */
static bool stop_at_third(void *ctx, verify_stage stage, uint64_t done, uint64_t total)
{
    (void)done;
    (void)total;
    return stage == VERIFY_VALUES && atomic_fetch_add((atomic_int *)ctx, 1) == 2;
}

static void test_verification_stops_when_asked(void **state)
{
    (void)state;
    char path[DB_MAKER_PATH];
    endgames_new(path, &draughts_italian, 6, 3, DB_OUTCOME);
    draughts_db *d = open_db(path);
    for (int threads = 1; threads <= 2; threads++) {
        atomic_int n_calls = 0;
        const verify_options options = {
            .n_samples = 1000000, .threads = threads, .progress = stop_at_third, .progress_ctx = &n_calls};
        verify_result result;
        assert_int_equal(draughts_db_verify(d, &options, &result, &err), PM_INTERRUPTED);
        assert_true(result.positions < 100000);
    }
    draughts_db_close(d);
    unlink(path);
}

/* ---- damage -------------------------------------------------------------------------------------- */

typedef struct sample {
    char path[DB_MAKER_PATH];
    uint8_t bytes[MAX_BYTES];
    size_t n;
    int n_codes;
    retro_code codes[4096]; /* of the undamaged file, slice by slice */
} sample;

/* Compare all codes with those of the undamaged file, or take them down; returns whether anything was refused. */
static bool read_codes(sample *s, draughts_db *d, bool is_first)
{
    const draughts_index *index = draughts_db_index(d);
    bool is_refused = false;
    int at = 0;
    for (int slice = 0; slice < index->n_slices; slice++) {
        for (uint64_t p = 0; p < index->slices[slice].size && at < s->n_codes; p++, at++) {
            const draughts_position pos = draughts_index_unrank(index, slice, p);
            retro_code code = 0;
            const pm_status status = draughts_db_code(d, &pos, &code, &err);
            assert_true(status == PM_OK || status == PM_DAMAGED);
            is_refused = is_refused || status != PM_OK;
            if (is_first) {
                s->codes[at] = code;
            } else if (status == PM_OK) {
                assert_int_equal(code, s->codes[at]);
            }
        }
    }
    assert_int_equal(at, s->n_codes);
    return is_refused;
}

static sample *make_sample(void)
{
    sample *s = calloc(1, sizeof *s);
    assert_non_null(s);
    endgames_new(s->path, &draughts_italian, 4, 3, DB_REMOTENESS);
    s->n = db_bytes_read(s->path, s->bytes, sizeof s->bytes);
    draughts_db *d = open_db(s->path);
    s->n_codes = (int)draughts_db_get_info(d).positions;
    assert_true(s->n_codes <= 4096);
    assert_false(read_codes(s, d, true));
    draughts_db_close(d);
    return s;
}

static void drop_sample(sample *s)
{
    unlink(s->path);
    free(s);
}

/* Open what is there; if that works, every value must be right or refused. Returns whether anything was. */
static bool is_refused(sample *s)
{
    draughts_db *d;
    const pm_status status = draughts_db_open(s->path, 0, &d, &err);
    if (status != PM_OK) {
        assert_true((status == PM_DAMAGED || status == PM_BAD_INPUT) && strlen(err.message) > 0);
        return true;
    }
    const bool is_damaged = read_codes(s, d, false);
    draughts_db_close(d);
    return is_damaged;
}

static void test_truncated_and_flipped(void **state)
{
    (void)state;
    sample *s = make_sample();
    for (size_t n = s->n; n-- > 0;) {
        assert_int_equal(truncate(s->path, (off_t)n), 0);
        assert_true(is_refused(s));
    }
    db_bytes_write(s->path, s->bytes, s->n);
    assert_false(is_refused(s));
    for (size_t i = 0; i < s->n; i++) {
        db_bytes_poke(s->path, i, s->bytes[i] ^ (i % 2 ? 0x01 : 0x80));
        if (!is_refused(s)) {
            fail_msg("a flip in byte %zu is not noticed", i);
        }
        db_bytes_poke(s->path, i, s->bytes[i]);
    }
    assert_false(is_refused(s));
    drop_sample(s);
}

/* Probe and verify without asking what comes out: it must only not crash. */
static void use(const char *path)
{
    draughts_db *d;
    if (draughts_db_open(path, 0, &d, &err) != PM_OK) {
        pm_db *konane;
        if (pm_db_open(path, 0, &konane, &err) == PM_OK) {
            pm_db_close(konane);
        }
        return;
    }
    const draughts_index *index = draughts_db_index(d);
    for (int slice = 0; slice < index->n_slices && slice < 100; slice++) {
        if (index->slices[slice].size > 0) {
            const draughts_position pos = draughts_index_unrank(index, slice, index->slices[slice].size / 2);
            retro_code code;
            (void)draughts_db_code(d, &pos, &code, &err);
        }
    }
    verify_result result;
    const verify_options options = {.n_samples = 50, .threads = 1};
    (void)draughts_db_verify(d, &options, &result, &err);
    draughts_db_close(d);
}

/* Under right checksums, fields out of range must be found themselves. */
static void test_fields_out_of_range(void **state)
{
    (void)state;
    static const uint8_t values[] = {0, 1, 2, 3, 8, 31, 64, 255};
    sample *s = make_sample();
    uint8_t *bytes = malloc(s->n);
    assert_non_null(bytes);
    uint64_t index;
    memcpy(&index, s->bytes + 40, 8);
    for (size_t i = 8; i < s->n; i = i == 463 ? (size_t)index : i + 1) {
        for (size_t v = 0; v < sizeof values; v++) {
            memcpy(bytes, s->bytes, s->n);
            bytes[i] = values[v];
            if (i >= index) {
                db_bytes_seal_index(bytes, s->n);
            } else {
                db_bytes_seal_header(bytes);
            }
            db_bytes_write(s->path, bytes, s->n);
            use(s->path);
        }
    }
    free(bytes);
    drop_sample(s);
}

/* ---- checkpoints --------------------------------------------------------------------------------- */

typedef struct job {
    const place *place;
    const endgames_task *task;
} job;

static pm_status run_job(const void *ctx)
{
    const job *j = ctx;
    uint8_t digest[DB_DIGEST_BYTES];
    return endgames_make(j->place->path, j->task, digest, NULL);
}

static void test_killed_and_resumed(void **state)
{
    (void)state;
    place p;
    uint8_t expected[DB_DIGEST_BYTES], digest[DB_DIGEST_BYTES];
    place_make(&p);
    endgames_task task = {.rules = &draughts_italian, .size = 6, .pieces = 4, .threads = 1, .options = {.level = 1}};
    task.options.kind = DB_REMOTENESS;
    assert_int_equal(endgames_make(p.path, &task, expected, &err), PM_OK);
    unlink(p.path);
    task.options.checkpoint = p.checkpoint;
    print_message("seed %d\n", SEED);
    rng r = rng_stream(SEED, 0);
    int n_killed = 0;
    for (int i = 0; i < (is_long_run() ? 100 : 12); i++) {
        n_killed += !place_run_and_kill(run_job, &(job){&p, &task}, rng_below(&r, 150000));
        assert_true(access(p.path, F_OK) != 0 || i > 0);
    }
    assert_true(n_killed > 0);
    assert_int_equal(endgames_make(p.path, &task, digest, &err), PM_OK);
    assert_memory_equal(digest, expected, sizeof digest);
    assert_int_equal(access(p.checkpoint, F_OK), -1);
    draughts_db *d = open_db(p.path);
    (void)verify(d, 100000, PM_OK);
    draughts_db_close(d);
    place_remove(&p);
}

/* Stop when half of the positions are solved. */
static bool stop_half_way(void *ctx, uint64_t done, uint64_t total)
{
    const bool *is_armed = ctx;
    return *is_armed && done > total / 2;
}

static void assert_task_fails(const place *p, const endgames_task *task, pm_status expected, const char *part)
{
    uint8_t digest[DB_DIGEST_BYTES];
    assert_int_equal(endgames_make(p->path, task, digest, &err), expected);
    if (!strstr(err.message, part)) {
        fail_msg("\"%s\" does not say \"%s\"", err.message, part);
    }
}

/* A checkpoint resumes only the same board, game and pieces alone, whatever is made of it, and if it is whole. */
static void test_foreign_and_damaged_checkpoints(void **state)
{
    (void)state;
    place p;
    bool is_armed = true;
    uint8_t expected[DB_DIGEST_BYTES], digest[DB_DIGEST_BYTES], byte;
    place_make(&p);
    endgames_task task = {.rules = &draughts_italian, .size = 4, .pieces = 8, .threads = 2, .options = {.level = 1}};
    assert_int_equal(endgames_make(p.path, &task, expected, &err), PM_OK);
    unlink(p.path);
    task.options.checkpoint = p.checkpoint;
    task.progress = stop_half_way;
    task.progress_ctx = &is_armed;
    assert_task_fails(&p, &task, PM_INTERRUPTED, "interrupted");
    is_armed = false;
    endgames_task other = task;
    other.rules = &draughts_american;
    assert_task_fails(&p, &other, PM_BAD_INPUT, "of another game");
    other = task;
    other.size = 6;
    other.pieces = 4;
    assert_task_fails(&p, &other, PM_BAD_INPUT, "of another board");
    other = task;
    other.pieces = 7;
    assert_task_fails(&p, &other, PM_BAD_INPUT, "of another number of pieces");
    char file[DB_MAKER_PATH + 64];
    snprintf(file, sizeof file, "%s/papamu-checkpoint", p.checkpoint);
    uint8_t *bytes = malloc(MAX_BYTES);
    assert_non_null(bytes);
    const size_t n = db_bytes_read(file, bytes, MAX_BYTES);
    for (size_t i = 0; i < n; i += 1 + n / 50) {
        byte = bytes[i];
        db_bytes_poke(file, i, byte ^ 4);
        assert_task_fails(&p, &task, PM_DAMAGED, "checkpoint");
        db_bytes_poke(file, i, byte);
    }
    free(bytes);
    assert_int_equal(endgames_make(p.path, &task, digest, &err), PM_OK);
    assert_memory_equal(digest, expected, sizeof digest);
    place_remove(&p);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_killed_and_resumed), /* it forks, so it comes before any threads */
        cmocka_unit_test(test_4x4_in_full),
        cmocka_unit_test(test_6x6_with_3_pieces),
        cmocka_unit_test(test_reader_agrees),
        cmocka_unit_test(test_positions_that_are_not_covered),
        cmocka_unit_test(test_equal_bytes_and_digests),
        cmocka_unit_test(test_wrong_value_is_found),
        cmocka_unit_test(test_wrong_count_is_found),
        cmocka_unit_test(test_verification_stops_when_asked),
        cmocka_unit_test(test_truncated_and_flipped),
        cmocka_unit_test(test_fields_out_of_range),
        cmocka_unit_test(test_foreign_and_damaged_checkpoints),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
