/* The folder of a sweep beyond memory: its lock, its files, its checkpoint.
 *
 * The state, `papamu-scratch`, is replaced whole after each sublayer (see run_folder.h). Little-endian:
 *
 *     fingerprint (8), finished sublayers (8), microseconds spent (8), bytes read, written, read before packing,
 * written before packing, held at most (8 each), bytes of the client's state (8), the client's state
 *
 * SPDX-License-Identifier: MIT
 */
#include "solver/sweep/scratch_state.h"
#include "src/base/bytes.h"
#include "src/base/clock.h"
#include "src/base/status.h"

#include <assert.h>
#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/statvfs.h>
#include <unistd.h>

enum {
    AT_DONE = 8, /* after the fingerprint */
    AT_COUNTERS = AT_DONE + 8,
    N_COUNTERS = 6,
    AT_CLIENT_BYTES = AT_COUNTERS + 8 * N_COUNTERS,
    AT_CLIENT = AT_CLIENT_BYTES + 8,
    SPARE_BYTES = 256 << 20, /* of disk that is left alone */
};

static run_folder folder_of(const char *directory, const char *identity)
{
    return (run_folder){directory, identity, "papamu-scratch", "papamu-scratch.lock", "PAPAMUSC"};
}

static pm_status no_memory(pm_error *err)
{
    return status_no_memory(err, "the scratch folder", 0);
}

/* ---- files ------------------------------------------------------------------------------------------------- */

char *scratch_path(const scratch *r, pm_color mover, int place)
{
    const sublayer *x = &sweep_order(r->s)->all[place];
    char name[48];
    snprintf(name, sizeof name, "%s-%02d-%02d", mover == PM_BLACK ? "black" : "white", x->first, x->second);
    return run_folder_path(r->options->directory, name);
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
    assert(f->path || f->bytes == 0);
    r->status.disk_bytes -= f->bytes < r->status.disk_bytes ? f->bytes : r->status.disk_bytes;
    row_file_close(f);
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

pm_status scratch_lock(scratch *r, pm_error *err)
{
    const run_folder folder = folder_of(r->options->directory, r->options->identity);
    return run_folder_lock(&folder, &r->lock, err);
}

pm_status scratch_save(scratch *r, pm_error *err)
{
    const run_folder folder = folder_of(r->options->directory, r->options->identity);
    const size_t n = AT_CLIENT + r->client->bytes;
    uint8_t *bytes = calloc(n, 1);
    if (!bytes) {
        return no_memory(err);
    }
    uint64_t microseconds = (uint64_t)((clock_seconds() - r->started) * 1e6);
    uint64_t *all[N_COUNTERS];
    counters(r, all, &microseconds);
    bytes_put(bytes, r->fingerprint, 8);
    bytes_put(bytes + AT_DONE, (uint64_t)r->n_done, 8);
    for (int i = 0; i < N_COUNTERS; i++) {
        bytes_put(bytes + AT_COUNTERS + 8 * i, *all[i], 8);
    }
    bytes_put(bytes + AT_CLIENT_BYTES, r->client->bytes, 8);
    r->client->save(r->client->ctx, bytes + AT_CLIENT);
    memcpy(r->saved, bytes + AT_CLIENT, r->client->bytes);
    const pm_status status = run_folder_save(&folder, bytes, n, err);
    free(bytes);
    return status;
}

static void take_state(scratch *r, const uint8_t *bytes)
{
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

pm_status scratch_load(scratch *r, pm_error *err)
{
    const run_folder folder = folder_of(r->options->directory, r->options->identity);
    const size_t n = AT_CLIENT + r->client->bytes;
    uint8_t *bytes = malloc(n);
    bool found = false;
    pm_status status = bytes ? run_folder_load(&folder, bytes, n, &found, err) : no_memory(err);
    if (!found) {
        r->client->save(r->client->ctx, r->saved);
    } else if (bytes_get(bytes + AT_CLIENT_BYTES, 8) != r->client->bytes) {
        status = run_folder_refuse(&folder, "of something else: ", folder.identity, err);
    } else if (bytes_get(bytes, 8) != r->fingerprint) {
        status = run_folder_refuse(&folder, "with another order of work", "", err);
    } else {
        take_state(r, bytes);
    }
    free(bytes);
    return status;
}

void scratch_remove(const char *directory)
{
    const run_folder folder = folder_of(directory, "");
    run_folder_remove(&folder);
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
