/* Where the bytes of a result go: standard output, or a file that appears when it is complete.
 *
 * A regular file is written by src/base/file, so the final name never holds half a result. An existing device or pipe
 * is written directly. If standard output is a file and the disk is full, the file is cut after its last whole line.
 * sink_close reports the first failure.
 *
 * SPDX-License-Identifier: MIT
 */
#include "src/base/file.h"
#include "src/cli/frame/internal.h"
#include "src/cli/output/output.h"

#include <assert.h>
#include <errno.h>
#include <fcntl.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

struct sink {
    FILE *file;
    safe_file whole; /* the file that it writes to; zeroed if nothing is renamed */
    int error;       /* first failure */
    off_t begin;     /* standard output: offset at the start; -1 if it cannot be cut */
    off_t n_bytes;   /* that it took */
    off_t n_whole;   /* of them up to the end of the last line */
};

FILE *sink_file(sink *s)
{
    return s->file;
}

bool sink_is_good(sink *s)
{
    if (!s->error && ferror(s->file)) {
        s->error = errno ? errno : EIO;
    }
    return s->error == 0;
}

/* Open a file that appears under `path` when the sink is closed. */
static bool open_whole(sink *s, const char *path)
{
    if (file_open(path, false, &s->whole, NULL) != PM_OK) {
        errno = errno == EWOULDBLOCK ? EBUSY : errno;
        return false;
    }
    const int fd = dup(s->whole.fd);
    s->file = fd >= 0 ? fdopen(fd, "w") : NULL;
    if (!s->file) {
        file_close(&s->whole, false);
        return false;
    }
    interrupt_remove(s->whole.partial);
    return true;
}

static bool open_path(sink *s, const char *path)
{
    struct stat info;
    const bool is_there = stat(path, &info) == 0;
    if (!path[0] || (is_there && S_ISDIR(info.st_mode))) {
        errno = path[0] ? EISDIR : ENOENT;
        return false;
    }
    if (is_there && !S_ISREG(info.st_mode)) {
        return (s->file = fopen(path, "w")) != NULL;
    }
    return open_whole(s, path);
}

/* Count the bytes that standard output has taken. */
static void count(sink *s, const char *bytes, size_t n)
{
    const char *end = memrchr(bytes, '\n', n);
    if (end) {
        assert(end < bytes + n);
        s->n_whole = s->n_bytes + (end - bytes) + 1;
    }
    s->n_bytes += (off_t)n;
}

/* What the stream over standard output writes with. Returns the number of bytes written; 0 after a failure. */
static ssize_t write_stdout(void *cookie, const char *bytes, size_t size)
{
    sink *s = cookie;
    size_t done = 0;
    while (done < size && !s->error) {
        const ssize_t n = write(STDOUT_FILENO, bytes + done, size - done);
        if (n >= 0) {
            count(s, bytes + done, (size_t)n);
            done += (size_t)n;
        } else if (errno != EINTR) {
            s->error = errno;
        }
    }
    if (s->error && s->begin >= 0 && ftruncate(STDOUT_FILENO, s->begin + s->n_whole) != 0) {
        s->begin = -1; /* it stays as it is */
    }
    assert(s->error || done == size);
    errno = s->error ? s->error : errno;
    return s->error ? 0 : (ssize_t)size;
}

static bool open_stdout(sink *s)
{
    struct stat info;
    const bool is_file = fstat(STDOUT_FILENO, &info) == 0 && S_ISREG(info.st_mode);
    const bool is_appended = is_file && (fcntl(STDOUT_FILENO, F_GETFL) & O_APPEND) != 0;
    s->begin = !is_file ? -1 : is_appended ? info.st_size : lseek(STDOUT_FILENO, 0, SEEK_CUR);
    s->file = fopencookie(s, "w", (cookie_io_functions_t){.write = write_stdout});
    if (s->file) {
        setvbuf(s->file, NULL, isatty(STDOUT_FILENO) ? _IOLBF : _IOFBF, 1 << 16);
    }
    return s->file != NULL;
}

sink *sink_open(const char *path)
{
    sink *s = calloc(1, sizeof *s);
    if (!s) {
        return NULL;
    }
    if (path ? !open_path(s, path) : !open_stdout(s)) {
        const int error = errno;
        free(s);
        errno = error;
        return NULL;
    }
    return s;
}

/* Record `error` unless an earlier one is there. */
static void note(sink *s, int error)
{
    if (!s->error) {
        s->error = error;
    }
}

int sink_close(sink *s, cli_end end)
{
    sink_is_good(s);
    errno = 0;
    if (fflush(s->file) != 0) {
        note(s, errno);
    }
    if (fclose(s->file) != 0) {
        note(s, errno);
    }
    if (s->whole.partial) {
        interrupt_forget(s->whole.partial);
        if (end != CLI_WHOLE || s->error) {
            file_close(&s->whole, end == CLI_PART && !s->error);
        } else if (file_commit(&s->whole, NULL) != PM_OK) {
            note(s, errno);
        }
    }
    const int error = s->error;
    free(s);
    return error;
}

int sink_flush_stdout(void)
{
    errno = 0;
    if (fflush(stdout) != 0 || ferror(stdout)) {
        return errno ? errno : EIO;
    }
    return 0;
}
