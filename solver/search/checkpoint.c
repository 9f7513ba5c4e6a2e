/* Saving and loading the table of a search: see checkpoint.h.
 *
 * SPDX-License-Identifier: MIT
 */
#include "solver/search/checkpoint.h"

#include "src/base/bytes.h"
#include "src/base/file.h"
#include "src/base/status.h"

#include <assert.h>
#include <errno.h>
#include <fcntl.h>
#include <stdio.h>
#include <stdlib.h>
#include <sys/stat.h>
#include <unistd.h>

#include <xxhash.h>
#include <zstd.h>

static const char magic[8] = {'P', 'A', 'P', 'A', 'M', 'U', 'S', 'C'};

enum {
    VERSION = 1,
    HEADER_BYTES = 64,
    AT_ENDING = 48,
    AT_JUMPS = 49,
    JOB_BYTES = 32,
    CHUNK_HEADER = 16,
    CHUNK_ENTRIES = 1 << 16,
    CHUNK_BYTES = CHUNK_ENTRIES * 16,
    LEVEL = 1,
};

/* The buffers for a chunk: its keys and data, their planes, and those packed. */
typedef struct chunk {
    uint64_t key[CHUNK_ENTRIES], data[CHUNK_ENTRIES];
    size_t n;
    uint8_t planes[CHUNK_BYTES];
    size_t packed_size;
    uint8_t *packed;
} chunk;

static chunk *chunk_new(void)
{
    chunk *c = malloc(sizeof *c);
    if (c) {
        c->n = 0;
        c->packed_size = CHUNK_HEADER + ZSTD_compressBound(CHUNK_BYTES);
        c->packed = malloc(c->packed_size);
    }
    if (c && !c->packed) {
        free(c);
        c = NULL;
    }
    return c;
}

static void chunk_free(chunk *c)
{
    if (c) {
        free(c->packed);
        free(c);
    }
}

static pm_status no_memory(pm_error *err)
{
    return status_fail(err, PM_NO_MEMORY, 0, "no memory for the checkpoint");
}

static char *file_path(const char *directory)
{
    char *path = NULL;
    return asprintf(&path, "%s/papamu-search", directory) < 0 ? NULL : path;
}

static void to_planes(const uint64_t *numbers, size_t n, uint8_t *planes)
{
    for (size_t i = 0; i < n; i++) {
        for (size_t byte = 0; byte < 8; byte++) {
            planes[byte * n + i] = (uint8_t)(numbers[i] >> 8 * byte);
        }
    }
}

static void from_planes(const uint8_t *planes, size_t n, uint64_t *numbers)
{
    for (size_t i = 0; i < n; i++) {
        numbers[i] = 0;
        for (size_t byte = 0; byte < 8; byte++) {
            numbers[i] |= (uint64_t)planes[byte * n + i] << 8 * byte;
        }
    }
}

/* ---- saving ----------------------------------------------------------------------------------- */

typedef struct writer {
    safe_file file;
    chunk *chunk;
    uint64_t offset, n_chunks, n_entries;
} writer;

static pm_status flush(writer *w, pm_error *err)
{
    chunk *c = w->chunk;
    assert(c->n > 0 && c->n <= CHUNK_ENTRIES); /* no chunk is empty */
    to_planes(c->key, c->n, c->planes);
    to_planes(c->data, c->n, c->planes + 8 * c->n);
    const size_t n =
        ZSTD_compress(c->packed + CHUNK_HEADER, c->packed_size - CHUNK_HEADER, c->planes, 16 * c->n, LEVEL);
    if (ZSTD_isError(n)) {
        return no_memory(err);
    }
    bytes_put(c->packed, c->n, 4);
    bytes_put(c->packed + 4, n, 4);
    bytes_put(c->packed + 8, XXH64(c->packed + CHUNK_HEADER, n, 0), 8);
    const pm_status status = file_write(&w->file, c->packed, CHUNK_HEADER + n, w->offset, err);
    w->offset += CHUNK_HEADER + n;
    w->n_chunks++;
    w->n_entries += c->n;
    c->n = 0;
    return status;
}

