/* Verification: see verify_konane.h.
 *
 * SPDX-License-Identifier: MIT
 */
#include "solver/verify_konane.h"

#include "solver/db_block.h"
#include "solver/db_digest.h"
#include "solver/probe_konane.h"
#include "src/base/bits.h"
#include "src/base/par.h"
#include "src/base/rng.h"
#include "src/base/status.h"

#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>
#include <stdlib.h>
#include <string.h>

enum { CHUNK_BLOCKS = 64, BATCH_POSITIONS = 1 << 19, FULL_GRAIN_VALUES = 1 << 18 };

/* What all stages and threads share. */
typedef struct verification {
    pm_db *database;
    db *file;
    const verify_options *options;
    verify_result *result;
    pm_status status;
    pm_error *err;
    pthread_mutex_t lock; /* of result, status and err */
    atomic_bool is_stopped;
    atomic_ullong done;
    uint64_t total;
    verify_stage stage;
    db_digest *rows; /* of the current layer and mover */
    int layer;
    pm_color mover;
} verification;

static void stage_begin(verification *v, verify_stage stage, uint64_t total)
{
    v->stage = stage;
    v->total = total;
    atomic_store(&v->done, 0);
}

static void stage_step(verification *v, uint64_t n)
{
    const uint64_t done = atomic_fetch_add(&v->done, n) + n;
    if (v->options->progress && v->options->progress(v->options->progress_ctx, v->stage, done, v->total)) {
        atomic_store(&v->is_stopped, true);
    }
}

/* Note a failure: a damaged block is a finding, anything else ends the work. */
static void note_failure(verification *v, pm_status status, const pm_error *err)
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

static void no_memory(verification *v)
{
    pm_error err;
    note_failure(v, status_fail(&err, PM_NO_MEMORY, 0, "no memory for the verification"), &err);
}

/* ---- bytes ------------------------------------------------------------------------------------- */

static void check_blocks(size_t begin, size_t end, int worker, void *ctx)
{
    (void)worker;
    verification *v = ctx;
    uint8_t *packed = malloc(db_get_shape(v->file)->block_bytes);
    if (!packed) {
        no_memory(v);
        return;
    }
    for (size_t block = begin; block < end && !atomic_load(&v->is_stopped); block++) {
        pm_error err;
        const pm_status status = db_check_block(v->file, block, packed, &err);
        if (status != PM_OK) {
            note_failure(v, status, &err);
        }
    }
    stage_step(v, end - begin);
    free(packed);
}

