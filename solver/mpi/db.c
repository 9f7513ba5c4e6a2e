/* Writing a database among ranks: see db.h.
 *
 * SPDX-License-Identifier: MIT
 */
#include "solver/mpi/db.h"

#include "solver/db/pack.h"
#include "solver/mpi/state.h"
#include "solver/ranks/deal.h"
#include "src/base/status.h"

#include <assert.h>
#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/statvfs.h>
#include <unistd.h>

enum {
    TAG_ITEMS = 3, /* which a rank has packed */
    TAG_ENTRIES,   /* of their blocks */
    BATCH_BYTES = 16 << 20,
    RUN_BYTES = 64 << 20, /* written at a time, or one item */
    PATH_BYTES = 4096,
};

struct mpi_db {
    mpi_job *job;
    db_header header;
    db_shape shape;
    const orbits *orbits;
    mpi_db_read *read;
    bool has_checkpoint;
    db_writer *writer; /* the first rank's */
    db_index models;   /* of the other ranks: no entries */
    db_index *index;   /* the writer's, or that */
    db_packer *packer;
    MPI_File file;
    char path[PATH_BYTES];
    uint64_t offset; /* where the next layer begins */
    int n_layers;    /* that are written */
};

/* A row of this rank's. */
typedef struct own_row {
    uint32_t i; /* in its sublayer */
    uint32_t part;
} own_row;

/* A layer and mover that is being added. */
typedef struct adding {
    mpi_db *db;
    par_team *team;
    const sweep_layer *parts; /* this rank's rows of the sublayers */
    db_rows rows;
    uint64_t n_rows;
    own_row *own;
    uint32_t *where;                /* by rank in the layer: number in `own`, from 1; 0: another has it */
    uint32_t *ranks;                /* of own rows */
    uint8_t *all;                   /* rows of all, where several make a block */
    db_digest *digests;             /* both kinds */
    uint64_t n_items, n_own, first; /* items in all, this rank's; the first of these, unless they are its rows */
    uint32_t *items, *sizes;        /* this rank's items; bytes of all */
    uint8_t *packed;
    db_entry *entries;
} adding;

static bool is_first(const mpi_db *d)
{
    return d->job->rank == 0;
}

/* ---- the rows of a layer ------------------------------------------------------------------------------------------
 */

static void read_own(void *ctx, size_t i, void *row)
{
    const adding *a = ctx;
    assert(a->where[i] > 0);
    const own_row *x = &a->own[a->where[i] - 1];
    a->db->read(&a->parts[x->part], x->i, row);
}

static void read_all(void *ctx, size_t i, void *row)
{
    const adding *a = ctx;
    memcpy(row, a->all + i * a->db->shape.row_bytes, a->db->shape.row_bytes);
}

static void list_rows(adding *a, int n)
{
    const orbits *o = a->db->orbits;
    uint32_t n_own = 0;
    for (int part = 0; part < n; part++) {
        for (uint32_t i = 0; i < a->parts[part].n_rows; i++) {
            a->own[n_own] = (own_row){i, (uint32_t)part};
            a->where[orbits_rank(o, a->parts[part].sets[i])] = ++n_own;
        }
    }
    a->rows.n_ranks = 0;
    for (uint32_t r = 0; r < a->n_rows; r++) {
        if (a->where[r]) {
            a->ranks[a->rows.n_ranks++] = r;
        }
    }
    assert(a->rows.n_ranks == n_own);
}

/* Have the rows of all ranks in all of them. */
static pm_status share_rows(adding *a, pm_error *err)
{
    const mpi_db *d = a->db;
    const size_t bytes = a->n_rows * d->shape.row_bytes;
    a->all = calloc(bytes, 1);
    uint8_t *row =
        aligned_alloc(ROW_ALIGNMENT, d->shape.row_bytes + DB_ROW_BUFFER_BYTES / ROW_ALIGNMENT * ROW_ALIGNMENT +
                                         ROW_ALIGNMENT - d->shape.row_bytes % ROW_ALIGNMENT);
    pm_status status = a->all && row ? PM_OK : status_no_memory(err, "writing the database", bytes);
    status = mpi_job_agree(d->job, status, err);
    for (size_t k = 0; status == PM_OK && k < a->rows.n_ranks; k++) {
        read_own(a, a->ranks[k], row);
        memcpy(a->all + a->ranks[k] * d->shape.row_bytes, row, d->shape.row_bytes);
    }
    free(row);
    if (status != PM_OK) {
        return status;
    }
    a->rows.ranks = NULL;
    a->rows.source = read_all;
    MPI_Request request;
    MPI_Iallreduce(MPI_IN_PLACE, a->all, (int)bytes, MPI_BYTE, MPI_BOR, d->job->all, &request);
    return mpi_await(d->job, &request, err);
}

