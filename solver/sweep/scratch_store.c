/* From rows in memory to files, and to the client: see scratch.h.
 *
 * Rows go in batches of whole blocks: built, if they are not there yet, and packed in one parallel loop, then visited,
 * then written on a thread of its own while the next batch is in work.
 *
 * SPDX-License-Identifier: MIT
 */
#include "solver/sweep/scratch_state.h"
#include "src/base/clock.h"
#include "src/base/file.h"
#include "src/base/status.h"

#include <assert.h>
#include <stdlib.h>
#include <string.h>

enum { PIECE_TERMS = 256 };

/* Blocks of rows on their way to a file. */
typedef struct batch {
    scratch *r;
    row_file *file; /* NULL: they are not written */
    pm_color mover;
    scratch_part part;
    sweep_half *half;     /* how the rows are built; NULL: they are in r->out */
    bool visits;          /* White's rows are in r->out if these are built, else in their file */
    uint64_t first_block; /* of the sublayer */
    size_t n_blocks, first_row, n_rows;
    uint64_t *rows;  /* of the whole batch */
    uint64_t *white; /* room for as many */
    uint8_t *packed; /* a slot for each block */
    uint32_t *bytes; /* of each block, packed */
    uint64_t *checksums;
    atomic_bool is_damaged; /* White's file */
} batch;

static size_t rows_per_block(const batch *b)
{
    return b->r->plan.rows_per_block;
}

static size_t rows_of_block(const batch *b, size_t j)
{
    const size_t left = b->n_rows - j * rows_per_block(b);
    return left < rows_per_block(b) ? left : rows_per_block(b);
}

static void make_block(size_t begin, size_t end, int worker, void *ctx)
{
    const batch *b = ctx;
    const scratch *r = b->r;
    const size_t n_tiles = (size_t)1 << r->s->tile_bits, slot = rows_per_block(b) * r->plan.sweep.row_bytes;
    uint64_t *sum = r->s->scratch + (size_t)worker * r->s->scratch_words;
    for (size_t j = begin; j < end; j++) {
        const size_t first = b->first_row + j * rows_per_block(b), n = rows_of_block(b, j);
        for (size_t tile = 0; b->half && tile < n_tiles; tile++) {
            for (size_t i = 0; i < n; i++) {
                sweep_build_tile(b->half, tile, first + i, sum);
            }
        }
        if (b->file) {
            b->bytes[j] = row_block_pack(r->codecs[worker], (const uint8_t *)b->rows + j * slot,
                                         n * r->plan.sweep.row_bytes, b->packed + j * slot, &b->checksums[j]);
        }
    }
}

/* Move the packed blocks together and give them to the writer. */
static void write_batch(batch *b, io_request *request)
{
    scratch *r = b->r;
    const size_t slot = rows_per_block(b) * r->plan.sweep.row_bytes;
    const uint64_t offset = b->file->bytes;
    size_t n = 0;
    assert(b->file->n_done == b->first_block); /* a file is written from its beginning to its end */
    for (size_t j = 0; j < b->n_blocks; j++) {
        memmove(b->packed + n, b->packed + j * slot, b->bytes[j]);
        n += b->bytes[j];
        row_file_append(b->file, b->bytes[j], b->checksums[j]);
    }
    *request = (io_request){.fd = b->file->fd, .is_write = true, .bytes = b->packed, .n = n, .offset = offset};
    io_queue_put(r->writer, request);
    r->status.written_bytes += n;
    r->status.raw_written_bytes += b->n_rows * r->plan.sweep.row_bytes;
    r->status.disk_bytes += n;
    if (r->status.disk_bytes > r->status.peak_disk_bytes) {
        r->status.peak_disk_bytes = r->status.disk_bytes;
    }
}

static pm_status await(scratch *r, const row_file *f, io_request *request, pm_error *err)
{
    const double before = clock_seconds();
    const int error = io_queue_wait(r->writer, request);
    r->status.write_wait_seconds += clock_seconds() - before;
    return error ? scratch_io_failed(r, f, true, error, err) : PM_OK;
}

