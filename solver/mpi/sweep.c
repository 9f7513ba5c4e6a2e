/* The course of a sweep among ranks: see sweep.h.
 *
 * SPDX-License-Identifier: MIT
 */
#include "solver/mpi/sweep.h"

#include "solver/mpi/running.h"
#include "src/base/clock.h"
#include "src/base/pages.h"
#include "src/base/status.h"

#include <assert.h>
#include <stdlib.h>
#include <string.h>

enum { PART_BITS = 16 }; /* of a tile that is combined at a time: see solver/sweep/setup.c */

/* ---- a sublayer ----------------------------------------------------------------------------------------------------
 */

/* Wait for the ranks of this node, which alone write its rows. */
static pm_status meet_node(running *r)
{
    MPI_Request request;
    if (r->job->node_size == 1) {
        return PM_OK;
    }
    const double before = clock_seconds();
    MPI_Ibarrier(r->job->node, &request);
    const pm_status status = mpi_await(r->job, &request, r->err);
    r->meet_seconds += clock_seconds() - before;
    return status;
}

/* This rank's rows of a sublayer. */
static sweep_layer finished_rows(const running *r, int place, pm_color mover)
{
    const deal_range own = mpi_own_rows(r, place);
    sweep_block block = mpi_rows_block(&r->rows, r->s, place, mover);
    block.rows = sweep_tile_at(&block, 0, own.begin);
    block.first = own.begin;
    return (sweep_layer){
        .size = sublayer_size(&sweep_order(r->s)->all[place]),
        .mover = mover,
        .n_rows = own.end - own.begin,
        .sets = r->s->sets + r->s->first[place] + own.begin,
        .sweep = r->s,
        .place = place,
        .block = block,
    };
}

static pm_status visit(running *r, int place)
{
    const sweep_layer white = finished_rows(r, place, PM_WHITE), black = finished_rows(r, place, PM_BLACK);
    return r->client->visit(r->client->ctx, r->team, &white, &black, r->err);
}

static int size_at(const running *r, int place)
{
    return sublayer_size(&sweep_order(r->s)->all[place]);
}

/* Whether a whole layer is wanted, of which the sublayer at a place is the last. */
static bool ends_layer(const running *r, int place)
{
    return r->options->layers && (place + 1 == r->status->n_places || size_at(r, place + 1) != size_at(r, place));
}

static pm_status visit_layer(running *r, int last)
{
    enum { MOST = ORBITS_MAX_N / 2 + 1 }; /* one of the classes has at most half of the elements */
    sweep_layer white[MOST], black[MOST];
    int n = 0;
    for (int place = last; place >= 0 && size_at(r, place) == size_at(r, last); place--) {
        assert(n < MOST);
        white[n] = finished_rows(r, place, PM_WHITE);
        black[n++] = finished_rows(r, place, PM_BLACK);
    }
    return r->options->layers->visit(r->options->layers->ctx, r->team, n, white, black, r->err);
}

/* What the clients of all ranks have gathered, in r->all_state: of the first rank, or of all. */
static pm_status gather_states(running *r, bool for_all)
{
    const int n_sums = (int)r->client->n_sums, rest = (int)r->client->bytes - 8 * n_sums;
    assert(rest >= 0); /* numbers come first, the rest is set by one rank each */
    r->client->save(r->client->ctx, r->own_state);
    MPI_Request requests[2];
    const MPI_Datatype types[2] = {MPI_UINT64_T, MPI_BYTE};
    const MPI_Op ops[2] = {MPI_SUM, MPI_BOR};
    const int counts[2] = {n_sums, rest};
    for (int i = 0; i < 2; i++) {
        uint8_t *from = r->own_state + (i ? 8 * n_sums : 0), *to = r->all_state + (i ? 8 * n_sums : 0);
        if (for_all) {
            MPI_Iallreduce(from, to, counts[i], types[i], ops[i], r->job->all, &requests[i]);
        } else {
            MPI_Ireduce(from, to, counts[i], types[i], ops[i], 0, r->job->all, &requests[i]);
        }
    }
    return mpi_await_all(r->job, 2, requests, r->err);
}

/* To this rank's files, then the state of all. */
static pm_status save_rows(running *r, int place, bool is_read)
{
    const deal_range own = mpi_own_rows(r, place);
    const sweep_block black = mpi_rows_block(&r->rows, r->s, place, PM_BLACK);
    pm_status status = PM_OK;
    if (is_read) {
        status = mpi_folder_put(&r->folder, r->team, place, &black, own.begin, own.end, (uint8_t *)r->turns[0].buffer,
                                r->status->plan.slots, r->err);
    }
    status = mpi_sweep_agree(r, status); /* all rows are on the disks */
    status = status == PM_OK ? gather_states(r, true) : status;
    return status == PM_OK ? mpi_folder_commit(&r->folder, place + 1, r->all_state, r->err) : status;
}

