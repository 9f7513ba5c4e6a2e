/* Checkpoints: see checkpoint.h.
 *
 * SPDX-License-Identifier: MIT
 */
#include "solver/mpi/checkpoint.h"

#include "solver/mpi/sweep.h"
#include "solver/sweep/run_folder.h"
#include "src/base/bytes.h"
#include "src/base/status.h"

#include <assert.h>
#include <errno.h>
#include <fcntl.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include <xxhash.h>

enum {
    AT_CLIENT_BYTES = 8, /* after the number of finished sublayers */
    AT_CLIENT = AT_CLIENT_BYTES + 8,
    PATH_BYTES = 4096,
};

static const char lock_name[] = "papamu-ranks.lock";

static run_folder folder_of(const char *directory, const char *identity)
{
    return (run_folder){directory, identity, "papamu-ranks", lock_name, "PAPAMURK"};
}

static const char *path_of(const char *directory, const char *name, char path[PATH_BYTES])
{
    snprintf(path, PATH_BYTES, "%s/%s", directory, name);
    return path;
}

static const char *rows_path(const mpi_checkpoint *k, int place, char path[PATH_BYTES])
{
    char name[48];
    const sublayer *x = &sweep_order(k->s)->all[place];
    snprintf(name, sizeof name, "black-%02d-%02d", x->first, x->second);
    return path_of(k->directory, name, path);
}

/* ---- the folder ---------------------------------------------------------------------------------------------------
 */

pm_status mpi_checkpoint_open(mpi_checkpoint *k, pm_error *err)
{
    const run_folder folder = folder_of(k->directory, k->identity);
    k->lock = -1;
    pm_status status = mpi_job_rank(k->job) == 0 ? run_folder_lock(&folder, &k->lock, err) : PM_OK;
    status = mpi_job_agree(k->job, status, err);
    if (status != PM_OK) {
        return status;
    }
    char path[PATH_BYTES];
    if (access(path_of(k->directory, lock_name, path), R_OK | W_OK) != 0) {
        status =
            status_fail(err, PM_IO, 0, "does not see the folder \"%s\" that rank 0 has made; all ranks must share it",
                        k->directory);
    }
    return mpi_job_agree(k->job, status, err);
}

void mpi_checkpoint_close(mpi_checkpoint *k)
{
    if (k->directory && k->lock >= 0) {
        close(k->lock);
    }
}

void mpi_sweep_remove(const char *checkpoint)
{
    const run_folder folder = folder_of(checkpoint, "");
    run_folder_remove(&folder);
}

/* ---- the state ----------------------------------------------------------------------------------------------------
 */

static pm_status read_state(mpi_checkpoint *k, uint8_t *client_state, int *n_done, pm_error *err)
{
    const run_folder folder = folder_of(k->directory, k->identity);
    const size_t n = AT_CLIENT + k->client_bytes;
    uint8_t *bytes = malloc(n);
    bool found = false;
    pm_status status =
        bytes ? run_folder_load(&folder, bytes, n, &found, err) : status_no_memory(err, "the checkpoint", n);
    if (found && (bytes_get(bytes + AT_CLIENT_BYTES, 8) != k->client_bytes ||
                  bytes_get(bytes, 8) > (uint64_t)sweep_order(k->s)->n)) {
        status = run_folder_refuse(&folder, "of something else: ", folder.identity, err);
    } else if (found) {
        *n_done = k->n_committed = (int)bytes_get(bytes, 8);
        memcpy(client_state, bytes + AT_CLIENT, k->client_bytes);
    }
    free(bytes);
    return status;
}

pm_status mpi_checkpoint_load(mpi_checkpoint *k, uint8_t *client_state, int *n_done, pm_error *err)
{
    *n_done = 0;
    const pm_status status = mpi_job_rank(k->job) == 0 ? read_state(k, client_state, n_done, err) : PM_OK;
    MPI_Bcast(n_done, 1, MPI_INT, 0, k->job->all);
    return mpi_job_agree(k->job, status, err);
}

static pm_status write_state(const mpi_checkpoint *k, int n_done, const uint8_t *client_state, pm_error *err)
{
    const run_folder folder = folder_of(k->directory, k->identity);
    const size_t n = AT_CLIENT + k->client_bytes;
    uint8_t *bytes = malloc(n);
    if (!bytes) {
        return status_no_memory(err, "the checkpoint", n);
    }
    bytes_put(bytes, (uint64_t)n_done, 8);
    bytes_put(bytes + AT_CLIENT_BYTES, k->client_bytes, 8);
    memcpy(bytes + AT_CLIENT, client_state, k->client_bytes);
    const pm_status status = run_folder_save(&folder, bytes, n, err);
    free(bytes);
    return status;
}

