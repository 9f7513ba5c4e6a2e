/* Checkpoints: see checkpoint.h.
 *
 * The file: magic "PAPAMUCP", the header of the database as if its index came next (date and git id do not matter), 8
 * bytes each for the finished layers, the blocks and the offset, then 2 digests for each layer and as if there were at
 * least 32 of them, then as many of what is stored, then the index of the finished blocks, then XXH64 of all that.
 *
 * SPDX-License-Identifier: MIT
 */
#include "solver/db/checkpoint.h"

#include "solver/db/block.h"
#include "solver/db/header.h"
#include "src/base/bytes.h"
#include "src/base/file.h"
#include "src/base/status.h"

#include <assert.h>
#include <errno.h>
#include <fcntl.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include <xxhash.h>

static const char magic[8] = {'P', 'A', 'P', 'A', 'M', 'U', 'C', 'P'};

enum {
    AT_HEADER = 8,
    AT_FILE_BYTES = 48, /* in the header */
    AT_LAYERS = AT_HEADER + DB_HEADER_BYTES,
    AT_DIGESTS = AT_LAYERS + 24,
};

static size_t digests_bytes(const db_subject *subject)
{
    const int n = subject->n_layers > DB_HEADER_LAYERS ? subject->n_layers : DB_HEADER_LAYERS;
    return (size_t)n * 2 * DB_DIGEST_BYTES;
}

static size_t index_at(const db_subject *subject)
{
    return AT_DIGESTS + 2 * digests_bytes(subject);
}

static size_t state_bytes(const db_subject *subject, const db_shape *shape, uint64_t n_blocks)
{
    return index_at(subject) + db_index_bytes(shape, n_blocks) + 8;
}

static char *state_path(const char *directory)
{
    char *path = NULL;
    return asprintf(&path, "%s/papamu-checkpoint", directory) < 0 ? NULL : path;
}

static void encode(const db_checkpoint *s, uint8_t *bytes)
{
    assert(s->n_blocks <= s->header.n_blocks && s->n_layers <= s->header.subject.n_layers);
    assert(s->offset >= DB_HEADER_BYTES);
    const db_shape shape = db_shape_of(&s->header);
    const size_t n = state_bytes(&s->header.subject, &shape, s->n_blocks);
    memcpy(bytes, magic, sizeof magic);
    db_header header = s->header;
    header.index_offset = s->offset;
    header.file_bytes = s->offset + db_index_bytes(&shape, header.n_blocks);
    db_header_encode(&header, bytes + AT_HEADER);
    bytes_put(bytes + AT_LAYERS, (uint64_t)s->n_layers, 8);
    bytes_put(bytes + AT_LAYERS + 8, s->n_blocks, 8);
    bytes_put(bytes + AT_LAYERS + 16, s->offset, 8);
    const size_t n_digests = digests_bytes(&s->header.subject);
    memcpy(bytes + AT_DIGESTS, s->layer_digest, n_digests);
    memcpy(bytes + AT_DIGESTS + n_digests, s->stored_digest, n_digests);
    assert(index_at(&s->header.subject) + db_index_bytes(&shape, s->n_blocks) == n - 8);
    db_index_encode(&shape, &s->header.subject, s->index, s->n_blocks, bytes + index_at(&s->header.subject));
    bytes_put(bytes + n - 8, XXH64(bytes, n - 8, 0), 8);
}

pm_status db_checkpoint_save(const char *directory, const db_checkpoint *state, pm_error *err)
{
    if (mkdir(directory, 0777) != 0 && errno != EEXIST) {
        return status_fail(err, PM_IO, 0, "cannot make the directory \"%s\": %s", directory, strerror(errno));
    }
    const db_shape shape = db_shape_of(&state->header);
    const size_t n = state_bytes(&state->header.subject, &shape, state->n_blocks);
    char *path = state_path(directory);
    uint8_t *bytes = malloc(n);
    safe_file file = {.fd = -1};
    pm_status status = path && bytes ? file_open(path, false, &file, err) : status_no_memory(err, "the checkpoint", 0);
    if (status == PM_OK) {
        encode(state, bytes);
        status = file_write(&file, bytes, n, 0, err);
        if (status == PM_OK) {
            status = file_commit(&file, err);
        }
    }
    file_close(&file, false);
    free(path);
    free(bytes);
    return status;
}

static pm_status damaged(const char *path, pm_error *err)
{
    return status_fail(err, PM_DAMAGED, 0, "the checkpoint \"%s\" is damaged; remove it to start over", path);
}

static bool is_same_order(const db_subject *x, const db_subject *y)
{
    return x->n_movers == y->n_movers && x->n_sets == y->n_sets && x->n_index == y->n_index &&
           memcmp(x->black, y->black, sizeof x->black) == 0 && memcmp(x->white, y->white, sizeof x->white) == 0 &&
           memcmp(x->layer_rows, y->layer_rows, sizeof x->layer_rows) == 0;
}

/* Whether the checkpoint `a` belongs to the database `b`, and if not, what is different. */
static const char *difference(const db_header *a, const db_header *b)
{
    const db_subject *x = &a->subject;
    const db_subject *y = &b->subject;
    if (x->game != y->game || x->rows != y->rows || x->cols != y->cols) {
        return x->game != y->game ? "of another game" : "of another board";
    }
    if (x->game != DB_GAME_KONANE && x->n_sets != y->n_sets) {
        return "of another number of pieces";
    }
    if (x->kind != y->kind) {
        return "of another kind of values";
    }
    if (x->ending != y->ending || x->jumps != y->jumps) {
        return "of another variant of the rules";
    }
    if (strcmp(a->version, b->version) != 0) {
        return "of another version of the program";
    }
    if (a->level != b->level || a->block_bits != b->block_bits || a->coding != b->coding) {
        return "of another compression level";
    }
    return is_same_order(x, y) ? NULL : "in another order of cells";
}

