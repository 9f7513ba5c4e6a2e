/* Verification of Konane: see verify.h.
 *
 * SPDX-License-Identifier: MIT
 */
#include "solver/konane/db/verify.h"

#include "solver/konane/db/derive.h"
#include "solver/konane/db/probe.h"
#include "src/base/bits.h"
#include "src/base/rng.h"

#include <assert.h>
#include <stdlib.h>
#include <string.h>

enum {
    GRAIN_POSITIONS = 1 << 19,           /* samples that a thread takes at a time */
    MAX_PLACES = 1 << 22,                /* of a batch: enough to unpack a block of a large file hardly twice */
    MIN_PLACES = 2 * (PM_MAX_MOVES + 1), /* of a batch: a position and those after its jumps have room */
    BYTES_A_PLACE = 2 * sizeof(db_place) + sizeof(size_t) + 1 + sizeof(pm_position) + sizeof(uint32_t),
    FULL_GRAIN_VALUES = 1 << 18,
};

/* What a value must be, fed with the values after each jump. */
typedef struct derivation {
    bool is_remoteness, is_misere;
    int soonest_win, latest_loss; /* plies, -1 while there is none */
} derivation;

static void derive_feed(derivation *d, uint8_t child)
{
    const bool is_win = d->is_remoteness ? child % 2 == 0 : child == 0;
    const int plies = d->is_remoteness ? child + 1 : 1;
    assert(d->is_remoteness || child <= 1);
    if (is_win && (d->soonest_win < 0 || plies < d->soonest_win)) {
        d->soonest_win = plies;
    }
    if (!is_win && plies > d->latest_loss) {
        d->latest_loss = plies;
    }
}

static derivation derive_begin(const db_subject *s)
{
    return (derivation){s->kind == DB_REMOTENESS, s->ending == DB_MISERE, -1, -1};
}

