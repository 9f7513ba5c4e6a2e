/* Reading databases: see db.h.
 *
 * SPDX-License-Identifier: MIT
 */
#include "solver/db/db.h"

#include "solver/db/block.h"
#include "solver/db/cache.h"
#include "solver/db/header.h"
#include "solver/db/index.h"
#include "src/base/file.h"
#include "src/base/status.h"

#include <assert.h>
#include <errno.h>
#include <fcntl.h>
#include <inttypes.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include <xxhash.h>

/* What unpacking needs, one for each lock of the cache; made when it is first used. */
typedef struct fill_scratch {
    db_codec *codec;
    uint8_t *packed;
} fill_scratch;

struct db {
    int fd;
    db_header header;
    db_shape shape;
    db_index index;
    db_cache *cache;
    fill_scratch scratch[DB_CACHE_LOCKS];
};

/* Open a file; `*on_disk` are the bytes that it occupies, fewer than `*bytes` if it has holes. */
static pm_status open_file(const char *path, int *fd, uint64_t *bytes, uint64_t *on_disk, pm_error *err)
{
    struct stat s;
    *fd = open(path, O_RDONLY | O_CLOEXEC | O_NONBLOCK);
    if (*fd < 0 || fstat(*fd, &s) != 0) {
        return status_fail(err, PM_IO, 0, "cannot open \"%s\": %s", path, strerror(errno));
    }
    if (!S_ISREG(s.st_mode)) {
        return status_fail(err, PM_BAD_INPUT, 0, "\"%s\" is %s, not a database", path,
                           S_ISDIR(s.st_mode) ? "a directory" : "no regular file");
    }
    *bytes = (uint64_t)s.st_size;
    *on_disk = (uint64_t)s.st_blocks * 512;
    return PM_OK;
}

static pm_status read_header(db *d, uint64_t file_bytes, db_layer_sizes *sizes, pm_error *err)
{
    uint8_t bytes[DB_HEADER_BYTES];
    const size_t n = file_bytes < sizeof bytes ? (size_t)file_bytes : sizeof bytes;
    const pm_status status = file_read(d->fd, bytes, n, 0, err);
    return status == PM_OK ? db_header_decode(bytes, n, file_bytes, sizes, &d->header, err) : status;
}

/* Whether the blocks end where the index begins. */
static bool blocks_fill(const db *d)
{
    const db_entry *last = &d->index.entries[d->shape.n_blocks - 1];
    assert(d->shape.n_blocks > 0);
    return last->offset + last->bytes == d->header.index_offset;
}

/* Check the index against its checksum, piece by piece, before there is memory for all of it. */
static pm_status check_index(const db *d, size_t n, pm_error *err)
{
    uint8_t piece[1 << 14];
    XXH64_state_t *hash = XXH64_createState();
    if (!hash) {
        return status_no_memory(err, "the database", 0);
    }
    XXH64_reset(hash, 0);
    pm_status status = PM_OK;
    for (size_t at = 0; at < n && status == PM_OK; at += sizeof piece) {
        const size_t size = n - at < sizeof piece ? n - at : sizeof piece;
        status = file_read(d->fd, piece, size, d->header.index_offset + at, err);
        if (status == PM_OK) {
            XXH64_update(hash, piece, size);
        }
    }
    if (status == PM_OK && XXH64_digest(hash) != d->header.index_checksum) {
        status = status_fail(err, PM_DAMAGED, d->header.index_offset, "damaged: the checksum of the index is wrong");
    }
    XXH64_freeState(hash);
    return status;
}

/* `on_disk` are the bytes of the file that are more than holes. File systems that compress zeros make holes, but an
 * index has a checksum for each block: no file that was written can be that much smaller. */
static pm_status read_index(db *d, uint64_t on_disk, pm_error *err)
{
    enum { MOST_COMPRESSION = 1024, SMALL = 1 << 20 };
    const size_t n = db_index_bytes(&d->shape, d->shape.n_blocks);
    if (n > SMALL && n / MOST_COMPRESSION > on_disk) {
        return status_fail(err, PM_DAMAGED, d->header.index_offset,
                           "damaged: the file has a hole in place of its index");
    }
    pm_status status = check_index(d, n, err);
    if (status != PM_OK) {
        return status;
    }
    uint8_t *bytes = malloc(n);
    const bool has_memory = db_index_new(&d->shape, &d->index) && bytes;
    status =
        has_memory ? file_read(d->fd, bytes, n, d->header.index_offset, err) : status_no_memory(err, "the database", 0);
    if (status == PM_OK) {
        status = db_index_decode(&d->shape, &d->header.subject, bytes, d->shape.n_blocks, false, &d->index, err);
    }
    if (status == PM_OK && !blocks_fill(d)) {
        status = status_fail(err, PM_DAMAGED, d->header.index_offset, "damaged: the blocks do not end at the index");
    }
    free(bytes);
    return status;
}

