/* Databases of Konane among those of any game: see database.h.
 *
 * SPDX-License-Identifier: MIT
 */
#include "analysis/answers/database.h"

#include "solver/db/histogram.h"
#include "solver/konane/db/convert.h"
#include "solver/konane/db/probe.h"
#include "solver/konane/db/verify.h"
#include "src/base/status.h"
#include "src/konane/board.h"
#include "src/konane/game_konane.h"

#include <assert.h>
#include <stdlib.h>

enum { FULL_CELLS = 30 }; /* of a board whose values are all derived again in a minute or so */

typedef struct konane_db {
    answers_db base;
    pm_db *file;
} konane_db;

static pm_db *inside(answers_db *d)
{
    return ((konane_db *)d)->file;
}

static pm_status open_file(const char *path, size_t cache_bytes, answers_db **out, pm_error *err)
{
    konane_db *k = calloc(1, sizeof *k);
    if (!k) {
        return status_no_memory(err, "the database", 0);
    }
    const pm_status status = pm_db_open(path, cache_bytes, &k->file, err);
    if (status != PM_OK) {
        free(k);
        return status;
    }
    const pm_db_info info = pm_db_get_info(k->file);
    assert(info.n_movers == 1 || info.n_movers == 2);
    k->base.class = &answers_db_konane;
    k->base.info = (answers_db_info){
        .game = konane_variant_name(db_konane_board(pm_db_konane(k->file))->variant),
        .rows = info.rows,
        .cols = info.cols,
        .has_remoteness = info.has_remoteness,
        .movers = info.n_movers == 2 ? "black and white" : "black; white by mirror image",
        .unit = "position_mover_pairs",
        .answered = info.pairs,
        .stored = info.stored,
        .full_cells = FULL_CELLS,
        .head = db_get_header(pm_db_inside(k->file)),
    };
    *out = &k->base;
    return PM_OK;
}

static void close_file(answers_db *d)
{
    pm_db_close(inside(d));
    free(d);
}

/* ---- questions --------------------------------------------------------------------------------- */

/* Cells have the same numbers in a pm_position as in a state. The opening is not asked for, so its rule is of no
 * importance. */
static pm_status bind(answers_db *d, const game *g, void **bound, pm_error *err)
{
    pm_board *board;
    (void)d;
    assert(g->rows == d->info.rows && g->cols == d->info.cols);
    const pm_status status =
        konane_board_new(g->rows, g->cols, game_konane_corner(g), "any", game_konane_variant(g), &board, err);
    if (status == PM_OK) {
        *bound = board;
    }
    return status;
}

static void unbind(void *bound)
{
    pm_board_free(bound);
}

static pm_status judge(answers_db *d, const void *board, const game_state *s, verdict *v, pm_error *err)
{
    const pm_position pos = {.occupied = s->bits[0], .mover = (pm_color)s->mover};
    pm_value value;
    assert(!pm_position_is_opening(board, pos));
    const pm_status status = pm_db_probe(inside(d), board, pos, &value, err);
    if (status == PM_OK) {
        *v = (verdict){value.winner == pos.mover ? 1 : -1, value.remoteness};
        assert(value.remoteness < 0 || value.remoteness % 2 == (v->outcome > 0)); /* who wins makes the last move */
    }
    return status;
}

/* ---- content ----------------------------------------------------------------------------------- */

static pm_status verify(answers_db *d, const verify_options *options, verify_result *result, char wrong[GAME_MAX_TEXT],
                        pm_error *err)
{
    const pm_status status = pm_db_verify(inside(d), options, result, err);
    if (status == PM_CHECK_FAILED && result->disagreements > 0) {
        pm_position_format(db_konane_board(pm_db_konane(inside(d))), result->first_wrong, wrong);
    }
    return status;
}

/* Outcomes are all counted, those that do not occur as 0; of remoteness only what occurs. */
static bool put_values(const answers_histogram *h, bool has_remoteness, int mover, int stones,
                       const uint64_t count[DB_HISTOGRAM_VALUES])
{
    for (int value = 0; value < (has_remoteness ? DB_HISTOGRAM_VALUES : 2); value++) {
        const answers_count row = {
            .mover = mover,
            .stones = stones,
            .verdict = has_remoteness ? verdict_of_remoteness(value) : (verdict){value ? 1 : -1, -1},
            .positions = count[value],
        };
        if ((!has_remoteness || count[value] > 0) && !h->row(h->ctx, &row)) {
            return false;
        }
    }
    return true;
}

static pm_status histogram(answers_db *d, const answers_histogram *h, pm_error *err)
{
    db_histogram *counts = malloc(sizeof *counts);
    if (!counts) {
        return status_no_memory(err, "the histogram", 0);
    }
    const pm_status status = db_histogram_count(pm_db_inside(inside(d)), db_konane_orbits(pm_db_konane(inside(d))),
                                                h->threads, h->progress, h->ctx, counts, err);
    bool goes_on = status == PM_OK;
    for (int mover = 0; mover < 2; mover++) {
        for (int stones = 0; stones <= d->info.rows * d->info.cols && goes_on; stones++) {
            goes_on = put_values(h, d->info.has_remoteness, mover, stones, counts->count[mover][stones]);
        }
    }
    free(counts);
    return status;
}

static pm_status convert(answers_db *d, const char *path, const db_conversion *conversion, pm_error *err)
{
    return db_konane_convert(inside(d), path, conversion, err);
}

const answers_db_class answers_db_konane = {
    .open = open_file,
    .close = close_file,
    .bind = bind,
    .unbind = unbind,
    .judge = judge,
    .verify = verify,
    .histogram = histogram,
    .convert = convert,
};
