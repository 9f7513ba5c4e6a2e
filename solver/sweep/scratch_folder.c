/* The folder of a sweep beyond memory: its lock, its files, its checkpoint.
 *
 * The state, `papamu-scratch`, is replaced whole after each sublayer. Little-endian:
 *
 *     "PAPAMUSC", format (4), 0 (4), version of the program (32), what is solved (128), fingerprint (8),
 *     finished sublayers (8), microseconds spent (8), bytes read, written, read before packing, written before packing,
 *     held at most (8 each), bytes of the client's state (8), the client's state, XXH3-64 of all that (8)
 *
 * SPDX-License-Identifier: MIT
 */
#include "solver/sweep/scratch_state.h"
#include "src/base/bytes.h"
#include "src/base/clock.h"
#include "src/base/file.h"
#include "src/base/status.h"

#include <assert.h>
#include <errno.h>
#include <fcntl.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/file.h>
#include <sys/stat.h>
#include <sys/statvfs.h>
#include <unistd.h>

#include <xxhash.h>

enum {
    FORMAT = 1,
    VERSION_BYTES = 32,
    AT_VERSION = 16,
    AT_IDENTITY = AT_VERSION + VERSION_BYTES,
    AT_FINGERPRINT = AT_IDENTITY + SCRATCH_MAX_IDENTITY,
    AT_DONE = AT_FINGERPRINT + 8,
    AT_COUNTERS = AT_DONE + 8,
    N_COUNTERS = 6,
    AT_CLIENT_BYTES = AT_COUNTERS + 8 * N_COUNTERS,
    AT_CLIENT = AT_CLIENT_BYTES + 8,
    SPARE_BYTES = 256 << 20, /* of disk that is left alone */
};

static const char magic[8] = {'P', 'A', 'P', 'A', 'M', 'U', 'S', 'C'};

static pm_status no_memory(pm_error *err)
{
    return status_no_memory(err, "the scratch folder", 0);
}

static char *path_in(const char *directory, const char *name)
{
    char *path = NULL;
    return asprintf(&path, "%s/%s", directory, name) < 0 ? NULL : path;
}

/* ---- files ------------------------------------------------------------------------------------------------- */

char *scratch_path(const scratch *r, pm_color mover, int place)
{
    const sublayer *x = &sweep_order(r->s)->all[place];
    char name[48];
    snprintf(name, sizeof name, "%s-%02d-%02d", mover == PM_BLACK ? "black" : "white", x->first, x->second);
    return path_in(r->options->directory, name);
}

row_file_key scratch_key(const scratch *r, pm_color mover, int place)
{
    return (row_file_key){
        .fingerprint = r->fingerprint,
        .place = (uint32_t)place,
        .mover = (uint8_t)mover,
        .n_rows = sweep_order(r->s)->all[place].n_rows,
        .row_bytes = (uint32_t)r->plan.sweep.row_bytes,
        .rows_per_block = (uint32_t)r->plan.rows_per_block,
    };
}

void scratch_drop(scratch *r, pm_color mover, int place)
{
    row_file *f = scratch_file(r, mover, place);
    char *path = scratch_path(r, mover, place);
    if (path) {
        unlink(path); /* which may not exist */
        free(path);
    }
    const uint64_t bytes = f->path ? f->bytes : 0;
    r->status.disk_bytes -= bytes < r->status.disk_bytes ? bytes : r->status.disk_bytes;
    row_file_close(f);
}

/* ---- the lock ---------------------------------------------------------------------------------------------- */

pm_status scratch_lock(scratch *r, pm_error *err)
{
    const char *directory = r->options->directory;
    if (mkdir(directory, 0777) != 0 && errno != EEXIST) {
        return status_fail(err, PM_IO, 0, "cannot make the folder \"%s\": %s", directory, strerror(errno));
    }
    char *path = path_in(directory, "papamu-scratch.lock");
    if (!path) {
        return no_memory(err);
    }
    r->lock = open(path, O_RDWR | O_CREAT | O_CLOEXEC, 0666);
    const int error = errno;
    free(path);
    if (r->lock < 0) {
        return status_fail(err, PM_IO, 0, "cannot write to the folder \"%s\": %s", directory, strerror(error));
    }
    if (flock(r->lock, LOCK_EX | LOCK_NB) != 0) {
        return status_fail(err, PM_IO, 0, "another run is using the folder \"%s\"", directory);
    }
    return PM_OK;
}

/* ---- the state --------------------------------------------------------------------------------------------- */

