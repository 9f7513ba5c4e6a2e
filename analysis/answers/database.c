/* Databases of any game: see database.h.
 *
 * SPDX-License-Identifier: MIT
 */
#include "analysis/answers/database.h"

#include "src/base/status.h"

#include <assert.h>
#include <stdio.h>
#include <string.h>

pm_status answers_db_open(const char *path, size_t cache_bytes, answers_db **d, pm_error *err)
{
    db_game kind;
    const pm_status status = db_game_of(path, &kind, err);
    if (status != PM_OK) {
        return status;
    }
    const answers_db_class *class = kind == DB_GAME_KONANE ? &answers_db_konane : &answers_db_draughts;
    return class->open(path, cache_bytes, d, err);
}

void answers_db_close(answers_db *d)
{
    if (d) {
        d->class->close(d);
    }
}

answers_db_info answers_db_get_info(const answers_db *d)
{
    return d->info;
}

pm_status answers_db_match(const answers_db *d, const game *g, const char *path, pm_error *err)
{
    const answers_db_info *info = &d->info;
    const bool is_konane = d->class == &answers_db_konane;
    const bool wants_konane = strcmp(g->rules->name, "konane") == 0;
    const char *name = path ? path : "", *quote = path ? "\"" : "", *space = path ? " " : "";
    if (is_konane && wants_konane && strcmp(info->game, g->name) != 0) {
        return status_fail(err, PM_BAD_INPUT, 0, "%s%s%s%sa database of %s, not of %s", quote, name, quote,
                           path ? ": " : "", info->game, g->name);
    }
    if (is_konane != wants_konane) {
        return status_fail(err, PM_BAD_INPUT, 0, "%s%s%s%sa database of %s", quote, name, quote, path ? ": " : "",
                           is_konane ? "Konane, not of draughts" : "draughts, not of Konane");
    }
    if (strcmp(info->game, g->name) == 0 && info->rows == g->rows && info->cols == g->cols) {
        return PM_OK;
    }
    return is_konane ? status_fail(err, PM_BAD_INPUT, 0, "the database%s%s%s%s is of %dx%d, the board is %dx%d", space,
                                   quote, name, quote, info->rows, info->cols, g->rows, g->cols)
                     : status_fail(err, PM_BAD_INPUT, 0,
                                   "the database%s%s%s%s is of %s on %dx%d, the game is %s on %dx%d", space, quote,
                                   name, quote, info->game, info->rows, info->cols, g->rules->name, g->rows, g->cols);
}

pm_status answers_db_verify(answers_db *d, const verify_options *options, verify_result *result,
                            char wrong[GAME_MAX_TEXT], pm_error *err)
{
    wrong[0] = '\0';
    return d->class->verify(d, options, result, wrong, err);
}

pm_status answers_db_convert(answers_db *d, const char *path, const db_conversion *conversion, pm_error *err)
{
    return d->class->convert(d, path, conversion, err);
}

pm_status answers_db_histogram(answers_db *d, const answers_histogram *h, pm_error *err)
{
    return d->class->histogram(d, h, err);
}
