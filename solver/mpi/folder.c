/* Rows on the disks of ranks: see folder.h.
 *
 * SPDX-License-Identifier: MIT
 */
#include "solver/mpi/folder.h"

#include "solver/mpi/sweep.h"
#include "solver/ranks/deal.h"
#include "solver/sweep/run_folder.h"
#include "src/base/bytes.h"
#include "src/base/file.h"
#include "src/base/status.h"

#include <assert.h>
#include <dirent.h>
#include <errno.h>
#include <limits.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include <xxhash.h>

enum {
    AT_CLIENT_BYTES = 8, /* after the number of finished sublayers */
    AT_SHARES = AT_CLIENT_BYTES + 8,
    AT_CLIENT = AT_SHARES + 4 * SUBLAYERS_MAX,
    PATH_BYTES = 4096,
    CODEC_BYTES = 2 << 20,
    PIECE_ROWS = 1,
};

static const char state_name[] = "papamu-ranks", lock_name[] = "papamu-ranks.lock", folder_prefix[] = "rank-",
                  file_prefix[] = "black-";

static run_folder folder_of(const char *directory, const char *identity)
{
    return (run_folder){directory, identity, state_name, lock_name, "PAPAMURD"};
}

static pm_status no_memory(pm_error *err)
{
    return status_no_memory(err, "the scratch folder", 0);
}

static uint64_t row_bytes(const mpi_folder *k)
{
    return sweep_row_words(k->s) * 8;
}

uint64_t mpi_folder_thread_bytes(uint64_t bytes)
{
    return CODEC_BYTES + bytes + FOLDER_HEAD_BYTES;
}

/* ---- shares -------------------------------------------------------------------------------------------------------
 */

static uint64_t rows_of_share(const mpi_folder *k, int place, int share)
{
    const uint64_t n_rows = sweep_order(k->s)->all[place].n_rows;
    return deal_first(n_rows, share + 1, k->n_shares[place]) - deal_first(n_rows, share, k->n_shares[place]);
}

static const char *file_path(const mpi_folder *k, int place, int share, char path[PATH_BYTES])
{
    const sublayer *x = &sweep_order(k->s)->all[place];
    snprintf(path, PATH_BYTES, "%s/%s%03d/%s%02d-%02d", k->directory, folder_prefix, share, file_prefix, x->first,
             x->second);
    return path;
}

static row_file_key key_of(const mpi_folder *k, int place, int share)
{
    char text[RUN_MAX_IDENTITY + 64];
    const int n = snprintf(text, sizeof text, "%s, share %d of %d", k->identity, share, k->n_shares[place]);
    return (row_file_key){
        .fingerprint = XXH3_64bits(text, (size_t)n),
        .place = (uint32_t)place,
        .mover = PM_BLACK,
        .n_rows = rows_of_share(k, place, share),
        .row_bytes = (uint32_t)row_bytes(k),
        .rows_per_block = 1,
    };
}

/* Room for the files of a sublayer. */
static bool make_files(mpi_folder *k, int place, int n_shares)
{
    free(k->files[place]);
    k->n_shares[place] = n_shares;
    k->files[place] = calloc((size_t)n_shares, sizeof *k->files[place]);
    return k->files[place];
}

int mpi_folder_server(const mpi_folder *k, int place, uint64_t row)
{
    const int share = deal_owner(sweep_order(k->s)->all[place].n_rows, row, k->n_shares[place]);
    return k->server[place] ? k->server[place][share] : share;
}

static void count_disk(mpi_folder *k, uint64_t bytes)
{
    k->disk_bytes += bytes;
    k->most_disk_bytes = k->disk_bytes > k->most_disk_bytes ? k->disk_bytes : k->most_disk_bytes;
}

static void drop(mpi_folder *k, int place)
{
    char path[PATH_BYTES];
    for (int share = 0; k->files[place] && share < k->n_shares[place]; share++) {
        row_file *f = &k->files[place][share];
        if (f->path) {
            k->disk_bytes -= f->bytes;
            unlink(file_path(k, place, share, path));
            row_file_close(f);
        }
    }
    free(k->files[place]);
    k->files[place] = NULL;
}

/* ---- the state ----------------------------------------------------------------------------------------------------
 */

static size_t state_bytes(const mpi_folder *k)
{
    return AT_CLIENT + k->client_bytes;
}