/* The entries of one line that are worth keeping, in ascending order of their keys. */
static int line_entries(const search_table *table, uint64_t i, uint64_t keys[SEARCH_WAYS], uint64_t data[SEARCH_WAYS])
{
    int n = 0;
    for (int way = 0; way < SEARCH_WAYS; way++) {
        const search_entry *e = &table->lines[i].ways[way];
        const uint64_t d = atomic_load_explicit(&e->data, memory_order_relaxed);
        const uint64_t key = atomic_load_explicit(&e->check, memory_order_relaxed) ^ d;
        /* Two halves that another thread is just writing may not belong together: such a key lies in no line or
         * another. */
        if (search_data_work(d) < search_work_code(SEARCH_CHECKPOINT_NODES) ||
            search_table_line(table, key) != &table->lines[i]) {
            continue;
        }
        assert(n < SEARCH_WAYS);
        int at = n++;
        for (; at > 0 && keys[at - 1] > key; at--) {
            keys[at] = keys[at - 1];
            data[at] = data[at - 1];
        }
        keys[at] = key;
        data[at] = d;
    }
    return n;
}

static pm_status write_table(writer *w, const search_table *table, pm_error *err)
{
    chunk *c = w->chunk;
    pm_status status = PM_OK;
    for (uint64_t i = 0; i < table->n_lines && status == PM_OK; i++) {
        assert(c->n + SEARCH_WAYS <= CHUNK_ENTRIES);
        c->n += (size_t)line_entries(table, i, c->key + c->n, c->data + c->n);
        if (c->n > CHUNK_ENTRIES - SEARCH_WAYS) {
            status = flush(w, err);
        }
    }
    return status == PM_OK && c->n ? flush(w, err) : status;
}

static pm_status write_jobs(writer *w, const search_progress jobs[], size_t n, pm_error *err)
{
    uint8_t *bytes = malloc(n * JOB_BYTES + 8);
    if (!bytes) {
        return no_memory(err);
    }
    for (size_t i = 0; i < n; i++) {
        bytes_put(bytes + JOB_BYTES * i, jobs[i].word, 8);
        bytes_put(bytes + JOB_BYTES * i + 8, jobs[i].nodes, 8);
        bytes_put(bytes + JOB_BYTES * i + 16, jobs[i].data, 8);
        bytes_put(bytes + JOB_BYTES * i + 24, jobs[i].microseconds, 8);
    }
    bytes_put(bytes + JOB_BYTES * n, XXH64(bytes, JOB_BYTES * n, 0), 8);
    pm_status status = file_write(&w->file, bytes, JOB_BYTES * n, HEADER_BYTES, err);
    if (status == PM_OK) {
        status = file_write(&w->file, bytes + JOB_BYTES * n, 8, w->offset, err);
    }
    free(bytes);
    return status;
}

static void encode_header(const search_subject *subject, uint64_t n_jobs, uint64_t n_chunks, uint64_t n_entries,
                          uint8_t header[HEADER_BYTES])
{
    memset(header, 0, HEADER_BYTES);
    memcpy(header, magic, sizeof magic);
    bytes_put(header + 8, VERSION, 4);
    bytes_put(header + 12, (uint64_t)subject->rows, 4);
    bytes_put(header + 16, (uint64_t)subject->cols, 4);
    bytes_put(header + 20, subject->weights, 4);
    bytes_put(header + 24, n_jobs, 8);
    bytes_put(header + 32, n_chunks, 8);
    bytes_put(header + 40, n_entries, 8);
    header[AT_ENDING] = subject->ending;
    header[AT_JUMPS] = subject->jumps;
    bytes_put(header + 56, XXH64(header, 56, 0), 8);
}

static pm_status write_all(writer *w, const search_subject *subject, const search_table *table,
                           const search_progress jobs[], size_t n_jobs, pm_error *err)
{
    uint8_t header[HEADER_BYTES];
    w->offset = HEADER_BYTES + JOB_BYTES * n_jobs;
    pm_status status = write_table(w, table, err);
    if (status == PM_OK) {
        status = write_jobs(w, jobs, n_jobs, err);
    }
    if (status == PM_OK) {
        encode_header(subject, n_jobs, w->n_chunks, w->n_entries, header);
        status = file_write(&w->file, header, sizeof header, 0, err);
    }
    return status;
}