/* Which items this rank packs: its rows, or an equal share of all. */
static void choose_items(adding *a)
{
    const mpi_job *job = a->db->job;
    a->n_items = db_shape_items(&a->db->shape, a->n_rows);
    if (a->rows.ranks) {
        a->n_own = a->rows.n_ranks;
        a->items = a->ranks;
        return;
    }
    a->first = deal_first(a->n_items, job->rank, job->size);
    a->n_own = deal_first(a->n_items, job->rank + 1, job->size) - a->first;
    for (uint64_t k = 0; k < a->n_own; k++) {
        a->items[k] = (uint32_t)(a->first + k);
    }
}

static uint64_t count_own(int n, const sweep_layer parts[])
{
    uint64_t n_own = 0;
    for (int i = 0; i < n; i++) {
        n_own += parts[i].n_rows;
    }
    return n_own;
}

static void clear(adding *a)
{
    if (a->items != a->ranks) {
        free(a->items);
    }
    free(a->own);
    free(a->where);
    free(a->ranks);
    free(a->all);
    free(a->digests);
    free(a->sizes);
    free(a->packed);
    free(a->entries);
}

static bool make(adding *a, int n)
{
    const mpi_db *d = a->db;
    const uint64_t n_own = count_own(n, a->parts);
    a->own = malloc((n_own + 1) * sizeof *a->own);
    a->ranks = malloc((n_own + 1) * sizeof *a->ranks);
    a->where = calloc(a->n_rows, sizeof *a->where);
    a->digests = calloc(2 * a->n_rows, sizeof *a->digests);
    a->sizes = calloc(a->n_rows, sizeof *a->sizes);
    a->items = d->shape.rows_per_block > 1 ? malloc(a->n_rows * sizeof *a->items) : a->ranks;
    return a->own && a->ranks && a->where && a->digests && a->sizes && a->items &&
           db_packer_prepare(d->packer, a->team);
}

/* ---- packing ------------------------------------------------------------------------------------------------------
 */

/* The models come from all ranks' samples. */
static pm_status make_models(adding *a, pm_error *err)
{
    const mpi_db *d = a->db;
    if (!d->shape.n_models) {
        return PM_OK;
    }
    assert(a->rows.ranks);
    size_t n;
    db_packer_sample(d->packer, a->team, &a->rows);
    uint64_t *samples = db_packer_samples(d->packer, &n);
    MPI_Request request;
    MPI_Iallreduce(MPI_IN_PLACE, samples, (int)n, MPI_UINT64_T, MPI_SUM, d->job->all, &request);
    const pm_status status = mpi_await(d->job, &request, err);
    if (status == PM_OK) {
        db_packer_model(d->packer, &a->rows, d->index);
    }
    return status;
}

/* Pack own items, batch by batch, one after another in memory. */
static pm_status pack(adding *a, pm_error *err)
{
    const mpi_db *d = a->db;
    const size_t item_bytes = db_packer_item_bytes(d->packer), n_blocks = d->shape.blocks_per_row;
    const size_t most = BATCH_BYTES / item_bytes + 1;
    a->packed = malloc(a->n_own * item_bytes + 1);
    a->entries = malloc(a->n_own * n_blocks * sizeof *a->entries + 1);
    if (!a->packed || !a->entries) {
        return status_no_memory(err, "writing the database", a->n_own * item_bytes);
    }
    size_t used = 0;
    for (uint64_t done = 0; done < a->n_own;) {
        const size_t n = a->n_own - done < most ? a->n_own - done : most;
        db_entry *entries = a->entries + done * n_blocks;
        db_packer_pack(d->packer, a->team, &a->rows, d->index, a->first + done, n, a->packed + used, entries);
        used += db_packer_close_up(d->packer, n * n_blocks, entries, a->packed + used);
        for (size_t j = 0; j < n * n_blocks; j++) {
            a->sizes[a->items[done + j / n_blocks]] += entries[j].bytes;
        }
        done += n;
    }
    return PM_OK;
}