/* Of the states that this rank sees the one of most finished sublayers, to `best`; of none of them 0. */
static pm_status find_state(const mpi_folder *k, uint8_t *best, pm_error *err)
{
    uint8_t *bytes = calloc(state_bytes(k), 1);
    DIR *all = opendir(k->directory);
    pm_status status = bytes && all ? PM_OK : no_memory(err);
    const struct dirent *e;
    while (status == PM_OK && (e = readdir(all)) != NULL) {
        bool found = false;
        char path[PATH_BYTES];
        if (strncmp(e->d_name, folder_prefix, sizeof folder_prefix - 1) != 0) {
            continue;
        }
        snprintf(path, sizeof path, "%s/%s", k->directory, e->d_name);
        const run_folder folder = folder_of(path, k->identity);
        status = run_folder_load(&folder, bytes, state_bytes(k), &found, err);
        if (found && bytes_get(bytes + AT_CLIENT_BYTES, 8) != k->client_bytes) {
            status = run_folder_refuse(&folder, "of something else: ", k->identity, err);
        } else if (found && bytes_get(bytes, 8) > bytes_get(best, 8)) {
            memcpy(best, bytes, state_bytes(k));
        }
    }
    if (all) {
        closedir(all);
    }
    free(bytes);
    return status;
}

/* The furthest state that any rank sees, in all. */
static pm_status load(mpi_folder *k, uint8_t *client_state, int *n_done, pm_error *err)
{
    struct {
        int n_done, rank;
    } own = {0, k->job->rank}, most;
    uint8_t *bytes = calloc(state_bytes(k), 1);
    pm_status status = bytes ? find_state(k, bytes, err) : no_memory(err);
    own.n_done = bytes ? (int)bytes_get(bytes, 8) : 0;
    status = mpi_job_agree(k->job, status, err);
    if (status == PM_OK) {
        MPI_Allreduce(&own, &most, 1, MPI_2INT, MPI_MAXLOC, k->job->all);
        MPI_Bcast(bytes, (int)state_bytes(k), MPI_BYTE, most.rank, k->job->all);
        *n_done = k->n_committed = most.n_done;
        memcpy(client_state, bytes + AT_CLIENT, k->client_bytes);
        for (int i = 0; i < most.n_done; i++) {
            k->n_shares[i] = (int)bytes_get(bytes + AT_SHARES + 4 * i, 4);
        }
    }
    free(bytes);
    return status;
}

pm_status mpi_folder_commit(mpi_folder *k, int n_done, const uint8_t *client_state, pm_error *err)
{
    uint8_t *bytes = calloc(state_bytes(k), 1);
    pm_status status = bytes ? PM_OK : no_memory(err);
    if (bytes) {
        bytes_put(bytes, (uint64_t)n_done, 8);
        bytes_put(bytes + AT_CLIENT_BYTES, k->client_bytes, 8);
        for (int i = 0; i < n_done; i++) {
            bytes_put(bytes + AT_SHARES + 4 * i, (uint64_t)k->n_shares[i], 4);
        }
        memcpy(bytes + AT_CLIENT, client_state, k->client_bytes);
        const run_folder folder = folder_of(k->own, k->identity);
        status = run_folder_save(&folder, bytes, state_bytes(k), err);
    }
    free(bytes);
    status = mpi_job_agree(k->job, status, err);
    for (int i = 0; i < n_done && status == PM_OK; i++) {
        if (sweep_order(k->s)->all[i].last_reader < n_done) {
            drop(k, i);
        }
    }
    return status;
}

/* ---- finding what earlier ranks have left -------------------------------------------------------------------------
 */

/* Choose who serves the shares of a sublayer: of the ranks that see one, the first from that of its number on. */
static pm_status choose_servers(mpi_folder *k, int place, pm_error *err)
{
    const int n = k->n_shares[place], size = k->job->size;
    int *distance = malloc((size_t)n * sizeof *distance);
    char path[PATH_BYTES];
    k->server[place] = distance;
    pm_status status = mpi_job_agree(k->job, distance && make_files(k, place, n) ? PM_OK : no_memory(err), err);
    if (status != PM_OK) {
        return status;
    }
    for (int share = 0; share < n; share++) {
        const bool is_seen = access(file_path(k, place, share, path), R_OK | W_OK) == 0;
        distance[share] = is_seen ? (k->job->rank - share % size + size) % size : INT_MAX;
    }
    MPI_Allreduce(MPI_IN_PLACE, distance, n, MPI_INT, MPI_MIN, k->job->all);
    for (int share = 0; share < n; share++) {
        if (distance[share] == INT_MAX && rows_of_share(k, place, share) > 0) {
            return status_fail(err, PM_BAD_INPUT, 0,
                               "no rank sees \"%s\", which rank %d of %d has left; start ranks on its machine, too, or "
                               "remove the folders to start over",
                               file_path(k, place, share, path), share, n);
        }
        distance[share] = distance[share] == INT_MAX ? 0 : (distance[share] + share) % size;
    }
    return PM_OK;
}

