/* Databases of agents: see endgame.h.
 *
 * SPDX-License-Identifier: MIT
 */
#include "analysis/agents/endgame.h"

#include "src/base/status.h"

#include <assert.h>
#include <stdio.h>
#include <string.h>

enum { CACHE_BYTES = 64 << 20, SHOWN_PATH = 56 };

pm_status endgame_open(endgame *e, const game *g, const char *path, pm_error *err)
{
    const size_t length = strlen(path), cut = length > SHOWN_PATH ? length - SHOWN_PATH : 0;
    *e = (endgame){0};
    snprintf(e->path, sizeof e->path, "%s%s", cut > 0 ? "..." : "", path + cut);
    assert(strlen(e->path) == strlen(path) || strlen(e->path) == SHOWN_PATH + 3);
    e->answers = answers_new(g);
    pm_status status = e->answers ? answers_db_open(path, CACHE_BYTES, &e->db, err) : PM_NO_MEMORY;
    if (status == PM_OK) {
        status = answers_db_match(e->db, g, NULL, err);
    }
    if (status == PM_OK) {
        status = answers_add_database(e->answers, g, e->db, err);
    }
    if (status == PM_OK) {
        const answers_db_info info = answers_db_get_info(e->db);
        e->has_remoteness = info.has_remoteness;
        e->covers_all = info.pieces == 0;
    }
    return status;
}

void endgame_close(endgame *e)
{
    answers_free(e->answers);
    answers_db_close(e->db);
}

pm_status endgame_judge(endgame *e, const game_state *s, verdict *v, pm_error *err)
{
    const pm_status status = answers_judge(e->answers, s, v, err);
    if (status != PM_OK && status != PM_NOT_FOUND) {
        status_name_path(e->path, err);
    }
    return status;
}
