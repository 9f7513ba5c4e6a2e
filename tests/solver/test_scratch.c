/* Sweeps with a scratch folder: the same results as in memory, whatever the memory, and whatever happens on the way.
 *
 * Oracle: the sweep in memory, its census, and the digest of a database that it fills. The random moments come from a
 * seed that is printed.
 *
 * SPDX-License-Identifier: MIT
 */
#include "solver/konane/db/db.h"
#include "solver/konane/scratch.h"
#include "solver/sweep/row_file.h"
#include "src/base/clock.h"
#include "src/base/rng.h"
#include "src/konane/board.h"
#include "tests/aid/db_place.h"
#include "tests/aid/long.h"

#include <dirent.h>
#include <fcntl.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/file.h>
#include <sys/stat.h>
#include <unistd.h>

#include <cmocka.h>

enum { SEED = 20261130, N_SAMPLE = 500, MAX_QUERIES = KONANE_MAX_OPENINGS + N_SAMPLE };

/* A board, what is asked about it, and the answers of a sweep in memory. */
typedef struct subject {
    pm_board *board;
    konane_query queries[MAX_QUERIES];
    int n_queries;
    census census;
    uint8_t digest[DB_DIGEST_BYTES];
} subject;

typedef struct counting {
    konane_space *space;
    subject *s;
} counting;

static pm_status count_rows(void *ctx, par_team *team, const sweep_layer *white, const sweep_layer *black,
                            pm_error *err)
{
    counting *c = ctx;
    konane_queries_visit(c->space, white, black, c->s->queries, c->s->n_queries);
    return census_add(&c->s->census, team, white, black, err);
}

static subject *subject_new(int rows, int cols, pm_color corner, const place *p)
{
    subject *s = calloc(1, sizeof *s);
    assert_non_null(s);
    assert_int_equal(pm_board_new(rows, cols, corner, "any", &s->board, NULL), PM_OK);
    konane_opening_result openings[KONANE_MAX_OPENINGS];
    const int n = konane_opening_queries(s->board, openings, s->queries);
    s->n_queries = n + N_SAMPLE;
    konane_scratch_sample(s->board, SEED, s->queries + n, N_SAMPLE);
    counting c = {.s = s};
    assert_int_equal(konane_space_new(s->board, &c.space, NULL), PM_OK);
    const sweep_options options = {.threads = 2, .memory = (size_t)1 << 32, .with_tiles = true};
    sweep *in_memory;
    assert_int_equal(sweep_new(&c.space->spec, &options, &in_memory, NULL), PM_OK);
    assert_int_equal(sweep_run(in_memory, count_rows, &c, NULL), PM_OK);
    sweep_free(in_memory);
    konane_space_free(c.space);
    const db_options writing = {.level = 1};
    assert_int_equal(db_konane_solve(p->path, s->board, &writing, &options, NULL, NULL, NULL, s->digest, NULL), PM_OK);
    unlink(p->path);
    return s;
}

static void subject_free(subject *s)
{
    pm_board_free(s->board);
    free(s);
}

static scratch_options default_options(const place *p)
{
    return (scratch_options){.directory = p->checkpoint, .threads = 2, .memory = (size_t)1 << 30};
}

/* Solve, and return the status; the answers must be those of `s` if it is PM_OK. */
static pm_status solve(const subject *s, const scratch_options *options, scratch_status *status, pm_error *err)
{
    konane_query queries[MAX_QUERIES];
    konane_scratch_result *r = calloc(1, sizeof *r);
    assert_non_null(r);
    for (int i = 0; i < s->n_queries; i++) {
        queries[i] = (konane_query){.pos = s->queries[i].pos};
    }
    const pm_status result = konane_scratch_solve(s->board, options, queries, s->n_queries, r, err);
    if (result == PM_OK) {
        assert_memory_equal(r->digest, s->digest, DB_DIGEST_BYTES);
        assert_int_equal(r->census.n_stones, s->census.n_stones);
        assert_memory_equal(r->census.count, s->census.count, sizeof s->census.count);
        for (int i = 0; i < s->n_queries; i++) {
            assert_true(queries[i].is_answered && queries[i].mover_wins == s->queries[i].mover_wins);
        }
    }
    if (status) {
        *status = r->status;
    }
    free(r);
    return result;
}

