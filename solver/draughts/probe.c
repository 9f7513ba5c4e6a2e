/* Draughts endgames in a database: see probe.h.
 *
 * SPDX-License-Identifier: MIT
 */
#include "solver/draughts/probe.h"

#include "solver/draughts/db.h"
#include "solver/draughts/layers.h"
#include "src/base/status.h"
#include "src/draughts/notation.h"

#include <assert.h>
#include <stdlib.h>

struct draughts_db {
    db *file;
    db_kind kind;
    uint64_t n_positions;
    draughts_board board;
    draughts_index index;
};

static pm_status prepare(draughts_db *d, pm_error *err)
{
    const db_subject *s = &db_get_header(d->file)->subject;
    if (s->game == DB_GAME_KONANE) {
        return status_fail(err, PM_BAD_INPUT, 0, "a database of Konane, not of draughts");
    }
    const draughts_rules *rules = draughts_rules_numbered(s->game);
    if (!rules) {
        return status_fail(err, PM_BAD_INPUT, 0, "a database of the unknown game number %d", s->game);
    }
    const pm_status status = draughts_board_init(rules, s->rows, s->cols, &d->board, err);
    if (status == PM_OK) {
        draughts_index_init(&d->index, &d->board, s->n_sets);
        d->kind = (db_kind)s->kind;
        for (int slice = 0; slice < d->index.n_slices; slice++) {
            d->n_positions += d->index.slices[slice].size;
        }
    }
    return status;
}

pm_status draughts_db_open(const char *path, size_t cache_bytes, draughts_db **out, pm_error *err)
{
    draughts_db *d = calloc(1, sizeof *d);
    if (!d) {
        return status_no_memory(err, "the database", 0);
    }
    pm_status status =
        db_open(path, cache_bytes ? cache_bytes : DB_DEFAULT_CACHE_BYTES, draughts_layer_sizes, &d->file, err);
    if (status == PM_OK) {
        status = prepare(d, err);
    }
    if (status != PM_OK) {
        draughts_db_close(d);
        return status;
    }
    *out = d;
    return PM_OK;
}

void draughts_db_close(draughts_db *d)
{
    if (d) {
        db_close(d->file);
        free(d);
    }
}

db *draughts_db_inside(draughts_db *d)
{
    return d->file;
}

const draughts_index *draughts_db_index(const draughts_db *d)
{
    return &d->index;
}

draughts_db_info draughts_db_get_info(const draughts_db *d)
{
    const db_subject *s = &db_get_header(d->file)->subject;
    return (draughts_db_info){.game = d->board.rules.name,
                              .size = d->board.size,
                              .pieces = d->index.max_pieces,
                              .has_remoteness = d->kind == DB_REMOTENESS,
                              .positions = d->n_positions,
                              .stored = s->n_stored};
}

pm_status draughts_db_stored(draughts_db *d, int slice, uint64_t number, retro_code *code, pm_error *err)
{
    assert(number < d->index.slices[slice].size);
    uint8_t value;
    const db_place place =
        db_locate(d->file, slice, PM_BLACK, (uint32_t)(number / DB_DRAUGHTS_ROW), (uint32_t)(number % DB_DRAUGHTS_ROW));
    const pm_status status = db_value(d->file, place, &value, err);
    if (status == PM_OK) {
        *code = db_draughts_code(d->kind, value);
    }
    return status;
}

/* Outcomes have no distances: wins are one ply away, losses none. */
static retro_code without_distance(const draughts_db *d, retro_code code)
{
    if (d->kind == DB_REMOTENESS || code == RETRO_DRAW) {
        return code;
    }
    return retro_is_win(code) ? RETRO_LOST_NOW + 1 : RETRO_LOST_NOW;
}

/* The code of a position with White to move and no more pieces than there may be. */
static pm_status find_code(draughts_db *d, const draughts_position *pos, retro_code *code, pm_error *err)
{
    assert(pos->mover == PM_WHITE);
    if (!pos->pieces[PM_WHITE]) {
        *code = RETRO_LOST_NOW;
        return PM_OK;
    }
    const int slice = draughts_index_slice(&d->index, pos);
    if (slice >= 0 && !draughts_must_capture(&d->board, pos)) {
        return draughts_db_stored(d, slice, draughts_index_rank(&d->index, slice, pos), code, err);
    }
    return draughts_db_derive(d, pos, code, err);
}

pm_status draughts_db_derive(draughts_db *d, const draughts_position *pos, retro_code *code, pm_error *err)
{
    draughts_move moves[DRAUGHTS_MAX_MOVES];
    const int n = draughts_moves(&d->board, pos, moves);
    retro_code best = RETRO_DRAW;
    for (int i = 0; i < n; i++) {
        const draughts_position next = draughts_turned(&d->board, draughts_make(&d->board, *pos, moves[i]));
        retro_code child;
        const pm_status status = find_code(d, &next, &child, err);
        if (status != PM_OK) {
            return status;
        }
        best = i == 0 ? child : retro_better(best, child);
    }
    *code = n == 0 ? RETRO_LOST_NOW : without_distance(d, retro_before(best));
    return PM_OK;
}

pm_status draughts_db_code(draughts_db *d, const draughts_position *pos, retro_code *code, pm_error *err)
{
    const int n = bits_count(pos->pieces[PM_BLACK] | pos->pieces[PM_WHITE]);
    if (n > d->index.max_pieces) {
        return status_fail(err, PM_NOT_FOUND, 0, "the position has %d pieces, and the database covers up to %d", n,
                           d->index.max_pieces);
    }
    const draughts_position seen = pos->mover == PM_WHITE ? *pos : draughts_turned(&d->board, *pos);
    return find_code(d, &seen, code, err);
}

pm_status draughts_db_verdict(draughts_db *d, const uint64_t pieces[2], uint64_t kings, pm_color mover, verdict *v,
                              pm_error *err)
{
    const draughts_position pos = {
        .pieces = {pieces[0], pieces[1]}, .kings = kings, .mover = draughts_color(&d->board, mover)};
    retro_code code;
    const pm_status status = draughts_db_code(d, &pos, &code, err);
    if (status == PM_OK) {
        const bool has_plies = d->kind == DB_REMOTENESS && code != RETRO_DRAW;
        *v = has_plies ? retro_verdict(code) : (verdict){retro_verdict(code).outcome, -1};
    }
    return status;
}
