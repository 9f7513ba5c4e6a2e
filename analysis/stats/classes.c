/* Classes of openings: see classes.h.
 *
 * SPDX-License-Identifier: MIT
 */
#include "analysis/stats/classes.h"

#include "src/game/game.h"

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

/* The openings of one class. */
typedef struct member {
    const game *g;
    const char *name;
    size_t n;
} member;

static const char *class_of(const game *g, const char *opening)
{
    return g ? g->rules->opening_class(g, opening) : "";
}

static bool belongs(void *ctx, const char *opening)
{
    member *m = ctx;
    const bool is_member = strcmp(class_of(m->g, opening), m->name) == 0;
    m->n += is_member;
    return is_member;
}

static bool is_known(const stats_class *classes, size_t n, const char *name)
{
    size_t i = 0;
    while (i < n && strcmp(classes[i].name, name) != 0) {
        i++;
    }
    return i < n;
}

static pm_status make_classes(const stats_series *series, const game *g, stats_class *classes, size_t *n)
{
    pm_status status = PM_OK;
    for (size_t i = 0; i < series->n_openings && status == PM_OK; i++) {
        member m = {.g = g, .name = class_of(g, series->openings[i].text)};
        if (stats_games(&series->openings[i]) > 0 && !is_known(classes, *n, m.name)) {
            stats_class *c = &classes[(*n)++];
            c->name = m.name;
            status = stats_some_openings(series, belongs, &m, &c->sum);
            c->n_openings = m.n;
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
