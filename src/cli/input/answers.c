/* Exact answers as a command's options ask for them: see answers.h.
 *
 * SPDX-License-Identifier: MIT
 */
#include "src/cli/input/answers.h"

#include "src/base/status.h"

#include <assert.h>
#include <string.h>

pm_status cli_answers_open(const cli *c, const game *g, const char *path, cli_answers *a, pm_error *err)
{
    assert(!a->answers); /* those before were left */
    const answers_limits limits = {.memory = cli_memory(c), .threads = c->threads, .stop = cli_stop};
    *a = (cli_answers){.answers = answers_new(g), .db = a->db, .has_file = path != NULL};
    pm_status status = a->answers ? PM_OK : status_no_memory(err, "exact answers", 0);
    if (status == PM_OK) {
        status = path ? answers_add_file(a->answers, g, path, c->memory, &a->db, err)
                      : answers_add_sweep(a->answers, g, &limits, err);
    }
    if (status != PM_OK) {
        cli_answers_close(a);
    }
    return status;
}

void cli_answers_leave(cli_answers *a)
{
    answers_free(a->answers);
    *a = (cli_answers){.db = a->db};
}

void cli_answers_close(cli_answers *a)
{
    cli_answers_leave(a);
    answers_db_close(a->db);
    a->db = NULL;
}

static pm_status fail_uncovered(const game *g, pm_error *err)
{
    if (strcmp(g->rules->name, "konane") != 0) {
        return status_fail(err, PM_NOT_FOUND, 0,
                           "exact values of draughts are those of a database of endgames; give one by --db");
    }
    if (g->rows * g->cols > PM_MAX_CELLS) {
        return status_fail(err, PM_NOT_FOUND, 0, "there are exact values of boards of up to %d cells", PM_MAX_CELLS);
    }
    return status_fail(err, PM_NOT_FOUND, 0,
                       "%dx%d has more than %d cells, too many for a sweep at once; give a database of it by --db",
                       g->rows, g->cols, ANSWERS_SWEEP_CELLS);
}

pm_status cli_answers_find(cli_answers *a, const game *g, const game_state *s, answer *found, pm_error *err)
{
    const pm_status status = answers_find(a->answers, s, found, err);
    assert(status != PM_NOT_FOUND || a->has_file || strcmp(g->rules->name, "konane") != 0 ||
           g->rows * g->cols > ANSWERS_SWEEP_CELLS);
    return status == PM_NOT_FOUND && !a->has_file ? fail_uncovered(g, err) : status;
}
