/* The file of lines that people have typed: see history.h.
 *
 * SPDX-License-Identifier: MIT
 */
#include "src/cli/input/history.h"
#include "src/base/file.h"
#include "src/base/status.h"

#include <assert.h>
#include <errno.h>
#include <fcntl.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

enum { MAX_BYTES = 1 << 17 }; /* that are read: no more was written, unless by others */

char *history_path(void)
{
    const char *state = getenv("XDG_STATE_HOME"), *home = getenv("HOME");
    char *path = NULL;
    int n = -1;
    if (state && state[0] == '/') { /* others are to be ignored, says the XDG Base Directory Specification */
        n = asprintf(&path, "%s/papamu/history", state);
    } else if (home && home[0] == '/') {
        n = asprintf(&path, "%s/.local/state/papamu/history", home);
    }
    return n > 0 ? path : NULL;
}

/* Where the last `n` lines of `text` begin; each ends with a newline. */
static char *last_lines(char *text, int n)
{
    char *at = text + strlen(text);
    while (at > text) {
        char *newline = memrchr(text, '\n', (size_t)(at - text) - 1);
        if (n-- == 0) {
            break;
        }
        at = newline ? newline + 1 : text;
    }
    assert(at == text || at[-1] == '\n');
    return at;
}

/* The last bytes of an open file, up to its last newline. */
static char *read_end(int fd, off_t n_bytes)
{
    const size_t n = n_bytes < MAX_BYTES ? (size_t)n_bytes : MAX_BYTES;
    char *text = calloc(n + 1, 1);
    if (text && file_read(fd, text, n, (uint64_t)n_bytes - n, NULL) != PM_OK) {
        text[0] = '\0';
    }
    if (text) {
        char *newline = strrchr(text, '\n');
        *(newline ? newline + 1 : text) = '\0';
        assert(!text[0] || text[strlen(text) - 1] == '\n');
    }
    return text;
}

char *history_read(const char *path)
{
    struct stat info;
    const int fd = open(path, O_RDONLY | O_CLOEXEC | O_NONBLOCK); /* a pipe would wait for its other end */
    const bool is_file = fd >= 0 && fstat(fd, &info) == 0 && S_ISREG(info.st_mode);
    char *text = is_file ? read_end(fd, info.st_size) : strdup("");
    if (fd >= 0) {
        close(fd);
    }
    if (text) {
        const char *begin = last_lines(text, HISTORY_MAX_LINES);
        memmove(text, begin, strlen(begin) + 1);
    }
    return text;
}

static pm_status make_folders(const char *path, pm_error *err)
{
    char *folder = strdup(path);
    pm_status status = folder ? PM_OK : status_no_memory(err, "a file name", 0);
    for (char *slash = folder ? strchr(folder + 1, '/') : NULL; slash && status == PM_OK;
         slash = strchr(slash + 1, '/')) {
        *slash = '\0';
        if (mkdir(folder, 0700) != 0 && errno != EEXIST) {
            status = status_fail(err, PM_IO, 0, "cannot create \"%s\": %s", folder, strerror(errno));
        }
        *slash = '/';
    }
    free(folder);
    return status;
}

static pm_status write_whole(const char *path, const char *text, pm_error *err)
{
    safe_file file;
    pm_status status = file_open(path, false, &file, err);
    if (status != PM_OK) {
        return status;
    }
    if (fchmod(file.fd, 0600) != 0) {
        status = status_fail(err, PM_IO, 0, "cannot write \"%s\": %s", path, strerror(errno));
    }
    status = status == PM_OK ? file_write(&file, text, strlen(text), 0, err) : status;
    if (status == PM_OK) {
        return file_commit(&file, err);
    }
    file_close(&file, false);
    return status;
}

pm_status history_add(const char *path, const char *text, pm_error *err)
{
    assert(text[0] && text[strlen(text) - 1] == '\n');
    char *all = NULL, *old = history_read(path);
    if (!old || asprintf(&all, "%s%s", old, text) < 0) {
        free(old);
        return status_no_memory(err, "the history", 0);
    }
    pm_status status = make_folders(path, err);
    status = status == PM_OK ? write_whole(path, last_lines(all, HISTORY_MAX_LINES), err) : status;
    free(all);
    free(old);
    return status;
}
