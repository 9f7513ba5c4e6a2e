/* The folder of a long run: see run_folder.h.
 *
 * SPDX-License-Identifier: MIT
 */
#include "solver/sweep/run_folder.h"

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
    MAGIC_BYTES = 8,
    AT_FORMAT = MAGIC_BYTES,
    AT_VERSION = AT_FORMAT + 8,
    AT_IDENTITY = AT_VERSION + VERSION_BYTES,
    AT_STATE = AT_IDENTITY + RUN_MAX_IDENTITY,
    DIGEST_BYTES = 8,
};

char *run_folder_path(const char *directory, const char *name)
{
    char *path = NULL;
    return asprintf(&path, "%s/%s", directory, name) < 0 ? NULL : path;
}

static pm_status no_memory(pm_error *err)
{
    return status_no_memory(err, "the state of the run", 0);
}

pm_status run_folder_io_failed(const char *verb, const char *path, pm_error *err)
{
    return status_fail(err, PM_IO, 0, "cannot %s \"%s\": %s%s", verb, path, strerror(errno),
                       errno == ENOSPC || errno == EDQUOT ? "; make room, then repeat the command to resume" : "");
}

pm_status run_folder_refuse(const run_folder *f, const char *what, const char *value, pm_error *err)
{
    return status_fail(err, PM_BAD_INPUT, 0, "the folder \"%s\" belongs to a run %s%s; choose another, or remove it",
                       f->directory, what, value);
}

pm_status run_folder_lock(const run_folder *f, int *lock, pm_error *err)
{
    *lock = -1;
    if (mkdir(f->directory, 0777) != 0 && errno != EEXIST) {
        return run_folder_io_failed("make the folder", f->directory, err);
    }
    char *path = run_folder_path(f->directory, f->lock_name);
    if (!path) {
        return no_memory(err);
    }
    *lock = open(path, O_RDWR | O_CREAT | O_CLOEXEC, 0666);
    const int error = errno;
    free(path);
    if (*lock < 0) {
        errno = error;
        return run_folder_io_failed("write to the folder", f->directory, err);
    }
    return flock(*lock, LOCK_EX | LOCK_NB) == 0
               ? PM_OK
               : status_fail(err, PM_IO, 0, "another run is using the folder \"%s\"", f->directory);
}

pm_status run_folder_save(const run_folder *f, const uint8_t *state, size_t n, pm_error *err)
{
    const size_t all = AT_STATE + n + DIGEST_BYTES;
    uint8_t *bytes = calloc(all, 1);
    char *path = run_folder_path(f->directory, f->state_name);
    safe_file file = {.fd = -1};
    pm_status status = bytes && path ? file_open(path, false, &file, err) : no_memory(err);
    if (status == PM_OK) {
        memcpy(bytes, f->magic, MAGIC_BYTES);
        bytes_put(bytes + AT_FORMAT, FORMAT, 4);
        snprintf((char *)bytes + AT_VERSION, VERSION_BYTES, "%s", pm_version());
        snprintf((char *)bytes + AT_IDENTITY, RUN_MAX_IDENTITY, "%s", f->identity);
        memcpy(bytes + AT_STATE, state, n);
        bytes_put(bytes + all - DIGEST_BYTES, XXH3_64bits(bytes, all - DIGEST_BYTES), DIGEST_BYTES);
        status = file_write(&file, bytes, all, 0, err);
    }
    status = status == PM_OK ? file_commit(&file, err) : status;
    file_close(&file, false);
    free(bytes);
    free(path);
    return status;
}

static pm_status check(const run_folder *f, const uint8_t *bytes, size_t all, size_t n, pm_error *err)
{
    char version[VERSION_BYTES], identity[RUN_MAX_IDENTITY];
    memcpy(version, bytes + AT_VERSION, sizeof version);
    memcpy(identity, bytes + AT_IDENTITY, sizeof identity);
    version[sizeof version - 1] = identity[sizeof identity - 1] = 0;
    if (bytes_get(bytes + AT_FORMAT, 4) != FORMAT || strcmp(version, pm_version()) != 0) {
        return run_folder_refuse(f, "of another version, ", version, err);
    }
    if (strncmp(identity, f->identity, sizeof identity - 1) != 0 || all != AT_STATE + n + DIGEST_BYTES) {
        return run_folder_refuse(f, "of something else: ", identity, err);
    }
    return PM_OK;
}

static bool is_sound(const run_folder *f, const uint8_t *bytes, size_t all)
{
    return all >= AT_STATE + DIGEST_BYTES && memcmp(bytes, f->magic, MAGIC_BYTES) == 0 &&
           bytes_get(bytes + all - DIGEST_BYTES, DIGEST_BYTES) == XXH3_64bits(bytes, all - DIGEST_BYTES);
}

static pm_status read_state(const run_folder *f, int fd, const char *path, uint8_t *state, size_t n, pm_error *err)
{
    struct stat st;
    if (fstat(fd, &st) != 0) {
        return run_folder_io_failed("read", path, err);
    }
    const size_t all = (size_t)st.st_size;
    uint8_t *bytes = malloc(all + 1);
    pm_status status = bytes ? file_read(fd, bytes, all, 0, err) : no_memory(err);
    if (status == PM_OK) {
        status = is_sound(f, bytes, all)
                     ? check(f, bytes, all, n, err)
                     : status_fail(err, PM_DAMAGED, 0, "\"%s\" is damaged; remove the folder to start over", path);
    }
    if (status == PM_OK) {
        memcpy(state, bytes + AT_STATE, n);
    }
    free(bytes);
    return status;
}

pm_status run_folder_load(const run_folder *f, uint8_t *state, size_t n, bool *found, pm_error *err)
{
    *found = false;
    char *path = run_folder_path(f->directory, f->state_name);
    if (!path) {
        return no_memory(err);
    }
    pm_status status = PM_OK;
    const int fd = open(path, O_RDONLY | O_CLOEXEC);
    if (fd >= 0) {
        status = read_state(f, fd, path, state, n, err);
        *found = status == PM_OK;
        close(fd);
    } else if (errno != ENOENT) {
        status = run_folder_io_failed("read", path, err);
    }
    free(path);
    return status;
}

void run_folder_remove(const run_folder *f)
{
    const char *const names[] = {f->state_name, f->lock_name};
    for (int i = 0; i < 2; i++) {
        char *path = run_folder_path(f->directory, names[i]);
        if (path) {
            unlink(path);
            free(path);
        }
    }
    rmdir(f->directory);
}