static pm_status decode(const char *path, const uint8_t *bytes, size_t n, db_layer_sizes *sizes, db_checkpoint *s,
                        pm_error *err)
{
    if (n < AT_DIGESTS + 8 || memcmp(bytes, magic, sizeof magic) != 0 ||
        XXH64(bytes, n - 8, 0) != bytes_get(bytes + n - 8, 8)) {
        return damaged(path, err);
    }
    db_header header;
    pm_error detail;
    const uint64_t file_bytes = bytes_get(bytes + AT_HEADER + AT_FILE_BYTES, 8);
    if (db_header_decode(bytes + AT_HEADER, DB_HEADER_BYTES, file_bytes, sizes, &header, &detail) != PM_OK) {
        return status_fail(err, PM_BAD_INPUT, 0, "the checkpoint \"%s\" is of another version: %s", path,
                           detail.message);
    }
    const char *other = difference(&header, &s->header);
    if (other) {
        return status_fail(
            err, PM_BAD_INPUT, 0,
            "the checkpoint \"%s\" is %s (%dx%d, level %d, version %s); remove it or choose another directory", path,
            other, header.subject.rows, header.subject.cols, header.level, header.version);
    }
    s->n_layers = (int)bytes_get(bytes + AT_LAYERS, 8);
    s->n_blocks = bytes_get(bytes + AT_LAYERS + 8, 8);
    s->offset = bytes_get(bytes + AT_LAYERS + 16, 8);
    const db_shape shape = db_shape_of(&header);
    if (s->n_blocks > header.n_blocks || n != state_bytes(&header.subject, &shape, s->n_blocks)) {
        return damaged(path, err);
    }
    const size_t n_digests = digests_bytes(&header.subject);
    memcpy(s->layer_digest, bytes + AT_DIGESTS, n_digests);
    memcpy(s->stored_digest, bytes + AT_DIGESTS + n_digests, n_digests);
    const pm_status status =
        db_index_decode(&shape, &header.subject, bytes + index_at(&header.subject), s->n_blocks, true, s->index, err);
    return status == PM_OK ? PM_OK : damaged(path, err);
}

static pm_status read_whole(const char *path, uint8_t **bytes, size_t *n, pm_error *err)
{
    const int fd = open(path, O_RDONLY | O_CLOEXEC);
    if (fd < 0 && errno == ENOENT) {
        return PM_NOT_FOUND;
    }
    struct stat s;
    if (fd < 0 || fstat(fd, &s) != 0) {
        return status_fail(err, PM_IO, 0, "cannot read \"%s\": %s", path, strerror(errno));
    }
    *n = (size_t)s.st_size;
    *bytes = malloc(*n + 1);
    const pm_status status = *bytes ? file_read(fd, *bytes, *n, 0, err) : status_no_memory(err, "the checkpoint", 0);
    close(fd);
    return status;
}

/* Check the finished blocks against their checksums. An unfinished file that is too short is one that the last run
 * completed, or that was removed: PM_NOT_FOUND, since there is nothing to resume. */
static pm_status check_blocks(const char *path, int fd, const db_checkpoint *state, pm_error *err)
{
    struct stat s;
    if (fstat(fd, &s) != 0 || (uint64_t)s.st_size < state->offset) {
        return PM_NOT_FOUND;
    }
    uint8_t *block = malloc((size_t)1 << DB_MAX_BLOCK_BITS);
    pm_status status = block ? PM_OK : status_no_memory(err, "the checkpoint", 0);
    for (uint64_t i = 0; i < state->n_blocks && status == PM_OK; i++) {
        const db_entry e = state->index->entries[i];
        if (e.bytes > 1u << DB_MAX_BLOCK_BITS) {
            status = damaged(path, err);
        } else if ((status = file_read(fd, block, e.bytes, e.offset, err)) == PM_OK && !db_block_is_intact(e, block)) {
            status = status_fail(
                err, PM_DAMAGED, e.offset,
                "the unfinished database does not belong to the checkpoint \"%s\"; remove it to start over", path);
        }
    }
    free(block);
    return status;
}

pm_status db_checkpoint_load(const char *directory, int fd, db_layer_sizes *sizes, db_checkpoint *state, pm_error *err)
{
    uint8_t *bytes = NULL;
    size_t n = 0;
    char *path = state_path(directory);
    pm_status status = path ? read_whole(path, &bytes, &n, err) : status_no_memory(err, "the checkpoint", 0);
    if (status == PM_OK) {
        status = decode(path, bytes, n, sizes, state, err);
    }
    if (status == PM_OK) {
        status = check_blocks(path, fd, state, err);
        if (status == PM_NOT_FOUND) {
            state->index->counts = (db_counts){0}; /* who starts over adds to them; all else is overwritten */
        }
    }
    free(bytes);
    free(path);
    return status;
}

void db_checkpoint_remove(const char *directory)
{
    char *path = state_path(directory);
    if (path) {
        unlink(path);
        free(path);
    }
    rmdir(directory);
}