static void assert_solves(const subject *s, const scratch_options *options, scratch_status *status)
{
    pm_error err = {0};
    if (solve(s, options, status, &err) != PM_OK) {
        fail_msg("%s", err.message);
    }
}

static void assert_fails(const subject *s, const scratch_options *options, pm_status expected, const char *part)
{
    pm_error err = {0};
    const pm_status status = solve(s, options, NULL, &err);
    if (status != expected || !strstr(err.message, part)) {
        fail_msg("status %d: \"%s\" does not say \"%s\"", (int)status, err.message, part);
    }
}

/* The least memory with which a board can be solved: most sublayers are cut. */
static size_t least_memory(const subject *s)
{
    scratch_plan plan;
    bool fits;
    assert_int_equal(konane_scratch_plan(s->board, 0, 2, s->n_queries, &plan, &fits, NULL), PM_OK);
    assert_false(fits);
    return plan.memory;
}

/* Solve, and hold what was moved against the plan. */
static void assert_solves_as_planned(const subject *s, const place *p, size_t memory)
{
    scratch_options options = default_options(p);
    scratch_plan plan;
    scratch_status status;
    bool fits;
    options.memory = memory;
    assert_int_equal(konane_scratch_plan(s->board, memory, 2, s->n_queries, &plan, &fits, NULL), PM_OK);
    assert_true(fits && plan.memory <= memory);
    assert_solves(s, &options, &status);
    assert_int_equal(status.raw_read_bytes, plan.read_bytes);
    assert_int_equal(status.raw_written_bytes, plan.written_bytes);
    assert_true(status.peak_disk_bytes <= plan.live_bytes + plan.live_bytes / 8 + (64 << 10));
    assert_int_equal(status.disk_bytes, 0);
    scratch_remove(p->checkpoint);
    assert_int_equal(access(p->checkpoint, F_OK), -1); /* nothing else was left there */
}

/* ---- the same results ---------------------------------------------------------------------------------------------
 */

static void check_board(int rows, int cols, pm_color corner)
{
    place p;
    place_make(&p);
    subject *s = subject_new(rows, cols, corner, &p);
    scratch_options options = default_options(&p);
    assert_solves_as_planned(s, &p, options.memory);
    options.memory = least_memory(s);
    assert_solves_as_planned(s, &p, options.memory);
    options.threads = 1;
    assert_solves(s, &options, NULL);
    scratch_remove(p.checkpoint);
    options.threads = 2;
    options.memory--;
    assert_fails(s, &options, PM_NO_MEMORY, "even in parts, needs");
    scratch_remove(p.checkpoint);
    subject_free(s);
    place_remove(&p);
}

static void test_results_are_those_of_memory(void **state)
{
    (void)state;
    check_board(1, 7, PM_BLACK);
    check_board(2, 5, PM_BLACK); /* the classes are exchanged */
    check_board(3, 3, PM_BLACK);
    check_board(3, 3, PM_WHITE);
    check_board(3, 5, PM_WHITE);
    check_board(4, 5, PM_BLACK);
    if (is_long_run()) {
        check_board(5, 5, PM_BLACK);
        check_board(5, 5, PM_WHITE);
        check_board(2, 13, PM_BLACK);
        check_board(4, 6, PM_WHITE);
        check_board(5, 6, PM_BLACK);
    }
}

/* What can be compressed takes less room, and all comes back. */
static void test_blocks_are_packed(void **state)
{
    (void)state;
    enum { BYTES = 4096 };
    static uint8_t raw[BYTES], packed[BYTES], again[BYTES];
    row_codec *codec = row_codec_new();
    assert_non_null(codec);
    memset(raw, 7, sizeof raw);
    row_file_entry e = {0};
    e.bytes = row_block_pack(codec, raw, sizeof raw, packed, &e.checksum);
    assert_true(e.bytes < sizeof raw / 8);
    assert_true(row_block_unpack(codec, &e, packed, again, sizeof again));
    assert_memory_equal(again, raw, sizeof raw);
    row_codec_free(codec);
}

