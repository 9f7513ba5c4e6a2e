/* A file that appears whole under its name, or not at all.
 *
 * It is written under the name FILE.partial, locked, so that a second writer of the same name is refused instead of
 * spoiling it; then forced to disk, renamed, and the directory forced to disk. After a crash FILE is the old one or
 * none, and FILE.partial is taken over by the next writer, who may resume it (checkpoints) or start over.
 *
 * SPDX-License-Identifier: MIT
 */
#ifndef BASE_FILE_H
#define BASE_FILE_H

#include "src/papamu.h"

typedef struct safe_file {
    int fd;
    char *path, *partial;
} safe_file;

/* Open FILE.partial and lock it, keeping what it holds if `keep`, else empty. If FILE is a symbolic link, what it
 * points to is replaced, or made; a file that may not be written is not replaced. Errors: PM_IO (errno says why),
 * PM_NO_MEMORY, PM_BAD_INPUT (FILE is a directory or a device). */
pm_status file_open(const char *path, bool keep, safe_file *file, pm_error *err);

/* Write all of `bytes` at `offset`. */
pm_status file_write(safe_file *file, const void *bytes, size_t n, uint64_t offset, pm_error *err);

/* Cut the file to `n` bytes. */
pm_status file_cut(safe_file *file, uint64_t n, pm_error *err);

/* Force what was written to disk. */
pm_status file_sync(safe_file *file, pm_error *err);

/* Give the file its name; closes it in any case. */
pm_status file_commit(safe_file *file, pm_error *err);

/* Close; remove the partial file unless `keep`. A closed or zeroed file is accepted. */
void file_close(safe_file *file, bool keep);

/* Force the directory that `path` is in to disk, so that a rename survives a power cut. */
pm_status file_sync_directory(const char *path, pm_error *err);

/* Read exactly n bytes at `offset`: PM_OK, PM_DAMAGED if the file is shorter, PM_IO. */
pm_status file_read(int fd, void *bytes, size_t n, uint64_t offset, pm_error *err);

#endif
