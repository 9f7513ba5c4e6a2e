/* Writing databases: see write.h.
 *
 * A half layer is cut into items of whole rows, an item into blocks. Threads take items, fetch the rows, digest them
 * and pack the blocks into the slots of the batch; then the caller writes the batch, in order, and the next one begins.
 *
 * SPDX-License-Identifier: MIT
 */
#include "solver/db/write.h"

#include "solver/db/block.h"
#include "solver/db/checkpoint.h"
#include "solver/db/digest.h"
#include "solver/db/header.h"
#include "src/base/bits.h"
#include "src/base/file.h"
#include "src/base/status.h"

#include <assert.h>
#include <stdatomic.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

#include <xxhash.h>

/* Blocks of draughts, and of rows of bits and of bytes that are not cubes: logarithms of their values. */
enum { DRAUGHTS_BLOCK_BITS = 16, OUTCOME_BLOCK_BITS = 16, REMOTENESS_BLOCK_BITS = 13 };

enum { BATCH_BYTES = 16 << 20, ROW_ALIGNMENT_BYTES = 64, SAMPLE_BYTES = 4 << 20 };

/* From the first level on outcomes are packed as cubes; from the others as larger ones, which take longer to unpack. */
enum { CUBE_LEVEL = 3, CUBE_13_LEVEL = 6, CUBE_14_LEVEL = 10, CUBE_15_LEVEL = 15 };

/* What a thread needs; the row is followed by nothing but padding. */
typedef struct pack_scratch {
    db_codec *codec;
    uint8_t *rows;
    cube_counts *counts; /* by the stones in the top bits of w */
} pack_scratch;

struct db_writer {
    safe_file file;
    char *checkpoint;
    int level;
    db_shape shape;
    db_header header;
    db_digest layer_digest[DB_MAX_LAYERS][2];
    db_index index;
    uint64_t n_done; /* blocks */
    uint64_t offset; /* where the next one goes */
    int n_scratch;
    pack_scratch *scratch;
    uint8_t *batch;
    size_t items_per_batch;
    db_codec *codec; /* of db_writer_read_row */
    uint8_t *block;
    db_entry *loaded; /* the entry of the block that it holds */
};

typedef struct pack_job {
    db_writer *writer;
    db_row_source *source;
    void *ctx;
    uint64_t n_rows;
    uint64_t first_item, first_block;
    db_digest *row_digests;
    cube_model *models; /* by the stones in the top bits of w; NULL for zstd */
    uint64_t n_samples; /* rows that the models are made from */
} pack_job;

static size_t max_size(size_t a, size_t b)
{
    return a > b ? a : b;
}

/* Rows and blocks of an item: one row of several blocks, or one block of several rows. */
static uint64_t item_rows(const db_writer *w)
{
    return w->shape.rows_per_block;
}

static size_t item_bytes(const db_writer *w)
{
    return w->shape.row_bytes * w->shape.rows_per_block;
}

static size_t scratch_bytes(const db_writer *w)
{
    assert(w->shape.rows_per_block == 1 || w->shape.blocks_per_row == 1);
    const size_t n = max_size(item_bytes(w), w->shape.row_bytes) + DB_ROW_BUFFER_BYTES;
    return (n + ROW_ALIGNMENT_BYTES - 1) / ROW_ALIGNMENT_BYTES * ROW_ALIGNMENT_BYTES;
}

/* Fetch the rows of an item one after the other. A source may write more than a small row, so rows come in ascending
 * order, each over the surplus of the one before. */
static size_t fetch_rows(const pack_job *job, uint64_t item, uint8_t *rows, uint8_t *buffer)
{
    const db_writer *w = job->writer;
    const size_t row_bytes = w->shape.row_bytes;
    size_t n = 0;
    for (uint64_t r = item * item_rows(w); r < job->n_rows && n < item_bytes(w); r++) {
        const bool in_place = row_bytes >= DB_ROW_BUFFER_BYTES;
        uint8_t *row = in_place ? rows + n : buffer;
        job->source(job->ctx, r, row);
        job->row_digests[r] = db_digest_of(row, row_bytes);
        if (!in_place) {
            memcpy(rows + n, row, row_bytes);
        }
        n += row_bytes;
    }
    return n;
}

