/* Verification of draughts endgames: see verify.h.
 *
 * SPDX-License-Identifier: MIT
 */
#include "solver/draughts/verify.h"

#include "solver/draughts/probe.h"
#include "src/base/rng.h"

#include <assert.h>

enum { GRAIN = 1 << 12, MAX_TRIES = 64 };

static void note_position(verification *v, uint64_t number, int slice)
{
    pthread_mutex_lock(&v->lock);
    if (v->result->disagreements++ == 0) {
        v->result->wrong_slice = slice;
        v->result->wrong_number = number;
    }
    pthread_mutex_unlock(&v->lock);
}

/* Check one stored position; false to stop. */
static bool check_position(verification *v, int slice, uint64_t number, const draughts_position *pos)
{
    retro_code stored, derived;
    pm_error err;
    pm_status status = draughts_db_stored(v->ctx, slice, number, &stored, &err);
    if (status == PM_OK) {
        status = draughts_db_derive(v->ctx, pos, &derived, &err);
    }
    if (status != PM_OK) {
        verify_note(v, status, &err);
        return false;
    }
    if (stored != derived) {
        note_position(v, number, slice);
    }
    return true;
}

/* The positions begin..end-1 of slice v->layer. */
static void check_range(size_t begin, size_t end, int worker, void *ctx)
{
    (void)worker;
    verification *v = ctx;
    const draughts_index *index = draughts_db_index(v->ctx);
    index_cursor cursor = draughts_index_cursor(index, v->layer);
    uint64_t n = 0;
    for (uint64_t number = begin; number < end && !atomic_load(&v->is_stopped); number++) {
        const draughts_position pos = draughts_index_at(&cursor, number);
        if (!draughts_must_capture(index->board, &pos)) {
            if (!check_position(v, v->layer, number, &pos)) {
                return;
            }
            n++;
        }
    }
    verify_step(v, n);
}

/* Samples begin..end-1: number i is of slice i mod n_slices. A slice may have no position, or hardly any that is
 * stored, so a sample may be given up, after some tries. */
static void check_samples(size_t begin, size_t end, int worker, void *ctx)
{
    (void)worker;
    verification *v = ctx;
    const draughts_index *index = draughts_db_index(v->ctx);
    uint64_t n = 0;
    for (size_t i = begin; i < end && !atomic_load(&v->is_stopped); i++) {
        const int slice = (int)(i % (size_t)index->n_slices);
        const uint64_t size = index->slices[slice].size;
        rng r = rng_stream(v->options->seed, i);
        for (int tries = 0; size > 0 && tries < MAX_TRIES; tries++) {
            const uint64_t number = (uint64_t)(((unsigned __int128)rng_next(&r) * size) >> 64);
            assert(number < size);
            const draughts_position pos = draughts_index_unrank(index, slice, number);
            if (draughts_must_capture(index->board, &pos)) {
                continue;
            }
            if (!check_position(v, slice, number, &pos)) {
                return;
            }
            n++;
            break;
        }
    }
    verify_step(v, n);
}

static void check_values(verification *v, par_team *team)
{
    const draughts_index *index = draughts_db_index(v->ctx);
    if (v->options->n_samples != UINT64_MAX) {
        verify_begin(v, VERIFY_VALUES, v->options->n_samples);
        par_for(team, v->options->n_samples, GRAIN, check_samples, v);
        return;
    }
    const uint64_t n_stored = draughts_db_get_info(v->ctx).stored;
    verify_begin(v, VERIFY_VALUES, n_stored);
    for (v->layer = 0; v->layer < index->n_slices; v->layer++) {
        par_for(team, index->slices[v->layer].size, GRAIN, check_range, v);
    }
    v->result->count_is_wrong = atomic_load(&v->done) != n_stored;
}

pm_status draughts_db_verify(draughts_db *d, const verify_options *options, verify_result *result, pm_error *err)
{
    verification v = {.file = draughts_db_inside(d),
                      .options = options,
                      .result = result,
                      .err = err,
                      .check_values = check_values,
                      .ctx = d};
    return verify_run(&v);
}
