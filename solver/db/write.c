/* Writing databases: see write.h.
 *
 * A half layer is cut into items of whole rows, an item into blocks. Threads pack items into the slots of a batch; then
 * the caller writes the batch, in order, and the next one begins.
 *
 * SPDX-License-Identifier: MIT
 */
#include "solver/db/write.h"

#include "solver/db/block.h"
#include "solver/db/checkpoint.h"
#include "solver/db/digest.h"
#include "solver/db/header.h"
#include "solver/db/pack.h"
#include "src/base/file.h"
#include "src/base/status.h"

#include <assert.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

#include <xxhash.h>

/* Blocks of draughts, and of rows of bits and of bytes that are not cubes: logarithms of their values. */
enum { DRAUGHTS_BLOCK_BITS = 16, OUTCOME_BLOCK_BITS = 16, REMOTENESS_BLOCK_BITS = 13 };

enum { BATCH_BYTES = 16 << 20 };

/* From the first level on outcomes are packed by models; from the others in larger blocks, which take longer to
 * unpack. Blocks of pairs are twice as large, and hold half of their positions. */
enum { MODEL_LEVEL = 3, SECOND_LEVEL = 6, THIRD_LEVEL = 10, FOURTH_LEVEL = 15, CUBE_BITS = 12, PAIRS_BITS = 13 };

struct db_writer {
    safe_file file;
    char *checkpoint;
    int level;
    db_shape shape;
    db_header header;
    db_digest layer_digest[DB_MAX_LAYERS][2], stored_digest[DB_MAX_LAYERS][2];
    db_index index;
    uint64_t n_done; /* blocks */
    uint64_t offset; /* where the next one goes */
    db_packer *packer;
    uint8_t *batch;
    size_t items_per_batch;
    db_codec *codec; /* of db_writer_read_row */
    uint8_t *block;
    db_entry *loaded; /* the entry of the block that it holds */
    bool is_expected; /* the digest of the content, and the counts if it has any */
    db_digest expected;
    const db_counts *counts;
};

static size_t max_size(size_t a, size_t b)
{
    return a > b ? a : b;
}

/* Note where the next n blocks are, whose lengths are known. */
static void place_blocks(db_writer *w, uint64_t n)
{
    assert(w->offset >= DB_HEADER_BYTES && w->n_done + n <= w->shape.n_blocks);
    for (; n > 0; n--) {
        db_entry *e = &w->index.entries[w->n_done++];
        e->offset = w->offset;
        w->offset += e->bytes;
    }
}

/* Write the packed blocks of n items of a batch, moved together first, and note where they are. */
static pm_status write_batch(db_writer *w, uint64_t first_block, size_t n_items, pm_error *err)
{
    const uint64_t n_blocks = n_items * w->shape.blocks_per_row;
    const size_t n = db_packer_close_up(w->packer, n_blocks, w->index.entries + first_block, w->batch);
    const pm_status status = file_write(&w->file, w->batch, n, w->offset, err);
    assert(w->n_done == first_block);
    place_blocks(w, n_blocks);
    return status;
}

static pm_status save_checkpoint(db_writer *w, int n_layers, pm_error *err)
{
    const pm_status status = file_sync(&w->file, err);
    const db_checkpoint state = {w->header,       n_layers,         w->n_done, w->offset,
                                 w->layer_digest, w->stored_digest, &w->index};
    return status == PM_OK ? db_checkpoint_save(w->checkpoint, &state, err) : status;
}

/* Pack and write the rows, batch by batch. */
static pm_status write_rows(db_writer *w, par_team *team, const db_rows *rows, pm_error *err)
{
    const uint64_t n_items = db_shape_items(&w->shape, w->header.subject.layer_rows[rows->layer]);
    pm_status status = PM_OK;
    db_packer_sample(w->packer, team, rows);
    db_packer_model(w->packer, rows, &w->index);
    for (uint64_t first = 0; first < n_items && status == PM_OK; first += w->items_per_batch) {
        const uint64_t left = n_items - first, first_block = w->n_done;
        const size_t n = left < w->items_per_batch ? (size_t)left : w->items_per_batch;
        db_packer_pack(w->packer, team, rows, &w->index, first, n, w->batch, w->index.entries + first_block);
        status = write_batch(w, first_block, n, err);
    }
    return status;
}

/* A layer and mover are written, whose rows have these digests. */
static pm_status end_rows(db_writer *w, const db_rows *rows, pm_error *err)
{
    const size_t n = w->header.subject.layer_rows[rows->layer] * sizeof *rows->digests;
    w->layer_digest[rows->layer][rows->mover] = db_digest_of(rows->digests, n);
    if (w->shape.is_halved) {
        w->stored_digest[rows->layer][rows->mover] = db_digest_of(rows->stored_digests, n);
    }
    const bool is_layer_done = rows->mover == w->header.subject.n_movers - 1;
    return w->checkpoint && is_layer_done ? save_checkpoint(w, rows->layer + 1, err) : PM_OK;
}

