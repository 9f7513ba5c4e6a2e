/* A database as a source of answers: see sources.h.
 *
 * SPDX-License-Identifier: MIT
 */
#include "analysis/answers/sources.h"

#include "src/base/status.h"

#include <assert.h>
#include <stdlib.h>

typedef struct bound_db {
    answers_db *d;
    void *bound; /* to the game */
} bound_db;

static pm_status judge(void *ctx, size_t n, const game_state states[], verdict verdicts[], pm_error *err)
{
    const bound_db *b = ctx;
    pm_status status = PM_OK;
    for (size_t i = 0; i < n && status == PM_OK; i++) {
        status = b->d->class->judge(b->d, b->bound, &states[i], &verdicts[i], err);
    }
    return status;
}

static void free_source(void *ctx)
{
    bound_db *b = ctx;
    b->d->class->unbind(b->bound);
    free(b);
}

pm_status answers_add_database(answers *a, const game *g, answers_db *d, pm_error *err)
{
    assert(answers_db_match(d, g, NULL, NULL) == PM_OK);
    bound_db *b = calloc(1, sizeof *b);
    if (!b) {
        return status_no_memory(err, "the questions to a database", 0);
    }
    b->d = d;
    const pm_status status = d->class->bind(d, g, &b->bound, err);
    if (status != PM_OK) {
        free(b);
        return status;
    }
    answers_add(a, (answers_source){.how = "database", .judge = judge, .free = free_source, .ctx = b});
    return PM_OK;
}
