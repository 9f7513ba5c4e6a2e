/* Where databases are made in tests: see db_place.h.
 *
 * SPDX-License-Identifier: MIT
 */
#include "tests/aid/db_place.h"

#include "solver/db/checkpoint.h"

#include <setjmp.h>
#include <signal.h>
#include <stdarg.h>
#include <stdio.h>
#include <sys/stat.h>
#include <sys/wait.h>
#include <unistd.h>

#include <cmocka.h>

void place_make(place *p)
{
    db_maker_name(p->directory);
    unlink(p->directory);
    assert_int_equal(mkdir(p->directory, 0700), 0);
    snprintf(p->path, sizeof p->path, "%s/db", p->directory);
    snprintf(p->checkpoint, sizeof p->checkpoint, "%s/checkpoint", p->directory);
    snprintf(p->partial, sizeof p->partial, "%s.partial", p->path);
}

void place_remove(const place *p)
{
    db_checkpoint_remove(p->checkpoint);
    unlink(p->path);
    unlink(p->partial);
    assert_int_equal(rmdir(p->directory), 0);
}

bool place_run_and_kill(pm_status (*run)(const void *ctx), const void *ctx, unsigned microseconds)
{
    const pid_t child = fork();
    assert_true(child >= 0);
    if (child == 0) {
        _exit(run(ctx) == PM_OK ? 0 : 1);
    }
    usleep(microseconds);
    kill(child, SIGKILL);
    int status;
    assert_int_equal(waitpid(child, &status, 0), child);
    assert_true(WIFSIGNALED(status) || WEXITSTATUS(status) == 0);
    return WIFEXITED(status);
}
