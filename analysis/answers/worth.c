/* The worth of positions of Konane within limits of time: see worth.h.
 *
 * SPDX-License-Identifier: MIT
 */
#include "analysis/answers/worth.h"

#include "solver/konane/values/value_bounds.h"
#include "src/base/clock.h"
#include "src/base/status.h"
#include "src/konane/game_konane.h"

#include <assert.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { NODES_PER_SECOND = 1000000, BOUNDS_BYTES = 1 << 22 };

static const double least_seconds = 0.002; /* less is not enough for anything */

struct appraiser {
    const game *g;
    answers_limits limits;
    konane_values *values; /* NULL once their memory is used up */
    double deadline;
};

static bool must_stop(void *ctx)
{
    const appraiser *a = ctx;
    return clock_seconds() >= a->deadline || (a->limits.stop && a->limits.stop(a->limits.stop_ctx));
}

static bool is_cancelled(void *ctx)
{
    const appraiser *a = ctx;
    return a->limits.stop && a->limits.stop(a->limits.stop_ctx);
}

pm_status appraiser_new(const game *g, const answers_limits *limits, appraiser **made, pm_error *err)
{
    *made = NULL;
    if (strcmp(g->name, "konane") != 0) {
        return PM_OK;
    }
    appraiser *a = calloc(1, sizeof *a);
    if (!a) {
        return status_no_memory(err, "exact values", 0);
    }
    a->g = g;
    a->limits = *limits;
    const konane_values_options options = {
        .bytes = limits->memory, .threads = limits->threads, .stop = must_stop, .stop_ctx = a};
    const pm_status status = konane_values_new(&options, &a->values, err);
    if (status != PM_OK) {
        free(a);
        return status;
    }
    *made = a;
    return PM_OK;
}

void appraiser_free(appraiser *a)
{
    if (a) {
        konane_values_free(a->values);
        free(a);
    }
}

static konane_stones stones_of(const game *g, const game_state *s)
{
    const konane_diagram d = game_konane_diagram(g, s);
    return konane_stones_of(&d);
}

static void put_winner(worth *found, cgt_outcome outcome, pm_color mover)
{
    const pm_color other = mover == PM_BLACK ? PM_WHITE : PM_BLACK;
    found->has_winner = true;
    found->winner = outcome == CGT_LEFT          ? PM_BLACK
                    : outcome == CGT_RIGHT       ? PM_WHITE
                    : outcome == CGT_NEXT_PLAYER ? mover
                                                 : other;
}

/* PM_NOT_FOUND if there is not time or memory enough. */
static pm_status find_value(appraiser *a, const konane_stones *stones, pm_color mover, worth *found, pm_error *err)
{
    cgt_value value;
    char *text = NULL;
    pm_status status = a->values ? konane_value(a->values, stones, &value, err) : PM_NO_MEMORY;
    if (status == PM_OK) {
        cgt_table *table = konane_values_table(a->values);
        put_winner(found, cgt_outcome_of(table, value), mover);
        status = cgt_format(table, value, WORTH_MAX_TEXT, &text, err);
    }
    if (status == PM_OK) {
        assert(strlen(text) < sizeof found->value); /* the format cuts braces, not the text */
        snprintf(found->value, sizeof found->value, "%s", text);
        free(text);
    }
    if (status == PM_NO_MEMORY) {
        konane_values_free(a->values);
        a->values = NULL;
    }
    return status == PM_OK ? PM_OK : PM_NOT_FOUND;
}

static pm_status find_bounds(appraiser *a, const konane_stones *stones, pm_color mover, double seconds, worth *found,
                             pm_error *err)
{
    const konane_values_options options = {.bytes = BOUNDS_BYTES, .threads = 1, .stop = is_cancelled, .stop_ctx = a};
    konane_bounds bounds;
    const pm_status status =
        konane_value_bounds(stones, &options, (uint64_t)(seconds * NODES_PER_SECOND) + 1, &bounds, err);
    if (status == PM_OK && bounds.has_outcome) {
        assert(bounds.lower <= bounds.upper);
        found->has_bounds = !bounds.is_number;
        found->lower = bounds.lower;
        found->upper = bounds.upper;
        if (!found->has_bounds) {
            static_assert(sizeof found->value >= DYADIC_MAX_TEXT, "any number fits");
            dyadic_format(bounds.number, found->value);
        }
        put_winner(found, bounds.outcome, mover);
    }
    return status == PM_INTERRUPTED ? PM_OK : status;
}

pm_status appraiser_find(appraiser *a, const game_state *s, double seconds, worth *found, pm_error *err)
{
    *found = (worth){.value = ""};
    if (seconds < least_seconds || a->g->rules->is_opening(a->g, s)) {
        return PM_OK;
    }
    const konane_stones stones = stones_of(a->g, s);
    a->deadline = clock_seconds() + seconds / 2;
    if (find_value(a, &stones, (pm_color)s->mover, found, err) == PM_OK) {
        return PM_OK;
    }
    return find_bounds(a, &stones, (pm_color)s->mover, seconds / 2, found, err);
}