pm_status search_checkpoint_save(const char *directory, const search_subject *subject, const search_table *table,
                                 const search_progress jobs[], size_t n_jobs, pm_error *err)
{
    if (mkdir(directory, 0777) != 0 && errno != EEXIST) {
        return status_fail(err, PM_IO, 0, "cannot make the directory \"%s\": %s", directory, strerror(errno));
    }
    writer w = {.chunk = chunk_new()};
    char *path = file_path(directory);
    if (!w.chunk || !path) {
        chunk_free(w.chunk);
        free(path);
        return no_memory(err);
    }
    pm_status status = file_open(path, false, &w.file, err);
    if (status == PM_OK) {
        status = write_all(&w, subject, table, jobs, n_jobs, err);
        if (status == PM_OK) {
            status = file_commit(&w.file, err);
        }
        file_close(&w.file, false);
    }
    chunk_free(w.chunk);
    free(path);
    return status;
}

/* ---- loading ---------------------------------------------------------------------------------- */

typedef struct reader {
    int fd;
    const char *path;
    chunk *chunk;
    uint64_t offset, n_jobs, n_chunks, n_entries;
} reader;

static pm_status is_damaged(const reader *r, const char *what, pm_error *err)
{
    return status_fail(err, PM_DAMAGED, 0, "\"%s\" is damaged: %s", r->path, what);
}

static pm_status read_header(reader *r, const search_subject *subject, pm_error *err)
{
    uint8_t header[HEADER_BYTES];
    pm_status status = file_read(r->fd, header, sizeof header, 0, err);
    if (status != PM_OK) {
        return status == PM_DAMAGED ? is_damaged(r, "the header is cut", err) : status;
    }
    if (memcmp(header, magic, sizeof magic) != 0) {
        return status_fail(err, PM_BAD_INPUT, 0, "\"%s\" is not the checkpoint of a search", r->path);
    }
    const unsigned version = (unsigned)bytes_get(header + 8, 4);
    if (version != VERSION) {
        return status_fail(err, PM_BAD_INPUT, 0, "\"%s\" has version %u, this program reads version %d", r->path,
                           version, VERSION);
    }
    if (bytes_get(header + 56, 8) != XXH64(header, 56, 0)) {
        return is_damaged(r, "the header has a wrong checksum", err);
    }
    const int rows = (int)bytes_get(header + 12, 4), cols = (int)bytes_get(header + 16, 4);
    if (rows != subject->rows || cols != subject->cols) {
        return status_fail(err, PM_BAD_INPUT, 0, "\"%s\" is of a %dx%d board, the search of %dx%d", r->path, rows, cols,
                           subject->rows, subject->cols);
    }
    if (header[AT_ENDING] != subject->ending || header[AT_JUMPS] != subject->jumps) {
        return status_fail(err, PM_BAD_INPUT, 0, "\"%s\" is of a game with other rules of the ending or of jumps",
                           r->path);
    }
    if (bytes_get(header + 20, 4) != subject->weights) {
        return status_fail(err, PM_BAD_INPUT, 0, "\"%s\" was made with other weights of the evaluation", r->path);
    }
    r->n_jobs = bytes_get(header + 24, 8);
    r->n_chunks = bytes_get(header + 32, 8);
    r->n_entries = bytes_get(header + 40, 8);
    r->offset = HEADER_BYTES + JOB_BYTES * r->n_jobs;
    return PM_OK;
}

