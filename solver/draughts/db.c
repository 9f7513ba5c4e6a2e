/* Writing draughts endgames: see db.h, and format.h for what a row is.
 *
 * SPDX-License-Identifier: MIT
 */
#include "solver/draughts/db.h"

#include "solver/draughts/layers.h"
#include "src/base/status.h"

#include <assert.h>
#include <errno.h>
#include <stdatomic.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>

enum { OUTCOME_DRAW = 0, OUTCOME_WIN = 1, OUTCOME_LOSS = 2, CHECKPOINT_LEVEL = 1 };

retro_code db_draughts_code(db_kind kind, uint8_t value)
{
    if (kind == DB_REMOTENESS) {
        return value;
    }
    return value == OUTCOME_WIN ? RETRO_LOST_NOW + 1 : value == OUTCOME_LOSS ? RETRO_LOST_NOW : RETRO_DRAW;
}

static uint8_t outcome_of(retro_code code)
{
    return retro_is_win(code) ? OUTCOME_WIN : retro_is_loss(code) ? OUTCOME_LOSS : OUTCOME_DRAW;
}

static db_subject subject_of(const draughts_board *board, const draughts_index *index, db_kind kind)
{
    db_subject s = {
        .game = board->rules.number,
        .rows = (uint8_t)board->size,
        .cols = (uint8_t)board->size,
        .kind = (uint8_t)kind,
        .n_movers = 1,
        .n_sets = (uint8_t)index->max_pieces,
        .n_index = DB_DRAUGHTS_ROW_BITS,
        .n_layers = index->n_slices,
    };
    for (int k = 0; k < index->n_slices; k++) {
        s.layer_rows[k] = (index->slices[k].size + DB_DRAUGHTS_ROW - 1) / DB_DRAUGHTS_ROW;
    }
    return s;
}

/* Positions begin..end-1 of a slice are in row i. */
static uint64_t row_end(uint64_t size, uint64_t i)
{
    assert(i * DB_DRAUGHTS_ROW < size);
    const uint64_t end = (i + 1) * DB_DRAUGHTS_ROW;
    return end < size ? end : size;
}

/* ---- the database ------------------------------------------------------------------------------- */

/* What a slice is read from while its rows are written. */
typedef struct slice_source {
    const retro_draughts *solved;
    db_kind kind;
    int slice;
    atomic_ullong n_stored;
    atomic_bool is_too_far; /* a distance did not fit */
} slice_source;

static void read_row(void *ctx, size_t i, void *to)
{
    slice_source *s = ctx;
    const draughts_index *index = &s->solved->index;
    const uint64_t begin = (uint64_t)i * DB_DRAUGHTS_ROW;
    const size_t n = (size_t)(row_end(index->slices[s->slice].size, i) - begin);
    index_cursor cursor = draughts_index_cursor(index, s->slice);
    uint8_t *row = to;
    uint8_t last = 0;
    uint64_t n_stored = 0;
    for (size_t j = 0; j < n; j++) {
        const draughts_position pos = draughts_index_at(&cursor, begin + j);
        if (!draughts_must_capture(index->board, &pos)) {
            const retro_code code = retro_value(s->solved->solution, s->slice, begin + j);
            last = s->kind == DB_REMOTENESS ? (uint8_t)code : outcome_of(code);
            if (code > UINT8_MAX) {
                atomic_store(&s->is_too_far, true);
            }
            if (n_stored++ == 0) {
                memset(row, last, j);
            }
        }
        row[j] = last;
    }
    assert(n <= DB_DRAUGHTS_ROW && n_stored <= n);
    memset(row + n, last, DB_DRAUGHTS_ROW - n);
    atomic_fetch_add_explicit(&s->n_stored, n_stored, memory_order_relaxed);
}

typedef struct write_job {
    slice_source source;
    db_writer *writer;
    db_draughts_progress *progress;
    void *progress_ctx;
    pm_status status;
    pm_error *err;
} write_job;

static void write_slices(par_team *team, void *ctx)
{
    write_job *job = ctx;
    slice_source *s = &job->source;
    const draughts_index *index = &s->solved->index;
    uint64_t done = 0, total = 0;
    for (int slice = 0; slice < index->n_slices; slice++) {
        total += index->slices[slice].size;
    }
    for (s->slice = 0; s->slice < index->n_slices && job->status == PM_OK; s->slice++) {
        job->status = db_writer_rows(job->writer, team, s->slice, PM_BLACK, read_row, s, job->err);
        done += index->slices[s->slice].size;
        if (job->status == PM_OK && atomic_load(&s->is_too_far)) {
            job->status = status_fail(job->err, PM_BAD_INPUT, 0,
                                      "a win takes more than %d plies, which remoteness cannot hold: write outcomes",
                                      DB_DRAUGHTS_MAX_PLIES);
        }
        if (job->status == PM_OK && job->progress && job->progress(job->progress_ctx, done, total)) {
            job->status = status_fail(job->err, PM_INTERRUPTED, 0, "interrupted");
        }
    }
}

