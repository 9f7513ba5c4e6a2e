/* Databases of draughts endgames for tests: see endgames_maker.h.
 *
 * SPDX-License-Identifier: MIT
 */
#include "tests/aid/endgames_maker.h"

#include "tests/aid/db_maker.h"

#include <setjmp.h>
#include <stdarg.h>

#include <cmocka.h>

static pm_status solve_and_write(db_writer *writer, const draughts_board *board, const endgames_task *task,
                                 const retro_store *store, uint8_t digest[DB_DIGEST_BYTES], pm_error *err)
{
    const retro_options solving = {.threads = task->threads,
                                   .memory = (size_t)1 << 30,
                                   .progress = task->progress,
                                   .progress_ctx = task->progress_ctx,
                                   .store = store};
    retro_draughts *solved = NULL;
    pm_status status = retro_draughts_solve(board, task->pieces, &solving, &solved, err);
    if (status == PM_OK) {
        status = db_draughts_write(writer, solved, task->threads, task->progress, task->progress_ctx, digest, err);
    }
    retro_draughts_free(solved);
    return status;
}

pm_status endgames_make(const char *path, const endgames_task *task, uint8_t digest[DB_DIGEST_BYTES], pm_error *err)
{
    draughts_board board;
    db_writer *writer = NULL;
    draughts_checkpoint *checkpoint = NULL;
    const retro_store *store = NULL;
    db_options options = task->options;
    options.checkpoint = NULL;
    pm_status status = draughts_board_init(task->rules, task->size, task->size, &board, err);
    if (status == PM_OK) {
        status = db_draughts_new(path, &board, task->pieces, &options, &writer, err);
    }
    if (status == PM_OK && task->options.checkpoint) {
        status = draughts_checkpoint_open(task->options.checkpoint, &board, task->pieces, &checkpoint, &store, err);
    }
    if (status == PM_OK) {
        status = solve_and_write(writer, &board, task, store, digest, err);
    }
    db_writer_free(writer);
    draughts_checkpoint_close(checkpoint, status == PM_OK);
    return status;
}

void endgames_new(char *path, const draughts_rules *rules, int size, int pieces, db_kind kind)
{
    const endgames_task task = {
        .rules = rules, .size = size, .pieces = pieces, .threads = 2, .options = {.level = 3, .kind = kind}};
    uint8_t digest[DB_DIGEST_BYTES];
    pm_error err = {0};
    db_maker_name(path);
    if (endgames_make(path, &task, digest, &err) != PM_OK) {
        fail_msg("%s", err.message);
    }
}

draughts_db *endgames_open(const char *path)
{
    draughts_db *d = NULL;
    pm_error err;
    if (draughts_db_open(path, 0, &d, &err) != PM_OK) {
        fail_msg("%s", err.message);
    }
    return d;
}

verify_result endgames_verify(draughts_db *d, uint64_t seed, uint64_t n_samples, pm_status expected)
{
    const verify_options options = {.n_samples = n_samples, .seed = seed, .threads = 2};
    verify_result result;
    pm_error err;
    assert_int_equal(draughts_db_verify(d, &options, &result, &err), expected);
    return result;
}
