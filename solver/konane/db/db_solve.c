/* From the sweep into the database: see db.h.
 *
 * SPDX-License-Identifier: MIT
 */
#include "solver/konane/db/db.h"
#include "solver/sweep/checkpoint.h"
#include "src/konane/board.h"

#include <assert.h>
#include <string.h>

db_subject db_konane_subject(const konane_space *space, const orbits *o, db_kind kind)
{
    const pm_board *board = space->board;
    assert(board->corner == PM_BLACK);
    db_subject s = {
        .game = DB_GAME_KONANE,
        .rows = (uint8_t)board->rows,
        .cols = (uint8_t)board->cols,
        .kind = (uint8_t)kind,
        .n_movers = board->n_swaps > 0 ? 1 : 2,
        .n_sets = (uint8_t)space->spec.n_sets,
        .n_index = (uint8_t)space->spec.n_index,
        .n_layers = space->spec.n_sets + 1,
        .ending = board->variant.is_misere ? DB_MISERE : DB_NORMAL,
        .jumps = (uint8_t)board->variant.chains,
    };
    memcpy(s.black, space->black, s.n_sets);
    memcpy(s.white, space->white, s.n_index);
    for (int k = 0; k <= s.n_sets; k++) {
        s.layer_rows[k] = orbits_count(o, k);
    }
    return s;
}

size_t db_konane_row_bytes(const sweep *s)
{
    const int bits = sweep_index_bits(s) + (sweep_get_question(s) == SWEEP_OUTCOME ? 0 : 3);
    return bits < 3 ? 1 : (size_t)1 << (bits - 3);
}

/* A row of the sweep may be padded; the file has its values alone, and zeros up to a byte. */
void db_konane_read_row(const sweep_layer *layer, size_t i, void *row)
{
    sweep_row_read(layer, i, row);
    const int n_index = sweep_index_bits(layer->sweep);
    if (n_index < 3 && sweep_get_question(layer->sweep) == SWEEP_OUTCOME) {
        *(uint8_t *)row &= (uint8_t)((1u << (1u << n_index)) - 1);
    }
}

static void read_row(void *ctx, size_t i, void *row)
{
    db_konane_read_row(ctx, i, row);
}

pm_status db_konane_add(db_writer *writer, par_team *team, const sweep_layer *white, const sweep_layer *black,
                        pm_error *err)
{
    sweep_layer layer = *black;
    assert(black->mover == PM_BLACK && (!white || white->size == black->size));
    pm_status status = db_writer_rows(writer, team, layer.size, PM_BLACK, read_row, &layer, err);
    if (status == PM_OK && db_writer_movers(writer) == 2) {
        layer = *white;
        status = db_writer_rows(writer, team, layer.size, PM_WHITE, read_row, &layer, err);
    }
    return status;
}

typedef struct restore_ctx {
    db_writer *writer;
    int layer;
    size_t row_bytes;
    bool is_bits;
    int n_index;
} restore_ctx;

/* The row as the sweep holds it: what lies beyond its values repeats them. */
static pm_status restore_row(void *ctx, size_t i, uint64_t *row, int row_bits, pm_error *err)
{
    const restore_ctx *r = ctx;
    static_assert(ROW_MIN_BITS >= 3, "a padded row is whole bytes");
    uint8_t *bytes = (uint8_t *)row;
    const pm_status status = db_writer_read_row(r->writer, r->layer, PM_BLACK, i, bytes, err);
    if (status != PM_OK) {
        return status;
    }
    for (int bits = r->n_index; r->is_bits && bits < 3; bits++) {
        bytes[0] |= (uint8_t)(bytes[0] << (1u << bits));
    }
    assert(r->row_bytes > 0 && r->row_bytes <= (size_t)1 << (row_bits - 3));
    for (size_t n = r->row_bytes; n < (size_t)1 << (row_bits - 3); n *= 2) {
        memcpy(bytes + n, bytes, n);
    }
    return PM_OK;
}

