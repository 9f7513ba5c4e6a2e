/* The run of a sweep with a scratch folder: see scratch.h.
 *
 * SPDX-License-Identifier: MIT
 */
#include "solver/sweep/scratch_state.h"
#include "src/base/clock.h"
#include "src/base/pages.h"
#include "src/base/status.h"

#include <assert.h>
#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include <xxhash.h>

/* ---- one sublayer ------------------------------------------------------------------------------------------ */

/* Rows read and built for a sublayer: what its share of the work is measured by. */
static double units_of(const scratch *r, int place)
{
    const sublayers *order = sweep_order(r->s);
    double units = 2 * (double)order->all[place].n_rows;
    for (int source = 0; source < place; source++) {
        units += sublayers_reads(order, &r->order_spec, place, source) ? (double)order->all[source].n_rows : 0;
    }
    return units;
}

/* All of White's rows fit: Black's are made from them. */
static pm_status build_whole(scratch *r, int place, bool visits, pm_error *err)
{
    const size_t n_rows = sweep_order(r->s)->all[place].n_rows;
    const scratch_part all = {place, 0, n_rows};
    pm_status status = scratch_build(r, PM_WHITE, all, units_of(r, place) - (double)n_rows, err);
    if (status == PM_OK) {
        status = scratch_finish(r, place, visits, (double)n_rows, err);
    }
    return status;
}

static pm_status build_part(scratch *r, pm_color mover, scratch_part part, bool visits, double units, pm_error *err)
{
    const pm_status status = scratch_build(r, mover, part, units, err);
    if (status != PM_OK) {
        return status;
    }
    return mover == PM_WHITE ? scratch_store_white(r, part, err) : scratch_store_black(r, part, visits, err);
}

/* White's rows part by part, to a file; then Black's from there. */
static pm_status build_parts(scratch *r, int place, bool visits, pm_error *err)
{
    const size_t n_rows = sweep_order(r->s)->all[place].n_rows, n_parts = scratch_n_parts(&r->plan, place);
    pm_status status = scratch_begin_file(r, PM_WHITE, place, err);
    for (int mover = PM_WHITE; mover >= PM_BLACK && status == PM_OK; mover--) {
        const double units = mover == PM_WHITE ? units_of(r, place) - (double)n_rows : (double)n_rows;
        for (size_t i = 0; i < n_parts && status == PM_OK; i++) {
            const size_t first = i * r->plan.rows_per_part, left = n_rows - first;
            const scratch_part part = {place, first, left < r->plan.rows_per_part ? left : r->plan.rows_per_part};
            r->status.part = (int)i;
            status = build_part(r, (pm_color)mover, part, visits, units / (double)n_parts, err);
        }
        if (status == PM_OK && mover == PM_WHITE) {
            status = scratch_finish_file(r, PM_WHITE, place, err);
        }
    }
    scratch_drop(r, PM_WHITE, place);
    return status;
}

/* Build, write and, if asked, visit the rows of a sublayer. What it leaves unfinished is overwritten another time. */
static pm_status build_sublayer(scratch *r, int place, bool visits, pm_error *err)
{
    const sublayer *x = &sweep_order(r->s)->all[place];
    const bool is_cut = scratch_n_parts(&r->plan, place) > 1, is_read = x->last_reader > place;
    r->status.place = place;
    r->status.first = x->first;
    r->status.second = x->second;
    r->status.n_parts = (int)scratch_n_parts(&r->plan, place);
    r->status.part = 0;
    scratch_drop(r, PM_BLACK, place);
    pm_status status = scratch_check_room(r, x->n_rows * r->plan.sweep.row_bytes * ((uint64_t)is_cut + is_read), err);
    if (status == PM_OK && is_read) {
        status = scratch_begin_file(r, PM_BLACK, place, err);
    }
    if (status == PM_OK) {
        status = (is_cut ? build_parts : build_whole)(r, place, visits, err);
    }
    if (status == PM_OK && is_read) {
        status = scratch_finish_file(r, PM_BLACK, place, err);
    }
    if (status != PM_OK) {
        scratch_drop(r, PM_BLACK, place);
    }
    return status;
}

/* ---- mending ----------------------------------------------------------------------------------------------- */

static bool is_open(const scratch *r, int place)
{
    return r->black[place].path != NULL;
}

/* Make the files of a finished sublayer again, whose files are damaged or missing, if all that it reads is still there.
 * `err` says what is wrong with them. */