/* ---- interruptions
 * --------------------------------------------------------------------------------------------------- */

static double started; /* when this program was */

static bool stop_soon(void *ctx, const scratch_status *status)
{
    int *left = ctx;
    assert_true(status->seconds <= clock_seconds() - started); /* no run has taken longer than all of them */
    return --*left < 0;
}

static void test_interrupted_and_resumed(void **state)
{
    (void)state;
    place p;
    place_make(&p);
    subject *s = subject_new(4, 5, PM_BLACK, &p);
    scratch_options options = default_options(&p);
    options.memory = least_memory(s) + (64 << 10);
    options.progress = stop_soon;
    for (int i = 0;; i++) {
        int left = 40;
        options.progress_ctx = &left;
        scratch_status status;
        pm_error err = {0};
        const pm_status result = solve(s, &options, &status, &err);
        if (result == PM_OK) {
            assert_true(i > 1);
            break;
        }
        assert_int_equal(result, PM_INTERRUPTED);
        assert_true(i < 100 && status.share < 1);
    }
    scratch_remove(p.checkpoint);
    assert_int_equal(access(p.checkpoint, F_OK), -1);
    subject_free(s);
    place_remove(&p);
}

typedef struct kill_job {
    const subject *s;
    const scratch_options *options;
} kill_job;

static pm_status run_killed(const void *ctx)
{
    const kill_job *job = ctx;
    return solve(job->s, job->options, NULL, NULL);
}

static void test_killed_and_resumed(void **state)
{
    (void)state;
    const bool is_long = is_long_run();
    place p;
    place_make(&p);
    subject *s = is_long ? subject_new(5, 6, PM_BLACK, &p) : subject_new(3, 5, PM_BLACK, &p);
    const scratch_options options = default_options(&p);
    print_message("seed %d\n", SEED);
    rng r = rng_stream(SEED, 0);
    int n_killed = 0;
    for (int i = 0; i < (is_long ? 50 : 5); i++) {
        n_killed += !place_run_and_kill(run_killed, &(kill_job){s, &options}, rng_below(&r, is_long ? 500000 : 50000));
    }
    assert_true(n_killed > 0);
    assert_solves(s, &options, NULL);
    subject_free(s);
    scratch_remove(p.checkpoint);
    place_remove(&p);
}

/* ---- damage
 * ------------------------------------------------------------------------------------------------------------ */

static void flip_middle_byte(const char *path)
{
    FILE *file = fopen(path, "r+b");
    assert_non_null(file);
    fseek(file, 0, SEEK_END);
    const long at = ftell(file) / 2;
    fseek(file, at, SEEK_SET);
    const int c = fgetc(file);
    fseek(file, at, SEEK_SET);
    fputc(c ^ 0x10, file);
    fclose(file);
}

/* The first file of the folder whose name begins so, or the last. */
static bool find_file(const place *p, const char *prefix, bool is_last, char path[512])
{
    bool is_found = false;
    char best[256] = "";
    DIR *dir = opendir(p->checkpoint);
    assert_non_null(dir);
    for (struct dirent *e = readdir(dir); e; e = readdir(dir)) {
        if (strncmp(e->d_name, prefix, strlen(prefix)) == 0 &&
            (!is_found || (strcmp(e->d_name, best) > 0) == is_last)) {
            snprintf(best, sizeof best, "%s", e->d_name);
            is_found = true;
        }
    }
    closedir(dir);
    snprintf(path, 512, "%s/%s", p->checkpoint, best);
    return is_found;
}

/* What a run that cannot be finished has left. */
static void remove_files(const place *p)
{
    char path[512];
    while (find_file(p, "papamu-", true, path) || find_file(p, "black-", true, path)) {
        assert_int_equal(unlink(path), 0);
    }
    rmdir(p->checkpoint);
}

typedef struct notices {
    int n;
    char text[256];
} notices;

static void take_notice(void *ctx, const char *text)
{
    notices *all = ctx;
    all->n++;
    snprintf(all->text, sizeof all->text, "%s", text);
}

