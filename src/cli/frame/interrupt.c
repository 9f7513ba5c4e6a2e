/* Ctrl-C: the first sets a flag, which long work looks at; a second one ends the process at once.
 *
 * Programs that run others often pass on a signal which the terminal or they themselves have sent to the whole group:
 * one that follows so soon that nobody can have decided on it is the same.
 *
 * State that is not in a `cli`: a signal handler can reach nothing else. (The only other such is that of the progress
 * bar, as there is one terminal.)
 *
 * SPDX-License-Identifier: MIT
 */
#include "src/base/clock.h"
#include "src/cli/frame/internal.h"

#include <assert.h>
#include <signal.h>
#include <stdatomic.h>
#include <stddef.h>
#include <unistd.h>

/* Atomic, since all threads look at it; without a lock, as a handler needs. */
static atomic_bool is_interrupted;
_Static_assert(ATOMIC_BOOL_LOCK_FREE == 2, "a signal handler sets an atomic bool");
_Static_assert(ATOMIC_LLONG_LOCK_FREE == 2, "it also writes a time, which has as many bytes");

enum { MAX_FILES = 4 };
static const double same_seconds = 0.3;

/* When the first came; written before the flag is set that says so. */
static _Atomic double first_seconds;
static const char *volatile files_to_remove[MAX_FILES];

static void on_signal(int number)
{
    (void)number;
    const double now = clock_seconds(); /* a handler may ask for the time */
    if (!cli_is_interrupted()) {
        atomic_store(&first_seconds, now);
        atomic_store(&is_interrupted, true);
    } else if (now - atomic_load(&first_seconds) > same_seconds) {
        for (int i = 0; i < MAX_FILES; i++) {
            const char *path = files_to_remove[i];
            if (path) {
                unlink(path);
            }
        }
        _exit(CLI_INTERRUPTED);
    }
}

void interrupt_catch(void)
{
    struct sigaction action = {.sa_handler = on_signal};
    sigemptyset(&action.sa_mask);
    sigaction(SIGINT, &action, NULL);
    sigaction(SIGTERM, &action, NULL);
    sigaction(SIGHUP, &action, NULL);
}

/* Replace `old` by `new`, once; there are never more open files than slots. */
static void replace(const char *old, const char *new)
{
    for (int i = 0; i < MAX_FILES; i++) {
        if (files_to_remove[i] == old) {
            files_to_remove[i] = new;
            return;
        }
    }
    assert(false);
}

void interrupt_remove(const char *path)
{
    replace(NULL, path);
}

void interrupt_forget(const char *path)
{
    replace(path, NULL);
}

bool cli_is_interrupted(void)
{
    return atomic_load_explicit(&is_interrupted, memory_order_relaxed);
}

bool cli_stop(void *ctx)
{
    (void)ctx;
    return cli_is_interrupted();
}
