/* Databases of draughts endgames among those of any game: see database.h.
 *
 * SPDX-License-Identifier: MIT
 */
#include "analysis/answers/database.h"

#include "solver/draughts/histogram.h"
#include "solver/draughts/probe.h"
#include "solver/draughts/verify.h"
#include "src/base/status.h"
#include "src/draughts/notation.h"

#include <assert.h>
#include <stdlib.h>

typedef struct endgames {
    answers_db base;
    draughts_db *file;
} endgames;

static draughts_db *inside(answers_db *d)
{
    return ((endgames *)d)->file;
}

static pm_status open_file(const char *path, size_t cache_bytes, answers_db **out, pm_error *err)
{
    endgames *e = calloc(1, sizeof *e);
    if (!e) {
        return status_no_memory(err, "the database", 0);
    }
    const pm_status status = draughts_db_open(path, cache_bytes, &e->file, err);
    if (status != PM_OK) {
        free(e);
        return status;
    }
    const draughts_db_info info = draughts_db_get_info(e->file);
    e->base.class = &answers_db_draughts;
    e->base.info = (answers_db_info){
        .game = info.game,
        .rows = info.size,
        .cols = info.size,
        .pieces = info.pieces,
        .has_remoteness = info.has_remoteness,
        .unit = "positions",
        .answered = info.positions,
        .stored = info.stored,
        .head = db_get_header(draughts_db_inside(e->file)),
    };
    *out = &e->base;
    return PM_OK;
}

static void close_file(answers_db *d)
{
    draughts_db_close(inside(d));
    free(d);
}

/* ---- questions --------------------------------------------------------------------------------- */

static pm_status bind(answers_db *d, const game *g, void **bound, pm_error *err)
{
    (void)d;
    (void)g;
    (void)err;
    *bound = NULL;
    return PM_OK;
}

static void unbind(void *bound)
{
    (void)bound;
}

/* The words of a state are the sets of a position. */
static pm_status judge(answers_db *d, const void *bound, const game_state *s, verdict *v, pm_error *err)
{
    (void)bound;
    return draughts_db_verdict(inside(d), s->bits, s->bits[2], (pm_color)s->mover, v, err);
}

/* ---- content ----------------------------------------------------------------------------------- */

static pm_status verify(answers_db *d, const verify_options *options, verify_result *result, char wrong[GAME_MAX_TEXT],
                        pm_error *err)
{
    const pm_status status = draughts_db_verify(inside(d), options, result, err);
    if (status == PM_CHECK_FAILED && result->disagreements > 0) {
        const draughts_index *index = draughts_db_index(inside(d));
        assert(result->wrong_slice >= 0 && result->wrong_slice < index->n_slices);
        const draughts_position pos = draughts_index_unrank(index, result->wrong_slice, result->wrong_number);
        draughts_fen_format(index->board, &pos, wrong);
    }
    return status;
}

static bool put_slice(answers_db *d, const answers_histogram *h, draughts_material m,
                      const uint64_t count[DRAUGHTS_HISTOGRAM_CODES])
{
    assert(m.mover_men + m.mover_kings + m.other_men + m.other_kings <= d->info.pieces);
    for (int code = 0; code < DRAUGHTS_HISTOGRAM_CODES; code++) {
        const bool has_plies = d->info.has_remoteness && code != RETRO_DRAW;
        const answers_count row = {
            .mover = -1,
            .stones = m.mover_men + m.mover_kings + m.other_men + m.other_kings,
            .men = {m.mover_men, m.other_men},
            .kings = {m.mover_kings, m.other_kings},
            .verdict = {code == RETRO_DRAW ? 0
                        : code % 2         ? -1
                                           : 1,
                        has_plies ? code - 1 : -1},
            .positions = count[code],
        };
        if (count[code] > 0 && !h->row(h->ctx, &row)) {
            return false;
        }
    }
    return true;
}

static pm_status histogram(answers_db *d, const answers_histogram *h, pm_error *err)
{
    const draughts_index *index = draughts_db_index(inside(d));
    uint64_t count[DRAUGHTS_HISTOGRAM_CODES];
    for (int slice = 0; slice < index->n_slices; slice++) {
        const pm_status status = draughts_histogram(inside(d), slice, h->threads, count, err);
        if (status != PM_OK || !put_slice(d, h, index->slices[slice].material, count)) {
            return status;
        }
        if (h->progress && h->progress(h->ctx, (uint64_t)slice + 1, (uint64_t)index->n_slices)) {
            return status_fail(err, PM_INTERRUPTED, 0, "interrupted");
        }
    }
    return PM_OK;
}

static pm_status convert(answers_db *d, const char *path, const db_conversion *conversion, pm_error *err)
{
    db_conversion own = *conversion;
    own.writing.kind = d->info.has_remoteness ? DB_REMOTENESS : DB_OUTCOME;
    return db_convert(draughts_db_inside(inside(d)), path, &own, err);
}

const answers_db_class answers_db_draughts = {
    .open = open_file,
    .close = close_file,
    .bind = bind,
    .unbind = unbind,
    .judge = judge,
    .verify = verify,
    .histogram = histogram,
    .convert = convert,
};
