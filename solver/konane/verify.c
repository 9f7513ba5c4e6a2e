/* Verification of Konane: see verify.h.
 *
 * SPDX-License-Identifier: MIT
 */
#include "solver/konane/verify.h"

#include "solver/konane/probe.h"
#include "src/base/bits.h"
#include "src/base/rng.h"

#include <stdlib.h>

enum { BATCH_POSITIONS = 1 << 19, FULL_GRAIN_VALUES = 1 << 18 };

/* What a value must be, fed with the values after each jump. */
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
    return db_konane_position(pm_db_konane(v->ctx), layer, mover, rank, w);
}

/* A batch of random positions with the places of their values and of those after their jumps, which are fetched
 * together, so that each block is unpacked once. */
typedef struct sample_batch {
    pm_position positions[BATCH_POSITIONS];
    uint32_t first[BATCH_POSITIONS + 1]; /* of each position among the places: its own, then those after its jumps */
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
    b->places[b->n_places++] = db_konane_locate(pm_db_konane(v->ctx), v->file, pos);
    return true;
}

static bool batch_make(const verification *v, sample_batch *b, uint64_t first, size_t n)
{
    const pm_board *board = db_konane_board(pm_db_konane(v->ctx));
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
    sample_batch *b = atomic_load(&v->is_stopped) ? NULL : calloc(1, sizeof *b);
    for (size_t batch = begin; batch < end && !atomic_load(&v->is_stopped); batch++) {
        const uint64_t first = (uint64_t)batch * BATCH_POSITIONS;
        const uint64_t left = v->options->n_samples - first;
        const size_t n = left < BATCH_POSITIONS ? (size_t)left : BATCH_POSITIONS;
        pm_error err;
        if (!b || !batch_make(v, b, first, n)) {
            verify_no_memory(v);
            break;
        }
        const pm_status status = db_values(v->file, b->n_places, b->places, b->values, &err);
        if (status != PM_OK) {
            verify_note(v, status, &err);
            break;
        }
        batch_judge(v, b, n);
        verify_step(v, n);
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
    const db_konane *konane = pm_db_konane(v->ctx);
    const pm_board *board = db_konane_board(konane);
    const db_subject *s = &db_get_header(v->file)->subject;
    pm_error err;
    for (uint64_t w = 0; w < (uint64_t)1 << s->n_index; w++) {
        const pm_position pos = db_konane_position(konane, v->layer, v->mover, (uint32_t)rank, (uint32_t)w);
        derivation d = {s->kind == DB_REMOTENESS, -1, -1};
        pm_move moves[PM_MAX_MOVES];
        const int n = pm_jumps(board, pos, moves);
        uint8_t value, child;
        pm_status status = probe_stored(v->ctx, pos, &value, &err);
        for (int m = 0; m < n && status == PM_OK; m++) {
            status = probe_stored(v->ctx, pm_move_make(board, pos, moves[m]), &child, &err);
            derive_feed(&d, status == PM_OK ? child : 0);
        }
        if (status != PM_OK) {
            verify_note(v, status, &err);
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
        verify_step(v, (uint64_t)1 << db_get_header(v->file)->subject.n_index);
    }
}

static void check_values(verification *v, par_team *team)
{
    if (v->options->n_samples != UINT64_MAX) {
        verify_begin(v, VERIFY_VALUES, v->options->n_samples);
        par_for(team, (v->options->n_samples + BATCH_POSITIONS - 1) / BATCH_POSITIONS, 1, check_samples, v);
        return;
    }
    const db_subject *s = &db_get_header(v->file)->subject;
    verify_begin(v, VERIFY_VALUES, pm_db_get_info(v->ctx).stored);
    const size_t grain = s->n_index < 18 ? (size_t)FULL_GRAIN_VALUES >> s->n_index : 1;
    for (v->layer = 0; v->layer <= s->n_sets; v->layer++) {
        for (int mover = 0; mover < s->n_movers; mover++) {
            v->mover = (pm_color)mover;
            par_for(team, s->layer_rows[v->layer], grain, check_rows, v);
        }
    }
}

pm_status pm_db_verify(pm_db *database, const verify_options *options, verify_result *result, pm_error *err)
{
    verification v = {.file = pm_db_inside(database),
                      .options = options,
                      .result = result,
                      .err = err,
                      .check_values = check_values,
                      .ctx = database};
    return verify_run(&v);
}