static int derive_result(const derivation *d)
{
    if (!d->is_remoteness) {
        const bool is_over = d->soonest_win < 0 && d->latest_loss < 0;
        return is_over ? d->is_misere : d->soonest_win >= 0;
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
    assert(rank < s->layer_rows[layer]);
    uint32_t w = (uint32_t)(rng_next(r) & bits_below(s->n_index));
    w ^= !db_stores(v->file, layer + bits_count(w)); /* half of the positions, each as often as any other */
    return db_konane_position(pm_db_konane(v->ctx), layer, mover, rank, w);
}

/* A batch of random positions with the places of their values and of those after their jumps, which are fetched
 * together, so that each block is unpacked once. It ends when its places are full. */
typedef struct sample_batch {
    size_t n_positions, n_places, capacity; /* as many positions have room as places */
    pm_position *positions;
    uint32_t *first; /* of each position among the places: its own, then those after its jumps; one more at the end */
    db_place *places;
    uint8_t *values;
} sample_batch;

static void batch_free(sample_batch *b)
{
    free(b->positions);
    free(b->first);
    free(b->places);
    free(b->values);
}

static bool batch_alloc(const verification *v, sample_batch *b)
{
    const uint64_t most = v->options->memory / (uint64_t)v->options->threads / BYTES_A_PLACE;
    b->capacity = !v->options->memory || most > MAX_PLACES ? MAX_PLACES : most < MIN_PLACES ? MIN_PLACES : most;
    b->positions = malloc(b->capacity * sizeof *b->positions);
    b->first = malloc((b->capacity + 1) * sizeof *b->first);
    b->places = malloc(b->capacity * sizeof *b->places);
    b->values = malloc(b->capacity);
    return b->positions && b->first && b->places && b->values;
}

static void batch_add_place(const verification *v, sample_batch *b, pm_position pos)
{
    assert(b->n_places < b->capacity);
    b->places[b->n_places++] = db_konane_locate(pm_db_konane(v->ctx), v->file, pos);
}

/* Add sample `number`; false if it has no room. */
static bool batch_add(const verification *v, sample_batch *b, uint64_t number)
{
    const pm_board *board = db_konane_board(pm_db_konane(v->ctx));
    rng r = rng_stream(v->options->seed, number);
    const pm_position pos = random_position(v, &r, number);
    pm_move moves[PM_MAX_MOVES];
    const int n_moves = pm_jumps(board, pos, moves);
    if (b->n_places + (size_t)n_moves + 1 > b->capacity) {
        return false;
    }
    b->positions[b->n_positions] = pos;
    b->first[b->n_positions++] = (uint32_t)b->n_places;
    batch_add_place(v, b, pos);
    for (int m = 0; m < n_moves; m++) {
        batch_add_place(v, b, pm_move_make(board, pos, moves[m]));
    }
    return true;
}

static void batch_judge(verification *v, const sample_batch *b)
{
    for (size_t i = 0; i < b->n_positions; i++) {
        derivation d = derive_begin(&db_get_header(v->file)->subject);
        for (uint32_t j = b->first[i] + 1; j < b->first[i + 1]; j++) {
            derive_feed(&d, b->values[j]);
        }
        assert(b->first[i] < b->first[i + 1]); /* its own value comes first */
        note_position(v, b->positions[i], b->values[b->first[i]] == derive_result(&d));
    }
}

/* Make, fetch and judge one batch from sample `first` on; returns the sample after it, `first` after an error. */
static uint64_t check_batch(verification *v, sample_batch *b, uint64_t first, uint64_t end)
{
    pm_error err;
    uint64_t number = first;
    b->n_positions = b->n_places = 0;
    while (number < end && batch_add(v, b, number)) {
        number++;
    }
    assert(b->n_places <= UINT32_MAX);
    b->first[b->n_positions] = (uint32_t)b->n_places;
    const pm_status status = db_values(v->file, b->n_places, b->places, b->values, &err);
    if (status != PM_OK) {
        verify_note(v, status, &err);
        return first;
    }
    batch_judge(v, b);
    verify_step(v, number - first);
    return number;
}

/* Of a halved file: a stored value and those that follow from its neighbours, position by position through the cache.
 */
static bool check_sample(verification *v, uint64_t number)
{
    rng r = rng_stream(v->options->seed, number);
    const pm_position pos = random_position(v, &r, number);
    pm_error err;
    uint8_t value, derived;
    pm_status status = probe_stored(v->ctx, pos, &value, &err);
    if (status == PM_OK) {
        status = derive_outcome(v->file, pm_db_konane(v->ctx), pos, &derived, NULL, &err);
    }
    if (status != PM_OK) {
        verify_note(v, status, &err);
        return false;
    }
    note_position(v, pos, value == derived);
    return true;
}

static void check_halved_samples(size_t begin, size_t end, int worker, void *ctx)
{
    enum { STEP = 1 << 12 };
    (void)worker;
    verification *v = ctx;
    const uint64_t n = v->options->n_samples, stop = (uint64_t)end * GRAIN_POSITIONS;
    uint64_t number = (uint64_t)begin * GRAIN_POSITIONS, since = number;
    for (; number < (stop < n ? stop : n) && !atomic_load(&v->is_stopped) && check_sample(v, number); number++) {
        if (number - since == STEP) {
            verify_step(v, STEP);
            since = number;
        }
    }
    verify_step(v, number - since);
}

static void check_samples(size_t begin, size_t end, int worker, void *ctx)
{
    (void)worker;
    verification *v = ctx;
    sample_batch b = {.n_places = 0};
    if (!batch_alloc(v, &b)) {
        verify_no_memory(v);
    }
    const uint64_t n = v->options->n_samples, stop = (uint64_t)end * GRAIN_POSITIONS;
    uint64_t number = (uint64_t)begin * GRAIN_POSITIONS;
    while (number < (stop < n ? stop : n) && !atomic_load(&v->is_stopped)) {
        const uint64_t next = check_batch(v, &b, number, stop < n ? stop : n);
        if (next == number) {
            break;
        }
        number = next;
    }
    batch_free(&b);
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
        derivation d = derive_begin(s);
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

/* Every position of a row of a halved file: all follow from others, those that are stored must be the same. The whole
 * row is digested, so that the digest of the content is made without what is stored of the row itself. */
static bool derive_row(verification *v, size_t rank, uint8_t *row)
{
    const db_konane *konane = pm_db_konane(v->ctx);
    const uint64_t n = UINT64_C(1) << db_get_header(v->file)->subject.n_index;
    memset(row, 0, db_get_shape(v->file)->row_bytes);
    for (uint64_t w = 0; w < n; w++) {
        const pm_position pos = db_konane_position(konane, v->layer, v->mover, (uint32_t)rank, (uint32_t)w);
        const bool is_stored = db_stores(v->file, bits_count(pos.occupied));
        pm_error err;
        uint8_t derived, value;
        pm_status status = derive_outcome(v->file, konane, pos, &derived, NULL, &err);
        if (status == PM_OK && is_stored) {
            status = probe_stored(v->ctx, pos, &value, &err);
        }
        if (status != PM_OK) {
            verify_note(v, status, &err);
            return false;
        }
        row[w / 8] |= (uint8_t)(derived << w % 8);
        if (is_stored) {
            note_position(v, pos, value == derived);
        }
    }
    v->rows[rank] = db_digest_of(row, db_get_shape(v->file)->row_bytes);
    return true;
}

static void derive_rows(size_t begin, size_t end, int worker, void *ctx)
{
    (void)worker;
    verification *v = ctx;
    uint8_t *row = malloc(db_get_shape(v->file)->row_bytes);
    if (!row) {
        verify_no_memory(v);
    }
    for (size_t rank = begin; rank < end && !atomic_load(&v->is_stopped) && derive_row(v, rank, row); rank++) {
        verify_step(v, (uint64_t)1 << (db_get_header(v->file)->subject.n_index - 1));
    }
    free(row);
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

/* All values. Of a halved file the digest of the content is made as well. */
static void check_all(verification *v, par_team *team)
{
    const db_subject *s = &db_get_header(v->file)->subject;
    const bool is_halved = db_get_shape(v->file)->is_halved;
    const size_t grain = s->n_index < 18 ? (size_t)FULL_GRAIN_VALUES >> s->n_index : 1;
    db_digest layers[DB_MAX_LAYERS][2];
    for (v->layer = 0; v->layer <= s->n_sets; v->layer++) {
        const uint64_t n = s->layer_rows[v->layer];
        v->rows = calloc(n + 1, sizeof *v->rows);
        if (!v->rows) {
            verify_no_memory(v);
            return;
        }
        for (int mover = 0; mover < s->n_movers; mover++) {
            v->mover = (pm_color)mover;
            par_for(team, n, grain, is_halved ? derive_rows : check_rows, v);
            layers[v->layer][mover] = db_digest_of(v->rows, n * sizeof *v->rows);
        }
        free(v->rows);
    }
    if (is_halved && !atomic_load(&v->is_stopped)) {
        verify_content(v, layers);
    }
}

static void check_values(verification *v, par_team *team)
{
    if (v->options->n_samples != UINT64_MAX) {
        const bool is_halved = db_get_shape(v->file)->is_halved;
        verify_begin(v, VERIFY_VALUES, v->options->n_samples);
        par_for(team, (v->options->n_samples + GRAIN_POSITIONS - 1) / GRAIN_POSITIONS, 1,
                is_halved ? check_halved_samples : check_samples, v);
        return;
    }
    verify_begin(v, VERIFY_VALUES, pm_db_get_info(v->ctx).stored);
    check_all(v, team);
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