/* ---- writing ------------------------------------------------------------------------------------------------------
 */

/* MPI need not say that the disk is full. */
static pm_status write_failed(const mpi_db *d, int code, pm_error *err)
{
    char text[MPI_MAX_ERROR_STRING] = "";
    int n;
    struct statvfs v;
    MPI_Error_string(code, text, &n);
    const bool is_full = statvfs(d->path, &v) == 0 && v.f_bavail * v.f_frsize < BATCH_BYTES / 16;
    return status_fail(err, PM_IO, 0, "cannot write \"%s\": %.100s", d->path, is_full ? strerror(ENOSPC) : text);
}

static pm_status write_run(const mpi_db *d, const uint8_t *bytes, size_t n, uint64_t offset, pm_error *err)
{
    MPI_Status written;
    int n_written = 0;
    const int code = MPI_File_write_at(d->file, (MPI_Offset)offset, bytes, (int)n, MPI_BYTE, &written);
    if (code == MPI_SUCCESS) {
        MPI_Get_count(&written, MPI_BYTE, &n_written);
    }
    return code == MPI_SUCCESS && (size_t)n_written == n ? PM_OK : write_failed(d, code, err);
}

/* Write own items where the lengths of all before them say: neighbours together. */
static pm_status write_items(const adding *a, uint64_t *end, pm_error *err)
{
    uint64_t offset = a->db->offset, begin = offset;
    const uint8_t *bytes = a->packed;
    size_t n = 0;
    pm_status status = PM_OK;
    for (uint64_t item = 0, k = 0; item < a->n_items; item++) {
        const bool is_own = k < a->n_own && a->items[k] == item;
        if (n > 0 && (!is_own || n >= RUN_BYTES)) {
            status = status == PM_OK ? write_run(a->db, bytes, n, begin, err) : status;
            bytes += n;
            n = 0;
        }
        if (is_own) {
            begin = n == 0 ? offset : begin;
            n += a->sizes[item];
            k++;
        }
        offset += a->sizes[item];
    }
    *end = offset;
    return status == PM_OK && n > 0 ? write_run(a->db, bytes, n, begin, err) : status;
}

/* ---- what the first rank collects ---------------------------------------------------------------------------------
 */

/* Entries travel with their items, those of an item as one. */
static MPI_Datatype entries_type(const mpi_db *d)
{
    MPI_Datatype type;
    MPI_Type_contiguous((int)(d->shape.blocks_per_row * sizeof(db_entry)), MPI_BYTE, &type);
    MPI_Type_commit(&type);
    return type;
}

static pm_status send_entries(const adding *a, MPI_Datatype type, pm_error *err)
{
    const mpi_job *job = a->db->job;
    MPI_Request requests[2];
    MPI_Isend(a->items, (int)a->n_own, MPI_UINT32_T, 0, TAG_ITEMS, job->all, &requests[0]);
    MPI_Isend(a->entries, (int)a->n_own, type, 0, TAG_ENTRIES, job->all, &requests[1]);
    return mpi_await_all(a->db->job, 2, requests, err);
}

static void put_entries(const adding *a, uint64_t n, const uint32_t items[], const db_entry entries[])
{
    const mpi_db *d = a->db;
    const size_t n_blocks = d->shape.blocks_per_row;
    db_entry *to = d->index->entries + d->shape.first_block[a->rows.layer][a->rows.mover];
    for (uint64_t k = 0; k < n; k++) {
        assert(items[k] < a->n_items);
        memcpy(to + items[k] * n_blocks, entries + k * n_blocks, n_blocks * sizeof *entries);
    }
}

