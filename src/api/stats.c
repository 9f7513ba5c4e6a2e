/* Statistics of games: see src/papamu/play.h.
 *
 * SPDX-License-Identifier: MIT
 */
#include "src/api/stats.h"

#include "analysis/stats/estimate.h"
#include "analysis/stats/records.h"
#include "src/api/handles.h"
#include "src/base/status.h"

#include <assert.h>
#include <errno.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>

pm_status pm_stats_new(pm_stats **out, pm_error *err)
{
    if (!out) {
        return status_check(err, false, "the place for the statistics is NULL");
    }
    pm_stats *s = calloc(1, sizeof *s);
    if (!s) {
        return status_no_memory(err, "the statistics", 0);
    }
    s->kind = STATS_NO_KIND;
    *out = s;
    return PM_OK;
}

void pm_stats_free(pm_stats *s)
{
    if (s) {
        stats_free(&s->inside);
        free(s);
    }
}

/* ---- files ------------------------------------------------------------------------------------- */

static void complain(void *ctx, const pm_error *what)
{
    (void)what;
    ++*(uint64_t *)ctx;
}

static void remark(void *ctx, const char *what)
{
    (void)ctx;
    (void)what;
}

pm_status pm_stats_read(pm_stats *s, const char *path, const char *game_name, uint64_t *n_bad, pm_error *err)
{
    const record_dialect *dialect;
    pm_status status = status_check(err, s && path, "the statistics or the path is NULL");
    status = status == PM_OK ? records_dialect(path, game_name, &dialect, err) : status;
    if (status != PM_OK) {
        return status;
    }
    FILE *file = fopen(path, "r");
    if (!file) {
        return status_fail(err, PM_IO, 0, "cannot open \"%.150s\": %s", path, strerror(errno));
    }
    uint64_t bad = 0;
    const game_options defaults = {0};
    const stats_listener listener = {.ctx = &bad, .complain = complain, .remark = remark};
    stats_records_count count = {0};
    status = dialect ? stats_read_records(file, dialect, &defaults, &s->inside, &s->kind, &listener, &count, err)
                     : stats_read_csv(file, &s->inside, &s->kind, err);
    fclose(file);
    if (status != PM_OK) {
        status_name_path(path, err);
    }
    if (n_bad) {
        *n_bad = bad;
    }
    return status;
}

/* ---- merging ----------------------------------------------------------------------------------- */

pm_status pm_stats_merge(pm_stats *s, const pm_stats *from, pm_error *err)
{
    const pm_status status = status_check(err, s && from && s != from, "the statistics are NULL, or the same");
    if (status == PM_OK && stats_merge(&s->inside, &from->inside) != PM_OK) {
        return status_no_memory(err, "the statistics", 0);
    }
    return status;
}

/* ---- rows -------------------------------------------------------------------------------------- */

pm_estimate public_estimate(estimate e)
{
    assert(isnan(e.low) || (e.low <= e.value + 1e-9 && e.value <= e.high + 1e-9));
    return (pm_estimate){e.value, e.low, e.high};
}

static pm_stats_row row_of(const stats_series *series, const stats_opening *o, const char *opening)
{
    assert(stats_distinct_games(o) <= stats_games(o));
    return (pm_stats_row){
        .rules = series->key.rules,
        .board = series->key.board,
        .black = series->key.black,
        .white = series->key.white,
        .opening = opening,
        .games = stats_games(o),
        .black_wins = o->wins[STATS_BLACK],
        .white_wins = o->wins[STATS_WHITE],
        .draws = o->wins[STATS_DRAW],
        .multi_jumps = o->multi_jumps,
        .different = stats_distinct_games(o),
        .black_share = public_estimate(estimate_black_share(o)),
        .jumps = public_estimate(estimate_jumps(o)),
        .branching = public_estimate(estimate_branching(o)),
        .jumps_sd = histogram_sd(&o->jumps),
        .branching_sd = histogram_sd(&o->branching),
        .jumps_min = (uint32_t)histogram_min(&o->jumps),
        .jumps_max = (uint32_t)histogram_max(&o->jumps),
    };
}

/* Write the rows of a series from number *n on, and count them. */
static pm_status put_series(const stats_series *series, size_t room, pm_stats_row rows[], size_t *n)
{
    if (*n < room) {
        stats_opening all;
        const pm_status status = stats_all_openings(series, &all);
        if (status != PM_OK) {
            return status;
        }
        rows[*n] = row_of(series, &all, NULL);
        stats_opening_free(&all);
    }
    ++*n;
    for (size_t i = 0; i < series->n_openings; i++, ++*n) {
        if (*n < room) {
            rows[*n] = row_of(series, &series->openings[i], series->openings[i].text);
        }
    }
    return PM_OK;
}

pm_status pm_stats_rows(const pm_stats *s, size_t room, pm_stats_row rows[], size_t *n, pm_error *err)
{
    pm_status status = status_check(err, s && n && (rows || room == 0), "the statistics or the place for rows is NULL");
    size_t count = 0;
    for (size_t i = 0; status == PM_OK && i < s->inside.n_series; i++) {
        status = put_series(&s->inside.series[i], room, rows, &count);
        if (status != PM_OK) {
            return status_no_memory(err, "the statistics", 0);
        }
    }
    if (status == PM_OK) {
        *n = count;
    }
    return status;
}
