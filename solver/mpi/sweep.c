/* The work of a sweep among ranks: see sweep.h.
 *
 * SPDX-License-Identifier: MIT
 */
#include "solver/mpi/sweep.h"

#include "solver/mpi/checkpoint.h"
#include "solver/mpi/fetch.h"
#include "solver/ranks/deal.h"
#include "src/base/clock.h"
#include "src/base/pages.h"
#include "src/base/status.h"

#include <assert.h>
#include <stdlib.h>
#include <string.h>

enum {
    PIECE_BYTES = 256 << 10, /* of rows, that a thread builds at a time */
    PART_BITS = 16,          /* of a tile that is combined at a time: see solver/sweep/setup.c */
};

/* A batch on its way: being fetched, or being built. */
typedef struct turn {
    batch batch;
    uint64_t *buffer;
    mpi_fetching fetching;
    sweep_half half;
    sweep_block sources[BATCH_SOURCES];
} turn;

typedef struct running {
    mpi_job *job;
    const mpi_sweep_options *options;
    const scratch_client *client;
    mpi_sweep_status *status;
    sweep *s;
    par_team *team;
    mpi_rows rows;
    mpi_fetch fetch; /* if there is more than one node */
    mpi_checkpoint checkpoint;
    batch_cutter cutter;
    turn turns[2];
    size_t buffer_bytes;
    uint8_t *own_state, *all_state; /* the client's: of this rank, of all */
    double fetched_bytes, wait_seconds, meet_seconds;
    uint64_t n_rows_done; /* by all, before the half in work */
    bool is_stopped;
    pm_status pending; /* an error of this rank alone, of which the others learn when all meet next */
    pm_error *err;
} running;

/* ---- a batch ------------------------------------------------------------------------------------------------------
 */

typedef struct build_job {
    running *r;
    const turn *now;
} build_job;

static bool must_stop(running *r, double part)
{
    const sublayers *order = sweep_order(r->s);
    const double half_rows = (double)order->all[r->turns[0].half.place].n_rows;
    const uint64_t done = r->n_rows_done + (uint64_t)(part * half_rows);
    r->is_stopped |= r->options->progress && r->options->progress(r->options->progress_ctx, done, 2 * order->rows);
    return r->is_stopped;
}

static void build_pieces(size_t begin, size_t end, int worker, void *ctx)
{
    const build_job *job = ctx;
    const turn *now = job->now;
    sweep *s = job->r->s;
    const size_t n_rows = now->batch.end - now->batch.begin;
    uint64_t *sum = s->scratch + (size_t)worker * s->scratch_words;
    for (size_t item = begin; item < end; item++) {
        sweep_build_tile(&now->half, item / n_rows, now->batch.begin + item % n_rows, sum);
    }
    if (worker == 0 && job->r->job->n_nodes > 1) { /* the thread that may call MPI, which moves messages only then */
        mpi_fetch_serve(&job->r->fetch);
    }
}

static void build(running *r, const turn *now)
{
    build_job job = {r, now};
    const size_t tile_bytes = row_words(sweep_tile_bits_inside(r->s)) * 8;
    const size_t grain = PIECE_BYTES > tile_bytes ? PIECE_BYTES / tile_bytes : 1;
    par_for(r->team, (now->batch.end - now->batch.begin) << r->s->tile_bits, grain, build_pieces, &job);
}

/* Cut off the next batch and begin to fetch what it needs. */
static bool begin_batch(running *r, turn *t)
{
    r->cutter.half = &t->half;
    if (!batch_cut(&r->cutter, &t->batch)) {
        return false;
    }
    if (r->job->n_nodes > 1) {
        mpi_fetch_begin(&r->fetch, t->half.mover == PM_WHITE ? PM_BLACK : PM_WHITE, &t->batch, t->buffer, &t->fetching);
    }
    r->fetched_bytes +=
        (double)batch_n_parts(&t->batch) * (double)(r->status->plan.sweep.row_bytes >> r->status->plan.part_bits);
    return true;
}

static pm_status await_batch(running *r, turn *t)
{
    if (t->batch.n_needs == 0) {
        return PM_OK;
    }
    const double before = clock_seconds();
    const pm_status status = mpi_await_all(r->job, t->fetching.n_requests, t->fetching.requests, r->err);
    r->wait_seconds += clock_seconds() - before;
    return status;
}