static void pack_items(size_t begin, size_t end, int worker, void *ctx)
{
    const pack_job *job = ctx;
    db_writer *w = job->writer;
    pack_scratch *s = &w->scratch[worker];
    for (size_t i = begin; i < end; i++) {
        const size_t n = fetch_rows(job, job->first_item + i, s->rows, s->rows + item_bytes(w));
        assert(n > 0 && n % w->shape.row_bytes == 0);
        const uint64_t n_blocks = w->shape.blocks_per_row;
        for (uint64_t j = 0; j < n_blocks; j++) {
            const size_t bytes = n / n_blocks;
            assert(bytes * n_blocks == n && job->first_block + i * n_blocks + j < w->shape.n_blocks);
            w->index.entries[job->first_block + i * n_blocks + j] =
                db_block_pack(s->codec, w->level, job->models ? &job->models[bits_count(j)] : NULL, s->rows + j * bytes,
                              bytes, w->batch + i * item_bytes(w) + j * bytes);
        }
    }
}

/* Write the packed blocks of n items of a batch, moved together first, and note where they are. */
static pm_status write_batch(db_writer *w, uint64_t first_block, size_t n_items, pm_error *err)
{
    const uint64_t n_blocks = w->shape.blocks_per_row;
    const size_t slot = item_bytes(w) / n_blocks;
    size_t n = 0;
    for (uint64_t j = 0; j < n_items * n_blocks; j++) {
        db_entry *e = &w->index.entries[first_block + j];
        e->offset = w->offset + n;
        assert(e->bytes <= slot && n <= j * slot); /* moved down, over what was moved already */
        memmove(w->batch + n, w->batch + j * slot, e->bytes);
        n += e->bytes;
    }
    const pm_status status = file_write(&w->file, w->batch, n, w->offset, err);
    assert(w->offset >= DB_HEADER_BYTES && w->n_done == first_block);
    w->offset += n;
    w->n_done = first_block + n_items * n_blocks;
    return status;
}

static void scratch_clear(pack_scratch *s)
{
    db_codec_free(s->codec);
    free(s->rows);
    free(s->counts);
}

static bool scratch_make(db_writer *w, int n)
{
    if (w->n_scratch >= n) {
        return true;
    }
    pack_scratch *scratch = realloc(w->scratch, (size_t)n * sizeof *scratch);
    if (!scratch) {
        return false;
    }
    w->scratch = scratch;
    for (; w->n_scratch < n; w->n_scratch++) {
        pack_scratch *s = &scratch[w->n_scratch];
        *s = (pack_scratch){db_codec_new(&w->shape), aligned_alloc(ROW_ALIGNMENT_BYTES, scratch_bytes(w)),
                            malloc((w->shape.n_tops + 1) * sizeof *s->counts)};
        if (!s->codec || !s->rows || !s->counts) {
            scratch_clear(s);
            return false;
        }
    }
    return true;
}

/* Count the bits of sampled rows, which are spread evenly over the layer. */
static void count_samples(size_t begin, size_t end, int worker, void *ctx)
{
    const pack_job *job = ctx;
    const db_shape *shape = &job->writer->shape;
    pack_scratch *s = &job->writer->scratch[worker];
    for (size_t i = begin; i < end; i++) {
        job->source(job->ctx, i * job->n_rows / job->n_samples, s->rows);
        for (uint64_t j = 0; j < shape->blocks_per_row; j++) {
            cube_count(db_codec_cubes(s->codec), s->rows + j * shape->block_bytes, &s->counts[bits_count(j)]);
        }
    }
}