/* Stop a run in the middle and spoil, or remove, what it has last written. */
static void run_half(const subject *s, scratch_options *options, int steps)
{
    int left = steps;
    options->progress = stop_soon;
    options->progress_ctx = &left;
    assert_int_equal(solve(s, options, NULL, NULL), PM_INTERRUPTED);
    options->progress = NULL;
}

static void test_damaged_rows_are_made_again(void **state)
{
    (void)state;
    place p;
    place_make(&p);
    subject *s = subject_new(4, 5, PM_BLACK, &p);
    for (int removes = 0; removes < 2; removes++) {
        scratch_options options = default_options(&p);
        notices all = {0};
        char path[512];
        run_half(s, &options, 12); /* all that has been read is still there */
        assert_true(find_file(&p, "black-", true, path));
        if (removes) {
            unlink(path);
        } else {
            flip_middle_byte(path);
        }
        options.notice = take_notice;
        options.notice_ctx = &all;
        assert_solves(s, &options, NULL);
        assert_true(all.n >= 1 && strstr(all.text, path) && strstr(all.text, "made again"));
        scratch_remove(p.checkpoint);
    }
    subject_free(s);
    place_remove(&p);
}

static void test_what_cannot_be_mended(void **state)
{
    (void)state;
    place p;
    place_make(&p);
    subject *s = subject_new(4, 5, PM_BLACK, &p);
    scratch_options options = default_options(&p);
    char path[512];
    run_half(s, &options, 90);
    assert_true(find_file(&p, "black-", false, path)); /* an old one: what it was made from is no longer there */
    unlink(path);
    assert_fails(s, &options, PM_DAMAGED, "is missing, and what it is made from is gone");
    snprintf(path, sizeof path, "%s/papamu-scratch", p.checkpoint);
    flip_middle_byte(path);
    assert_fails(s, &options, PM_DAMAGED, "is damaged; remove the folder");
    remove_files(&p);
    place_remove(&p);
    subject_free(s);
}

/* ---- folders and disks ----------------------------------------------------------------------------------------------
 */

static void test_folders_of_others(void **state)
{
    (void)state;
    place p;
    place_make(&p);
    subject *s = subject_new(3, 5, PM_BLACK, &p), *other = subject_new(3, 4, PM_BLACK, &p);
    scratch_options options = default_options(&p);
    run_half(s, &options, 30);
    assert_fails(other, &options, PM_BAD_INPUT, "belongs to a run of something else: konane 3x5");
    char path[512];
    snprintf(path, sizeof path, "%s/papamu-scratch.lock", p.checkpoint);
    const int lock = open(path, O_RDWR);
    assert_int_equal(flock(lock, LOCK_EX | LOCK_NB), 0);
    assert_fails(s, &options, PM_IO, "another run is using");
    close(lock);
    assert_solves(s, &options, NULL);
    options.directory = "/proc/self/scratch";
    assert_fails(s, &options, PM_IO, "cannot make the folder");
    scratch_remove(p.checkpoint);
    subject_free(s);
    subject_free(other);
    place_remove(&p);
}

static void test_too_little_disk(void **state)
{
    (void)state;
    place p;
    place_make(&p);
    subject *s = subject_new(4, 5, PM_BLACK, &p);
    scratch_options options = default_options(&p);
    options.disk = 12000;
    assert_fails(s, &options, PM_IO, "remain of --disk");
    options.disk = 0;
    scratch_status status;
    assert_solves(s, &options, &status);
    assert_true(status.resumed_share > 0 && status.peak_disk_bytes > 12000);
    scratch_remove(p.checkpoint);
    subject_free(s);
    place_remove(&p);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_results_are_those_of_memory), cmocka_unit_test(test_blocks_are_packed),
        cmocka_unit_test(test_interrupted_and_resumed),     cmocka_unit_test(test_killed_and_resumed),
        cmocka_unit_test(test_damaged_rows_are_made_again), cmocka_unit_test(test_what_cannot_be_mended),
        cmocka_unit_test(test_folders_of_others),           cmocka_unit_test(test_too_little_disk),
    };
    started = clock_seconds();
    return cmocka_run_group_tests(tests, NULL, NULL);
}
