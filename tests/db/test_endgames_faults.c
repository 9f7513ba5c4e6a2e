/* Databases of draughts endgames that are wrong, damaged, interrupted or stopped: verification finds a wrong value,
 * damage is reported, and a killed analysis resumes from its checkpoint.
 *
 * Random moments and samples come from a seed that is printed. Meant to run under AddressSanitizer and UBSan as well.
 *
 * SPDX-License-Identifier: MIT
 */
#include "solver/draughts/probe.h"
#include "solver/draughts/verify.h"
#include "src/base/rng.h"
#include "tests/aid/db_bytes.h"
#include "tests/aid/db_place.h"
#include "tests/aid/endgames_maker.h"
#include "tests/aid/long.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include <cmocka.h>

enum { SEED = 7, MAX_BYTES = 1 << 20 };

static pm_error err;

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
    draughts_db *d = endgames_open(path);
    const verify_result result = endgames_verify(d, SEED, n_samples, expected);
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
    lie l = {.d = endgames_open(path), .wrong_slice = 20, .wrong_number = 123};
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
    lie l = {.d = endgames_open(path), .wrong_slice = -1};
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
    draughts_db *d = endgames_open(path);
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
    draughts_db *d = endgames_open(s->path);
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
    draughts_db *d = endgames_open(p.path);
    (void)endgames_verify(d, SEED, 100000, PM_OK);
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
    print_message("seed %d\n", SEED);
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_killed_and_resumed), /* it forks, so it comes before any threads */
        cmocka_unit_test(test_wrong_value_is_found),
        cmocka_unit_test(test_wrong_count_is_found),
        cmocka_unit_test(test_verification_stops_when_asked),
        cmocka_unit_test(test_truncated_and_flipped),
        cmocka_unit_test(test_fields_out_of_range),
        cmocka_unit_test(test_foreign_and_damaged_checkpoints),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