static uint64_t *counters(scratch *r, uint64_t *all[N_COUNTERS], uint64_t *microseconds)
{
    scratch_status *s = &r->status;
    all[0] = microseconds;
    all[1] = &s->read_bytes;
    all[2] = &s->written_bytes;
    all[3] = &s->raw_read_bytes;
    all[4] = &s->raw_written_bytes;
    all[5] = &s->peak_disk_bytes;
    return microseconds;
}

pm_status scratch_save(scratch *r, pm_error *err)
{
    const size_t n = AT_CLIENT + r->client->bytes + 8;
    uint8_t *bytes = calloc(n, 1);
    char *path = path_in(r->options->directory, "papamu-scratch");
    safe_file file = {.fd = -1};
    pm_status status = bytes && path ? file_open(path, false, &file, err) : no_memory(err);
    if (status == PM_OK) {
        uint64_t microseconds = (uint64_t)((clock_seconds() - r->started) * 1e6);
        uint64_t *all[N_COUNTERS];
        counters(r, all, &microseconds);
        memcpy(bytes, magic, sizeof magic);
        bytes_put(bytes + 8, FORMAT, 4);
        snprintf((char *)bytes + AT_VERSION, VERSION_BYTES, "%s", pm_version());
        snprintf((char *)bytes + AT_IDENTITY, SCRATCH_MAX_IDENTITY, "%s", r->options->identity);
        bytes_put(bytes + AT_FINGERPRINT, r->fingerprint, 8);
        bytes_put(bytes + AT_DONE, (uint64_t)r->n_done, 8);
        for (int i = 0; i < N_COUNTERS; i++) {
            bytes_put(bytes + AT_COUNTERS + 8 * i, *all[i], 8);
        }
        bytes_put(bytes + AT_CLIENT_BYTES, r->client->bytes, 8);
        r->client->save(r->client->ctx, bytes + AT_CLIENT);
        memcpy(r->saved, bytes + AT_CLIENT, r->client->bytes);
        bytes_put(bytes + n - 8, XXH3_64bits(bytes, n - 8), 8);
        status = file_write(&file, bytes, n, 0, err);
    }
    if (status == PM_OK) {
        status = file_commit(&file, err);
    }
    file_close(&file, false);
    free(bytes);
    free(path);
    return status;
}

static pm_status wrong_state(const scratch *r, const char *what, const char *value, pm_error *err)
{
    return status_fail(err, PM_BAD_INPUT, 0, "the folder \"%s\" belongs to a run %s%s; choose another, or remove it",
                       r->options->directory, what, value);
}

/* The state's bytes; NULL with PM_OK if there is none. */
static pm_status read_state(const scratch *r, uint8_t **bytes, size_t *n, pm_error *err)
{
    char *path = path_in(r->options->directory, "papamu-scratch");
    if (!path) {
        return no_memory(err);
    }
    *bytes = NULL;
    pm_status status = PM_OK;
    struct stat st;
    const int fd = open(path, O_RDONLY | O_CLOEXEC);
    if (fd >= 0 && fstat(fd, &st) == 0) {
        *n = (size_t)st.st_size;
        *bytes = malloc(*n + 1);
        status = *bytes ? file_read(fd, *bytes, *n, 0, err) : no_memory(err);
        const bool is_sound = status == PM_OK && *n >= AT_CLIENT + 8 && memcmp(*bytes, magic, sizeof magic) == 0 &&
                              bytes_get(*bytes + *n - 8, 8) == XXH3_64bits(*bytes, *n - 8);
        if (status == PM_OK && !is_sound) {
            status = status_fail(err, PM_DAMAGED, 0, "\"%s\" is damaged; remove the folder to start over", path);
        }
    } else if (errno != ENOENT) {
        status = status_fail(err, PM_IO, 0, "cannot read \"%s\": %s", path, strerror(errno));
    }
    if (fd >= 0) {
        close(fd);
    }
    free(path);
    if (status != PM_OK) {
        free(*bytes);
        *bytes = NULL;
    }
    return status;
}

