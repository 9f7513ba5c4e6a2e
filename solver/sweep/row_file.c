/* Files of rows: see row_file.h.
 *
 * SPDX-License-Identifier: MIT
 */
#include "solver/sweep/row_file.h"

#include "solver/sweep/run_folder.h"
#include "src/base/bytes.h"
#include "src/base/file.h"
#include "src/base/status.h"

#include <assert.h>
#include <errno.h>
#include <fcntl.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include <xxhash.h>
#include <zstd.h>

enum { LEVEL = 1, ENTRY_BYTES = 12, AT_INDEX = 40, AT_INDEX_SUM = 48, AT_SUM = 56 };

static const char magic[8] = {'P', 'A', 'P', 'A', 'M', 'U', 'R', 'F'};

/* ---- header and index ------------------------------------------------------------------------------------ */

static void header_encode(const row_file_key *key, uint64_t index_offset, uint64_t index_sum,
                          uint8_t bytes[ROW_FILE_HEADER_BYTES])
{
    memcpy(bytes, magic, sizeof magic);
    bytes_put(bytes + 8, key->fingerprint, 8);
    bytes_put(bytes + 16, key->place, 4);
    bytes_put(bytes + 20, key->mover, 4);
    bytes_put(bytes + 24, key->n_rows, 8);
    bytes_put(bytes + 32, key->row_bytes, 4);
    bytes_put(bytes + 36, key->rows_per_block, 4);
    bytes_put(bytes + AT_INDEX, index_offset, 8);
    bytes_put(bytes + AT_INDEX_SUM, index_sum, 8);
    bytes_put(bytes + AT_SUM, XXH3_64bits(bytes, AT_SUM), 8);
}

static pm_status no_memory(pm_error *err)
{
    return status_no_memory(err, "a file of rows", 0);
}

/* The file as it will be: without blocks. */
static bool prepare(const char *path, const row_file_key *key, row_file *f)
{
    *f = (row_file){.fd = -1, .key = *key, .bytes = ROW_FILE_HEADER_BYTES};
    f->n_blocks = (key->n_rows + key->rows_per_block - 1) / key->rows_per_block;
    f->entries = malloc((f->n_blocks + 1) * sizeof *f->entries);
    f->path = strdup(path);
    return f->entries && f->path;
}

pm_status row_file_create(const char *path, const row_file_key *key, row_file *f, pm_error *err)
{
    if (!prepare(path, key, f)) {
        row_file_close(f);
        return no_memory(err);
    }
    f->fd = open(path, O_RDWR | O_CREAT | O_TRUNC | O_CLOEXEC, 0666);
    if (f->fd < 0) {
        const pm_status status = status_fail(err, PM_IO, 0, "cannot write \"%s\": %s", path, strerror(errno));
        row_file_close(f);
        return status;
    }
    return PM_OK;
}

uint64_t row_file_append(row_file *f, uint32_t bytes, uint64_t checksum)
{
    assert(f->n_done < f->n_blocks);
    f->entries[f->n_done++] = (row_file_entry){f->bytes, checksum, bytes};
    f->bytes += bytes;
    return f->bytes - bytes;
}

pm_status row_file_write(const row_file *f, const void *bytes, size_t n, uint64_t offset, pm_error *err)
{
    for (size_t done = 0; done < n;) {
        const ssize_t k = pwrite(f->fd, (const char *)bytes + done, n - done, (off_t)(offset + done));
        if (k < 0 && errno != EINTR) {
            return run_folder_io_failed("write", f->path, err);
        }
        done += k > 0 ? (size_t)k : 0;
    }
    return PM_OK;
}

pm_status row_file_finish(row_file *f, pm_error *err)
{
    assert(f->n_done == f->n_blocks);
    const size_t n = f->n_blocks * ENTRY_BYTES;
    uint8_t *index = calloc(n + 1, 1);
    if (!index) {
        return no_memory(err);
    }
    for (uint64_t i = 0; i < f->n_blocks; i++) {
        bytes_put(index + i * ENTRY_BYTES, f->entries[i].bytes, 4);
        bytes_put(index + i * ENTRY_BYTES + 4, f->entries[i].checksum, 8);
    }
    uint8_t header[ROW_FILE_HEADER_BYTES];
    header_encode(&f->key, f->bytes, XXH3_64bits(index, n), header);
    pm_status status = row_file_write(f, index, n, f->bytes, err);
    if (status == PM_OK) {
        status = row_file_write(f, header, sizeof header, 0, err);
    }
    free(index);
    if (status == PM_OK && fdatasync(f->fd) != 0) {
        status = status_fail(err, PM_IO, 0, "cannot write \"%s\": %s", f->path, strerror(errno));
    }
    f->bytes += n;
    return status;
}