/* ---- visiting ------------------------------------------------------------------------------------------------- */

static void read_white(size_t begin, size_t end, int worker, void *ctx)
{
    batch *b = ctx;
    const scratch *r = b->r;
    const row_file *f = &r->white;
    uint8_t *packed = r->blocks + (size_t)worker * r->block_bytes;
    for (size_t j = begin; j < end; j++) {
        const row_file_entry *e = &f->entries[b->first_block + j];
        uint8_t *raw = (uint8_t *)b->white + j * rows_per_block(b) * r->plan.sweep.row_bytes;
        if (file_read(f->fd, packed, e->bytes, e->offset, NULL) != PM_OK ||
            !row_block_unpack(r->codecs[worker], e, packed, raw, row_file_block_bytes(f, b->first_block + j))) {
            atomic_store(&b->is_damaged, true);
        }
    }
}

/* Have White's rows of the batch in memory. */
static pm_status find_white(batch *b, sweep_block *white, pm_error *err)
{
    scratch *r = b->r;
    white->rows = b->half ? r->out + b->first_row * scratch_row_words(r) : b->white;
    if (!b->half) {
        par_for(r->team, b->n_blocks, 1, read_white, b);
        for (size_t j = 0; j < b->n_blocks; j++) {
            r->status.read_bytes += r->white.entries[b->first_block + j].bytes;
        }
        r->status.raw_read_bytes += b->n_rows * r->plan.sweep.row_bytes;
    }
    return atomic_load(&b->is_damaged) ? status_fail(err, PM_DAMAGED, 0, "\"%s\" is damaged", r->white.path) : PM_OK;
}

static pm_status visit_batch(batch *b, pm_error *err)
{
    const scratch *r = b->r;
    const int place = b->part.place;
    sweep_layer black = {
        .size = sublayer_size(&sweep_order(r->s)->all[place]),
        .mover = PM_BLACK,
        .n_rows = b->n_rows,
        .sets = r->s->sets + r->s->first[place] + b->first_row,
        .sweep = r->s,
        .place = place,
        .block = {b->rows, b->first_row, scratch_row_words(r), row_words(sweep_tile_bits_inside(r->s))},
    };
    sweep_layer white = black;
    white.mover = PM_WHITE;
    const pm_status status = find_white(b, &white.block, err);
    return status == PM_OK ? r->client->visit(r->client->ctx, r->team, &white, &black, err) : status;
}

/* ---- a part ------------------------------------------------------------------------------------------------------ */

/* The parts of the pool: two packed batches, the rows of one, White's of the same sets. */
static void place_batch(batch *b, int k)
{
    const scratch *r = b->r;
    const size_t bytes = r->plan.chunk_bytes;
    b->packed = r->pool + (size_t)(k % 2) * bytes;
    b->white = (uint64_t *)(r->pool + 3 * bytes);
    b->rows = r->out + (b->first_row - b->part.first) * scratch_row_words(r);
    if (b->half) {
        b->rows = (uint64_t *)(r->pool + 2 * bytes);
        b->half->to.rows = b->rows;
        b->half->to.first = b->first_row;
    }
}

static pm_status do_batch(batch *b, io_request *request, double units, pm_error *err)
{
    scratch *r = b->r;
    pm_status status = b->file ? await(r, b->file, request, err) : PM_OK;
    if (status == PM_OK) {
        par_for(r->team, b->n_blocks, 1, make_block, b);
        status = b->visits ? visit_batch(b, err) : PM_OK;
    }
    if (status == PM_OK && b->file) {
        write_batch(b, request);
    }
    return status == PM_OK ? scratch_step(r, units * (double)b->n_rows / (double)b->part.n_rows, err) : status;
}

