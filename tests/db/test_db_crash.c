/* Writers that do not finish: killed, interrupted, out of disk, two at a time; and those that resume.
 *
 * Oracle: the digest of an undisturbed run. The random moments come from a seed that is printed.
 *
 * SPDX-License-Identifier: MIT
 */
#include "solver/konane/db/db.h"
#include "solver/konane/db/verify.h"
#include "src/base/rng.h"
#include "tests/aid/db_place.h"
#include "tests/aid/long.h"

#include <errno.h>
#include <setjmp.h>
#include <signal.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/resource.h>
#include <sys/stat.h>
#include <sys/wait.h>
#include <unistd.h>

#include <cmocka.h>

enum { SEED = 20250101 };

typedef struct task {
    int rows, cols, threads;
    db_options options;
    sweep_progress *progress;
    void *progress_ctx;
} task;

static pm_status run_task(const place *p, const task *t, uint8_t digest[DB_DIGEST_BYTES], pm_error *err)
{
    pm_board *board;
    const sweep_options sweeping = {.threads = t->threads,
                                    .memory = (size_t)1 << 32,
                                    .with_tiles = true,
                                    .progress = t->progress,
                                    .progress_ctx = t->progress_ctx};
    pm_status status = pm_board_new(t->rows, t->cols, PM_BLACK, "any", &board, err);
    if (status == PM_OK) {
        status = db_konane_solve(p->path, board, &t->options, &sweeping, NULL, NULL, NULL, digest, err);
        pm_board_free(board);
    }
    return status;
}

static void assert_right(const place *p, const uint8_t digest[DB_DIGEST_BYTES])
{
    pm_db *database;
    verify_result result;
    const verify_options options = {.n_samples = 1000, .threads = 1};
    assert_int_equal(pm_db_open(p->path, 0, &database, NULL), PM_OK);
    assert_int_equal(pm_db_verify(database, &options, &result, NULL), PM_OK);
    assert_memory_equal(pm_db_get_info(database).digest, digest, DB_DIGEST_BYTES);
    pm_db_close(database);
}

typedef struct job {
    const place *place;
    const task *task;
} job;

static pm_status run_job(const void *ctx)
{
    const job *j = ctx;
    uint8_t digest[DB_DIGEST_BYTES];
    return run_task(j->place, j->task, digest, NULL);
}

static bool run_and_kill(const place *p, const task *t, unsigned microseconds)
{
    return place_run_and_kill(run_job, &(job){p, t}, microseconds);
}

static task small_task(void)
{
    task t = {.rows = 4, .cols = is_long_run() ? 6 : 5, .threads = 1, .options = {.level = 3, .block_bits = 10}};
    if (is_long_run()) {
        t.rows = 5;
        t.options.block_bits = 0;
    }
    return t;
}

/* Killed again and again, and started again with the same command: the same digest in the end. */
static void test_killed_and_resumed(void **state)
{
    (void)state;
    place p;
    place_make(&p);
    task t = small_task();
    uint8_t expected[DB_DIGEST_BYTES], digest[DB_DIGEST_BYTES];
    pm_error err = {0};
    t.options.checkpoint = NULL;
    assert_int_equal(run_task(&p, &t, expected, &err), PM_OK);
    unlink(p.path);
    t.options.checkpoint = p.checkpoint;
    print_message("seed %d\n", SEED);
    rng r = rng_stream(SEED, 0);
    int n_killed = 0;
    for (int i = 0; i < (is_long_run() ? 50 : 12); i++) {
        n_killed += !run_and_kill(&p, &t, rng_below(&r, is_long_run() ? 1500000 : 60000));
    }
    assert_true(n_killed > 0);
    assert_int_equal(run_task(&p, &t, digest, &err), PM_OK);
    assert_memory_equal(digest, expected, sizeof digest);
    assert_right(&p, expected);
    assert_int_equal(access(p.checkpoint, F_OK), -1);
    place_remove(&p);
}

/* Without a checkpoint: the old file or a whole new one, never anything else. */
static void test_killed_over_an_old_file(void **state)
{
    (void)state;
    place p;
    place_make(&p);
    task t = {.rows = 3, .cols = 4, .threads = 1, .options = {.level = 1}};
    uint8_t old[DB_DIGEST_BYTES], new[DB_DIGEST_BYTES];
    pm_error err = {0};
    const task other = {.rows = 4, .cols = 5, .threads = 1, .options = {.level = 1, .block_bits = 10}};
    assert_int_equal(run_task(&p, &other, new, &err), PM_OK);
    assert_int_equal(run_task(&p, &t, old, &err), PM_OK);
    rng r = rng_stream(SEED, 1);
    for (int i = 0; i < (is_long_run() ? 50 : 10); i++) {
        const bool is_done = run_and_kill(&p, &other, rng_below(&r, 60000));
        pm_db *database;
        assert_int_equal(pm_db_open(p.path, 0, &database, &err), PM_OK);
        const bool is_new = pm_db_get_info(database).rows == 4;
        pm_db_close(database);
        assert_true(is_new || !is_done);
        assert_right(&p, is_new ? new : old);
        assert_int_equal(run_task(&p, &t, old, &err), PM_OK);
    }
    place_remove(&p);
}

