/* Running other programs: see child.h.
 *
 * SPDX-License-Identifier: MIT
 */
#include "src/cli/frame/child.h"

#include "src/cli/frame/cli.h"

#include <errno.h>
#include <fcntl.h>
#include <signal.h>
#include <spawn.h>
#include <sys/wait.h>
#include <unistd.h>

int child_start(char *const *words, int in, int out, bool is_silent, pid_t *child)
{
    posix_spawn_file_actions_t files;
    posix_spawnattr_t attributes;
    sigset_t signals;
    sigemptyset(&signals);
    sigaddset(&signals, SIGPIPE);
    posix_spawn_file_actions_init(&files);
    posix_spawn_file_actions_adddup2(&files, in, STDIN_FILENO);
    posix_spawn_file_actions_adddup2(&files, out, STDOUT_FILENO);
    if (is_silent) {
        posix_spawn_file_actions_addopen(&files, STDERR_FILENO, "/dev/null", O_WRONLY, 0);
    }
    posix_spawnattr_init(&attributes);
    posix_spawnattr_setsigdefault(&attributes, &signals);
    posix_spawnattr_setflags(&attributes, POSIX_SPAWN_SETSIGDEF);
    const int error = posix_spawnp(child, words[0], &files, &attributes, words, environ);
    posix_spawnattr_destroy(&attributes);
    posix_spawn_file_actions_destroy(&files);
    return error;
}

int child_copy(int from, FILE *to)
{
    char bytes[1 << 14];
    int error = 0;
    for (;;) {
        const ssize_t n = read(from, bytes, sizeof bytes);
        if (n < 0 && errno == EINTR && !cli_is_interrupted()) {
            continue;
        }
        if (n <= 0) {
            return error ? error : n < 0 ? errno : 0;
        }
        if (!error && fwrite(bytes, 1, (size_t)n, to) != (size_t)n) {
            error = errno;
        }
    }
}

int child_wait(pid_t child)
{
    int status;
    while (waitpid(child, &status, 0) < 0) {
        if (errno != EINTR) {
            return -1;
        }
    }
    return WIFEXITED(status) ? WEXITSTATUS(status) : -1;
}