static pm_status store(batch *b, double units, pm_error *err)
{
    const size_t block_rows = rows_per_block(b), n_blocks = (b->part.n_rows + block_rows - 1) / block_rows;
    const size_t most = b->r->plan.chunk_bytes / (block_rows * b->r->plan.sweep.row_bytes);
    io_request requests[2] = {0};
    b->bytes = malloc(most * sizeof *b->bytes);
    b->checksums = malloc(most * sizeof *b->checksums);
    pm_status status = b->bytes && b->checksums ? PM_OK : status_no_memory(err, "a batch", 0);
    for (size_t done = 0, k = 0; done < n_blocks && status == PM_OK; done += b->n_blocks, k++) {
        b->n_blocks = n_blocks - done < most ? n_blocks - done : most;
        b->first_row = b->part.first + done * block_rows;
        b->first_block = b->first_row / block_rows;
        assert(b->first_row % block_rows == 0); /* parts are whole blocks, but for the end of the last */
        const size_t left = b->part.n_rows - done * block_rows;
        b->n_rows = left < b->n_blocks * block_rows ? left : b->n_blocks * block_rows;
        place_batch(b, (int)k);
        status = do_batch(b, &requests[k % 2], units, err);
    }
    for (int k = 0; k < 2 && b->file; k++) {
        const pm_status last = await(b->r, b->file, &requests[k], status == PM_OK ? err : NULL);
        status = status == PM_OK ? last : status;
    }
    free(b->bytes);
    free(b->checksums);
    return status;
}

pm_status scratch_store_white(scratch *r, scratch_part part, pm_error *err)
{
    batch b = {.r = r, .file = &r->white, .mover = PM_WHITE, .part = part};
    return store(&b, 0, err);
}

pm_status scratch_store_black(scratch *r, scratch_part part, bool visits, pm_error *err)
{
    row_file *file = r->black[part.place].path ? &r->black[part.place] : NULL;
    batch b = {.r = r, .file = file, .mover = PM_BLACK, .part = part, .visits = visits};
    return store(&b, 0, err);
}

pm_status scratch_finish(scratch *r, int place, bool visits, double units, pm_error *err)
{
    const sweep *s = r->s;
    const size_t n_rows = sweep_order(s)->all[place].n_rows;
    assert(n_rows <= r->plan.rows_per_part);
    const sweep_block white = {r->out, 0, scratch_row_words(r), row_words(sweep_tile_bits_inside(s))};
    sweep_block sources[SUBLAYERS_MAX];
    for (int i = 0; i < sweep_order(s)->n; i++) {
        sources[i] = white; /* of its own sublayer alone is ever read */
    }
    sweep_half half = {r->s, PM_BLACK, place, s->sets + s->first[place], white, sources};
    par_for(r->team, n_rows, PIECE_TERMS, sweep_list_terms, &half);
    row_file *file = r->black[place].path ? &r->black[place] : NULL;
    batch b = {.r = r, .file = file, .mover = PM_BLACK, .part = {place, 0, n_rows}, .half = &half, .visits = visits};
    return store(&b, units, err);
}

/* ---- files --------------------------------------------------------------------------------------------------------
 */

pm_status scratch_begin_file(scratch *r, pm_color mover, int place, pm_error *err)
{
    const row_file_key key = scratch_key(r, mover, place);
    char *path = scratch_path(r, mover, place);
    const pm_status status =
        path ? row_file_create(path, &key, scratch_file(r, mover, place), err) : status_no_memory(err, "a path", 0);
    free(path);
    return status;
}

pm_status scratch_finish_file(scratch *r, pm_color mover, int place, pm_error *err)
{
    row_file *f = scratch_file(r, mover, place);
    const uint64_t end_of_blocks = f->bytes;
    const pm_status status = row_file_finish(f, err);
    r->status.disk_bytes += status == PM_OK ? f->bytes - end_of_blocks + ROW_FILE_HEADER_BYTES : 0;
    return status;
}