pm_status db_draughts_new(const char *path, const draughts_board *board, int max_pieces, const db_options *options,
                          db_writer **writer, pm_error *err)
{
    assert(!options->checkpoint);
    draughts_index *index = malloc(sizeof *index);
    if (!index) {
        return status_no_memory(err, "the numbering of positions", 0);
    }
    draughts_index_init(index, board, max_pieces);
    const db_subject subject = subject_of(board, index, options->kind ? options->kind : DB_OUTCOME);
    free(index);
    return db_writer_new(path, &subject, options, writer, NULL, err);
}

pm_status db_draughts_write(db_writer *writer, const retro_draughts *solved, int threads,
                            db_draughts_progress *progress, void *progress_ctx, uint8_t digest[DB_DIGEST_BYTES],
                            pm_error *err)
{
    write_job job = {.source = {.solved = solved, .kind = (db_kind)db_writer_subject(writer)->kind},
                     .writer = writer,
                     .progress = progress,
                     .progress_ctx = progress_ctx,
                     .err = err};
    par_run(threads, write_slices, &job);
    if (job.status != PM_OK) {
        return job.status;
    }
    db_writer_count(writer, atomic_load(&job.source.n_stored));
    return db_writer_finish(writer, digest, err);
}

/* ---- checkpoints -------------------------------------------------------------------------------- */

struct draughts_checkpoint {
    draughts_board board;
    draughts_index index;
    db_writer *writer;
    retro_store store;
    uint8_t row[DB_DRAUGHTS_ROW]; /* of read_slice */
};

static pm_status read_slice(void *ctx, int slice, uint8_t *codes, pm_error *err)
{
    draughts_checkpoint *c = ctx;
    const uint64_t size = c->index.slices[slice].size;
    pm_status status = PM_OK;
    for (uint64_t begin = 0, i = 0; begin < size && status == PM_OK; begin = row_end(size, i++)) {
        status = db_writer_read_row(c->writer, slice, PM_BLACK, i, c->row, err);
        assert(row_end(size, i) > begin);
        memcpy(codes + begin, c->row, (size_t)(row_end(size, i) - begin));
    }
    return status;
}

typedef struct code_source {
    const retro_solution *solution;
    int slice;
    uint64_t size;
    atomic_bool is_too_far;
} code_source;

static void read_codes(void *ctx, size_t i, void *to)
{
    code_source *s = ctx;
    const uint64_t begin = (uint64_t)i * DB_DRAUGHTS_ROW;
    retro_code codes[DB_DRAUGHTS_ROW] = {0};
    uint8_t *row = to;
    retro_read(s->solution, s->slice, begin, row_end(s->size, i), codes);
    for (int j = 0; j < DB_DRAUGHTS_ROW; j++) {
        row[j] = (uint8_t)codes[j];
        if (codes[j] > UINT8_MAX) {
            atomic_store(&s->is_too_far, true);
        }
    }
}

static pm_status write_slice(void *ctx, par_team *team, const retro_solution *solution, int slice, pm_error *err)
{
    draughts_checkpoint *c = ctx;
    code_source source = {.solution = solution, .slice = slice, .size = c->index.slices[slice].size};
    const pm_status status = db_writer_rows(c->writer, team, slice, PM_BLACK, read_codes, &source, err);
    if (status == PM_OK && atomic_load(&source.is_too_far)) {
        return status_fail(err, PM_BAD_INPUT, 0, "a win takes more than %d plies, which a checkpoint cannot hold",
                           DB_DRAUGHTS_MAX_PLIES);
    }
    return status;
}

/* The unfinished database lies in the directory of the checkpoint. */
static pm_status open_writer(draughts_checkpoint *c, const char *directory, pm_error *err)
{
    const db_subject subject = subject_of(&c->board, &c->index, DB_REMOTENESS);
    const db_options options = {.level = CHECKPOINT_LEVEL, .checkpoint = directory, .sizes = draughts_layer_sizes};
    char *path;
    if (mkdir(directory, 0777) != 0 && errno != EEXIST) {
        return status_fail(err, PM_IO, 0, "cannot make the directory \"%s\": %s", directory, strerror(errno));
    }
    if (asprintf(&path, "%s/slices", directory) < 0) {
        return status_no_memory(err, "a file name", 0);
    }
    const pm_status status = db_writer_new(path, &subject, &options, &c->writer, &c->store.n_slices, err);
    free(path);
    return status;
}

pm_status draughts_checkpoint_open(const char *directory, const draughts_board *board, int max_pieces,
                                   draughts_checkpoint **checkpoint, const retro_store **store, pm_error *err)
{
    draughts_checkpoint *c = calloc(1, sizeof *c);
    if (!c) {
        return status_no_memory(err, "the checkpoint", 0);
    }
    c->board = *board;
    draughts_index_init(&c->index, &c->board, max_pieces);
    c->store = (retro_store){.ctx = c, .read = read_slice, .write = write_slice};
    const pm_status status = open_writer(c, directory, err);
    if (status != PM_OK) {
        free(c);
        return status;
    }
    *store = &c->store;
    *checkpoint = c;
    return PM_OK;
}

void draughts_checkpoint_close(draughts_checkpoint *c, bool is_done)
{
    if (!c) {
        return;
    }
    if (is_done) {
        db_writer_discard(c->writer);
    } else {
        db_writer_free(c->writer);
    }
    free(c);
}