static pm_status mend(scratch *r, int place, pm_error *err)
{
    const sublayers *order = sweep_order(r->s);
    for (int source = 0; source < place; source++) {
        if (sublayers_reads(order, &r->order_spec, place, source) && !is_open(r, source)) {
            char what[sizeof err->message];
            snprintf(what, sizeof what, "%s", err ? err->message : "");
            return status_fail(err, PM_DAMAGED, 0,
                               "%.120s, and what it is made from is gone; start over in another folder", what);
        }
    }
    if (r->options->notice) {
        char text[sizeof err->message + 32];
        snprintf(text, sizeof text, "%s: made again", err ? err->message : "a file is damaged");
        r->options->notice(r->options->notice_ctx, text);
    }
    const double share = r->status.share;
    const pm_status status = build_sublayer(r, place, false, err);
    r->status.share = share;
    return status;
}

/* Open the file of a sublayer that is still read. */
static pm_status open_file(scratch *r, int place, pm_error *err)
{
    const row_file_key key = scratch_key(r, PM_BLACK, place);
    char *path = scratch_path(r, PM_BLACK, place);
    const pm_status status =
        path ? row_file_open(path, &key, &r->black[place], err) : status_no_memory(err, "a path", 0);
    free(path);
    r->status.disk_bytes += status == PM_OK ? r->black[place].bytes : 0;
    return status;
}

/* Open what finished sublayers have left, mending it where that is possible, and delete what is no longer read. */
static pm_status open_all(scratch *r, pm_error *err)
{
    pm_status status = PM_OK;
    for (int place = 0; place < sweep_order(r->s)->n && status == PM_OK; place++) {
        if (place >= r->n_done || sweep_order(r->s)->all[place].last_reader < r->n_done) {
            scratch_drop(r, PM_BLACK, place);
            continue;
        }
        pm_error local = {0};
        status = open_file(r, place, &local);
        if (status == PM_DAMAGED) {
            status = mend(r, place, &local);
        }
        if (status != PM_OK && err) {
            *err = local;
        }
    }
    return status;
}

/* ---- all of them ------------------------------------------------------------------------------------------- */

static pm_status finish_sublayer(scratch *r, int place, pm_error *err)
{
    assert(r->n_done == place); /* sublayers are finished in their order */
    r->n_done = place + 1;
    const pm_status status = scratch_save(r, err);
    for (int i = 0; i <= place && status == PM_OK; i++) {
        if (sweep_order(r->s)->all[i].last_reader == place) {
            scratch_drop(r, PM_BLACK, i);
        }
    }
    return status;
}

/* A damaged file that a sublayer has met is made again, and the sublayer begun again. */
static pm_status run_sublayer(scratch *r, int place, pm_error *err)
{
    for (;;) {
        pm_error local = {0};
        const double share = r->status.share;
        r->damaged = -1;
        pm_status status = build_sublayer(r, place, true, &local);
        if (status == PM_DAMAGED && r->damaged >= 0 && r->damaged != place) {
            r->client->load(r->client->ctx, r->saved);
            const int bad = r->damaged;
            scratch_drop(r, PM_BLACK, bad);
            status = mend(r, bad, &local);
            if (status == PM_OK) {
                r->status.share = share;
                continue;
            }
        }
        if (status != PM_OK && err) {
            *err = local;
        }
        return status == PM_OK ? finish_sublayer(r, place, err) : status;
    }
}

typedef struct run_job {
    scratch *r;
    pm_status status;
    pm_error *err;
} run_job;

static void run_all(par_team *team, void *ctx)
{
    run_job *job = ctx;
    scratch *r = job->r;
    r->team = team;
    const int n = sweep_order(r->s)->n;
    for (int i = 0; i < n; i++) {
        r->total_units += units_of(r, i);
    }
    job->status = open_all(r, job->err);
    r->status.n_places = n;
    for (int i = 0; i < r->n_done; i++) {
        r->status.share += units_of(r, i) / r->total_units;
    }
    r->status.resumed_share = r->status.share;
    for (int i = r->n_done; i < n && job->status == PM_OK; i++) {
        job->status = run_sublayer(r, i, job->err);
    }
    if (job->status == PM_OK) {
        r->status.place = n;
    }
}

/* ---- beginning and end --------------------------------------------------------------------------------------- */