pm_status db_konane_restore(db_writer *writer, sweep *s, int n_layers, pm_error *err)
{
    pm_status status = PM_OK;
    const int n_back = sweep_get_plan(s)->n_layers_back;
    assert(n_layers >= 0 && n_layers <= db_writer_subject(writer)->n_layers);
    assert(n_layers == 0 || db_writer_has_rows(writer));
    for (int k = n_layers > n_back ? n_layers - n_back : 0; k < n_layers && status == PM_OK; k++) {
        restore_ctx ctx = {writer, k, db_writer_row_bytes(writer), sweep_get_question(s) == SWEEP_OUTCOME,
                           sweep_index_bits(s)};
        status = sweep_restore(s, k, restore_row, &ctx, err);
    }
    return status;
}

typedef struct solving {
    const char *path;
    const db_options *options;
    db_writer *writer;
    sweep_visitor *also;
    void *also_ctx;
    int n_resumed, n_not_swept; /* layers that were written before, and those of them that were not swept again */
    uint8_t *digest;
} solving;

static pm_status add_layer(void *ctx, par_team *team, const sweep_layer *white, const sweep_layer *black, pm_error *err)
{
    solving *job = ctx;
    const bool is_written = black->size < job->n_resumed; /* before an interruption */
    return is_written ? PM_OK : db_konane_add(job->writer, team, white, black, err);
}

static pm_status count_sublayer(void *ctx, par_team *team, const sweep_layer *white, const sweep_layer *black,
                                pm_error *err)
{
    solving *job = ctx;
    return job->also ? job->also(job->also_ctx, team, white, black, err) : PM_OK;
}

sublayers_keep db_konane_keep(const pm_board *board)
{
    return board->n_swaps > 0 ? SUBLAYERS_KEEP_BLACK : SUBLAYERS_KEEP_BOTH;
}

static db_kind kind_of(const db_options *options)
{
    return options->kind ? options->kind : DB_OUTCOME;
}

static pm_status solve_space(solving *job, const konane_space *space, sweep *s, pm_error *err)
{
    const db_subject subject = db_konane_subject(space, sweep_orbits(s), kind_of(job->options));
    db_options options = *job->options;
    options.orbits = sweep_orbits(s);
    pm_status status = db_writer_new(job->path, &subject, &options, &job->writer, &job->n_resumed, err);
    if (status != PM_OK) {
        return status;
    }
    if (db_writer_has_rows(job->writer)) { /* otherwise the sweep begins again, and what is there is not coded again */
        status = db_konane_restore(job->writer, s, job->n_resumed, err);
        job->n_not_swept = job->n_resumed;
    }
    if (status == PM_OK && job->n_resumed <= subject.n_sets) {
        status = sweep_run_by_layers(s, count_sublayer, add_layer, job, err);
    }
    if (status == PM_OK) {
        status = db_writer_finish(job->writer, job->digest, err);
    }
    db_writer_free(job->writer);
    return status;
}

pm_status db_konane_solve(const char *path, const pm_board *board, const db_options *options,
                          const sweep_options *sweeping, sweep_visitor *also, void *also_ctx, int *n_resumed,
                          uint8_t digest[DB_DIGEST_BYTES], pm_error *err)
{
    solving job = {.path = path, .options = options, .also = also, .also_ctx = also_ctx, .digest = digest};
    pm_board *black_corner;
    pm_status status = konane_board_new(board->rows, board->cols, PM_BLACK, "any", board->variant, &black_corner, err);
    if (status != PM_OK) {
        return status;
    }
    konane_space *space = NULL;
    sweep *s = NULL;
    status = konane_space_new(black_corner, &space, err);
    if (status == PM_OK) {
        space->spec.question = kind_of(options) == DB_REMOTENESS ? SWEEP_REMOTENESS : SWEEP_OUTCOME;
        sweep_options by_layers = *sweeping;
        by_layers.keep = db_konane_keep(black_corner);
        status = sweep_new(&space->spec, &by_layers, &s, err);
    }
    if (status == PM_OK) {
        status = solve_space(&job, space, s, err);
    }
    if (n_resumed) {
        *n_resumed = job.n_not_swept;
    }
    sweep_free(s);
    konane_space_free(space);
    pm_board_free(black_corner);
    return status;
}