/* The models of a layer and mover. What they are made from does not depend on the threads. */
static void make_models(pack_job *job, par_team *team, int layer, pm_color mover)
{
    db_writer *w = job->writer;
    const size_t n_tops = w->shape.n_tops;
    const uint64_t n_wanted = SAMPLE_BYTES / w->shape.row_bytes + 1;
    job->n_samples = n_wanted < job->n_rows ? n_wanted : job->n_rows;
    for (int i = 0; i < w->n_scratch; i++) {
        memset(w->scratch[i].counts, 0, n_tops * sizeof(cube_counts));
    }
    assert(job->n_samples > 0);
    par_for(team, job->n_samples, 1, count_samples, job);
    job->models = db_index_models_of(&w->shape, &w->index, layer, (int)mover);
    for (size_t top = 0; top < n_tops; top++) {
        cube_counts *sum = &w->scratch[0].counts[top];
        for (int i = 1; i < w->n_scratch; i++) {
            for (int e = 0; e < CUBE_MODEL_ENTRIES; e++) {
                sum->count[e][0] += w->scratch[i].counts[top].count[e][0];
                sum->count[e][1] += w->scratch[i].counts[top].count[e][1];
            }
        }
        cube_model_make(sum, &job->models[top]);
    }
}

pm_status db_writer_rows(db_writer *w, par_team *team, int layer, pm_color mover, db_row_source *source, void *ctx,
                         pm_error *err)
{
    const uint64_t n_rows = w->header.subject.layer_rows[layer];
    assert(w->n_done == w->shape.first_block[layer][mover] && (int)mover < w->header.subject.n_movers);
    pack_job job = {.writer = w, .source = source, .ctx = ctx, .n_rows = n_rows};
    job.row_digests = malloc(n_rows * sizeof *job.row_digests + 1);
    if (!job.row_digests || !scratch_make(w, par_size(team))) {
        free(job.row_digests);
        return status_no_memory(err, "writing the database", 0);
    }
    if (w->shape.n_models) {
        make_models(&job, team, layer, mover);
    }
    const uint64_t n_items = (n_rows + item_rows(w) - 1) / item_rows(w);
    pm_status status = PM_OK;
    for (job.first_item = 0; job.first_item < n_items && status == PM_OK; job.first_item += w->items_per_batch) {
        const uint64_t left = n_items - job.first_item;
        const size_t n = left < w->items_per_batch ? (size_t)left : w->items_per_batch;
        job.first_block = w->n_done;
        par_for(team, n, 1, pack_items, &job);
        status = write_batch(w, job.first_block, n, err);
    }
    w->layer_digest[layer][mover] = db_digest_of(job.row_digests, n_rows * sizeof *job.row_digests);
    free(job.row_digests);
    const bool is_layer_done = (int)mover == w->header.subject.n_movers - 1;
    if (status == PM_OK && w->checkpoint && is_layer_done) {
        status = file_sync(&w->file, err);
        if (status == PM_OK) {
            const db_checkpoint state = {w->header, layer + 1, w->n_done, w->offset, w->layer_digest, &w->index};
            status = db_checkpoint_save(w->checkpoint, &state, err);
        }
    }
    return status;
}

static void copy_text(char *to, size_t size, const char *from)
{
    const size_t n = strnlen(from ? from : "", size - 1);
    memcpy(to, from ? from : "", n);
}

/* How blocks are packed, and how many values they have, if the options do not say. */
static void choose_coding(const db_options *options, db_header *h)
{
    const db_subject *s = &h->subject;
    const int level = options->level;
    const bool wants_cubes = db_value_bits(s) == 1 && level >= CUBE_LEVEL;
    const int cube_bits = level >= CUBE_15_LEVEL ? 15 : level >= CUBE_14_LEVEL ? 14 : level >= CUBE_13_LEVEL ? 13 : 12;
    const int zstd_bits = s->game != DB_GAME_KONANE ? DRAUGHTS_BLOCK_BITS
                          : s->kind == DB_OUTCOME   ? OUTCOME_BLOCK_BITS
                                                    : REMOTENESS_BLOCK_BITS;
    int bits = options->block_bits;
    if (bits == 0) {
        bits = !wants_cubes || s->n_index < CUBE_MIN_BITS ? zstd_bits : s->n_index < cube_bits ? s->n_index : cube_bits;
    }
    assert(bits >= DB_MIN_BLOCK_BITS && bits <= DB_MAX_BLOCK_BITS);
    h->block_bits = (uint8_t)bits;
    h->coding = wants_cubes && s->n_index >= bits && bits <= CUBE_MAX_BITS ? DB_CUBES : DB_ZSTD;
}