static pm_status open_files(mpi_folder *k, int place, pm_error *err)
{
    pm_status status = PM_OK;
    char path[PATH_BYTES];
    for (int share = 0; share < k->n_shares[place] && status == PM_OK; share++) {
        if (k->server[place][share] == k->job->rank && rows_of_share(k, place, share) > 0) {
            const row_file_key key = key_of(k, place, share);
            status = row_file_open(file_path(k, place, share, path), &key, &k->files[place][share], err);
            count_disk(k, status == PM_OK ? k->files[place][share].bytes : 0);
        }
    }
    return status;
}

static pm_status adopt(mpi_folder *k, int n_done, pm_error *err)
{
    pm_status status = PM_OK;
    for (int i = 0; i < n_done; i++) {
        if (sweep_order(k->s)->all[i].last_reader >= n_done) {
            pm_status chosen = choose_servers(k, i, err);
            if (chosen != PM_OK) {
                return chosen; /* the same in all ranks */
            }
            status = status == PM_OK ? open_files(k, i, err) : status;
        }
    }
    return mpi_job_agree(k->job, status, err);
}

/* ---- beginning and end --------------------------------------------------------------------------------------------
 */

static bool make_buffers(mpi_folder *k, int threads)
{
    k->threads = threads;
    k->packed = malloc((size_t)threads * (row_bytes(k) + FOLDER_HEAD_BYTES));
    k->codecs = calloc((size_t)threads, sizeof(row_codec *));
    bool has_all = k->packed && k->codecs;
    for (int i = 0; has_all && i < threads; i++) {
        k->codecs[i] = row_codec_new();
        has_all = k->codecs[i];
    }
    return has_all;
}

static pm_status lock(mpi_folder *k, pm_error *err)
{
    if (mkdir(k->directory, 0777) != 0 && errno != EEXIST) {
        return run_folder_io_failed("make the folder", k->directory, err);
    }
    const run_folder folder = folder_of(k->own, k->identity);
    return run_folder_lock(&folder, &k->lock, err);
}

pm_status mpi_folder_open(mpi_folder *k, int threads, uint8_t *client_state, int *n_done, pm_error *err)
{
    char name[32];
    snprintf(name, sizeof name, "%s%03d", folder_prefix, k->job->rank);
    k->own = run_folder_path(k->directory, name);
    pm_status status = k->own && make_buffers(k, threads) ? lock(k, err) : no_memory(err);
    status = mpi_job_agree(k->job, status, err);
    status = status == PM_OK ? load(k, client_state, n_done, err) : status;
    return status == PM_OK ? adopt(k, *n_done, err) : status;
}

void mpi_folder_close(mpi_folder *k)
{
    if (!k->job) {
        return;
    }
    for (int i = 0; i < SUBLAYERS_MAX; i++) {
        for (int share = 0; k->files[i] && share < k->n_shares[i]; share++) {
            row_file_close(&k->files[i][share]);
        }
        free(k->files[i]);
        free(k->server[i]);
    }
    for (int i = 0; k->codecs && i < k->threads; i++) {
        row_codec_free(k->codecs[i]);
    }
    free(k->codecs);
    free(k->packed);
    free(k->own);
    if (k->lock >= 0) {
        close(k->lock);
    }
}

static void remove_from(const char *path)
{
    DIR *all = opendir(path);
    const struct dirent *e;
    while (all && (e = readdir(all)) != NULL) {
        if (strncmp(e->d_name, file_prefix, sizeof file_prefix - 1) == 0) {
            char *file = run_folder_path(path, e->d_name);
            if (file) {
                unlink(file);
            }
            free(file);
        }
    }
    if (all) {
        closedir(all);
    }
    const run_folder folder = folder_of(path, "");
    run_folder_remove(&folder);
}

void mpi_sweep_remove_scratch(const char *scratch)
{
    DIR *all = opendir(scratch);
    const struct dirent *e;
    char path[PATH_BYTES];
    while (all && (e = readdir(all)) != NULL) {
        if (strncmp(e->d_name, folder_prefix, sizeof folder_prefix - 1) == 0) {
            snprintf(path, sizeof path, "%s/%s", scratch, e->d_name);
            remove_from(path);
        }
    }
    if (all) {
        closedir(all);
    }
    rmdir(scratch); /* unless something else is in it */
}

/* ---- rows ---------------------------------------------------------------------------------------------------------
 */

static void put_head(uint8_t *head, uint64_t bytes, uint64_t checksum)
{
    bytes_put(head, bytes, 8);
    bytes_put(head + 8, checksum, 8);
}