/* The same in all ranks, but for r->pending. `is_whole`: a run may continue from there. */
static pm_status save(running *r, int place, bool is_whole)
{
    const deal_range own = mpi_own_rows(r, place);
    const sweep_block black = mpi_rows_block(&r->rows, r->s, place, PM_BLACK);
    const bool is_read = sweep_order(r->s)->all[place].last_reader > place;
    pm_status status = PM_OK;
    if (r->options->scratch) {
        return save_rows(r, place, is_read);
    }
    if (is_read) {
        status = mpi_checkpoint_put(&r->checkpoint, place, &black, own.begin, own.end, r->err);
    }
    status = mpi_job_agree(r->job, status, r->err); /* all rows are on the disk */
    status = status == PM_OK && is_whole ? gather_states(r, false) : status;
    if (status == PM_OK && is_whole && mpi_job_rank(r->job) == 0) {
        r->pending = mpi_checkpoint_commit(&r->checkpoint, place + 1, r->all_state, r->err);
    }
    return status;
}

static pm_status run_sublayer(running *r, int place)
{
    assert(r->status->n_done == place);
    pm_status status = mpi_sweep_half(r, place, PM_WHITE);
    status = status == PM_OK ? mpi_sweep_half(r, place, PM_BLACK) : status;
    if (status != PM_OK) {
        return status;
    }
    r->pending = visit(r, place);
    const bool ends = ends_layer(r, place), saves = r->options->checkpoint || r->options->scratch;
    if (saves || ends) {
        status = mpi_sweep_agree(r, r->pending);
    }
    if (ends && status == PM_OK) {
        status = visit_layer(r, place);
    }
    if (saves && status == PM_OK) {
        status = save(r, place, ends || !r->options->layers);
    }
    r->status->n_done = place + 1;
    return status == PM_OK ? meet_node(r) : status; /* White's rows may be overwritten now */
}

/* Black's rows of finished sublayers, as far as others will read them. */
static pm_status restore(running *r)
{
    const sublayers *order = sweep_order(r->s);
    pm_status status = PM_OK;
    for (int i = 0; i < r->status->n_resumed && status == PM_OK; i++) {
        const deal_range own = mpi_own_rows(r, i);
        const sweep_block black = mpi_rows_block(&r->rows, r->s, i, PM_BLACK);
        if (r->options->checkpoint && order->all[i].last_reader >= r->status->n_resumed) {
            status = mpi_checkpoint_get(&r->checkpoint, i, &black, own.begin, own.end, r->err);
        }
        r->n_rows_done += 2 * order->all[i].n_rows;
    }
    assert(r->n_rows_done <= 2 * order->rows);
    return mpi_sweep_meet(r, status);
}

typedef struct run_job {
    running *r;
    pm_status status;
} run_job;

static void run_all(par_team *team, void *ctx)
{
    run_job *job = ctx;
    running *r = job->r;
    r->team = team;
    job->status = restore(r);
    for (int i = r->status->n_resumed; i < r->status->n_places && job->status == PM_OK; i++) {
        job->status = run_sublayer(r, i);
    }
    job->status = job->status == PM_OK ? mpi_sweep_meet(r, r->pending) : job->status;
    job->status = job->status == PM_OK ? gather_states(r, true) : job->status;
    if (job->status == PM_OK) {
        r->client->load(r->client->ctx, r->all_state);
    }
}

/* ---- beginning and end --------------------------------------------------------------------------------------------
 */

/* What the folder takes of a rank's memory. */
static uint64_t folder_bytes(const running *r, const sweep_spec *spec)
{
    if (!r->options->scratch) {
        return 0;
    }
    sweep_plan plan;
    sweep_plan_make(spec, SUBLAYERS_KEEP_ELSEWHERE, &plan);
    return mpi_packed_bytes(plan.row_bytes) + (uint64_t)r->options->threads * mpi_folder_thread_bytes(plan.row_bytes) +
           plan.order.live * sizeof(row_file_entry);
}