pm_status db_writer_rows(db_writer *w, par_team *team, int layer, pm_color mover, db_row_source *source, void *ctx,
                         pm_error *err)
{
    const uint64_t n_rows = w->header.subject.layer_rows[layer];
    assert(w->n_done == w->shape.first_block[layer][mover] && (int)mover < w->header.subject.n_movers);
    db_digest *digests = malloc(2 * n_rows * sizeof *digests + 1);
    if (!digests || !db_packer_prepare(w->packer, team)) {
        free(digests);
        return status_no_memory(err, "writing the database", 0);
    }
    const db_rows rows = {.layer = layer,
                          .mover = (int)mover,
                          .source = source,
                          .ctx = ctx,
                          .digests = digests,
                          .stored_digests = digests + n_rows};
    pm_status status = write_rows(w, team, &rows, err);
    if (w->shape.is_halved) {
        db_packer_take_wins(w->packer, w->index.counts.won[mover]);
    }
    status = status == PM_OK ? end_rows(w, &rows, err) : status;
    free(digests);
    return status;
}

pm_status db_writer_added(db_writer *w, const db_rows *rows, pm_error *err)
{
    const uint64_t n_items = db_shape_items(&w->shape, w->header.subject.layer_rows[rows->layer]);
    assert(w->n_done == w->shape.first_block[rows->layer][rows->mover]);
    place_blocks(w, n_items * w->shape.blocks_per_row);
    return end_rows(w, rows, err);
}

static void copy_text(char *to, size_t size, const char *from)
{
    const size_t n = strnlen(from ? from : "", size - 1);
    memcpy(to, from ? from : "", n);
}

/* The logarithm of the values of a block of zstd, if the options do not say. */
static int zstd_bits(const db_subject *s)
{
    return s->game != DB_GAME_KONANE ? DRAUGHTS_BLOCK_BITS
           : s->kind == DB_OUTCOME   ? OUTCOME_BLOCK_BITS
                                     : REMOTENESS_BLOCK_BITS;
}

static int min_int(int a, int b)
{
    return a < b ? a : b;
}

/* How blocks are packed, and how many values they have: pairs if the row is long enough, else cubes, else zstd. */
static void choose_coding(const db_options *options, db_header *h)
{
    const db_subject *s = &h->subject;
    const int level = options->level, given = options->block_bits;
    const int larger = (level >= SECOND_LEVEL) + (level >= THIRD_LEVEL) + (level >= FOURTH_LEVEL);
    const bool wants_models = db_value_bits(s) == 1 && level >= MODEL_LEVEL;
    const int pairs_bits = given ? given : min_int(PAIRS_BITS + larger, s->n_index);
    const int cube_bits = given ? given : min_int(CUBE_BITS + larger, s->n_index);
    h->coding = DB_ZSTD;
    h->block_bits = (uint8_t)(given ? given : zstd_bits(s));
    if (wants_models && options->orbits && options->version != 1 && pairs_bits >= PAIRS_MIN_BITS &&
        pairs_bits <= min_int(s->n_index, PAIRS_MAX_BITS)) {
        h->coding = DB_PAIRS;
        h->block_bits = (uint8_t)pairs_bits;
    } else if (wants_models && cube_bits >= CUBE_MIN_BITS && cube_bits <= min_int(s->n_index, CUBE_MAX_BITS)) {
        h->coding = DB_CUBES;
        h->block_bits = (uint8_t)cube_bits;
    }
    assert(h->coding == DB_PAIRS || h->block_bits >= DB_MIN_BLOCK_BITS);
    assert(h->block_bits <= DB_MAX_BLOCK_BITS);
}

void db_writer_header(const db_subject *subject, const db_options *options, db_header *h)
{
    *h = (db_header){.subject = *subject};
    choose_coding(options, h);
    h->level = (uint8_t)options->level;
    h->n_blocks = db_shape_of(h).n_blocks;
    copy_text(h->version, sizeof h->version, pm_version());
    copy_text(h->git, sizeof h->git, pm_git_id());
    copy_text(h->command, sizeof h->command, options->command);
    const time_t now = options->date ? options->date : time(NULL);
    struct tm tm;
    strftime(h->date, sizeof h->date, "%Y-%m-%dT%H:%M:%SZ", gmtime_r(&now, &tm));
}

