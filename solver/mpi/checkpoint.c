/* Checkpoints: see checkpoint.h.
 *
 * SPDX-License-Identifier: MIT
 */
#include "solver/mpi/checkpoint.h"

#include "solver/mpi/sweep.h"
#include "src/base/bytes.h"
#include "src/base/file.h"
#include "src/base/status.h"

#include <assert.h>
#include <errno.h>
#include <fcntl.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/file.h>
#include <sys/stat.h>
#include <unistd.h>

#include <xxhash.h>

enum {
    FORMAT = 1,
    VERSION_BYTES = 32,
    AT_VERSION = 16,
    AT_IDENTITY = AT_VERSION + VERSION_BYTES,
    AT_DONE = AT_IDENTITY + SCRATCH_MAX_IDENTITY,
    AT_CLIENT_BYTES = AT_DONE + 8,
    AT_CLIENT = AT_CLIENT_BYTES + 8,
    PATH_BYTES = 4096,
};

static const char magic[8] = {'P', 'A', 'P', 'A', 'M', 'U', 'R', 'K'};
static const char state_name[] = "papamu-ranks", lock_name[] = "papamu-ranks.lock";

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

static pm_status io_failed(const char *verb, const char *path, pm_error *err)
{
    return status_fail(err, PM_IO, 0, "cannot %s \"%s\": %s%s", verb, path, strerror(errno),
                       errno == ENOSPC || errno == EDQUOT ? "; make room, then repeat the command to resume" : "");
}

/* ---- the folder ---------------------------------------------------------------------------------------------------
 */

static pm_status lock_folder(mpi_checkpoint *k, pm_error *err)
{
    char path[PATH_BYTES];
    if (mkdir(k->directory, 0777) != 0 && errno != EEXIST) {
        return io_failed("make the folder", k->directory, err);
    }
    k->lock = open(path_of(k->directory, lock_name, path), O_RDWR | O_CREAT | O_CLOEXEC, 0666);
    if (k->lock < 0) {
        return io_failed("write to the folder", k->directory, err);
    }
    return flock(k->lock, LOCK_EX | LOCK_NB) == 0
               ? PM_OK
               : status_fail(err, PM_IO, 0, "another run is using the folder \"%s\"", k->directory);
}

pm_status mpi_checkpoint_open(mpi_checkpoint *k, pm_error *err)
{
    k->lock = -1;
    pm_status status = mpi_job_rank(k->job) == 0 ? lock_folder(k, err) : PM_OK;
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
    char path[PATH_BYTES];
    unlink(path_of(checkpoint, state_name, path));
    unlink(path_of(checkpoint, lock_name, path));
    rmdir(checkpoint);
}

/* ---- the state ----------------------------------------------------------------------------------------------------
 */

static pm_status wrong_state(const mpi_checkpoint *k, const char *what, const char *value, pm_error *err)
{
    return status_fail(err, PM_BAD_INPUT, 0, "the folder \"%s\" belongs to a run %s%s; choose another, or remove it",
                       k->directory, what, value);
}

static pm_status check_state(const mpi_checkpoint *k, const uint8_t *bytes, size_t n, pm_error *err)
{
    char version[VERSION_BYTES], identity[SCRATCH_MAX_IDENTITY];
    memcpy(version, bytes + AT_VERSION, sizeof version);
    memcpy(identity, bytes + AT_IDENTITY, sizeof identity);
    version[sizeof version - 1] = identity[sizeof identity - 1] = 0;
    if (bytes_get(bytes + 8, 4) != FORMAT || strcmp(version, pm_version()) != 0) {
        return wrong_state(k, "of another version, ", version, err);
    }
    if (strncmp(identity, k->identity, sizeof identity - 1) != 0 ||
        bytes_get(bytes + AT_CLIENT_BYTES, 8) != k->client_bytes || n != AT_CLIENT + k->client_bytes + 8 ||
        bytes_get(bytes + AT_DONE, 8) > (uint64_t)sweep_order(k->s)->n) {
        return wrong_state(k, "of something else: ", identity, err);
    }
    return PM_OK;
}