static pm_status receive_entries(const adding *a, int from, uint64_t n, MPI_Datatype type, pm_error *err)
{
    mpi_job *job = a->db->job;
    uint32_t *items = malloc((n + 1) * sizeof *items);
    db_entry *entries = malloc((n * a->db->shape.blocks_per_row + 1) * sizeof *entries);
    if (!items || !entries) {
        free(items);
        free(entries);
        MPI_Abort(job->all, 3); /* the others have sent them */
        return status_no_memory(err, "the index", 0);
    }
    MPI_Request requests[2];
    MPI_Irecv(items, (int)n, MPI_UINT32_T, from, TAG_ITEMS, job->all, &requests[0]);
    MPI_Irecv(entries, (int)n, type, from, TAG_ENTRIES, job->all, &requests[1]);
    const pm_status status = mpi_await_all(job, 2, requests, err);
    if (status == PM_OK) {
        put_entries(a, n, items, entries);
        free(items);
        free(entries);
    } /* else MPI may still write there */
    return status;
}

static pm_status collect_entries(const adding *a, pm_error *err)
{
    mpi_job *job = a->db->job;
    uint64_t *n = calloc((size_t)job->size, sizeof *n);
    pm_status status = mpi_job_agree(job, n ? PM_OK : status_no_memory(err, "the index", 0), err);
    if (status == PM_OK) {
        MPI_Request request;
        MPI_Iallgather(&a->n_own, 1, MPI_UINT64_T, n, 1, MPI_UINT64_T, job->all, &request);
        status = mpi_await(job, &request, err);
    }
    MPI_Datatype type = entries_type(a->db);
    if (status == PM_OK && job->rank != 0) {
        status = send_entries(a, type, err);
    } else if (status == PM_OK) {
        put_entries(a, a->n_own, a->items, a->entries);
        for (int from = 1; from < job->size && status == PM_OK; from++) {
            status = receive_entries(a, from, n[from], type, err);
        }
    }
    MPI_Type_free(&type);
    free(n);
    return status;
}

/* The digests of all rows, and how many positions are won. */
static pm_status collect_sums(adding *a, pm_error *err)
{
    const mpi_db *d = a->db;
    uint64_t own[DB_MAX_STONES + 1] = {0}, all[DB_MAX_STONES + 1] = {0};
    db_packer_take_wins(d->packer, own);
    MPI_Request requests[2];
    const int n = (int)(2 * a->n_rows * (sizeof *a->digests / 8));
    MPI_Ireduce(is_first(d) ? MPI_IN_PLACE : a->digests, a->digests, n, MPI_UINT64_T, MPI_BOR, 0, d->job->all,
                &requests[0]);
    MPI_Ireduce(own, all, DB_MAX_STONES + 1, MPI_UINT64_T, MPI_SUM, 0, d->job->all, &requests[1]);
    const pm_status status = mpi_await_all(d->job, 2, requests, err);
    for (int stones = 0; d->shape.is_halved && stones <= DB_MAX_STONES; stones++) {
        d->index->counts.won[a->rows.mover][stones] += all[stones];
    }
    return status;
}

/* ---- a layer ------------------------------------------------------------------------------------------------------
 */

/* Blocks to memory, then to the file, whose end they move. The same in all ranks. */
static pm_status pack_and_write(adding *a, uint64_t *end, pm_error *err)
{
    const mpi_db *d = a->db;
    pm_status status = make_models(a, err);
    status = mpi_job_agree(d->job, status == PM_OK ? pack(a, err) : status, err);
    if (status == PM_OK) {
        MPI_Request request;
        MPI_Iallreduce(MPI_IN_PLACE, a->sizes, (int)a->n_items, MPI_UINT32_T, MPI_BOR, d->job->all, &request);
        status = mpi_await(d->job, &request, err);
    }
    return status == PM_OK ? mpi_job_agree(d->job, write_items(a, end, err), err) : status;
}

/* What is written is on the disk before the writer speaks of it in its checkpoint. */
static pm_status note(adding *a, pm_error *err)
{
    const mpi_db *d = a->db;
    pm_status status = collect_entries(a, err);
    status = status == PM_OK ? collect_sums(a, err) : status;
    if (status == PM_OK && d->has_checkpoint) {
        const bool is_synced = MPI_File_sync(d->file) == MPI_SUCCESS;
        status = mpi_job_agree(d->job, is_synced ? PM_OK : write_failed(d, MPI_ERR_IO, err), err);
    }
    if (status != PM_OK) {
        return status;
    }
    return mpi_job_agree(d->job, is_first(d) ? db_writer_added(d->writer, &a->rows, err) : PM_OK, err);
}

