/* Where the bytes of a result go: standard output, or a file that appears when it is complete.
 *
 * A file is written under a temporary name in the same directory and renamed at the end, so that nothing
 * half-written ever stands under the final name. A device or pipe that exists is written directly. If standard output
 * is a file and the disk is full, the file is cut after the last whole line that it took. Every failure is kept, and
 * sink_close tells of the first.
 *
 * SPDX-License-Identifier: MIT
 */
#include "src/cli/frame/internal.h"

#include <errno.h>
#include <fcntl.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

struct sink {
    FILE *file;
    char *path;      /* final name; NULL if nothing is renamed */
    char *temporary; /* name until then */
    int error;       /* first failure */
    off_t begin;     /* standard output: where it stood; -1 if it is no file that can be cut */
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

/* Open a new file beside s->path, with the permissions that a plain open would give it. */
static bool open_temporary(sink *s)
{
    const size_t n = strlen(s->path) + sizeof ".XXXXXX";
    s->temporary = malloc(n);
    if (!s->temporary) {
        return false;
    }
    snprintf(s->temporary, n, "%s.XXXXXX", s->path);
    const int fd = mkstemp(s->temporary);
    if (fd == -1) {
        return false;
    }
    const mode_t mask = umask(0);
    umask(mask);
    s->file = fchmod(fd, 0666 & ~mask) == 0 ? fdopen(fd, "w") : NULL;
    if (!s->file) {
        const int error = errno;
        close(fd);
        unlink(s->temporary);
        errno = error;
        return false;
    }
    interrupt_remove(s->temporary);
    return true;
}

static bool open_path(sink *s, const char *path)
{
    struct stat info;
    if (stat(path, &info) == 0) {
        if (S_ISDIR(info.st_mode)) {
            errno = EISDIR;
            return false;
        }
        if (!S_ISREG(info.st_mode)) {
            return (s->file = fopen(path, "w")) != NULL;
        }
        if (access(path, W_OK) != 0) {
            return false;
        }
        s->path = realpath(path, NULL); /* a link stays, what it points to is replaced */
    } else {
        s->path = path[0] ? strdup(path) : NULL;
    }
    return s->path && open_temporary(s);
}

/* Count the bytes that standard output has taken. */
static void count(sink *s, const char *bytes, size_t n)
{
    const char *end = memrchr(bytes, '\n', n);
    if (end) {
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

static void sink_free(sink *s)
{
    if (s) {
        free(s->path);
        free(s->temporary);
        free(s);
    }
}

sink *sink_open(const char *path)
{
    sink *s = calloc(1, sizeof *s);
    if (!s) {
        return NULL;
    }
    if (path ? !open_path(s, path) : !open_stdout(s)) {
        const int error = errno;
        sink_free(s);
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

int sink_close(sink *s, bool keep)
{
    sink_is_good(s);
    errno = 0;
    if (fflush(s->file) != 0) {
        note(s, errno);
    }
    if (s->temporary && keep && !s->error && fsync(fileno(s->file)) != 0) {
        note(s, errno);
    }
    if (fclose(s->file) != 0) {
        note(s, errno);
    }
    if (s->temporary) {
        if (!keep || s->error) {
            unlink(s->temporary);
        } else if (rename(s->temporary, s->path) != 0) {
            note(s, errno);
            unlink(s->temporary);
        }
        interrupt_forget(s->temporary);
    }
    const int error = s->error;
    sink_free(s);
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