/* What files must agree on to be of the same run. */
static uint64_t fingerprint(const scratch *r)
{
    XXH3_state_t *state = XXH3_createState();
    if (!state) {
        return 0;
    }
    XXH3_64bits_reset(state);
    XXH3_64bits_update(state, r->options->identity, strlen(r->options->identity));
    const sublayers *order = sweep_order(r->s);
    for (int i = 0; i < order->n; i++) {
        const uint64_t x[] = {(uint64_t)order->all[i].first, (uint64_t)order->all[i].second, order->all[i].n_rows,
                              r->plan.sweep.row_bytes, r->plan.rows_per_block};
        XXH3_64bits_update(state, x, sizeof x);
    }
    const uint64_t digest = XXH3_64bits_digest(state);
    XXH3_freeState(state);
    return digest;
}

static pm_status choose_plan(scratch *r, pm_error *err)
{
    const scratch_options *o = r->options;
    return scratch_plan_make(r->spec, o->memory, o->threads, r->client->bytes, &r->plan)
               ? PM_OK
               : status_over_budget(err, "the sweep, even in parts,", r->plan.memory, o->memory);
}

static bool make_buffers(scratch *r)
{
    const size_t n_workers = (size_t)r->options->threads, n_rows = r->plan.rows_per_part;
    r->out_bytes = n_rows * r->plan.sweep.row_bytes;
    r->out = pages_new(r->out_bytes);
    r->pool_bytes = (2 * (size_t)r->spec->n_symmetries + 2) * r->plan.chunk_bytes;
    r->pool = pages_new(r->pool_bytes);
    r->cursor = calloc(n_rows, sizeof *r->cursor);
    r->block_bytes = r->plan.rows_per_block * r->plan.sweep.row_bytes;
    r->blocks = aligned_alloc(ROW_ALIGNMENT, n_workers * r->block_bytes);
    r->saved = calloc(r->client->bytes + 1, 1);
    r->codecs = calloc(n_workers, sizeof(row_codec *));
    bool is_complete = r->codecs != NULL;
    for (size_t i = 0; is_complete && i < n_workers; i++) {
        r->codecs[i] = row_codec_new();
        is_complete = r->codecs[i];
    }
    r->reader = io_queue_new();
    r->writer = io_queue_new();
    return is_complete && r->out && r->pool && r->cursor && r->blocks && r->saved && r->reader && r->writer;
}

static pm_status prepare(scratch *r, pm_error *err)
{
    pm_status status = choose_plan(r, err); /* first: what is refused makes no folder */
    if (status == PM_OK) {
        status = scratch_lock(r, err);
    }
    if (status != PM_OK) {
        return status;
    }
    const sweep_options options = {
        .threads = r->options->threads, .kernel = r->options->kernel, .keep = SUBLAYERS_KEEP_ELSEWHERE};
    status = sweep_new_without_arena(r->spec, &options, r->plan.tile_bits, &r->s, err);
    if (status != PM_OK) {
        return status;
    }
    r->order_spec = sweep_sublayers_spec(r->spec);
    r->fingerprint = fingerprint(r);
    if (!make_buffers(r)) {
        return status_no_memory(err, "the sweep", r->plan.memory);
    }
    return scratch_load(r, err);
}

static void clear(scratch *r)
{
    io_queue_free(r->reader);
    io_queue_free(r->writer);
    for (int i = 0; i < SUBLAYERS_MAX; i++) {
        row_file_close(&r->black[i]);
    }
    row_file_close(&r->white);
    for (int i = 0; r->codecs && i < r->options->threads; i++) {
        row_codec_free(r->codecs[i]);
    }
    free(r->codecs);
    free(r->blocks);
    free(r->cursor);
    free(r->saved);
    pages_free(r->out, r->out_bytes);
    pages_free(r->pool, r->pool_bytes);
    sweep_free(r->s);
    if (r->lock >= 0) {
        close(r->lock);
    }
    free(r);
}

pm_status scratch_run(const sweep_spec *spec, const scratch_options *options, const scratch_client *client,
                      scratch_status *status, pm_error *err)
{
    assert(spec->question == SWEEP_OUTCOME || spec->question == SWEEP_REMOTENESS);
    scratch *r = calloc(1, sizeof *r);
    if (!r) {
        return status_no_memory(err, "the sweep", 0);
    }
    r->spec = spec;
    r->options = options;
    r->client = client;
    r->lock = -1;
    r->damaged = -1;
    r->started = clock_seconds();
    run_job job = {r, prepare(r, err), err};
    if (job.status == PM_OK) {
        par_run(r->s->options.threads, run_all, &job); /* fewer for a small board */
    }
    r->status.seconds = clock_seconds() - r->started;
    *status = r->status;
    clear(r);
    return job.status;
}
