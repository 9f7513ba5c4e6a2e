/* Files that appear whole or not at all: see file.h.
 *
 * SPDX-License-Identifier: MIT
 */
#include "src/base/file.h"

#include "src/base/status.h"

#include <assert.h>
#include <errno.h>
#include <fcntl.h>
#include <libgen.h>
#include <limits.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/file.h>
#include <sys/stat.h>
#include <unistd.h>

static pm_status fail(pm_error *err, const char *what, const char *path)
{
    return status_fail(err, PM_IO, 0, "cannot %s \"%s\": %s", what, path, strerror(errno));
}

/* Whether `path` still names the file that `fd` is. */
static bool is_same_file(int fd, const char *path)
{
    struct stat a, b;
    return fstat(fd, &a) == 0 && stat(path, &b) == 0 && a.st_dev == b.st_dev && a.st_ino == b.st_ino;
}

/* Open and lock. The file may have got its final name between the two, when another writer was done with it: then the
 * name is free again. */
static int open_locked(const char *path)
{
    for (;;) {
        const int fd = open(path, O_RDWR | O_CREAT | O_CLOEXEC, 0666);
        if (fd < 0) {
            return -1;
        }
        if (flock(fd, LOCK_EX | LOCK_NB) == 0 && is_same_file(fd, path)) {
            return fd;
        }
        const int error = errno;
        const bool is_locked = error == EWOULDBLOCK && is_same_file(fd, path);
        close(fd);
        if (is_locked) {
            errno = EWOULDBLOCK;
            return -1;
        }
    }
}

/* Where symbolic links lead, also the last one if there is nothing yet. The caller frees it. NULL: out of memory. */
static char *follow_links(const char *path)
{
    char target[PATH_MAX];
    char *end = realpath(path, NULL);
    const ssize_t n = end || errno != ENOENT ? -1 : readlink(path, target, sizeof target - 1);
    if (n < 0) {
        return end ? end : strdup(path);
    }
    target[n] = '\0';
    const char *slash = target[0] == '/' ? NULL : strrchr(path, '/');
    const int n_folder = slash ? (int)(slash - path) + 1 : 0;
    char *next = malloc((size_t)n_folder + (size_t)n + 1);
    if (next) {
        sprintf(next, "%.*s%s", n_folder, path, target);
        end = follow_links(next); /* ends: of links in a circle realpath does not say ENOENT */
        free(next);
    }
    return end;
}

pm_status file_open(const char *path, bool keep, safe_file *file, pm_error *err)
{
    struct stat s;
    const bool is_there = stat(path, &s) == 0;
    *file = (safe_file){.fd = -1};
    if (is_there && !S_ISREG(s.st_mode)) {
        return status_fail(err, PM_BAD_INPUT, 0, "\"%s\" is not a regular file", path);
    }
    if (is_there && access(path, W_OK) != 0) {
        return fail(err, "replace", path);
    }
    file->path = follow_links(path);
    const size_t size = (file->path ? strlen(file->path) : 0) + sizeof ".partial";
    file->partial = malloc(size);
    if (!file->path || !file->partial) {
        file_close(file, true);
        return status_no_memory(err, "a file name", 0);
    }
    strcpy(stpcpy(file->partial, file->path), ".partial");
    file->fd = open_locked(file->partial);
    if (file->fd < 0) {
        const pm_status status = errno == EWOULDBLOCK
                                     ? status_fail(err, PM_IO, 0, "another process is writing \"%s\"", path)
                                     : fail(err, "create", file->partial);
        file_close(file, true);
        return status;
    }
    return keep ? PM_OK : file_cut(file, 0, err);
}

pm_status file_write(safe_file *file, const void *bytes, size_t n, uint64_t offset, pm_error *err)
{
    const char *from = bytes;
    assert(file->fd >= 0 && n <= INT64_MAX && offset <= INT64_MAX - n); /* off_t is signed */
    while (n > 0) {
        const ssize_t done = pwrite(file->fd, from, n, (off_t)offset);
        if (done < 0 && errno == EINTR) {
            continue;
        }
        if (done <= 0) {
            return fail(err, "write", file->partial);
        }
        from += done;
        n -= (size_t)done;
        offset += (uint64_t)done;
    }
    return PM_OK;
}

pm_status file_cut(safe_file *file, uint64_t n, pm_error *err)
{
    assert(file->fd >= 0 && n <= INT64_MAX);
    return ftruncate(file->fd, (off_t)n) == 0 ? PM_OK : fail(err, "cut", file->partial);
}

pm_status file_sync(safe_file *file, pm_error *err)
{
    return fdatasync(file->fd) == 0 ? PM_OK : fail(err, "write", file->partial);
}

pm_status file_sync_directory(const char *path, pm_error *err)
{
    char *copy = strdup(path);
    if (!copy) {
        return status_no_memory(err, "a file name", 0);
    }
    const int fd = open(dirname(copy), O_RDONLY | O_DIRECTORY | O_CLOEXEC);
    const bool is_done = fd >= 0 && fsync(fd) == 0;
    const pm_status status = is_done ? PM_OK : fail(err, "sync the directory of", path);
    if (fd >= 0) {
        close(fd);
    }
    free(copy);
    return status;
}

pm_status file_commit(safe_file *file, pm_error *err)
{
    assert(file->fd >= 0 && strlen(file->partial) == strlen(file->path) + strlen(".partial"));
    pm_status status = fsync(file->fd) == 0 ? PM_OK : fail(err, "write", file->partial);
    if (status == PM_OK && rename(file->partial, file->path) != 0) {
        status = fail(err, "rename", file->partial);
    }
    if (status == PM_OK) {
        status = file_sync_directory(file->path, err);
        file_close(file, true);
    } else {
        file_close(file, false);
    }
    return status;
}

void file_close(safe_file *file, bool keep)
{
    const int error = errno;
    if (file->partial && file->fd >= 0) {
        if (!keep) {
            unlink(file->partial);
        }
        close(file->fd);
    }
    free(file->path);
    free(file->partial);
    *file = (safe_file){.fd = -1};
    errno = error;
}

pm_status file_read(int fd, void *bytes, size_t n, uint64_t offset, pm_error *err)
{
    char *to = bytes;
    while (n > 0) {
        const ssize_t done = pread(fd, to, n, (off_t)offset);
        if (done < 0 && errno == EINTR) {
            continue;
        }
        if (done < 0) {
            return status_fail(err, PM_IO, offset, "cannot read: %s", strerror(errno));
        }
        if (done == 0) {
            return status_fail(err, PM_DAMAGED, offset, "damaged: the file ends too early");
        }
        to += done;
        n -= (size_t)done;
        offset += (uint64_t)done;
    }
    return PM_OK;
}
