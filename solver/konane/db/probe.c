/* Probing a database of Konane: the public functions pm_db_*.
 *
 * SPDX-License-Identifier: MIT
 */
#include "solver/konane/db/probe.h"

#include "solver/konane/db/derive.h"
#include "src/base/bits.h"
#include "src/base/status.h"
#include "src/base/verdict.h"
#include "src/konane/board.h"
#include "src/konane/game_konane.h"

#include <assert.h>
#include <inttypes.h>
#include <stdlib.h>
#include <string.h>

struct pm_db {
    db *file;
    db_konane *konane;
};

pm_status pm_db_open(const char *path, size_t cache_bytes, pm_db **out, pm_error *err)
{
    if (!path || !out) {
        return status_check(err, false, "the path or the place for the database is NULL");
    }
    pm_db *d = calloc(1, sizeof *d);
    if (!d) {
        return status_no_memory(err, "the database", 0);
    }
    pm_status status = db_open(path, cache_bytes ? cache_bytes : DB_DEFAULT_CACHE_BYTES, NULL, &d->file, err);
    if (status == PM_OK) {
        status = db_konane_new(d->file, &d->konane, err);
    }
    if (status != PM_OK) {
        pm_db_close(d);
        return status;
    }
    *out = d;
    return PM_OK;
}

void pm_db_close(pm_db *d)
{
    if (d) {
        db_konane_free(d->konane);
        db_close(d->file);
        free(d);
    }
}

db *pm_db_inside(pm_db *d)
{
    return d->file;
}

const db_konane *pm_db_konane(const pm_db *d)
{
    return d->konane;
}

pm_db_info pm_db_get_info(const pm_db *d)
{
    if (!d) {
        return (pm_db_info){.version = "", .git = "", .date = "", .command = ""};
    }
    const db_header *h = db_get_header(d->file);
    const db_subject *s = &h->subject;
    uint64_t rows = 0;
    for (int k = 0; k <= s->n_sets; k++) {
        rows += s->layer_rows[k];
    }
    pm_db_info info = {
        .rows = s->rows,
        .cols = s->cols,
        .has_remoteness = s->kind == DB_REMOTENESS,
        .n_movers = s->n_movers,
        .level = h->level,
        .block_bits = h->block_bits,
        .pairs = (uint64_t)2 << (s->n_sets + s->n_index),
        .stored = (rows << s->n_index) * s->n_movers >> db_get_shape(d->file)->is_halved,
        .n_blocks = h->n_blocks,
        .file_bytes = h->file_bytes,
        .version = h->version,
        .git = h->git,
        .date = h->date,
        .command = h->command,
    };
    memcpy(info.digest, h->digest, sizeof info.digest);
    return info;
}

static pm_status check_arguments(const pm_db *d, const pm_board *board, bool has_result, pm_error *err)
{
    return status_check(err, d && board && has_result, "the database, the board or the place for a result is NULL");
}

static pm_status check_position(const pm_db *d, const pm_board *board, pm_position pos, pm_error *err)
{
    const pm_board *own = db_konane_board(d->konane);
    if (board->rows != own->rows || board->cols != own->cols) {
        return status_fail(err, PM_NOT_FOUND, 0, "the position is on a board of %dx%d, the database is of %dx%d",
                           board->rows, board->cols, own->rows, own->cols);
    }
    if (board->variant.is_misere != own->variant.is_misere || board->variant.chains != own->variant.chains) {
        return status_fail(err, PM_BAD_INPUT, 0, "the position is one of %s, the database is of %s",
                           konane_variant_name(board->variant), konane_variant_name(own->variant));
    }
    return status_check(err, pm_position_is_valid(board, pos), "the position is not one of the board");
}

/* The same position on the board with a black corner: the cells stay, the colours change. */
static pm_position to_black_corner(const pm_board *board, pm_position pos)
{
    return board->corner == PM_BLACK ? pos : (pm_position){pos.occupied, pos.mover == PM_BLACK ? PM_WHITE : PM_BLACK};
}

static pm_color opponent(pm_color color)
{
    return color == PM_BLACK ? PM_WHITE : PM_BLACK;
}

pm_value probe_value(const pm_db *d, pm_color mover, uint8_t stored)
{
    assert(stored <= 1 || db_get_header(d->file)->subject.kind == DB_REMOTENESS);
    if (db_get_header(d->file)->subject.kind == DB_REMOTENESS) {
        return (pm_value){stored % 2 ? mover : opponent(mover), stored};
    }
    return (pm_value){stored ? mover : opponent(mover), -1};
}

pm_status probe_stored(pm_db *d, pm_position pos, uint8_t *value, pm_error *err)
{
    return derive_value(d->file, d->konane, pos, value, NULL, err);
}

static verdict verdict_for(pm_color mover, pm_value value)
{
    return (verdict){value.winner == mover ? 1 : -1, value.remoteness};
}

static pm_status probe(pm_db *d, const pm_board *board, pm_position pos, pm_value *value, pm_error *err);

/* The value after a move, as the mover of `pos` has it: one ply later. */
static pm_status probe_after(pm_db *d, const pm_board *board, pm_position pos, pm_move move, pm_value *value,
                             pm_error *err)
{
    const pm_status status = probe(d, board, pm_move_make(board, pos, move), value, err);
    if (status == PM_OK && value->remoteness >= 0) {
        value->remoteness++;
    }
    return status;
}