typedef struct pack_job {
    const mpi_folder *k;
    const sweep_block *rows;
    size_t first;
    uint8_t *slots;
} pack_job;

static void pack_rows(size_t begin, size_t end, int worker, void *ctx)
{
    const pack_job *job = ctx;
    const size_t slot = row_bytes(job->k) + FOLDER_HEAD_BYTES;
    for (size_t i = begin; i < end; i++) {
        uint64_t checksum;
        uint8_t *to = job->slots + i * slot;
        const uint32_t n = row_block_pack(job->k->codecs[worker], sweep_tile_at(job->rows, 0, job->first + i),
                                          row_bytes(job->k), to + FOLDER_HEAD_BYTES, &checksum);
        put_head(to, n, checksum);
    }
}

/* Write n packed rows, moved together first. */
static pm_status write_slots(mpi_folder *k, row_file *f, uint8_t *slots, size_t n, pm_error *err)
{
    const size_t slot = row_bytes(k) + FOLDER_HEAD_BYTES;
    const uint64_t begin = f->bytes;
    size_t used = 0;
    for (size_t i = 0; i < n; i++) {
        const uint8_t *from = slots + i * slot;
        const uint32_t bytes = (uint32_t)bytes_get(from, 8);
        row_file_append(f, bytes, bytes_get(from + 8, 8));
        memmove(slots + used, from + FOLDER_HEAD_BYTES, bytes);
        used += bytes;
    }
    k->bytes_written += (double)used;
    return row_file_write(f, slots, used, begin, err);
}

pm_status mpi_folder_put(mpi_folder *k, par_team *team, int place, const sweep_block *rows, size_t begin, size_t end,
                         uint8_t *slots, size_t n_slots, pm_error *err)
{
    const int share = k->job->rank;
    char path[PATH_BYTES];
    assert(n_slots > 0 && rows->row_stride == sweep_row_words(k->s)); /* a row is in one piece */
    if (!make_files(k, place, k->job->size)) {
        return no_memory(err);
    }
    assert(end - begin == rows_of_share(k, place, share));
    if (begin == end) {
        return PM_OK;
    }
    const row_file_key key = key_of(k, place, share);
    row_file *f = &k->files[place][share];
    pm_status status = row_file_create(file_path(k, place, share, path), &key, f, err);
    for (size_t at = begin; at < end && status == PM_OK;) {
        const size_t n = end - at < n_slots ? end - at : n_slots;
        pack_job job = {k, rows, at, slots};
        par_for(team, n, PIECE_ROWS, pack_rows, &job);
        status = write_slots(k, f, slots, n, err);
        at += n;
    }
    status = status == PM_OK ? row_file_finish(f, err) : status;
    count_disk(k, f->path ? f->bytes : 0);
    return status;
}

size_t mpi_folder_read(mpi_folder *k, int place, uint64_t row, uint8_t *packed, pm_status *status, pm_error *err)
{
    const uint64_t n_rows = sweep_order(k->s)->all[place].n_rows;
    const int share = deal_owner(n_rows, row, k->n_shares[place]);
    const row_file *f = &k->files[place][share];
    const uint64_t i = row - deal_first(n_rows, share, k->n_shares[place]);
    assert(f->path && i < f->n_blocks && f->entries[i].bytes <= row_bytes(k));
    const row_file_entry *e = &f->entries[i];
    put_head(packed, e->bytes, e->checksum);
    *status = file_read(f->fd, packed + FOLDER_HEAD_BYTES, e->bytes, e->offset, err);
    if (*status != PM_OK) {
        status_name_path(f->path, err);
    }
    atomic_fetch_add(&k->bytes_read, e->bytes);
    return FOLDER_HEAD_BYTES + e->bytes;
}

bool mpi_folder_unpack(const mpi_folder *k, int worker, const uint8_t *packed, uint64_t *row)
{
    const row_file_entry e = {.bytes = (uint32_t)bytes_get(packed, 8), .checksum = bytes_get(packed + 8, 8)};
    return row_block_unpack(k->codecs[worker], &e, packed + FOLDER_HEAD_BYTES, row, row_bytes(k));
}

pm_status mpi_folder_damaged(const mpi_folder *k, int place, uint64_t row, pm_error *err)
{
    char path[PATH_BYTES];
    const int share = deal_owner(sweep_order(k->s)->all[place].n_rows, row, k->n_shares[place]);
    return status_fail(err, PM_DAMAGED, 0, "\"%s\" is damaged; remove the folders to start over",
                       file_path(k, place, share, path));
}