pm_status db_read_block(const db *d, uint64_t block, db_codec *codec, uint8_t *packed, uint8_t *values, pm_error *err)
{
    assert(block < d->shape.n_blocks);
    const db_entry e = d->index.entries[block];
    const size_t n = db_block_bytes(&d->shape, &d->header.subject, block);
    if (e.bytes > n) {
        return status_fail(err, PM_DAMAGED, e.offset, "damaged: block %" PRIu64 " is too long", block);
    }
    const pm_status status = file_read(d->fd, packed, e.bytes, e.offset, err);
    if (status != PM_OK) {
        return status;
    }
    const db_span span = db_span_of(d, block);
    const db_model model = db_index_model(&d->shape, &d->index, span.layer, span.mover, span.part);
    const char *wrong = db_block_unpack(codec, e, model, packed, values, n);
    return wrong ? status_fail(err, PM_DAMAGED, e.offset, "damaged: %s (number %" PRIu64 ")", wrong, block) : PM_OK;
}

pm_status db_check_block(const db *d, uint64_t block, uint8_t *packed, pm_error *err)
{
    assert(block < d->shape.n_blocks && d->index.entries[block].bytes <= d->shape.block_bytes);
    const db_entry e = d->index.entries[block];
    const pm_status status = file_read(d->fd, packed, e.bytes, e.offset, err);
    if (status != PM_OK) {
        return status;
    }
    return db_block_is_intact(e, packed)
               ? PM_OK
               : status_fail(err, PM_DAMAGED, e.offset, "damaged: the checksum of block %" PRIu64 " is wrong", block);
}

static pm_status fill_block(void *ctx, int lock, uint64_t block, uint8_t *bytes, pm_error *err)
{
    db *d = ctx;
    fill_scratch *s = &d->scratch[lock];
    if (!s->codec) {
        s->codec = db_codec_new(&d->shape);
    }
    if (!s->packed) {
        s->packed = malloc(d->shape.block_bytes);
    }
    if (!s->codec || !s->packed) {
        return status_no_memory(err, "the database", 0);
    }
    return db_read_block(d, block, s->codec, s->packed, bytes, err);
}

pm_status db_game_of(const char *path, db_game *game, pm_error *err)
{
    int fd = -1;
    uint64_t file_bytes = 0, on_disk = 0;
    uint8_t bytes[DB_HEADER_BYTES];
    pm_status status = open_file(path, &fd, &file_bytes, &on_disk, err);
    const size_t n = file_bytes < sizeof bytes ? (size_t)file_bytes : sizeof bytes;
    if (status == PM_OK) {
        status = file_read(fd, bytes, n, 0, err);
    }
    if (status == PM_OK) {
        status = db_header_game(bytes, n, game, err);
    }
    if (fd >= 0) {
        close(fd);
    }
    return status;
}

pm_status db_open(const char *path, size_t cache_bytes, db_layer_sizes *sizes, db **out, pm_error *err)
{
    db *d = calloc(1, sizeof *d);
    if (!d) {
        return status_no_memory(err, "the database", 0);
    }
    uint64_t bytes = 0, on_disk = 0;
    pm_status status = open_file(path, &d->fd, &bytes, &on_disk, err);
    if (status == PM_OK) {
        status = read_header(d, bytes, sizes, err);
    }
    if (status == PM_OK) {
        d->shape = db_shape_of(&d->header);
        status = read_index(d, on_disk, err);
    }
    if (status == PM_OK) {
        d->cache = db_cache_new(cache_bytes, d->shape.block_bytes, d->shape.n_blocks, fill_block, d);
        status = d->cache ? PM_OK : status_no_memory(err, "the database", 0);
    }
    if (status != PM_OK) {
        db_close(d);
        return status;
    }
    *out = d;
    return PM_OK;
}

