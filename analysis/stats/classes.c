/* Classes of openings: see classes.h.
 *
 * SPDX-License-Identifier: MIT
 */
#include "analysis/stats/classes.h"

#include "src/game/game.h"

#include <assert.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* The game and board of a series, for its classes; NULL if it has none. */
static game *game_of(const stats_key *key)
{
    game_options options = {0};
    game *g;
    if (sscanf(key->board, "%dx%d", &options.rows, &options.cols) != 2 ||
        game_new(key->rules, &options, &g, NULL) != PM_OK) {
        return NULL;
    }
    if (!g->rules->opening_class) {
        game_free(g);
        return NULL;
    }
    return g;
}

/* The class called `name`, made if it is new; there is room for one of each opening. */
static stats_class *class_at(stats_class *classes, size_t *n, const char *name)
{
    for (size_t i = 0; i < *n; i++) {
        if (strcmp(classes[i].name, name) == 0) {
            return &classes[i];
        }
    }
    classes[*n].name = name;
    return &classes[(*n)++];
}

static pm_status make_classes(const stats_series *series, const game *g, stats_class *classes, size_t *n)
{
    pm_status status = PM_OK;
    for (size_t i = 0; i < series->n_openings && status == PM_OK; i++) {
        const stats_opening *o = &series->openings[i];
        if (stats_games(o) > 0) {
            stats_class *c = class_at(classes, n, g ? g->rules->opening_class(g, o->text) : "");
            assert(*n <= i + 1); /* at most one class for each opening: what there is room for */
            status = stats_add_opening(&c->sum, o);
            assert(stats_games(&c->sum) >= stats_games(o));
            c->n_openings++;
        }
    }
    return status;
}

pm_status stats_classes_make(const stats_series *series, stats_class **classes, size_t *n)
{
    *n = 0;
    *classes = calloc(series->n_openings + 1, sizeof **classes);
    if (!*classes) {
        return PM_NO_MEMORY;
    }
    game *g = game_of(&series->key);
    const pm_status status = make_classes(series, g, *classes, n);
    game_free(g);
    if (status != PM_OK) {
        stats_classes_free(*classes, *n);
    }
    return status;
}

void stats_classes_free(stats_class *classes, size_t n)
{
    for (size_t i = 0; i < n; i++) {
        stats_opening_free(&classes[i].sum);
    }
    free(classes);
}