/* The plan for the rank that has least memory, which is named if it does not suffice. */
static pm_status choose_plan(running *r, const sweep_spec *spec)
{
    uint64_t memory = r->options->memory;
    int rank;
    pm_status status = mpi_job_least(r->job, &memory, &rank, r->err);
    if (status != PM_OK) {
        return status;
    }
    const sublayers_keep keep = r->options->scratch  ? SUBLAYERS_KEEP_ELSEWHERE
                                : r->options->layers ? r->options->layers->keep
                                                     : SUBLAYERS_KEEP_NONE;
    const ranks_shape shape = {
        .n_ranks = mpi_job_size(r->job),
        .n_nodes = r->job->n_nodes,
        .ranks_per_node = r->job->largest_node,
        .fewest_per_node = r->job->smallest_node,
        .threads = r->options->threads,
        .keep = keep,
        .is_on_disk = r->options->scratch != NULL,
        .memory = memory,
        .client_bytes = r->client->bytes,
        .other_bytes = folder_bytes(r, spec),
    };
    ranks_plan *plan = &r->status->plan;
    ranks_plan_make(spec, &shape, plan);
    char a[STATUS_BYTES_TEXT], b[STATUS_BYTES_TEXT];
    return plan->fits ? PM_OK
                      : status_fail(r->err, PM_NO_MEMORY, 0,
                                    "each of %d ranks on %d %s needs %s, and rank %d may use %s; more nodes need less",
                                    mpi_job_size(r->job), r->job->n_nodes, r->job->n_nodes == 1 ? "node" : "nodes",
                                    status_bytes(plan->memory, a), rank, status_bytes(memory, b));
}

static bool make_buffers(running *r)
{
    const ranks_plan *plan = &r->status->plan;
    bool has_all = batch_cutter_make(r->s, plan->slots, 1, plan->part_bits, &r->cutter);
    r->buffer_bytes = plan->slots * (plan->sweep.row_bytes + (r->options->scratch ? FOLDER_HEAD_BYTES : 0));
    if (r->options->scratch) {
        r->unpacked_bytes = plan->slots * plan->sweep.row_bytes;
        r->unpacked = pages_new(r->unpacked_bytes);
        has_all = has_all && r->unpacked;
    }
    for (int i = 0; i < 2; i++) {
        turn *t = &r->turns[i];
        t->batch.needs = malloc((plan->slots + 1) * sizeof *t->batch.needs);
        t->buffer = plan->slots ? pages_new(r->buffer_bytes) : NULL;
        has_all = has_all && t->batch.needs && (t->buffer || !plan->slots);
    }
    r->own_state = calloc(r->client->bytes + 1, 1);
    r->all_state = calloc(r->client->bytes + 1, 1);
    return has_all && r->own_state && r->all_state;
}

/* The rows in memory, and what fetches those of others. */
static pm_status make_rows(running *r)
{
    pm_status status = mpi_rows_make(r->job, &r->status->plan, &r->rows, r->err);
    if (status != PM_OK || !mpi_fetches(r)) {
        return status;
    }
    bool has_all = true;
    if (r->options->scratch) {
        has_all = mpi_packed_make(&r->folder, r->status->plan.sweep.row_bytes, &r->packed);
    }
    has_all = has_all && mpi_fetch_make(&r->rows, &r->fetch) && mpi_fetching_make(&r->rows, &r->turns[0].fetching) &&
              mpi_fetching_make(&r->rows, &r->turns[1].fetching);
    r->fetch.packed = r->options->scratch ? &r->packed : NULL;
    return mpi_job_agree(r->job, has_all ? PM_OK : status_no_memory(r->err, "lists of rows", 0), r->err);
}

static pm_status load_checkpoint(running *r, const char *identity)
{
    mpi_checkpoint *k = &r->checkpoint;
    *k = (mpi_checkpoint){r->job, r->s, r->options->checkpoint, identity, r->client->bytes, .lock = -1};
    pm_status status = mpi_checkpoint_open(k, r->err);
    if (status == PM_OK) {
        status = mpi_checkpoint_load(k, r->all_state, &r->status->n_resumed, r->err);
    }
    if (status == PM_OK && mpi_job_rank(r->job) == 0 && r->status->n_resumed > 0) {
        r->client->load(r->client->ctx, r->all_state); /* the others begin with nothing: all are added up */
    }
    r->status->n_done = r->status->n_resumed;
    return status;
}

static pm_status open_folder(running *r, const char *identity)
{
    mpi_folder *k = &r->folder;
    *k = (mpi_folder){.job = r->job,
                      .s = r->s,
                      .directory = r->options->scratch,
                      .identity = identity,
                      .client_bytes = r->client->bytes,
                      .lock = -1};
    const pm_status status = mpi_folder_open(k, r->s->options.threads, r->all_state, &r->status->n_resumed, r->err);
    if (status == PM_OK && mpi_job_rank(r->job) == 0 && r->status->n_resumed > 0) {
        r->client->load(r->client->ctx, r->all_state); /* the others begin with nothing: all are added up */
    }
    r->status->n_done = r->status->n_resumed;
    return status;
}