/* ---- a half -------------------------------------------------------------------------------------------------------
 */

/* The ranks of the only node take batches until none is left. */
static void build_shared(running *r)
{
    turn *t = &r->turns[0];
    const size_t n_rows = sweep_order(r->s)->all[t->half.place].n_rows, step = r->cutter.most_rows;
    atomic_ullong *n_taken = &r->rows.n_taken[2 * t->half.place + (int)t->half.mover];
    for (;;) {
        const size_t begin = atomic_fetch_add(n_taken, step);
        if (begin >= n_rows || must_stop(r, (double)begin / (double)n_rows)) {
            return;
        }
        r->cutter.at = begin;
        r->cutter.end = begin + step < n_rows ? begin + step : n_rows;
        while (begin_batch(r, t)) {
            build(r, t);
        }
    }
}

/* This rank's part of its node's rows. */
static pm_status build_own(running *r)
{
    const size_t begin = r->cutter.at, end = r->cutter.end;
    bool has_next = begin_batch(r, &r->turns[0]);
    for (int k = 0; has_next; k++) {
        turn *now = &r->turns[k % 2], *next = &r->turns[(k + 1) % 2];
        pm_status status = await_batch(r, now);
        if (status != PM_OK) {
            return status;
        }
        has_next = begin_batch(r, next);
        build(r, now);
        if (must_stop(r, (double)(now->batch.end - begin) / (double)(end - begin))) {
            return has_next ? await_batch(r, next) : PM_OK; /* nothing may arrive later */
        }
    }
    return PM_OK;
}

static deal_range own_rows(const running *r, int place)
{
    const mpi_job *job = r->job;
    return deal_rows(sweep_order(r->s)->all[place].n_rows, job->node_number, job->n_nodes, job->node_rank,
                     job->node_size);
}

static void prepare_turn(running *r, turn *t, int place, pm_color mover)
{
    sweep *s = r->s;
    const pm_color other = mover == PM_BLACK ? PM_WHITE : PM_BLACK;
    for (int i = 0; i < sweep_order(s)->n; i++) {
        t->sources[i] = mpi_rows_block(&r->rows, s, i, other);
    }
    const size_t words = row_words(sweep_tile_bits_inside(s));
    t->sources[BATCH_FETCHED] = (sweep_block){t->buffer, 0, sweep_row_words(s), words};
    t->half =
        (sweep_half){s, mover, place, s->sets + s->first[place], mpi_rows_block(&r->rows, s, place, mover), t->sources};
}

/* Wait until all ranks are here, with what they have written. */
static pm_status meet(running *r, pm_status own)
{
    const double before = clock_seconds();
    mpi_rows_sync(&r->rows);
    pm_status status = mpi_job_agree(r->job, own, r->err);
    if (status == PM_OK && r->job->n_nodes > 1) {
        status = mpi_fetch_finish(&r->fetch, r->err);
    }
    mpi_rows_sync(&r->rows);
    r->meet_seconds += clock_seconds() - before;
    return status;
}

/* The same for the ranks of this node, which alone write its rows. */
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

static pm_status stopped(const running *r)
{
    return status_fail(r->err, PM_INTERRUPTED, 0, "interrupted in sublayer %d of %d", r->status->n_done + 1,
                       r->status->n_places);
}

static pm_status run_half(running *r, int place, pm_color mover)
{
    const deal_range own = own_rows(r, place);
    prepare_turn(r, &r->turns[0], place, mover);
    prepare_turn(r, &r->turns[1], place, mover);
    r->cutter.node = r->job->node_number;
    r->cutter.n_nodes = r->job->n_nodes;
    r->cutter.at = own.begin;
    r->cutter.end = own.end;
    r->cutter.most_rows = ranks_batch_rows(&r->status->plan, own.end - own.begin);
    pm_status status = r->pending;
    if (status == PM_OK && r->job->n_nodes == 1) {
        build_shared(r);
    } else if (status == PM_OK) {
        status = build_own(r);
    }
    status = meet(r, status == PM_OK && r->is_stopped ? stopped(r) : status);
    r->n_rows_done += sweep_order(r->s)->all[place].n_rows;
    return status;
}

