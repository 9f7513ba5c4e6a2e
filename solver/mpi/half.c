/* Building the rows of a half of a sublayer, batch by batch: see sweep.h.
 *
 * SPDX-License-Identifier: MIT
 */
#include "solver/mpi/running.h"
#include "src/base/bytes.h"
#include "src/base/clock.h"
#include "src/base/status.h"

#include <assert.h>
#include <stdatomic.h>

enum {
    PIECE_BYTES = 256 << 10, /* of rows, that a thread builds at a time */
};

/* ---- a batch ------------------------------------------------------------------------------------------------------
 */

typedef struct build_job {
    running *r;
    const turn *now;
} build_job;

/* Whether the rows that a half reads are in files. */
static bool reads_files(const running *r, const sweep_half *half)
{
    return r->options->scratch && half->mover == PM_WHITE;
}

static bool must_stop(running *r, double part)
{
    const sublayers *order = sweep_order(r->s);
    const double half_rows = (double)order->all[r->turns[0].half.place].n_rows;
    const uint64_t done = r->n_rows_done + (uint64_t)(part * half_rows);
    assert(part >= 0 && part <= 1 && done <= 2 * order->rows);
    r->is_stopped |= r->options->progress && r->options->progress(r->options->progress_ctx, done, 2 * order->rows);
    return r->is_stopped;
}

static void build_pieces(size_t begin, size_t end, int worker, void *ctx)
{
    const build_job *job = ctx;
    const turn *now = job->now;
    sweep *s = job->r->s;
    const size_t n_rows = now->batch.end - now->batch.begin;
    assert(n_rows > 0 && end <= n_rows << s->tile_bits);
    uint64_t *sum = s->scratch + (size_t)worker * s->scratch_words;
    for (size_t item = begin; item < end; item++) {
        sweep_build_tile(&now->half, item / n_rows, now->batch.begin + item % n_rows, sum);
    }
    if (worker == 0 && mpi_fetches(job->r)) { /* the thread that may call MPI, which moves messages only then */
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
    r->cutter.has_none = reads_files(r, &t->half);
    if (!batch_cut(&r->cutter, &t->batch)) {
        return false;
    }
    if (r->cutter.has_none) {
        mpi_packed_begin(&r->packed, &t->batch, (uint8_t *)t->buffer, &t->fetching);
        return true;
    }
    if (mpi_fetches(r)) {
        mpi_fetch_begin(&r->fetch, t->half.mover == PM_WHITE ? PM_BLACK : PM_WHITE, &t->batch, t->buffer, &t->fetching);
    }
    r->fetched_bytes +=
        (double)batch_n_parts(&t->batch) * (double)(r->status->plan.sweep.row_bytes >> r->status->plan.part_bits);
    return true;
}

typedef struct unpack_job {
    running *r;
    const turn *now;
    atomic_size_t damaged; /* a row that is, from 1 */
} unpack_job;

/* From the slots of others, or from this rank's files. */
static void unpack_rows(size_t begin, size_t end, int worker, void *ctx)
{
    unpack_job *job = ctx;
    running *r = job->r;
    mpi_folder *k = &r->folder;
    for (size_t i = begin; i < end; i++) {
        const batch_need *need = &job->now->batch.needs[i];
        const uint8_t *packed = (const uint8_t *)job->now->buffer + i * r->packed.slot_bytes;
        pm_status status = PM_OK;
        if (mpi_folder_server(k, need->place, need->rank) == r->job->rank) {
            uint8_t *own = k->packed + (size_t)worker * r->packed.slot_bytes;
            mpi_folder_read(k, need->place, need->rank, own, &status, NULL);
            packed = own;
        }
        uint64_t *row = r->unpacked + i * sweep_row_words(r->s);
        if (status != PM_OK || !mpi_folder_unpack(k, worker, packed, row)) {
            atomic_store(&job->damaged, i + 1);
        }
    }
    if (worker == 0) {
        mpi_fetch_serve(&r->fetch);
    }
}

static void count_packed(running *r, const turn *now)
{
    for (size_t i = 0; i < now->batch.n_needs; i++) {
        const batch_need *need = &now->batch.needs[i];
        if (mpi_folder_server(&r->folder, need->place, need->rank) != r->job->rank) {
            r->fetched_bytes +=
                (double)bytes_get((const uint8_t *)now->buffer + i * r->packed.slot_bytes, 8) + FOLDER_HEAD_BYTES;
        }
    }
}

/* Have the rows that a batch needs, when all have come. */
static pm_status unpack(running *r, const turn *now)
{
    unpack_job job = {.r = r, .now = now};
    if (!reads_files(r, &now->half)) {
        return PM_OK;
    }
    par_for(r->team, now->batch.n_needs, 1, unpack_rows, &job);
    count_packed(r, now);
    const size_t damaged = atomic_load(&job.damaged);
    assert(damaged <= now->batch.n_needs);
    return damaged ? mpi_folder_damaged(&r->folder, now->batch.needs[damaged - 1].place,
                                        now->batch.needs[damaged - 1].rank, r->err)
                   : PM_OK;
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
    assert(!mpi_fetches(r)); /* all rows are in the memory of this node */
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
        status = unpack(r, now);
        if (status == PM_OK) {
            build(r, now);
        } else if (has_next) {
            await_batch(r, next);
        }
        if (status != PM_OK) {
            return status;
        }
        if (must_stop(r, (double)(now->batch.end - begin) / (double)(end - begin))) {
            return has_next ? await_batch(r, next) : PM_OK; /* nothing may arrive later */
        }
    }
    return PM_OK;
}