static bool stop_late(void *ctx, uint64_t done, uint64_t total)
{
    int *calls = ctx;
    (void)total;
    return done > 0 && ++*calls > 60;
}

static void interrupt_and_resume(db_kind kind, int rows, int cols)
{
    place p;
    place_make(&p);
    int calls = 0;
    uint8_t expected[DB_DIGEST_BYTES], digest[DB_DIGEST_BYTES];
    pm_error err = {0};
    task t = {.rows = rows, .cols = cols, .threads = 2, .options = {.level = 1, .block_bits = 12, .kind = kind}};
    assert_int_equal(run_task(&p, &t, expected, &err), PM_OK);
    unlink(p.path);
    t.progress = stop_late;
    t.progress_ctx = &calls;
    t.threads = 1;
    assert_int_equal(run_task(&p, &t, digest, &err), PM_INTERRUPTED);
    assert_int_equal(access(p.path, F_OK), -1);
    assert_int_equal(access(p.partial, F_OK), -1);
    t.options.checkpoint = p.checkpoint;
    for (int i = 0;; i++) {
        calls = 20;
        const pm_status status = run_task(&p, &t, digest, &err);
        if (status == PM_OK) {
            assert_true(i > 0);
            break;
        }
        assert_int_equal(status, PM_INTERRUPTED);
        assert_true(i < 100);
        assert_int_equal(access(p.partial, F_OK), 0);
    }
    assert_memory_equal(digest, expected, sizeof digest);
    assert_right(&p, expected);
    place_remove(&p);
}

static void test_interrupted_and_resumed(void **state)
{
    (void)state;
    interrupt_and_resume(DB_OUTCOME, 4, 5);
    interrupt_and_resume(DB_OUTCOME, 3, 7);
    interrupt_and_resume(DB_REMOTENESS, 4, 5);
}

static void read_file(const char *path, char bytes[], size_t room, size_t *n)
{
    FILE *file = fopen(path, "rb");
    assert_non_null(file);
    *n = fread(bytes, 1, room, file);
    assert_true(*n > 0 && *n < room);
    fclose(file);
}

/* A checkpoint is left that no unfinished file belongs to, as when a run is killed after it has renamed the file: to
 * start over gives the same file as if there had been none, counts of won positions included. */
static void test_checkpoint_without_its_file(void **state)
{
    (void)state;
    static char expected[1 << 16], found[1 << 16];
    size_t n_expected, n_found;
    uint8_t digest[DB_DIGEST_BYTES];
    pm_error err = {0};
    place p;
    place_make(&p);
    task t = {.rows = 4, .cols = 5, .threads = 1, .options = {.level = 3, .block_bits = 10, .date = 1}};
    assert_int_equal(run_task(&p, &t, digest, &err), PM_OK);
    read_file(p.path, expected, sizeof expected, &n_expected);
    unlink(p.path);
    int calls = 0;
    t.progress = stop_late;
    t.progress_ctx = &calls;
    t.options.checkpoint = p.checkpoint;
    assert_int_equal(run_task(&p, &t, digest, &err), PM_INTERRUPTED);
    assert_int_equal(unlink(p.partial), 0);
    t.progress = NULL;
    assert_int_equal(run_task(&p, &t, digest, &err), PM_OK);
    read_file(p.path, found, sizeof found, &n_found);
    assert_int_equal(n_found, n_expected);
    assert_memory_equal(found, expected, n_found);
    place_remove(&p);
}

static void assert_task_fails(const place *p, const task *t, pm_status expected, const char *part)
{
    uint8_t digest[DB_DIGEST_BYTES];
    pm_error err = {0};
    assert_int_equal(run_task(p, t, digest, &err), expected);
    if (!strstr(err.message, part)) {
        fail_msg("\"%s\" does not say \"%s\"", err.message, part);
    }
}

static void flip_byte(const char *path, long at)
{
    FILE *file = fopen(path, "r+b");
    assert_non_null(file);
    fseek(file, at, SEEK_SET);
    const int c = fgetc(file);
    fseek(file, at, SEEK_SET);
    fputc(c ^ 0x10, file);
    fclose(file);
}