static pm_status damaged(const row_file *f, const char *what, pm_error *err)
{
    return status_fail(err, PM_DAMAGED, 0, "\"%s\" %s", f->path, what);
}

static pm_status read_index(row_file *f, uint8_t *index, size_t n, pm_error *err)
{
    uint8_t header[ROW_FILE_HEADER_BYTES], expected[ROW_FILE_HEADER_BYTES];
    struct stat s;
    if (fstat(f->fd, &s) != 0 || file_read(f->fd, header, sizeof header, 0, NULL) != PM_OK) {
        return damaged(f, "is incomplete", err);
    }
    const uint64_t offset = bytes_get(header + AT_INDEX, 8);
    header_encode(&f->key, offset, bytes_get(header + AT_INDEX_SUM, 8), expected);
    if (memcmp(header, expected, sizeof header) != 0) {
        return damaged(f, "is damaged, or belongs to something else", err);
    }
    if ((uint64_t)s.st_size != offset + n || file_read(f->fd, index, n, offset, NULL) != PM_OK ||
        XXH3_64bits(index, n) != bytes_get(header + AT_INDEX_SUM, 8)) {
        return damaged(f, "is damaged", err);
    }
    for (uint64_t i = 0; i < f->n_blocks; i++) {
        const uint64_t bytes = bytes_get(index + i * ENTRY_BYTES, 4);
        row_file_append(f, (uint32_t)bytes, bytes_get(index + i * ENTRY_BYTES + 4, 8));
        if (bytes == 0 || bytes > row_file_block_bytes(f, i)) {
            return damaged(f, "is damaged", err);
        }
    }
    f->bytes += n;
    return f->bytes == (uint64_t)s.st_size ? PM_OK : damaged(f, "is damaged", err);
}

pm_status row_file_open(const char *path, const row_file_key *key, row_file *f, pm_error *err)
{
    const bool is_prepared = prepare(path, key, f);
    const size_t n = f->n_blocks * ENTRY_BYTES;
    uint8_t *index = calloc(n + 1, 1);
    pm_status status = is_prepared && index ? PM_OK : no_memory(err);
    if (status == PM_OK) {
        f->fd = open(path, O_RDONLY | O_CLOEXEC);
        status = f->fd >= 0        ? read_index(f, index, n, err)
                 : errno == ENOENT ? damaged(f, "is missing", err)
                                   : status_fail(err, PM_IO, 0, "cannot read \"%s\": %s", path, strerror(errno));
    }
    free(index);
    if (status != PM_OK) {
        row_file_close(f);
    }
    return status;
}

void row_file_close(row_file *f)
{
    if (f->path && f->fd >= 0) {
        close(f->fd);
    }
    free(f->entries);
    free(f->path);
    *f = (row_file){.fd = -1};
}

size_t row_file_block_bytes(const row_file *f, uint64_t block)
{
    const uint64_t first = block * f->key.rows_per_block;
    const uint64_t left = f->key.n_rows - first;
    return (size_t)f->key.row_bytes * (left < f->key.rows_per_block ? left : f->key.rows_per_block);
}

/* ---- blocks ------------------------------------------------------------------------------------------------ */

struct row_codec {
    ZSTD_CCtx *compress;
    ZSTD_DCtx *decompress;
};

row_codec *row_codec_new(void)
{
    row_codec *c = calloc(1, sizeof *c);
    if (c) {
        *c = (row_codec){ZSTD_createCCtx(), ZSTD_createDCtx()};
        if (!c->compress || !c->decompress) {
            row_codec_free(c);
            return NULL;
        }
    }
    return c;
}

void row_codec_free(row_codec *c)
{
    if (c) {
        ZSTD_freeCCtx(c->compress);
        ZSTD_freeDCtx(c->decompress);
        free(c);
    }
}

uint32_t row_block_pack(row_codec *c, const void *raw, size_t n, void *packed, uint64_t *checksum)
{
    size_t bytes = ZSTD_compressCCtx(c->compress, packed, n, raw, n, LEVEL);
    if (ZSTD_isError(bytes) || bytes >= n) {
        memcpy(packed, raw, n);
        bytes = n;
    }
    *checksum = XXH3_64bits(packed, bytes);
    return (uint32_t)bytes;
}

bool row_block_unpack(row_codec *c, const row_file_entry *e, const void *packed, void *raw, size_t n)
{
    if (XXH3_64bits(packed, e->bytes) != e->checksum) {
        return false;
    }
    if (e->bytes == n) {
        memcpy(raw, packed, n);
        return true;
    }
    return ZSTD_decompressDCtx(c->decompress, raw, n, packed, e->bytes) == n;
}