static void prepare_turn(running *r, turn *t, int place, pm_color mover)
{
    sweep *s = r->s;
    const pm_color other = mover == PM_BLACK ? PM_WHITE : PM_BLACK;
    for (int i = 0; i < sweep_order(s)->n; i++) {
        t->sources[i] = mpi_rows_block(&r->rows, s, i, other);
    }
    const size_t words = row_words(sweep_tile_bits_inside(s));
    t->half =
        (sweep_half){s, mover, place, s->sets + s->first[place], mpi_rows_block(&r->rows, s, place, mover), t->sources};
    t->sources[BATCH_FETCHED] =
        (sweep_block){reads_files(r, &t->half) ? r->unpacked : t->buffer, 0, sweep_row_words(s), words};
}

pm_status mpi_sweep_agree(running *r, pm_status own)
{
    if (own == PM_OK && r->packed.failure != PM_OK) {
        own = r->packed.failure;
        *r->err = r->packed.err;
    }
    return mpi_job_agree(r->job, own, r->err);
}

pm_status mpi_sweep_meet(running *r, pm_status own)
{
    const double before = clock_seconds();
    mpi_rows_sync(&r->rows);
    pm_status status = mpi_sweep_agree(r, own);
    if (status == PM_OK && mpi_fetches(r)) {
        status = mpi_fetch_finish(&r->fetch, r->err);
    }
    mpi_rows_sync(&r->rows);
    r->meet_seconds += clock_seconds() - before;
    return status;
}

static pm_status stopped(const running *r)
{
    return status_fail(r->err, PM_INTERRUPTED, 0, "interrupted in sublayer %d of %d", r->status->n_done + 1,
                       r->status->n_places);
}

pm_status mpi_sweep_half(running *r, int place, pm_color mover)
{
    const deal_range own = mpi_own_rows(r, place);
    prepare_turn(r, &r->turns[0], place, mover);
    prepare_turn(r, &r->turns[1], place, mover);
    r->cutter.node = r->job->node_number;
    r->cutter.n_nodes = r->job->n_nodes;
    r->cutter.at = own.begin;
    r->cutter.end = own.end;
    r->cutter.most_rows = ranks_batch_rows(&r->status->plan, own.end - own.begin);
    assert(own.begin <= own.end && own.end <= sweep_order(r->s)->all[place].n_rows);
    pm_status status = r->pending;
    if (status == PM_OK && !mpi_fetches(r)) {
        build_shared(r);
    } else if (status == PM_OK) {
        status = build_own(r);
    }
    status = mpi_sweep_meet(r, status == PM_OK && r->is_stopped ? stopped(r) : status);
    r->n_rows_done += sweep_order(r->s)->all[place].n_rows;
    return status;
}
