/* Running gnuplot: see gnuplot.h.
 *
 * SPDX-License-Identifier: MIT
 */
#include "src/cli/values/gnuplot.h"

#include <errno.h>
#include <fcntl.h>
#include <signal.h>
#include <spawn.h>
#include <string.h>
#include <sys/wait.h>
#include <unistd.h>

enum { TAIL_BYTES = 64 };

/* What the last bytes of a whole picture contain. */
static const struct {
    const char *bytes;
    size_t n;
} ends[GNUPLOT_N_FORMS] = {
    [GNUPLOT_PNG] = {"IEND\xae\x42\x60\x82", 8},
    [GNUPLOT_PDF] = {"%%EOF", 5},
    [GNUPLOT_SVG] = {"</svg>", 6},
};

/* Start gnuplot with the script as its input and `out` as its output. Returns 0, or an error number. */
static int start(int script, int out, pid_t *child)
{
    char name[] = "gnuplot";
    char *const words[] = {name, NULL};
    posix_spawn_file_actions_t files;
    posix_spawnattr_t attributes;
    sigset_t signals;
    sigemptyset(&signals);
    sigaddset(&signals, SIGPIPE);
    posix_spawn_file_actions_init(&files);
    posix_spawn_file_actions_adddup2(&files, script, STDIN_FILENO);
    posix_spawn_file_actions_adddup2(&files, out, STDOUT_FILENO);
    posix_spawn_file_actions_addopen(&files, STDERR_FILENO, "/dev/null", O_WRONLY, 0);
    posix_spawnattr_init(&attributes);
    posix_spawnattr_setsigdefault(&attributes, &signals);
    posix_spawnattr_setflags(&attributes, POSIX_SPAWN_SETSIGDEF);
    const int error = posix_spawnp(child, name, &files, &attributes, words, environ);
    posix_spawnattr_destroy(&attributes);
    posix_spawn_file_actions_destroy(&files);
    return error;
}

/* Copy all that comes; `tail` keeps the last bytes. Returns 0, or an error number; reads to the end in any case. */
static int copy(int from, FILE *to, char tail[TAIL_BYTES])
{
    char bytes[1 << 14];
    int error = 0;
    for (;;) {
        const ssize_t n = read(from, bytes, sizeof bytes);
        if (n < 0 && errno == EINTR) {
            continue;
        }
        if (n <= 0) {
            return error ? error : n < 0 ? errno : 0;
        }
        if (!error && fwrite(bytes, 1, (size_t)n, to) != (size_t)n) {
            error = errno;
        }
        const size_t kept = n < TAIL_BYTES ? (size_t)n : TAIL_BYTES;
        memmove(tail, tail + kept, TAIL_BYTES - kept);
        memcpy(tail + TAIL_BYTES - kept, bytes + n - kept, kept);
    }
}

/* The status of a child that ended; true if that was 0. */
static bool wait_for(pid_t child)
{
    int status;
    while (waitpid(child, &status, 0) < 0) {
        if (errno != EINTR) {
            return false;
        }
    }
    return WIFEXITED(status) && WEXITSTATUS(status) == 0;
}

bool gnuplot_run(FILE *script, gnuplot_form form, FILE *picture)
{
    int ends_of_pipe[2];
    pid_t child;
    char tail[TAIL_BYTES] = {0};
    if (fflush(script) != 0 || lseek(fileno(script), 0, SEEK_SET) != 0 || pipe2(ends_of_pipe, O_CLOEXEC) != 0) {
        return false;
    }
    int error = start(fileno(script), ends_of_pipe[1], &child) ? ECHILD : 0;
    close(ends_of_pipe[1]);
    if (!error) {
        error = copy(ends_of_pipe[0], picture, tail);
        const bool is_good = wait_for(child);
        const bool is_whole = memmem(tail, sizeof tail, ends[form].bytes, ends[form].n) != NULL;
        error = error ? error : is_good && is_whole ? 0 : EPROTO;
    }
    close(ends_of_pipe[0]);
    errno = error;
    return !error && fflush(picture) == 0;
}