/* Rows are digested whole: an item is a block of whole rows or a row of several blocks. */
static void digest_rows(size_t begin, size_t end, int worker, void *ctx)
{
    (void)worker;
    verification *v = ctx;
    const db_shape *s = db_get_shape(v->file);
    const size_t row_bytes = s->row_bytes;
    db_codec *codec = db_codec_new(s);
    uint8_t *packed = malloc(s->block_bytes);
    uint8_t *rows = malloc(s->block_bytes * s->blocks_per_row);
    if (!codec || !packed || !rows) {
        no_memory(v);
        end = begin;
    }
    const uint64_t n_rows = db_get_header(v->file)->subject.layer_rows[v->layer];
    for (size_t item = begin; item < end && !atomic_load(&v->is_stopped); item++) {
        const uint64_t first = s->first_block[v->layer][v->mover] + item * s->blocks_per_row;
        for (uint64_t j = 0; j < s->blocks_per_row; j++) {
            pm_error err;
            const pm_status status = db_read_block(v->file, first + j, codec, packed, rows + j * s->block_bytes, &err);
            if (status != PM_OK) {
                note_failure(v, status, &err);
            }
        }
        for (uint64_t r = 0; r < s->rows_per_block && item * s->rows_per_block + r < n_rows; r++) {
            v->rows[item * s->rows_per_block + r] = db_digest_of(rows + r * row_bytes, row_bytes);
        }
        stage_step(v, s->blocks_per_row);
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
    for (v->layer = 0; v->layer <= subject->n_sets && !atomic_load(&v->is_stopped); v->layer++) {
        const uint64_t n = subject->layer_rows[v->layer];
        v->rows = malloc(n * sizeof *v->rows);
        if (!v->rows) {
            no_memory(v);
            return;
        }
        for (int mover = 0; mover < subject->n_movers; mover++) {
            v->mover = (pm_color)mover;
            par_for(team, (n + s->rows_per_block - 1) / s->rows_per_block, CHUNK_BLOCKS, digest_rows, v);
            layers[v->layer][mover] = db_digest_of(v->rows, n * sizeof *v->rows);
        }
        free(v->rows);
    }
    if (!atomic_load(&v->is_stopped) && v->result->bad_blocks == 0) {
        const db_digest d = db_digest_content(subject, layers);
        memcpy(v->result->digest, d.bytes, sizeof d.bytes);
        v->result->has_digest = true;
        v->result->digest_is_right = memcmp(d.bytes, db_get_header(v->file)->digest, sizeof d.bytes) == 0;
    }
}

/* ---- values ------------------------------------------------------------------------------------ */

/* What a value must be, fed with the values behind each jump. */
typedef struct derivation {
    bool is_remoteness;
    int soonest_win, latest_loss; /* plies, -1 while there is none */
} derivation;

static void derive_feed(derivation *d, uint8_t child)
{
    const bool is_win = d->is_remoteness ? child % 2 == 0 : child == 0;
    const int plies = d->is_remoteness ? child + 1 : 1;
    if (is_win && (d->soonest_win < 0 || plies < d->soonest_win)) {
        d->soonest_win = plies;
    }
    if (!is_win && plies > d->latest_loss) {
        d->latest_loss = plies;
    }
}

static int derive_result(const derivation *d)
{
    if (!d->is_remoteness) {
        return d->soonest_win >= 0;
    }
    return d->soonest_win >= 0 ? d->soonest_win : d->latest_loss >= 0 ? d->latest_loss : 0;
}

static void note_position(verification *v, pm_position pos, bool agrees)
{
    if (!agrees) {
        pthread_mutex_lock(&v->lock);
        if (v->result->disagreements++ == 0) {
            v->result->first_wrong = pos;
        }
        pthread_mutex_unlock(&v->lock);
    }
}

static pm_position random_position(const verification *v, rng *r, uint64_t number)
{
    const db_subject *s = &db_get_header(v->file)->subject;
    const int layer = (int)(number % (uint64_t)(s->n_sets + 1));
    const pm_color mover = s->n_movers == 2 ? (pm_color)rng_below(r, 2) : PM_BLACK;
    const uint32_t rank = rng_below(r, (uint32_t)s->layer_rows[layer]);
    const uint32_t w = (uint32_t)(rng_next(r) & bits_below(s->n_index));
    return db_konane_position(pm_db_konane(v->database), layer, mover, rank, w);
}

/* A batch of random positions with the places of their values and of those behind their jumps, which are fetched
 * together, so that each block is unpacked once. */
typedef struct sample_batch {
    pm_position positions[BATCH_POSITIONS];
    uint32_t first[BATCH_POSITIONS + 1]; /* of each position among the places: its own, then those behind its jumps */
    size_t n_places, capacity;
    db_place *places;
    uint8_t *values;
} sample_batch;

static bool batch_add(const verification *v, sample_batch *b, pm_position pos)
{
    if (b->n_places == b->capacity) {
        const size_t capacity = b->capacity ? 2 * b->capacity : (size_t)BATCH_POSITIONS * 2;
        db_place *places = realloc(b->places, capacity * sizeof *places);
        b->places = places ? places : b->places;
        uint8_t *values = realloc(b->values, capacity);
        b->values = values ? values : b->values;
        if (!places || !values) {
            return false;
        }
        b->capacity = capacity;
    }
    b->places[b->n_places++] = db_konane_locate(pm_db_konane(v->database), v->file, pos);
    return true;
}

static bool batch_make(const verification *v, sample_batch *b, uint64_t first, size_t n)
{
    const pm_board *board = db_konane_board(pm_db_konane(v->database));
    b->n_places = 0;
    for (size_t i = 0; i < n; i++) {
        rng r = rng_stream(v->options->seed, first + i);
        const pm_position pos = b->positions[i] = random_position(v, &r, first + i);
        b->first[i] = (uint32_t)b->n_places;
        pm_move moves[PM_MAX_MOVES];
        const int n_moves = pm_jumps(board, pos, moves);
        bool is_done = batch_add(v, b, pos);
        for (int m = 0; m < n_moves && is_done; m++) {
            is_done = batch_add(v, b, pm_move_make(board, pos, moves[m]));
        }
        if (!is_done) {
            return false;
        }
    }
    b->first[n] = (uint32_t)b->n_places;
    return true;
}

static void batch_judge(verification *v, const sample_batch *b, size_t n)
{
    const bool is_remoteness = db_get_header(v->file)->subject.kind == DB_REMOTENESS;
    for (size_t i = 0; i < n; i++) {
        derivation d = {is_remoteness, -1, -1};
        for (uint32_t j = b->first[i] + 1; j < b->first[i + 1]; j++) {
            derive_feed(&d, b->values[j]);
        }
        note_position(v, b->positions[i], b->values[b->first[i]] == derive_result(&d));
    }
}

static void check_samples(size_t begin, size_t end, int worker, void *ctx)
{
    (void)worker;
    verification *v = ctx;
    sample_batch *b = calloc(1, sizeof *b);
    for (size_t batch = begin; batch < end && !atomic_load(&v->is_stopped); batch++) {
        const uint64_t first = (uint64_t)batch * BATCH_POSITIONS;
        const uint64_t left = v->options->n_samples - first;
        const size_t n = left < BATCH_POSITIONS ? (size_t)left : BATCH_POSITIONS;
        pm_error err;
        if (!b || !batch_make(v, b, first, n)) {
            no_memory(v);
            break;
        }
        const pm_status status = db_values(v->file, b->n_places, b->places, b->values, &err);
        if (status != PM_OK) {
            note_failure(v, status, &err);
            break;
        }
        batch_judge(v, b, n);
        stage_step(v, n);
    }
    if (b) {
        free(b->places);
        free(b->values);
    }
    free(b);
}

/* Every position of a row, jump by jump through the cache. */
static void check_row(verification *v, size_t rank)
{
    const db_konane *konane = pm_db_konane(v->database);
    const pm_board *board = db_konane_board(konane);
    const db_subject *s = &db_get_header(v->file)->subject;
    pm_error err;
    for (uint64_t w = 0; w < (uint64_t)1 << s->n_index; w++) {
        const pm_position pos = db_konane_position(konane, v->layer, v->mover, (uint32_t)rank, (uint32_t)w);
        derivation d = {s->kind == DB_REMOTENESS, -1, -1};
        pm_move moves[PM_MAX_MOVES];
        const int n = pm_jumps(board, pos, moves);
        uint8_t value, child;
        pm_status status = probe_stored(v->database, pos, &value, &err);
        for (int m = 0; m < n && status == PM_OK; m++) {
            status = probe_stored(v->database, pm_move_make(board, pos, moves[m]), &child, &err);
            derive_feed(&d, status == PM_OK ? child : 0);
        }
        if (status != PM_OK) {
            note_failure(v, status, &err);
            return;
        }
        note_position(v, pos, value == derive_result(&d));
    }
}

static void check_rows(size_t begin, size_t end, int worker, void *ctx)
{
    (void)worker;
    verification *v = ctx;
    for (size_t rank = begin; rank < end && !atomic_load(&v->is_stopped); rank++) {
        check_row(v, rank);
        stage_step(v, (uint64_t)1 << db_get_header(v->file)->subject.n_index);
    }
}

static void check_values(verification *v, par_team *team)
{
    if (v->options->n_samples != UINT64_MAX) {
        stage_begin(v, VERIFY_VALUES, v->options->n_samples);
        par_for(team, (v->options->n_samples + BATCH_POSITIONS - 1) / BATCH_POSITIONS, 1, check_samples, v);
        v->result->positions = atomic_load(&v->done);
        return;
    }
    const db_subject *s = &db_get_header(v->file)->subject;
    stage_begin(v, VERIFY_VALUES, pm_db_get_info(v->database).stored);
    const size_t grain = s->n_index < 18 ? (size_t)FULL_GRAIN_VALUES >> s->n_index : 1;
    for (v->layer = 0; v->layer <= s->n_sets; v->layer++) {
        for (int mover = 0; mover < s->n_movers; mover++) {
            v->mover = (pm_color)mover;
            par_for(team, s->layer_rows[v->layer], grain, check_rows, v);
        }
    }
    v->result->positions = atomic_load(&v->done);
}

static void verify_all(par_team *team, void *ctx)
{
    verification *v = ctx;
    const uint64_t n_blocks = db_get_shape(v->file)->n_blocks;
    stage_begin(v, VERIFY_CHECKSUMS, n_blocks);
    par_for(team, n_blocks, CHUNK_BLOCKS, check_blocks, v);
    v->result->blocks = n_blocks;
    if (v->result->bad_blocks == 0 && !atomic_load(&v->is_stopped)) {
        stage_begin(v, VERIFY_DIGEST, n_blocks);
        digest_content(v, team);
    }
    if (v->result->bad_blocks == 0 && !atomic_load(&v->is_stopped)) {
        check_values(v, team);
    }
}

pm_status pm_db_verify(pm_db *database, const verify_options *options, verify_result *result, pm_error *err)
{
    *result = (verify_result){0};
    verification v = {
        .database = database, .file = pm_db_inside(database), .options = options, .result = result, .err = err};
    pthread_mutex_init(&v.lock, NULL);
    par_run(options->threads, verify_all, &v);
    pthread_mutex_destroy(&v.lock);
    if (v.status != PM_OK) {
        return v.status;
    }
    if (atomic_load(&v.is_stopped)) {
        return status_fail(err, PM_INTERRUPTED, 0, "interrupted");
    }
    const bool is_right = result->bad_blocks == 0 && result->digest_is_right && result->disagreements == 0;
    return is_right ? PM_OK : PM_CHECK_FAILED;
}