static pm_status add_rows(mpi_db *d, par_team *team, int n, const sweep_layer parts[], pm_error *err)
{
    adding a = {.db = d, .team = team, .parts = parts, .n_rows = d->header.subject.layer_rows[parts[0].size]};
    const bool has_all = make(&a, n);
    a.rows = (db_rows){.layer = parts[0].size,
                       .mover = (int)parts[0].mover,
                       .source = read_own,
                       .ctx = &a,
                       .ranks = a.ranks,
                       .digests = a.digests,
                       .stored_digests = a.digests + a.n_rows};
    pm_status status = mpi_job_agree(d->job, has_all ? PM_OK : status_no_memory(err, "writing the database", 0), err);
    if (status == PM_OK) {
        list_rows(&a, n);
        status = d->shape.rows_per_block > 1 ? share_rows(&a, err) : PM_OK;
    }
    if (status == PM_OK) {
        choose_items(&a);
        status = pack_and_write(&a, &d->offset, err);
    }
    status = status == PM_OK ? note(&a, err) : status;
    assert(status != PM_OK || !is_first(d) || db_writer_bytes(d->writer) == d->offset);
    if (!mpi_job_is_lost(d->job)) { /* else MPI may still use what it was given */
        clear(&a);
    }
    return status;
}

pm_status mpi_db_add(mpi_db *d, par_team *team, int n, const sweep_layer white[], const sweep_layer black[],
                     pm_error *err)
{
    assert(n > 0 && black[0].size <= d->n_layers);
    if (black[0].size < d->n_layers) {
        return PM_OK;
    }
    pm_status status = add_rows(d, team, n, black, err);
    if (status == PM_OK && d->header.subject.n_movers == 2) {
        status = add_rows(d, team, n, white, err);
    }
    d->n_layers++;
    return status;
}

pm_status mpi_db_begin(mpi_db *d, int size, pm_error *err)
{
    return size <= d->n_layers ? PM_OK
                               : status_fail(err, PM_BAD_INPUT, 0,
                                             "layers finished in the checkpoint: %d, in \"%.200s\": %d; remove the "
                                             "folder to start over",
                                             size, d->path, d->n_layers);
}

/* ---- beginning and end --------------------------------------------------------------------------------------------
 */

/* The first rank makes the file, then all open it. */
static pm_status open_file(mpi_db *d, const char *path, const db_options *options, pm_error *err)
{
    pm_status status = PM_OK;
    if (is_first(d)) {
        status = db_writer_new(path, &d->header.subject, options, &d->writer, &d->n_layers, err);
    }
    status = mpi_job_agree(d->job, status, err);
    if (status != PM_OK) {
        return status;
    }
    if (is_first(d)) {
        snprintf(d->path, sizeof d->path, "%s", db_writer_partial(d->writer));
    }
    MPI_Bcast(d->path, sizeof d->path, MPI_CHAR, 0, d->job->all);
    uint64_t at[2] = {(uint64_t)d->n_layers, is_first(d) ? db_writer_bytes(d->writer) : 0};
    MPI_Bcast(at, 2, MPI_UINT64_T, 0, d->job->all);
    d->n_layers = (int)at[0];
    d->offset = at[1];
    if (access(d->path, W_OK) != 0) {
        status = status_fail(err, PM_IO, 0,
                             "does not see the file \"%s\" that rank 0 has made; all ranks must share it", d->path);
    }
    status = mpi_job_agree(d->job, status, err);
    if (status != PM_OK) {
        return status;
    }
    if (MPI_File_open(d->job->all, d->path, MPI_MODE_WRONLY, MPI_INFO_NULL, &d->file) != MPI_SUCCESS) {
        status = status_fail(err, PM_IO, 0, "MPI cannot open \"%s\"", d->path);
    }
    status = mpi_job_agree(d->job, status, err);
    d->file = status == PM_OK ? d->file : MPI_FILE_NULL; /* it can be closed by all ranks alone */
    return status;
}