/* ---- a sublayer ----------------------------------------------------------------------------------------------------
 */

/* This rank's rows of a sublayer. */
static sweep_layer finished_rows(const running *r, int place, pm_color mover)
{
    const deal_range own = own_rows(r, place);
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

/* The same in all ranks, but for r->pending. `is_whole`: a run may continue from there. */
static pm_status save(running *r, int place, bool is_whole)
{
    const deal_range own = own_rows(r, place);
    const sweep_block black = mpi_rows_block(&r->rows, r->s, place, PM_BLACK);
    pm_status status = PM_OK;
    if (sweep_order(r->s)->all[place].last_reader > place) {
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
    pm_status status = run_half(r, place, PM_WHITE);
    status = status == PM_OK ? run_half(r, place, PM_BLACK) : status;
    if (status != PM_OK) {
        return status;
    }
    r->pending = visit(r, place);
    const bool ends = ends_layer(r, place);
    if (r->options->checkpoint || ends) {
        status = mpi_job_agree(r->job, r->pending, r->err);
    }
    if (ends && status == PM_OK) {
        status = visit_layer(r, place);
    }
    if (r->options->checkpoint && status == PM_OK) {
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
        const deal_range own = own_rows(r, i);
        const sweep_block black = mpi_rows_block(&r->rows, r->s, i, PM_BLACK);
        if (order->all[i].last_reader >= r->status->n_resumed) {
            status = mpi_checkpoint_get(&r->checkpoint, i, &black, own.begin, own.end, r->err);
        }
        r->n_rows_done += 2 * order->all[i].n_rows;
    }
    return meet(r, status);
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
    job->status = job->status == PM_OK ? meet(r, r->pending) : job->status;
    job->status = job->status == PM_OK ? gather_states(r, true) : job->status;
    if (job->status == PM_OK) {
        r->client->load(r->client->ctx, r->all_state);
    }
}

/* ---- beginning and end --------------------------------------------------------------------------------------------
 */

/* The plan for the rank that has least memory, which is named if it does not suffice. */
static pm_status choose_plan(running *r, const sweep_spec *spec)
{
    uint64_t memory = r->options->memory;
    int rank;
    pm_status status = mpi_job_least(r->job, &memory, &rank, r->err);
    if (status != PM_OK) {
        return status;
    }
    const ranks_shape shape = {
        .n_ranks = mpi_job_size(r->job),
        .n_nodes = r->job->n_nodes,
        .ranks_per_node = r->job->largest_node,
        .fewest_per_node = r->job->smallest_node,
        .threads = r->options->threads,
        .keep = r->options->layers ? r->options->layers->keep : SUBLAYERS_KEEP_NONE,
        .memory = memory,
        .client_bytes = r->client->bytes,
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
    r->buffer_bytes = plan->slots * plan->sweep.row_bytes;
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
    if (status != PM_OK || r->job->n_nodes == 1) {
        return status;
    }
    const bool has_all = mpi_fetch_make(&r->rows, &r->fetch) && mpi_fetching_make(&r->rows, &r->turns[0].fetching) &&
                         mpi_fetching_make(&r->rows, &r->turns[1].fetching);
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
    status = status == PM_OK && r->options->checkpoint ? load_checkpoint(r, identity) : status;
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
    const double own[4] = {r->fetched_bytes, r->wait_seconds, r->meet_seconds, r->checkpoint.bytes_written};
    double sum[4], most;
    MPI_Request requests[2];
    MPI_Iallreduce(own, sum, 4, MPI_DOUBLE, MPI_SUM, r->job->all, &requests[0]);
    MPI_Iallreduce(own, &most, 1, MPI_DOUBLE, MPI_MAX, r->job->all, &requests[1]);
    const pm_status status = mpi_await_all(r->job, 2, requests, r->err);
    r->status->fetched_bytes = sum[0];
    r->status->busiest_fetched_bytes = most;
    r->status->fetch_wait_seconds = sum[1] / mpi_job_size(r->job);
    r->status->meet_seconds = sum[2] / mpi_job_size(r->job);
    r->status->checkpoint_bytes = sum[3];
    return status;
}

static void clear(running *r)
{
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
