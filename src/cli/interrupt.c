/* Ctrl-C: the first sets a flag, which long work looks at; a second one ends the process at once.
 *
 * The only state that is not in a `cli`: a signal handler can reach nothing else.
 *
 * SPDX-License-Identifier: MIT
 */
#include "src/cli/internal.h"

#include <signal.h>
#include <stddef.h>
#include <unistd.h>

static volatile sig_atomic_t is_interrupted;
static const char *volatile file_to_remove;

static void on_signal(int number)
{
    (void)number;
    if (is_interrupted) {
        const char *path = file_to_remove;
        if (path) {
            unlink(path);
        }
        _exit(CLI_INTERRUPTED);
    }
    is_interrupted = 1;
}

void interrupt_catch(void)
{
    struct sigaction action = {.sa_handler = on_signal};
    sigemptyset(&action.sa_mask);
    sigaction(SIGINT, &action, NULL);
    sigaction(SIGTERM, &action, NULL);
    sigaction(SIGHUP, &action, NULL);
}

void interrupt_remove(const char *path)
{
    file_to_remove = path;
}

bool cli_is_interrupted(void)
{
    return is_interrupted != 0;
}