static pm_status read_chunk(reader *r, search_table *table, pm_error *err)
{
    chunk *c = r->chunk;
    pm_status status = file_read(r->fd, c->packed, CHUNK_HEADER, r->offset, err);
    if (status != PM_OK) {
        return status == PM_DAMAGED ? is_damaged(r, "it is cut", err) : status;
    }
    const uint64_t sum = bytes_get(c->packed + 8, 8);
    const size_t n = bytes_get(c->packed + 4, 4);
    c->n = bytes_get(c->packed, 4);
    if (c->n > CHUNK_ENTRIES || n > c->packed_size) {
        return is_damaged(r, "a chunk is too large", err);
    }
    status = file_read(r->fd, c->packed, n, r->offset + CHUNK_HEADER, err);
    if (status != PM_OK) {
        return status == PM_DAMAGED ? is_damaged(r, "it is cut", err) : status;
    }
    if (XXH64(c->packed, n, 0) != sum || ZSTD_decompress(c->planes, CHUNK_BYTES, c->packed, n) != 16 * c->n) {
        return is_damaged(r, "a chunk has a wrong checksum", err);
    }
    from_planes(c->planes, c->n, c->key);
    from_planes(c->planes + 8 * c->n, c->n, c->data);
    for (size_t i = 0; i < c->n; i++) {
        search_table_put(table, c->key[i], c->data[i]);
    }
    r->offset += CHUNK_HEADER + n;
    r->n_entries -= c->n;
    return PM_OK;
}

static pm_status read_jobs(const reader *r, search_progress jobs[], pm_error *err)
{
    uint8_t sum[8];
    XXH64_state_t *state = XXH64_createState();
    if (!state) {
        return no_memory(err);
    }
    XXH64_reset(state, 0);
    pm_status status = PM_OK;
    for (uint64_t i = 0; i < r->n_jobs && status == PM_OK; i++) {
        uint8_t bytes[JOB_BYTES];
        status = file_read(r->fd, bytes, sizeof bytes, HEADER_BYTES + JOB_BYTES * i, err);
        XXH64_update(state, bytes, sizeof bytes);
        jobs[i] = (search_progress){bytes_get(bytes, 8), bytes_get(bytes + 8, 8), bytes_get(bytes + 16, 8),
                                    bytes_get(bytes + 24, 8)};
    }
    if (status == PM_OK) {
        status = file_read(r->fd, sum, sizeof sum, r->offset, err);
    }
    if (status == PM_DAMAGED || (status == PM_OK && bytes_get(sum, 8) != XXH64_digest(state))) {
        status = is_damaged(r, "the list of positions has a wrong checksum", err);
    }
    XXH64_freeState(state);
    return status;
}

static pm_status read_all(reader *r, const search_subject *subject, search_table *table, search_progress **jobs,
                          size_t *n_jobs, pm_error *err)
{
    enum { MAX_JOBS = 1 << 16 };
    pm_status status = read_header(r, subject, err);
    if (status == PM_OK && r->n_jobs > MAX_JOBS) {
        status = is_damaged(r, "too many positions", err);
    }
    for (uint64_t i = 0; i < r->n_chunks && status == PM_OK; i++) {
        status = read_chunk(r, table, err);
    }
    if (status != PM_OK) {
        return status;
    }
    if (r->n_entries != 0) {
        return is_damaged(r, "wrong number of entries", err);
    }
    *jobs = malloc(r->n_jobs * sizeof **jobs + 1);
    if (!*jobs) {
        return no_memory(err);
    }
    *n_jobs = r->n_jobs;
    status = read_jobs(r, *jobs, err);
    if (status != PM_OK) {
        free(*jobs);
        *jobs = NULL;
    }
    return status;
}

pm_status search_checkpoint_load(const char *directory, const search_subject *subject, search_table *table,
                                 search_progress **jobs, size_t *n_jobs, pm_error *err)
{
    char *path = file_path(directory);
    reader r = {.path = path, .chunk = chunk_new()};
    pm_status status = PM_OK;
    if (!path || !r.chunk) {
        status = no_memory(err);
    } else if ((r.fd = open(path, O_RDONLY | O_CLOEXEC)) < 0) {
        status = errno == ENOENT ? status_fail(err, PM_NOT_FOUND, 0, "\"%s\" does not exist", path)
                                 : status_fail(err, PM_IO, 0, "cannot open \"%s\": %s", path, strerror(errno));
    } else {
        status = read_all(&r, subject, table, jobs, n_jobs, err);
        close(r.fd);
    }
    chunk_free(r.chunk);
    free(path);
    return status;
}