/* Continue where the checkpoint left off, if there is one and the blocks that it speaks of are there. */
static pm_status resume(db_writer *w, db_layer_sizes *sizes, int *n_layers, pm_error *err)
{
    db_checkpoint state = {
        .header = w->header, .layer_digest = w->layer_digest, .stored_digest = w->stored_digest, .index = &w->index};
    const pm_status status = db_checkpoint_load(w->checkpoint, w->file.fd, sizes, &state, err);
    if (status == PM_NOT_FOUND) {
        const pm_status cut = file_cut(&w->file, 0, err); /* then as long as a checkpoint before any bytes wants it */
        return cut == PM_OK ? file_cut(&w->file, DB_HEADER_BYTES, err) : cut;
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
    w->packer = db_packer_new(&w->shape, &w->header.subject, w->level, options->orbits);
    const size_t item_bytes = w->packer ? db_packer_item_bytes(w->packer) : 1;
    w->items_per_batch = max_size(BATCH_BYTES / item_bytes, 1);
    w->batch = malloc(w->items_per_batch * item_bytes);
    w->block = malloc(w->shape.block_bytes);
    w->codec = db_codec_new(&w->shape);
    w->checkpoint = options->checkpoint ? strdup(options->checkpoint) : NULL;
    if (!has_index || !w->packer || !w->batch || !w->block || !w->codec || !w->checkpoint != !options->checkpoint) {
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
    db_writer_header(subject, options, &w->header);
    w->shape = db_shape_of(&w->header);
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
    db_index_encode(&w->shape, &w->header.subject, &w->index, w->shape.n_blocks, index);
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

void db_writer_expect(db_writer *w, const uint8_t digest[DB_DIGEST_BYTES], const db_counts *counts)
{
    w->is_expected = true;
    memcpy(w->expected.bytes, digest, DB_DIGEST_BYTES);
    w->counts = w->shape.is_halved ? counts : NULL;
}

/* Put the digests into header and index: PM_DAMAGED if they differ from the expected ones. */
static pm_status put_digests(db_writer *w, pm_error *err)
{
    const db_digest stored = db_digest_content(&w->header.subject, w->stored_digest);
    const db_digest content = db_digest_content(&w->header.subject, w->layer_digest);
    memcpy(w->index.counts.stored_digest, stored.bytes, DB_DIGEST_BYTES);
    memcpy(w->header.digest, w->counts ? w->expected.bytes : content.bytes, DB_DIGEST_BYTES);
    const bool is_right =
        !w->is_expected || (w->counts ? memcmp(stored.bytes, w->counts->stored_digest, DB_DIGEST_BYTES) == 0
                                      : memcmp(content.bytes, w->expected.bytes, DB_DIGEST_BYTES) == 0);
    if (is_right && w->counts) {
        w->index.counts = *w->counts;
    }
    return is_right
               ? PM_OK
               : status_fail(err, PM_DAMAGED, 0, "damaged: the content does not have the digest that the header gives");
}

pm_status db_writer_finish(db_writer *w, uint8_t digest[DB_DIGEST_BYTES], pm_error *err)
{
    assert(w->n_done == w->shape.n_blocks);
    pm_status status = put_digests(w, err);
    status = status == PM_OK ? write_index(w, err) : status;
    if (status == PM_OK) {
        uint8_t bytes[DB_HEADER_BYTES];
        db_header_encode(&w->header, bytes);
        status = file_write(&w->file, bytes, sizeof bytes, 0, err);
    }
    if (status == PM_OK) {
        status = file_commit(&w->file, err);
    }
    if (status == PM_OK) {
        memcpy(digest, w->header.digest, DB_DIGEST_BYTES);
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
    db_packer_free(w->packer);
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

/* Have a block of a layer and mover in w->block. */
static pm_status load_block(db_writer *w, uint64_t block, pm_error *err)
{
    db_entry *e = &w->index.entries[block];
    assert(block < w->n_done && !w->shape.is_halved);
    if (w->loaded == e) {
        return PM_OK;
    }
    w->loaded = NULL;
    const pm_status status = file_read(w->file.fd, w->batch, e->bytes, e->offset, err);
    if (status != PM_OK) {
        return status;
    }
    const db_span span = db_shape_span(&w->shape, &w->header.subject, block);
    const db_model model = db_index_model(&w->shape, &w->index, span.layer, span.mover, span.part);
    const char *wrong =
        db_block_unpack(w->codec, *e, model, w->batch, w->block, db_block_bytes(&w->shape, &w->header.subject, block));
    if (wrong) {
        return status_fail(err, PM_DAMAGED, e->offset, "\"%s\" is damaged: %s", w->file.partial, wrong);
    }
    w->loaded = e;
    return PM_OK;
}

db_index *db_writer_index(db_writer *w)
{
    return &w->index;
}

const char *db_writer_partial(const db_writer *w)
{
    return w->file.partial;
}

bool db_writer_has_rows(const db_writer *w)
{
    return !w->shape.is_halved;
}

pm_status db_writer_read_row(db_writer *w, int layer, pm_color mover, size_t i, uint8_t *row, pm_error *err)
{
    const db_shape *s = &w->shape;
    const uint64_t first = s->first_block[layer][mover] + i / s->rows_per_block * s->blocks_per_row;
    for (uint64_t j = 0; j < s->blocks_per_row; j++) {
        const pm_status status = load_block(w, first + j, err);
        if (status != PM_OK) {
            return status;
        }
        const size_t n = s->row_bytes / s->blocks_per_row;
        memcpy(row + j * n, w->block + i % s->rows_per_block * s->row_bytes, n);
    }
    return PM_OK;
}