static pm_status check_state(const scratch *r, const uint8_t *bytes, size_t n, pm_error *err)
{
    char version[VERSION_BYTES], identity[SCRATCH_MAX_IDENTITY];
    memcpy(version, bytes + AT_VERSION, sizeof version);
    memcpy(identity, bytes + AT_IDENTITY, sizeof identity);
    version[sizeof version - 1] = identity[sizeof identity - 1] = 0;
    if (bytes_get(bytes + 8, 4) != FORMAT || strcmp(version, pm_version()) != 0) {
        return wrong_state(r, "of another version, ", version, err);
    }
    if (strncmp(identity, r->options->identity, sizeof identity - 1) != 0 ||
        bytes_get(bytes + AT_CLIENT_BYTES, 8) != r->client->bytes || n != AT_CLIENT + r->client->bytes + 8) {
        return wrong_state(r, "of something else: ", identity, err);
    }
    return PM_OK;
}

pm_status scratch_load(scratch *r, pm_error *err)
{
    uint8_t *bytes = NULL;
    size_t n = 0;
    pm_status status = read_state(r, &bytes, &n, err);
    if (status != PM_OK || !bytes) {
        r->client->save(r->client->ctx, r->saved);
        return status;
    }
    status = check_state(r, bytes, n, err);
    if (status == PM_OK && bytes_get(bytes + AT_FINGERPRINT, 8) != r->fingerprint) {
        status = wrong_state(r, "with another order of work", "", err);
    }
    if (status == PM_OK) {
        uint64_t microseconds;
        uint64_t *all[N_COUNTERS];
        counters(r, all, &microseconds);
        for (int i = 0; i < N_COUNTERS; i++) {
            *all[i] = bytes_get(bytes + AT_COUNTERS + 8 * i, 8);
        }
        r->n_done = (int)bytes_get(bytes + AT_DONE, 8);
        assert(r->n_done <= sweep_order(r->s)->n); /* the fingerprint vouches for the order */
        r->started -= (double)microseconds / 1e6;
        memcpy(r->saved, bytes + AT_CLIENT, r->client->bytes);
        r->client->load(r->client->ctx, r->saved);
    }
    free(bytes);
    return status;
}

void scratch_remove(const char *directory)
{
    static const char *const names[] = {"papamu-scratch", "papamu-scratch.lock"};
    for (int i = 0; i < 2; i++) {
        char *path = path_in(directory, names[i]);
        if (path) {
            unlink(path);
            free(path);
        }
    }
    rmdir(directory);
}

/* ---- room on the disk -------------------------------------------------------------------------------------- */

/* Bytes that so many raw ones will take: as all so far have, or half if there are none; and an eighth more. */
static uint64_t guess(const scratch *r, uint64_t raw_bytes)
{
    const double raw = (double)r->status.raw_written_bytes, packed = (double)r->status.written_bytes;
    const double ratio = raw > 1e9 ? packed / raw : 0.55;
    return (uint64_t)((double)raw_bytes * ratio * 1.125);
}

static pm_status too_little(uint64_t need, uint64_t has, const char *of, pm_error *err)
{
    char a[STATUS_BYTES_TEXT], b[STATUS_BYTES_TEXT], c[STATUS_BYTES_TEXT];
    return status_fail(
        err, PM_IO, 0,
        "the next step needs about %s of disk, and %s %s; make room for %s, then repeat the command to resume",
        status_bytes(need, a), status_bytes(has, b), of, status_bytes(need - has, c));
}

pm_status scratch_check_room(scratch *r, uint64_t raw_bytes, pm_error *err)
{
    const uint64_t need = guess(r, raw_bytes);
    struct statvfs v;
    if (statvfs(r->options->directory, &v) == 0) {
        const uint64_t total = (uint64_t)v.f_blocks * v.f_frsize;
        const uint64_t spare = total / 16 < SPARE_BYTES ? total / 16 : SPARE_BYTES;
        const uint64_t has = (uint64_t)v.f_bavail * v.f_frsize;
        if (need + spare > has) {
            return too_little(need + spare, has, "are free", err);
        }
    }
    const uint64_t limit = r->options->disk, used = r->status.disk_bytes;
    if (limit > 0 && need + used > limit) {
        return too_little(need, limit > used ? limit - used : 0, "remain of --disk", err);
    }
    return PM_OK;
}

pm_status scratch_io_failed(scratch *r, const row_file *f, bool is_write, int error, pm_error *err)
{
    if (error == ENOSPC || error == EDQUOT) {
        const uint64_t raw = f->key.n_rows * f->key.row_bytes;
        const pm_status status = scratch_check_room(r, raw, err);
        return status != PM_OK
                   ? status
                   : status_fail(err, PM_IO, 0, "the disk is full; make room, then repeat the command to resume");
    }
    return status_fail(err, PM_IO, 0, "cannot %s \"%s\": %s", is_write ? "write" : "read", f->path, strerror(error));
}