void db_close(db *d)
{
    if (!d) {
        return;
    }
    if (d->fd >= 0) {
        close(d->fd);
    }
    for (int i = 0; i < DB_CACHE_LOCKS; i++) {
        db_codec_free(d->scratch[i].codec);
        free(d->scratch[i].packed);
    }
    db_cache_free(d->cache);
    db_index_clear(&d->index);
    free(d);
}

const db_header *db_get_header(const db *d)
{
    return &d->header;
}

const db_shape *db_get_shape(const db *d)
{
    return &d->shape;
}

const db_counts *db_get_counts(const db *d)
{
    return d->shape.is_halved ? &d->index.counts : NULL;
}

bool db_stores(const db *d, int n_stones)
{
    return !d->shape.is_halved || n_stones % 2 == 0;
}

db_place db_locate(const db *d, int layer, pm_color mover, uint32_t rank, uint32_t w)
{
    return db_shape_place(&d->shape, &d->header.subject, layer, (int)mover, rank, w);
}

db_span db_span_of(const db *d, uint64_t block)
{
    return db_shape_span(&d->shape, &d->header.subject, block);
}

static inline uint8_t value_at(const db *d, const uint8_t *bytes, uint32_t at)
{
    assert((size_t)at * (size_t)d->shape.value_bits / 8 < d->shape.block_bytes);
    return d->shape.value_bits == 8 ? bytes[at] : bytes[at >> 3] >> (at & 7) & 1;
}

pm_status db_value(db *d, db_place place, uint8_t *value, pm_error *err)
{
    const uint8_t *bytes;
    const pm_status status = db_cache_lock(d->cache, place.block, &bytes, err);
    if (status == PM_OK) {
        *value = value_at(d, bytes, place.at);
        db_cache_unlock(d->cache, place.block);
    }
    return status;
}

pm_status db_read_row(db *d, int layer, pm_color mover, uint32_t rank, uint8_t *row, pm_error *err)
{
    const db_shape *s = &d->shape;
    const uint64_t first = s->first_block[layer][mover] + rank / s->rows_per_block * s->blocks_per_row;
    const size_t part_bytes = s->row_bytes / s->blocks_per_row;
    for (uint64_t part = 0; part < s->blocks_per_row; part++) {
        const uint8_t *bytes;
        const pm_status status = db_cache_lock(d->cache, first + part, &bytes, err);
        if (status != PM_OK) {
            return status;
        }
        if (s->is_halved) {
            pairs_spread(bytes, s->block_bits, db_shape_parity(layer, part), row + part * part_bytes);
        } else {
            memcpy(row + part * part_bytes, bytes + rank % s->rows_per_block * s->row_bytes, part_bytes);
        }
        db_cache_unlock(d->cache, first + part);
    }
    return PM_OK;
}

typedef struct batch_item {
    db_place place;
    size_t number;
} batch_item;

static int compare_items(const void *a, const void *b)
{
    const uint64_t x = ((const batch_item *)a)->place.block;
    const uint64_t y = ((const batch_item *)b)->place.block;
    return (x > y) - (x < y);
}

/* Where the cache keeps every block, sorting would take longer than looking up. */
static pm_status values_in_order(db *d, size_t n, const db_place places[], uint8_t values[], pm_error *err)
{
    pm_status status = PM_OK;
    for (size_t i = 0; i < n && status == PM_OK; i++) {
        status = db_value(d, places[i], &values[i], err);
    }
    return status;
}

pm_status db_values(db *d, size_t n, const db_place places[], uint8_t values[], pm_error *err)
{
    if (db_cache_holds_all(d->cache)) {
        return values_in_order(d, n, places, values, err);
    }
    batch_item *items = malloc(n * sizeof *items + 1);
    if (!items) {
        return status_no_memory(err, "the database", 0);
    }
    for (size_t i = 0; i < n; i++) {
        items[i] = (batch_item){places[i], i};
    }
    qsort(items, n, sizeof *items, compare_items);
    pm_status status = PM_OK;
    for (size_t i = 0; i < n && status == PM_OK;) {
        const uint64_t block = items[i].place.block;
        const uint8_t *bytes;
        status = db_cache_lock(d->cache, block, &bytes, err);
        if (status == PM_OK) {
            for (; i < n && items[i].place.block == block; i++) {
                values[items[i].number] = value_at(d, bytes, items[i].place.at);
                assert(items[i].number < n);
            }
            db_cache_unlock(d->cache, block);
        }
    }
    free(items);
    return status;
}