/* A checkpoint is taken up by the same command alone, and only if it is whole. */
static void test_foreign_and_damaged_checkpoints(void **state)
{
    (void)state;
    place p;
    place_make(&p);
    int calls = 0;
    task t = {
        .rows = 4, .cols = 5, .threads = 1, .options = {.level = 1, .block_bits = 12, .checkpoint = p.checkpoint}};
    t.progress = stop_late;
    t.progress_ctx = &calls;
    uint8_t digest[DB_DIGEST_BYTES];
    pm_error err = {0};
    assert_int_equal(run_task(&p, &t, digest, &err), PM_INTERRUPTED);
    char file[DB_MAKER_PATH + 64];
    snprintf(file, sizeof file, "%s/papamu-checkpoint", p.checkpoint);
    assert_int_equal(access(file, F_OK), 0);
    calls = 0;
    task other = t;
    other.rows = 3;
    assert_task_fails(&p, &other, PM_BAD_INPUT, "another board");
    other = t;
    other.options.level = 3;
    assert_task_fails(&p, &other, PM_BAD_INPUT, "another compression level");
    flip_byte(file, 8 + 464); /* the version of the program */
    assert_task_fails(&p, &t, PM_DAMAGED, "checkpoint");
    flip_byte(file, 8 + 464);
    flip_byte(p.partial, DB_HEADER_BYTES + 5);
    assert_task_fails(&p, &t, PM_DAMAGED, "does not belong");
    flip_byte(p.partial, DB_HEADER_BYTES + 5);
    t.progress = NULL;
    assert_int_equal(run_task(&p, &t, digest, &err), PM_OK);
    place_remove(&p);
}

/* A disk that is full, as a limit on the size of files. */
static void test_no_room(void **state)
{
    (void)state;
    place p;
    place_make(&p);
    const task small = {.rows = 3, .cols = 4, .threads = 1, .options = {.level = 1}};
    const task large = {.rows = 4, .cols = 5, .threads = 1, .options = {.level = 1, .block_bits = 10}};
    uint8_t digest[DB_DIGEST_BYTES];
    pm_error err = {0};
    assert_int_equal(run_task(&p, &small, digest, &err), PM_OK);
    struct rlimit before, tight;
    assert_int_equal(getrlimit(RLIMIT_FSIZE, &before), 0);
    signal(SIGXFSZ, SIG_IGN);
    for (rlim_t bytes = 0; bytes < 16384; bytes += 4000) {
        tight = (struct rlimit){bytes, before.rlim_max};
        setrlimit(RLIMIT_FSIZE, &tight);
        const pm_status status = run_task(&p, &large, digest, &err);
        setrlimit(RLIMIT_FSIZE, &before);
        assert_int_equal(status, PM_IO);
        assert_non_null(strstr(err.message, strerror(EFBIG)));
        assert_int_equal(access(p.partial, F_OK), -1);
        assert_int_equal(run_task(&p, &small, digest, &err), PM_OK);
        assert_right(&p, digest);
    }
    place_remove(&p);
}

static void test_two_writers(void **state)
{
    (void)state;
    place p;
    place_make(&p);
    const task t = {.rows = 4, .cols = 5, .threads = 1, .options = {.level = 1, .block_bits = 10}};
    uint8_t digest[DB_DIGEST_BYTES], other_digest[DB_DIGEST_BYTES];
    pm_error err = {0};
    db_subject subject = {.game = DB_GAME_KONANE,
                          .rows = 1,
                          .cols = 2,
                          .kind = DB_OUTCOME,
                          .n_movers = 1,
                          .n_sets = 1,
                          .n_index = 1,
                          .white = {1},
                          .n_layers = 2,
                          .layer_rows = {1, 1}};
    db_writer *first;
    assert_int_equal(db_writer_new(p.path, &subject, &t.options, &first, NULL, &err), PM_OK);
    assert_task_fails(&p, &t, PM_IO, "another process is writing");
    db_writer_free(first);
    assert_int_equal(run_task(&p, &t, digest, &err), PM_OK);
    pid_t children[3];
    for (int i = 0; i < 3; i++) {
        children[i] = fork();
        assert_true(children[i] >= 0);
        if (children[i] == 0) {
            _exit(run_task(&p, &t, other_digest, &err) == PM_OK ? 0 : strstr(err.message, "another process") ? 1 : 2);
        }
    }
    int n_done = 0;
    for (int i = 0; i < 3; i++) {
        int status;
        assert_int_equal(waitpid(children[i], &status, 0), children[i]);
        assert_true(WIFEXITED(status) && WEXITSTATUS(status) <= 1);
        n_done += WEXITSTATUS(status) == 0;
    }
    assert_true(n_done >= 1);
    assert_right(&p, digest);
    place_remove(&p);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_killed_and_resumed), /* the tests that fork come first, before any threads */
        cmocka_unit_test(test_killed_over_an_old_file),
        cmocka_unit_test(test_two_writers),
        cmocka_unit_test(test_no_room),
        cmocka_unit_test(test_foreign_and_damaged_checkpoints),
        cmocka_unit_test(test_interrupted_and_resumed),
        cmocka_unit_test(test_checkpoint_without_its_file),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