pm_status mpi_db_new(mpi_job *job, const char *path, const db_subject *subject, const db_options *options,
                     mpi_db_read *read, mpi_db **out, pm_error *err)
{
    assert(options->orbits);
    mpi_db *d = calloc(1, sizeof *d);
    pm_status status = mpi_job_agree(job, d ? PM_OK : status_no_memory(err, "writing the database", 0), err);
    if (status != PM_OK) {
        free(d);
        return status;
    }
    d->job = job;
    d->read = read;
    d->orbits = options->orbits;
    d->has_checkpoint = options->checkpoint != NULL;
    d->file = MPI_FILE_NULL;
    db_writer_header(subject, options, &d->header);
    d->shape = db_shape_of(&d->header);
    status = open_file(d, path, options, err);
    d->index = d->writer ? db_writer_index(d->writer) : &d->models;
    d->packer = db_packer_new(&d->shape, &d->header.subject, options->level, options->orbits);
    const bool has_all = d->packer && (d->writer || db_index_new_models(&d->shape, &d->models));
    if (status == PM_OK) {
        status = mpi_job_agree(job, has_all ? PM_OK : status_no_memory(err, "writing the database", 0), err);
    }
    if (status != PM_OK) {
        mpi_db_free(d);
        return status;
    }
    *out = d;
    return PM_OK;
}

uint64_t mpi_db_bytes(const mpi_db *d, int threads)
{
    const db_subject *s = &d->header.subject;
    const mpi_job *job = d->job;
    uint64_t most = 0;
    for (int k = 0; k < s->n_layers; k++) {
        most = s->layer_rows[k] > most ? s->layer_rows[k] : most;
    }
    /* Of each of its sublayers a rank may have one row more than others. */
    const uint64_t own = most / (uint64_t)(job->n_nodes * job->smallest_node) + 2 * (uint64_t)(s->n_sets + 1);
    const uint64_t row = d->shape.stored_row_bytes + d->shape.blocks_per_row * sizeof(db_entry) + sizeof(own_row) + 8;
    const uint64_t layer = 2 * sizeof(db_digest) + 2 * sizeof(uint32_t) +
                           (d->shape.rows_per_block > 1 ? d->shape.row_bytes + sizeof(uint32_t) : 0);
    const uint64_t index = d->writer
                               ? d->shape.n_blocks * sizeof(db_entry) + db_index_bytes(&d->shape, d->shape.n_blocks) +
                                     2 * own * d->shape.blocks_per_row * sizeof(db_entry)
                               : 0;
    const uint64_t model = d->shape.is_halved ? sizeof *d->models.pairs : sizeof *d->models.cubes;
    const uint64_t thread = 2 * d->shape.row_bytes * d->shape.rows_per_block + (1 << 20); /* its coder and samples */
    return own * row + most * layer + index + d->shape.n_models * model + (uint64_t)threads * thread;
}

pm_status mpi_db_finish(mpi_db *d, uint8_t digest[DB_DIGEST_BYTES], uint64_t *bytes, pm_error *err)
{
    assert(d->n_layers == d->header.subject.n_layers);
    const bool is_synced = MPI_File_sync(d->file) == MPI_SUCCESS;
    pm_status status = is_synced ? PM_OK : write_failed(d, MPI_ERR_IO, err);
    status = mpi_job_agree(d->job, status, err);
    if (status != PM_OK) {
        return status;
    }
    MPI_File_close(&d->file);
    if (is_first(d)) {
        status = db_writer_finish(d->writer, digest, err);
        *bytes = db_writer_bytes(d->writer);
    }
    return mpi_job_agree(d->job, status, err);
}

void mpi_db_free(mpi_db *d)
{
    if (!d) {
        return;
    }
    if (d->file != MPI_FILE_NULL && !mpi_job_is_lost(d->job)) { /* the others close it too */
        MPI_File_close(&d->file);
    }
    db_writer_free(d->writer);
    db_index_clear(&d->models);
    db_packer_free(d->packer);
    free(d);
}
