/* Verification of bytes, and the frame of that of values: see verify.h.
 *
 * SPDX-License-Identifier: MIT
 */
#include "solver/db/verify.h"

#include "solver/db/block.h"
#include "solver/db/digest.h"
#include "src/base/status.h"

#include <assert.h>
#include <stdlib.h>
#include <string.h>

enum { CHUNK_BLOCKS = 64 };

void verify_begin(verification *v, verify_stage stage, uint64_t total)
{
    v->stage = stage;
    v->total = total;
    atomic_store(&v->done, 0);
}

void verify_step(verification *v, uint64_t n)
{
    const uint64_t done = atomic_fetch_add(&v->done, n) + n;
    assert(done <= v->total);
    if (v->options->progress && v->options->progress(v->options->progress_ctx, v->stage, done, v->total)) {
        atomic_store(&v->is_stopped, true);
    }
}

/* Note a failure: a damaged block is a finding, anything else ends the work. */
void verify_note(verification *v, pm_status status, const pm_error *err)
{
    pthread_mutex_lock(&v->lock);
    if (status == PM_DAMAGED) {
        if (v->result->bad_blocks++ == 0) {
            v->result->first_bad = *err;
        }
    } else if (v->status == PM_OK) {
        v->status = status;
        if (v->err) {
            *v->err = *err;
        }
        atomic_store(&v->is_stopped, true);
    }
    pthread_mutex_unlock(&v->lock);
}

void verify_no_memory(verification *v)
{
    pm_error err;
    verify_note(v, status_no_memory(&err, "the verification", 0), &err);
}

/* ---- bytes ------------------------------------------------------------------------------------- */

static void check_blocks(size_t begin, size_t end, int worker, void *ctx)
{
    (void)worker;
    verification *v = ctx;
    uint8_t *packed = malloc(db_get_shape(v->file)->block_bytes);
    if (!packed) {
        verify_no_memory(v);
        return;
    }
    for (size_t block = begin; block < end && !atomic_load(&v->is_stopped); block++) {
        pm_error err;
        const pm_status status = db_check_block(v->file, block, packed, &err);
        if (status != PM_OK) {
            verify_note(v, status, &err);
        }
    }
    verify_step(v, end - begin);
    free(packed);
}

/* Rows are digested whole: an item is a block of whole rows or a row of several blocks. */
static void digest_rows(size_t begin, size_t end, int worker, void *ctx)
{
    (void)worker;
    verification *v = ctx;
    const db_shape *s = db_get_shape(v->file);
    const size_t row_bytes = s->stored_row_bytes;
    db_codec *codec = db_codec_new(s);
    uint8_t *packed = malloc(s->block_bytes);
    uint8_t *rows = malloc(s->block_bytes * s->blocks_per_row);
    if (!codec || !packed || !rows) {
        verify_no_memory(v);
        end = begin;
    }
    const uint64_t n_rows = db_get_header(v->file)->subject.layer_rows[v->layer];
    for (size_t item = begin; item < end && !atomic_load(&v->is_stopped); item++) {
        const uint64_t first = s->first_block[v->layer][v->mover] + item * s->blocks_per_row;
        for (uint64_t j = 0; j < s->blocks_per_row; j++) {
            pm_error err;
            const pm_status status = db_read_block(v->file, first + j, codec, packed, rows + j * s->block_bytes, &err);
            if (status != PM_OK) {
                verify_note(v, status, &err);
            }
        }
        for (uint64_t r = 0; r < s->rows_per_block && item * s->rows_per_block + r < n_rows; r++) {
            v->rows[item * s->rows_per_block + r] = db_digest_of(rows + r * row_bytes, row_bytes);
        }
        verify_step(v, s->blocks_per_row);
    }
    db_codec_free(codec);
    free(packed);
    free(rows);
}

static void digest_content(verification *v, par_team *team)
{
    const db_subject *subject = &db_get_header(v->file)->subject;
    const db_shape *s = db_get_shape(v->file);
    db_digest layers[DB_MAX_LAYERS][2];
    for (v->layer = 0; v->layer < subject->n_layers && !atomic_load(&v->is_stopped); v->layer++) {
        const uint64_t n = subject->layer_rows[v->layer];
        v->rows = malloc(n * sizeof *v->rows + 1);
        if (!v->rows) {
            verify_no_memory(v);
            return;
        }
        for (int mover = 0; mover < subject->n_movers; mover++) {
            v->mover = (pm_color)mover;
            par_for(team, db_shape_items(s, n), CHUNK_BLOCKS, digest_rows, v);
            layers[v->layer][mover] = db_digest_of(v->rows, n * sizeof *v->rows);
        }
        free(v->rows);
    }
    if (!atomic_load(&v->is_stopped) && v->result->bad_blocks == 0) {
        const db_digest d = db_digest_content(subject, layers);
        const db_counts *counts = db_get_counts(v->file);
        const uint8_t *expected = counts ? counts->stored_digest : db_get_header(v->file)->digest;
        v->result->digest_is_right = memcmp(d.bytes, expected, sizeof d.bytes) == 0;
        v->result->has_stored_digest = true;
        if (!counts) {
            v->result->has_digest = true;
            memcpy(v->result->digest, d.bytes, sizeof d.bytes);
        }
    }
}

void verify_content(verification *v, const db_digest layers[DB_MAX_LAYERS][2])
{
    const db_header *h = db_get_header(v->file);
    const db_digest d = db_digest_content(&h->subject, layers);
    memcpy(v->result->digest, d.bytes, sizeof d.bytes);
    v->result->has_digest = true;
    v->result->digest_is_right = v->result->digest_is_right && memcmp(d.bytes, h->digest, sizeof d.bytes) == 0;
}

/* ---- all stages --------------------------------------------------------------------------------- */

static void verify_all(par_team *team, void *ctx)
{
    verification *v = ctx;
    const uint64_t n_blocks = db_get_shape(v->file)->n_blocks;
    verify_begin(v, VERIFY_CHECKSUMS, n_blocks);
    par_for(team, n_blocks, CHUNK_BLOCKS, check_blocks, v);
    v->result->blocks = n_blocks;
    if (v->result->bad_blocks == 0 && !atomic_load(&v->is_stopped)) {
        verify_begin(v, VERIFY_DIGEST, n_blocks);
        digest_content(v, team);
    }
    if (v->result->bad_blocks == 0 && !atomic_load(&v->is_stopped)) {
        v->check_values(v, team);
        v->result->positions = atomic_load(&v->done);
    }
}

pm_status verify_run(verification *v)
{
    assert(v->options->n_samples <= VERIFY_MAX_SAMPLES || v->options->n_samples == UINT64_MAX);
    verify_result *result = v->result;
    *result = (verify_result){0};
    pthread_mutex_init(&v->lock, NULL);
    par_run(v->options->threads, verify_all, v);
    pthread_mutex_destroy(&v->lock);
    if (v->status != PM_OK) {
        return v->status;
    }
    if (atomic_load(&v->is_stopped)) {
        return status_fail(v->err, PM_INTERRUPTED, 0, "interrupted");
    }
    const bool has_right_bytes = result->bad_blocks == 0 && result->digest_is_right && !result->count_is_wrong;
    return has_right_bytes && result->disagreements == 0 ? PM_OK : PM_CHECK_FAILED;
}