/* The opening: at most two plies of removals before positions of the table. */
static pm_status probe_opening(pm_db *d, const pm_board *board, pm_position pos, pm_value *value, pm_error *err)
{
    assert(pm_position_is_opening(board, pos));
    pm_move moves[PM_MAX_MOVES];
    const int n = pm_moves(board, pos, moves);
    if (n == 0 && pos.mover == PM_BLACK) {
        pm_position start;
        return pm_start(board, &start, err);
    }
    pm_value best = {opponent(pos.mover), db_get_header(d->file)->subject.kind == DB_REMOTENESS ? 0 : -1};
    for (int i = 0; i < n; i++) {
        pm_value v;
        const pm_status status = probe_after(d, board, pos, moves[i], &v, err);
        if (status != PM_OK) {
            return status;
        }
        const bool is_better = i == 0 || verdict_order(verdict_for(pos.mover, v), verdict_for(pos.mover, best)) > 0;
        best = is_better ? v : best;
    }
    *value = best;
    return PM_OK;
}

static pm_status probe(pm_db *d, const pm_board *board, pm_position pos, pm_value *value, pm_error *err)
{
    if (pm_position_is_opening(board, pos)) {
        return probe_opening(d, board, pos, value, err);
    }
    uint8_t stored;
    const pm_status status = probe_stored(d, to_black_corner(board, pos), &stored, err);
    if (status == PM_OK) {
        *value = probe_value(d, pos.mover, stored);
    }
    return status;
}

pm_status pm_db_probe(pm_db *d, const pm_board *board, pm_position pos, pm_value *value, pm_error *err)
{
    pm_status status = check_arguments(d, board, value != NULL, err);
    status = status == PM_OK ? check_position(d, board, pos, err) : status;
    return status == PM_OK ? probe(d, board, pos, value, err) : status;
}

/* The stored values of many positions, each block fetched once; others are left alone. */
static pm_status read_stored(pm_db *d, const pm_board *board, size_t n, const pm_position positions[], uint8_t stored[],
                             pm_error *err)
{
    db_place *places = malloc(n * sizeof *places + 1);
    size_t *numbers = malloc(n * sizeof *numbers + 1);
    uint8_t *values = malloc(n + 1);
    size_t n_places = 0;
    pm_status status = places && numbers && values ? PM_OK : status_no_memory(err, "the database", 0);
    for (size_t i = 0; i < n && status == PM_OK; i++) {
        if (db_stores(d->file, bits_count(positions[i].occupied))) {
            places[n_places] = db_konane_locate(d->konane, d->file, to_black_corner(board, positions[i]));
            numbers[n_places++] = i;
        }
    }
    if (status == PM_OK) {
        status = db_values(d->file, n_places, places, values, err);
    }
    for (size_t i = 0; i < n_places && status == PM_OK; i++) {
        stored[numbers[i]] = values[i];
    }
    free(places);
    free(numbers);
    free(values);
    return status;
}

static pm_status check_positions(const pm_db *d, const pm_board *board, size_t n, const pm_position positions[],
                                 pm_error *err)
{
    for (size_t i = 0; i < n; i++) {
        const pm_status status = check_position(d, board, positions[i], err);
        if (status != PM_OK) {
            if (err) {
                err->offset = i;
            }
            return status;
        }
    }
    return PM_OK;
}

pm_status pm_db_probe_many(pm_db *d, const pm_board *board, size_t n, const pm_position positions[], pm_value values[],
                           pm_error *err)
{
    pm_status status = check_arguments(d, board, n == 0 || (positions && values), err);
    if (status == PM_OK) {
        status = status_check(err, (uint64_t)n < UINT64_C(1) << 40, "so many positions do not fit memory");
    }
    status = status == PM_OK ? check_positions(d, board, n, positions, err) : status;
    if (status != PM_OK) {
        return status;
    }
    uint8_t *stored = malloc(n + 1);
    status = stored ? read_stored(d, board, n, positions, stored, err) : status_no_memory(err, "the database", 0);
    for (size_t i = 0; i < n && status == PM_OK; i++) {
        if (pm_position_is_opening(board, positions[i])) {
            status = probe_opening(d, board, positions[i], &values[i], err);
        } else if (db_stores(d->file, bits_count(positions[i].occupied))) {
            values[i] = probe_value(d, positions[i].mover, stored[i]);
        } else {
            status = probe(d, board, positions[i], &values[i], err);
        }
    }
    free(stored);
    return status;
}

pm_status pm_db_best_moves(pm_db *d, const pm_board *board, pm_position pos, pm_move moves[PM_MAX_MOVES], int *n,
                           pm_error *err)
{
    pm_value value, after[PM_MAX_MOVES];
    pm_move all[PM_MAX_MOVES];
    pm_status status = check_arguments(d, board, moves && n, err);
    status = status == PM_OK ? pm_db_probe(d, board, pos, &value, err) : status;
    if (status != PM_OK) {
        return status;
    }
    const int n_all = pm_moves(board, pos, all);
    for (int i = 0; i < n_all; i++) {
        status = probe_after(d, board, pos, all[i], &after[i], err);
        if (status != PM_OK) {
            return status;
        }
    }
    int n_best = 0;
    for (int i = 0; i < n_all; i++) {
        if (verdict_is_best(verdict_for(pos.mover, value), verdict_for(pos.mover, after[i]))) {
            moves[n_best++] = all[i];
        }
    }
    assert(n_best <= n_all);
    *n = n_best;
    return PM_OK;
}