pm_status mpi_checkpoint_commit(mpi_checkpoint *k, int n_done, const uint8_t *client_state, pm_error *err)
{
    char path[PATH_BYTES];
    const sublayers *order = sweep_order(k->s);
    const pm_status status = write_state(k, n_done, client_state, err);
    for (int i = 0; i < n_done && status == PM_OK; i++) {
        const int last = order->all[i].last_reader;
        if (last > i && last >= k->n_committed && last < n_done) {
            unlink(rows_path(k, i, path));
        }
    }
    k->n_committed = status == PM_OK ? n_done : k->n_committed;
    return status;
}

/* ---- rows ---------------------------------------------------------------------------------------------------------
 */

/* Write or read n bytes at `offset`. False with errno set, which is EIO if the file is too short. */
static bool move_bytes(int fd, bool is_write, void *bytes, size_t n, uint64_t offset)
{
    uint8_t *at = bytes;
    while (n > 0) {
        const ssize_t moved = is_write ? pwrite(fd, at, n, (off_t)offset) : pread(fd, at, n, (off_t)offset);
        if (moved == 0) {
            errno = EIO;
            return false;
        }
        if (moved < 0 && errno != EINTR) {
            return false;
        }
        const size_t done = moved > 0 ? (size_t)moved : 0;
        at += done;
        n -= done;
        offset += done;
    }
    return true;
}

static void sum_rows(const mpi_checkpoint *k, const uint64_t *rows, size_t n, uint8_t *sums)
{
    const size_t words = sweep_row_words(k->s);
    for (size_t i = 0; i < n; i++) {
        bytes_put(sums + 8 * i, XXH3_64bits(rows + i * words, words * 8), 8);
    }
}

static pm_status move_rows(mpi_checkpoint *k, int fd, const char *path, bool is_write, int place, uint64_t *rows,
                           size_t begin, size_t n, uint8_t *sums, pm_error *err)
{
    const uint64_t row_bytes = sweep_row_words(k->s) * 8, n_rows = sweep_order(k->s)->all[place].n_rows;
    if (is_write) {
        sum_rows(k, rows, n, sums);
    }
    if (!move_bytes(fd, is_write, rows, n * row_bytes, begin * row_bytes) ||
        !move_bytes(fd, is_write, sums, 8 * n, n_rows * row_bytes + 8 * begin) || (is_write && fdatasync(fd) != 0)) {
        return !is_write && errno == EIO
                   ? status_fail(err, PM_DAMAGED, 0, "\"%s\" is incomplete; remove the folder to start over", path)
                   : run_folder_io_failed(is_write ? "write" : "read", path, err);
    }
    k->bytes_written += is_write ? (double)(n * (row_bytes + 8)) : 0;
    if (!is_write) {
        uint8_t *found = sums + 8 * n;
        sum_rows(k, rows, n, found);
        if (memcmp(found, sums, 8 * n) != 0) {
            return status_fail(err, PM_DAMAGED, 0, "\"%s\" is damaged; remove the folder to start over", path);
        }
    }
    return PM_OK;
}

static pm_status put_or_get(mpi_checkpoint *k, bool is_write, int place, const sweep_block *block, size_t begin,
                            size_t end, pm_error *err)
{
    char path[PATH_BYTES];
    if (begin == end) {
        return PM_OK;
    }
    assert(block->row_stride == sweep_row_words(k->s)); /* neighbouring rows are neighbours in memory */
    uint8_t *sums = malloc(16 * (end - begin));
    if (!sums) {
        return status_no_memory(err, "the checkpoint", 16 * (end - begin));
    }
    const int fd =
        open(rows_path(k, place, path), is_write ? O_WRONLY | O_CREAT | O_CLOEXEC : O_RDONLY | O_CLOEXEC, 0666);
    pm_status status = fd >= 0 ? PM_OK : run_folder_io_failed(is_write ? "write" : "read", path, err);
    if (status == PM_OK) {
        status = move_rows(k, fd, path, is_write, place, sweep_tile_at(block, 0, begin), begin, end - begin, sums, err);
    }
    if (fd >= 0) {
        close(fd);
    }
    free(sums);
    return status;
}

pm_status mpi_checkpoint_put(mpi_checkpoint *k, int place, const sweep_block *rows, size_t begin, size_t end,
                             pm_error *err)
{
    return put_or_get(k, true, place, rows, begin, end, err);
}

pm_status mpi_checkpoint_get(mpi_checkpoint *k, int place, const sweep_block *rows, size_t begin, size_t end,
                             pm_error *err)
{
    return put_or_get(k, false, place, rows, begin, end, err);
}