static void header_make(db_writer *w, const db_subject *subject, const db_options *options)
{
    db_header *h = &w->header;
    h->subject = *subject;
    choose_coding(options, h);
    h->level = (uint8_t)options->level;
    w->shape = db_shape_of(h);
    h->n_blocks = w->shape.n_blocks;
    copy_text(h->version, sizeof h->version, pm_version());
    copy_text(h->git, sizeof h->git, pm_git_id());
    copy_text(h->command, sizeof h->command, options->command);
    const time_t now = options->date ? options->date : time(NULL);
    struct tm tm;
    strftime(h->date, sizeof h->date, "%Y-%m-%dT%H:%M:%SZ", gmtime_r(&now, &tm));
}

/* Go on where the checkpoint left off, if there is one and the blocks that it speaks of are there. */
static pm_status resume(db_writer *w, db_layer_sizes *sizes, int *n_layers, pm_error *err)
{
    db_checkpoint state = {.header = w->header, .layer_digest = w->layer_digest, .index = &w->index};
    const pm_status status = db_checkpoint_load(w->checkpoint, w->file.fd, sizes, &state, err);
    if (status == PM_NOT_FOUND) {
        return file_cut(&w->file, 0, err);
    }
    if (status != PM_OK) {
        return status;
    }
    *n_layers = state.n_layers;
    assert(state.n_blocks == w->shape.first_block[state.n_layers][0]); /* saved after whole layers */
    w->n_done = state.n_blocks;
    w->offset = state.offset;
    return file_cut(&w->file, state.offset, err);
}

static pm_status writer_open(db_writer *w, const char *path, const db_options *options, int *n_layers, pm_error *err)
{
    const pm_status status = file_open(path, options->checkpoint != NULL, &w->file, err);
    if (status != PM_OK) {
        return status;
    }
    w->offset = DB_HEADER_BYTES;
    const bool has_index = db_index_new(&w->shape, &w->index);
    w->items_per_batch = max_size(BATCH_BYTES / item_bytes(w), 1);
    w->batch = malloc(w->items_per_batch * item_bytes(w));
    w->block = malloc(w->shape.block_bytes);
    w->codec = db_codec_new(&w->shape);
    w->checkpoint = options->checkpoint ? strdup(options->checkpoint) : NULL;
    if (!has_index || !w->batch || !w->block || !w->codec || !w->checkpoint != !options->checkpoint) {
        return status_no_memory(err, "writing the database", 0);
    }
    return w->checkpoint ? resume(w, options->sizes, n_layers, err) : PM_OK;
}

pm_status db_writer_new(const char *path, const db_subject *subject, const db_options *options, db_writer **writer,
                        int *n_layers, pm_error *err)
{
    assert(options->level >= 1 && options->level <= DB_MAX_LEVEL);
    db_writer *w = calloc(1, sizeof *w);
    if (!w) {
        return status_no_memory(err, "writing the database", 0);
    }
    w->file.fd = -1;
    w->level = options->level;
    header_make(w, subject, options);
    int n_done = 0;
    const pm_status status = writer_open(w, path, options, &n_done, err);
    if (status != PM_OK) {
        db_writer_free(w);
        return status;
    }
    if (n_layers) {
        *n_layers = n_done;
    }
    *writer = w;
    return PM_OK;
}

static pm_status write_index(db_writer *w, pm_error *err)
{
    assert(w->index.entries[w->shape.n_blocks - 1].offset + w->index.entries[w->shape.n_blocks - 1].bytes == w->offset);
    const size_t n = db_index_bytes(&w->shape, w->shape.n_blocks);
    uint8_t *index = malloc(n);
    if (!index) {
        return status_no_memory(err, "writing the database", 0);
    }
    db_index_encode(&w->shape, &w->index, w->shape.n_blocks, index);
    w->header.index_offset = w->offset;
    w->header.index_checksum = XXH64(index, n, 0);
    w->header.file_bytes = w->offset + n;
    const pm_status status = file_write(&w->file, index, n, w->offset, err);
    free(index);
    return status;
}