static pm_status read_state(mpi_checkpoint *k, uint8_t *client_state, int *n_done, pm_error *err)
{
    char path[PATH_BYTES];
    struct stat st;
    const int fd = open(path_of(k->directory, state_name, path), O_RDONLY | O_CLOEXEC);
    if (fd < 0) {
        return errno == ENOENT ? PM_OK : io_failed("read", path, err);
    }
    const size_t n = fstat(fd, &st) == 0 ? (size_t)st.st_size : 0;
    uint8_t *bytes = malloc(n + 1);
    pm_status status = bytes ? file_read(fd, bytes, n, 0, err) : status_no_memory(err, "the checkpoint", n);
    const bool is_sound = status == PM_OK && n >= AT_CLIENT + 8 && memcmp(bytes, magic, sizeof magic) == 0 &&
                          bytes_get(bytes + n - 8, 8) == XXH3_64bits(bytes, n - 8);
    if (status == PM_OK) {
        status = is_sound ? check_state(k, bytes, n, err)
                          : status_fail(err, PM_DAMAGED, 0, "\"%s\" is damaged; remove the folder to start over", path);
    }
    if (status == PM_OK) {
        *n_done = (int)bytes_get(bytes + AT_DONE, 8);
        memcpy(client_state, bytes + AT_CLIENT, k->client_bytes);
    }
    free(bytes);
    close(fd);
    return status;
}

pm_status mpi_checkpoint_load(mpi_checkpoint *k, uint8_t *client_state, int *n_done, pm_error *err)
{
    *n_done = 0;
    const pm_status status = mpi_job_rank(k->job) == 0 ? read_state(k, client_state, n_done, err) : PM_OK;
    MPI_Bcast(n_done, 1, MPI_INT, 0, k->job->all);
    return mpi_job_agree(k->job, status, err);
}

static pm_status write_state(mpi_checkpoint *k, int n_done, const uint8_t *client_state, pm_error *err)
{
    char path[PATH_BYTES];
    const size_t n = AT_CLIENT + k->client_bytes + 8;
    uint8_t *bytes = calloc(n, 1);
    safe_file file = {.fd = -1};
    if (!bytes) {
        return status_no_memory(err, "the checkpoint", n);
    }
    memcpy(bytes, magic, sizeof magic);
    bytes_put(bytes + 8, FORMAT, 4);
    snprintf((char *)bytes + AT_VERSION, VERSION_BYTES, "%s", pm_version());
    snprintf((char *)bytes + AT_IDENTITY, SCRATCH_MAX_IDENTITY, "%s", k->identity);
    bytes_put(bytes + AT_DONE, (uint64_t)n_done, 8);
    bytes_put(bytes + AT_CLIENT_BYTES, k->client_bytes, 8);
    memcpy(bytes + AT_CLIENT, client_state, k->client_bytes);
    bytes_put(bytes + n - 8, XXH3_64bits(bytes, n - 8), 8);
    pm_status status = file_open(path_of(k->directory, state_name, path), false, &file, err);
    status = status == PM_OK ? file_write(&file, bytes, n, 0, err) : status;
    status = status == PM_OK ? file_commit(&file, err) : status;
    file_close(&file, false);
    free(bytes);
    return status;
}

pm_status mpi_checkpoint_commit(mpi_checkpoint *k, int n_done, const uint8_t *client_state, pm_error *err)
{
    char path[PATH_BYTES];
    const sublayers *order = sweep_order(k->s);
    const pm_status status = write_state(k, n_done, client_state, err);
    for (int i = 0; i < n_done && status == PM_OK; i++) {
        if (order->all[i].last_reader > i && order->all[i].last_reader == n_done - 1) {
            unlink(rows_path(k, i, path));
        }
    }
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
                   : io_failed(is_write ? "write" : "read", path, err);
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
    pm_status status = fd >= 0 ? PM_OK : io_failed(is_write ? "write" : "read", path, err);
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