static pm_status prepare(running *r, const sweep_spec *spec, const char *identity)
{
    pm_status status = choose_plan(r, spec);
    if (status != PM_OK) {
        return status;
    }
    const sweep_options options = {
        .threads = r->options->threads,
        .kernel = r->options->kernel,
        .part_bits = PART_BITS,
        .keep = r->status->plan.shape.keep,
    };
    status = sweep_new_without_arena(spec, &options, r->status->plan.tile_bits, &r->s, r->err);
    if (status == PM_OK) {
        r->status->n_places = sweep_order(r->s)->n;
        status = make_buffers(r) ? PM_OK : status_no_memory(r->err, "the sweep", r->status->plan.fixed_bytes);
    }
    status = mpi_job_agree(r->job, status, r->err);
    status = status == PM_OK ? make_rows(r) : status;
    if (status == PM_OK && (r->options->checkpoint || r->options->scratch)) {
        status = r->options->scratch ? open_folder(r, identity) : load_checkpoint(r, identity);
    }
    if (status == PM_OK && r->options->layers) {
        const int n = r->status->n_resumed;
        const int size = n < r->status->n_places ? size_at(r, n) : r->s->orbits.n + 1;
        status = r->options->layers->begin(r->options->layers->ctx, size, r->err);
    }
    return status;
}

/* Sums and means over the ranks. */
static pm_status add_up(running *r)
{
    const double own[] = {r->fetched_bytes,        r->wait_seconds,
                          r->meet_seconds,         r->checkpoint.bytes_written,
                          r->folder.bytes_written, (double)atomic_load(&r->folder.bytes_read)};
    const double own_most[] = {r->fetched_bytes, (double)r->folder.most_disk_bytes};
    double sum[6], most[2];
    MPI_Request requests[2];
    MPI_Iallreduce(own, sum, 6, MPI_DOUBLE, MPI_SUM, r->job->all, &requests[0]);
    MPI_Iallreduce(own_most, most, 2, MPI_DOUBLE, MPI_MAX, r->job->all, &requests[1]);
    const pm_status status = mpi_await_all(r->job, 2, requests, r->err);
    r->status->fetched_bytes = sum[0];
    r->status->busiest_fetched_bytes = most[0];
    r->status->most_disk_bytes = most[1];
    r->status->fetch_wait_seconds = sum[1] / mpi_job_size(r->job);
    r->status->meet_seconds = sum[2] / mpi_job_size(r->job);
    r->status->checkpoint_bytes = sum[3];
    r->status->disk_written_bytes = sum[4];
    r->status->disk_read_bytes = sum[5];
    return status;
}

static void clear(running *r)
{
    mpi_packed_clear(&r->packed);
    mpi_folder_close(&r->folder);
    pages_free(r->unpacked, r->unpacked_bytes);
    mpi_fetch_clear(&r->fetch);
    mpi_rows_clear(&r->rows);
    mpi_checkpoint_close(&r->checkpoint);
    batch_cutter_clear(&r->cutter);
    for (int i = 0; i < 2; i++) {
        free(r->turns[i].batch.needs);
        mpi_fetching_clear(&r->turns[i].fetching);
        pages_free(r->turns[i].buffer, r->buffer_bytes);
    }
    free(r->own_state);
    free(r->all_state);
    sweep_free(r->s);
    free(r);
}

pm_status mpi_sweep_run(mpi_job *job, const sweep_spec *spec, const char *identity, const mpi_sweep_options *options,
                        const scratch_client *client, mpi_sweep_status *status, pm_error *err)
{
    pm_error own = {0};
    *status = (mpi_sweep_status){0};
    running *r = calloc(1, sizeof *r);
    if (!r) { /* so little that the other ranks have it too, or are ended by mpirun */
        return status_no_memory(err, "the sweep", 0);
    }
    r->job = job;
    r->options = options;
    r->client = client;
    r->status = status;
    r->err = &own;
    run_job run = {r, prepare(r, spec, identity)};
    const double before = clock_seconds();
    if (run.status == PM_OK) {
        par_run(r->s->options.threads, run_all, &run);
    }
    status->seconds = clock_seconds() - before;
    run.status = run.status == PM_OK ? add_up(r) : run.status;
    clear(r);
    if (run.status != PM_OK && err) {
        *err = own;
    }
    return run.status;
}