void db_writer_count(db_writer *w, uint64_t n_stored)
{
    w->header.subject.n_stored = n_stored;
}

pm_status db_writer_finish(db_writer *w, uint8_t digest[DB_DIGEST_BYTES], pm_error *err)
{
    assert(w->n_done == w->shape.n_blocks);
    const db_digest content = db_digest_content(&w->header.subject, w->layer_digest);
    memcpy(w->header.digest, content.bytes, sizeof w->header.digest);
    pm_status status = write_index(w, err);
    if (status == PM_OK) {
        uint8_t bytes[DB_HEADER_BYTES];
        db_header_encode(&w->header, bytes);
        status = file_write(&w->file, bytes, sizeof bytes, 0, err);
    }
    if (status == PM_OK) {
        status = file_commit(&w->file, err);
    }
    if (status == PM_OK) {
        memcpy(digest, content.bytes, DB_DIGEST_BYTES);
        if (w->checkpoint) {
            db_checkpoint_remove(w->checkpoint);
        }
    }
    return status;
}

void db_writer_free(db_writer *w)
{
    if (!w) {
        return;
    }
    file_close(&w->file, w->checkpoint != NULL);
    for (int i = 0; i < w->n_scratch; i++) {
        scratch_clear(&w->scratch[i]);
    }
    free(w->scratch);
    free(w->checkpoint);
    db_index_clear(&w->index);
    free(w->batch);
    free(w->block);
    db_codec_free(w->codec);
    free(w);
}

void db_writer_discard(db_writer *w)
{
    char *checkpoint = w->checkpoint;
    w->checkpoint = NULL;
    db_writer_free(w);
    if (checkpoint) {
        db_checkpoint_remove(checkpoint);
    }
    free(checkpoint);
}

const db_subject *db_writer_subject(const db_writer *w)
{
    return &w->header.subject;
}

int db_writer_movers(const db_writer *w)
{
    return w->header.subject.n_movers;
}

size_t db_writer_row_bytes(const db_writer *w)
{
    return w->shape.row_bytes;
}

uint64_t db_writer_bytes(const db_writer *w)
{
    return w->header.file_bytes ? w->header.file_bytes : w->offset;
}

/* Have the block in w->block. */
static pm_status load_block(db_writer *w, uint64_t block, size_t n, pm_error *err)
{
    db_entry *e = &w->index.entries[block];
    assert(block < w->n_done);
    if (w->loaded == e) {
        return PM_OK;
    }
    w->loaded = NULL;
    const pm_status status = file_read(w->file.fd, w->batch, e->bytes, e->offset, err);
    if (status != PM_OK) {
        return status;
    }
    const char *wrong =
        db_block_unpack(w->codec, *e, db_index_model(&w->shape, &w->index, block), w->batch, w->block, n);
    if (wrong) {
        return status_fail(err, PM_DAMAGED, e->offset, "\"%s\" is damaged: %s", w->file.partial, wrong);
    }
    w->loaded = e;
    return PM_OK;
}

pm_status db_writer_read_row(db_writer *w, int layer, pm_color mover, size_t i, uint8_t *row, pm_error *err)
{
    const db_shape *s = &w->shape;
    const uint64_t first = s->first_block[layer][mover] + i / s->rows_per_block * s->blocks_per_row;
    for (uint64_t j = 0; j < s->blocks_per_row; j++) {
        const pm_status status = load_block(w, first + j, db_block_bytes(s, &w->header.subject, first + j), err);
        if (status != PM_OK) {
            return status;
        }
        const size_t n = s->row_bytes / s->blocks_per_row;
        memcpy(row + j * n, w->block + i % s->rows_per_block * s->row_bytes, n);
    }
    return PM_OK;
}
