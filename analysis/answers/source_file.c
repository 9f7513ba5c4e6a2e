/* A file as a source of answers, whatever it is: see sources.h.
 *
 * SPDX-License-Identifier: MIT
 */
#include "analysis/answers/sources.h"

#include "solver/search/proof_file.h"
#include "src/base/status.h"

#include <string.h>

static pm_status add(answers *a, const game *g, const char *path, size_t cache_bytes, answers_db **d, pm_error *err)
{
    if (strcmp(g->rules->name, "konane") == 0 && g->rows * g->cols > PM_MAX_CELLS) {
        return status_fail(err, PM_BAD_INPUT, 0, "databases hold Konane on up to %d cells; this board is larger",
                           PM_MAX_CELLS);
    }
    if (proof_file_is(path)) {
        return answers_add_proof(a, g, path, err);
    }
    pm_status status = *d ? PM_OK : answers_db_open(path, cache_bytes, d, err);
    status = status == PM_OK ? answers_db_match(*d, g, path, err) : status;
    return status == PM_OK ? answers_add_database(a, g, *d, err) : status;
}

pm_status answers_add_file(answers *a, const game *g, const char *path, size_t cache_bytes, answers_db **d,
                           pm_error *err)
{
    const pm_status status = add(a, g, path, cache_bytes, d, err);
    if (status != PM_OK) {
        status_name_path(path, err);
        answers_db_close(*d);
        *d = NULL;
    }
    return status;
}
