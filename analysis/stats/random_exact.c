/* Exact random play: see random_exact.h.
 *
 * SPDX-License-Identifier: MIT
 */
#include "analysis/stats/random_exact.h"

#include "src/base/status.h"

#include <assert.h>
#include <inttypes.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>

typedef struct entry {
    game_state state;
    double probability, sequences; /* of and how many lead here */
} entry;

/* The positions of one ply: entries in the order in which they were met, found through a hash table of indices. */
typedef struct layer {
    entry *entries;
    size_t n, capacity;
    uint32_t *slots; /* index + 1; 0 is empty */
    size_t mask;
} layer;

static void layer_free(layer *l)
{
    free(l->entries);
    free(l->slots);
    *l = (layer){0};
}

static uint64_t layer_bytes(size_t capacity)
{
    return (uint64_t)capacity * (sizeof(entry) + 2 * sizeof(uint32_t));
}

static void layer_clear(layer *l)
{
    l->n = 0;
    if (l->slots) {
        memset(l->slots, 0, (l->mask + 1) * sizeof *l->slots);
    }
}

/* The slot of `s`, or the empty one where it belongs. */
static uint32_t *layer_slot(const layer *l, const game *g, const game_state *s)
{
    size_t at = (size_t)g->rules->hash(g, s) & l->mask;
    assert(l->n <= l->capacity && l->mask + 1 == 2 * l->capacity); /* half of the slots are free */
    while (l->slots[at] && memcmp(&l->entries[l->slots[at] - 1].state, s, sizeof *s) != 0) {
        at = (at + 1) & l->mask;
    }
    return &l->slots[at];
}

/* Double the room, which is a power of two entries and twice as many slots. */
static bool layer_grow(layer *l, const game *g)
{
    assert((l->capacity & (l->capacity - 1)) == 0 && l->n == l->capacity);
    const size_t capacity = l->capacity ? 2 * l->capacity : 1024;
    entry *entries = realloc(l->entries, capacity * sizeof *entries);
    uint32_t *slots = calloc(2 * capacity, sizeof *slots);
    l->entries = entries ? entries : l->entries;
    if (!entries || !slots || capacity > UINT32_MAX / 2) {
        free(slots);
        return false;
    }
    free(l->slots);
    l->slots = slots;
    l->mask = 2 * capacity - 1;
    l->capacity = capacity;
    for (size_t i = 0; i < l->n; i++) {
        *layer_slot(l, g, &l->entries[i].state) = (uint32_t)i + 1;
    }
    return true;
}

static bool layer_add(layer *l, const game *g, const game_state *s, double probability, double sequences)
{
    if (l->n == l->capacity && !layer_grow(l, g)) {
        return false;
    }
    uint32_t *slot = layer_slot(l, g, s);
    if (*slot == 0) {
        l->entries[l->n++] = (entry){*s, 0, 0};
        *slot = (uint32_t)l->n;
    }
    l->entries[*slot - 1].probability += probability;
    l->entries[*slot - 1].sequences += sequences;
    assert(probability > 0 && l->entries[*slot - 1].probability < 1 + 1e-9);
    return true;
}

/* ---- the flow -------------------------------------------------------------------------------- */

typedef struct flow {
    const game *g;
    random_exact *result;
    layer now, next;
    uint64_t max_bytes;
    size_t jump; /* number of jumps made in the positions of `now` */
} flow;

/* Book what happens at a position after the opening. */
static void book(flow *f, const entry *e, const game_move *moves, int n)
{
    random_exact *r = f->result;
    assert(f->jump < r->n); /* every jump takes a stone, so there are fewer than cells */
    if (n == 0) {
        r->length[f->jump] += e->probability;
        r->black[f->jump] += game_winner_stuck(f->g, (pm_color)e->state.mover) == PM_BLACK ? e->probability : 0;
        return;
    }
    int multi = 0;
    assert((size_t)n < r->n_moves && f->jump < r->n);
    for (int i = 0; i < n; i++) {
        multi += moves[i].n_taken > 1;
    }
    r->moves_at[f->jump] += e->probability * n;
    r->branching[n] += e->probability;
    r->multi_jumps += e->probability * multi / n;
}

static pm_status pass_on(flow *f, const entry *e, pm_error *err)
{
    game_move moves[GAME_MAX_MOVES];
    const int n = f->g->rules->moves(f->g, &e->state, moves);
    if (!f->g->rules->is_opening(f->g, &e->state)) {
        book(f, e, moves, n);
    }
    f->result->nodes += e->sequences;
    f->result->games += n == 0 ? e->sequences : 0;
    for (int i = 0; i < n; i++) {
        game_state after = e->state;
        f->g->rules->make(f->g, &after, &moves[i]);
        const uint64_t needed = layer_bytes(2 * f->next.capacity) + layer_bytes(f->now.capacity);
        if (f->next.n == f->next.capacity && needed > f->max_bytes) {
            return status_over_budget(err, "the table of positions", needed, f->max_bytes);
        }
        if (!layer_add(&f->next, f->g, &after, e->probability / n, e->sequences)) {
            return status_no_memory(err, "the positions", 0);
        }
    }
    return PM_OK;
}

/* Go from one ply to the next. */
static pm_status step(flow *f, pm_error *err)
{
    assert(f->now.n > 0 && f->next.n == 0);
    const bool is_opening = f->g->rules->is_opening(f->g, &f->now.entries[0].state);
    pm_status status = PM_OK;
    for (size_t i = 0; i < f->now.n && status == PM_OK; i++) {
        status = pass_on(f, &f->now.entries[i], err);
    }
    f->result->states += f->now.n;
    f->jump += !is_opening;
    const layer swap = f->now;
    f->now = f->next;
    f->next = swap;
    layer_clear(&f->next);
    return status;
}

static pm_status check_game(const game *g, pm_error *err)
{
    if (g->rules->is_draw) {
        return status_fail(err, PM_BAD_INPUT, 0,
                           "random play of %s has no bound; only games without draws are computed", g->rules->name);
    }
    if (g->rows * g->cols > RANDOM_EXACT_MAX_CELLS) {
        return status_fail(err, PM_BAD_INPUT, 0, "%dx%d has %d cells, exact random play is computed for at most %d",
                           g->rows, g->cols, g->rows * g->cols, RANDOM_EXACT_MAX_CELLS);
    }
    return PM_OK;
}

static bool result_open(random_exact *r)
{
    *r = (random_exact){.n = RANDOM_EXACT_MAX_CELLS + 1, .n_moves = GAME_MAX_MOVES};
    r->length = calloc(r->n, sizeof *r->length);
    r->black = calloc(r->n, sizeof *r->black);
    r->moves_at = calloc(r->n, sizeof *r->moves_at);
    r->branching = calloc(r->n_moves, sizeof *r->branching);
    return r->length && r->black && r->moves_at && r->branching;
}

void random_exact_free(random_exact *r)
{
    free(r->length);
    free(r->black);
    free(r->moves_at);
    free(r->branching);
    *r = (random_exact){0};
}

static size_t without_zeros(const double *values, size_t n)
{
    while (n > 0 && values[n - 1] == 0) {
        n--;
    }
    return n;
}

static pm_status run(flow *f, bool (*progress)(void *, int, uint64_t), void *ctx, pm_error *err)
{
    game_state start;
    pm_status status = f->g->rules->start(f->g, &start, err);
    if (status == PM_OK && !layer_add(&f->now, f->g, &start, 1, 1)) {
        status = status_no_memory(err, "the positions", 0);
    }
    for (int ply = 1; status == PM_OK && f->now.n > 0; ply++) {
        status = step(f, err);
        if (status == PM_OK && progress && !progress(ctx, ply, f->result->states)) {
            status = status_fail(err, PM_INTERRUPTED, 0, "interrupted");
        }
    }
    return status;
}

pm_status random_exact_make(const game *g, uint64_t max_bytes, bool (*progress)(void *ctx, int ply, uint64_t states),
                            void *ctx, random_exact *result, pm_error *err)
{
    pm_status status = check_game(g, err);
    if (status != PM_OK) {
        return status;
    }
    flow f = {.g = g, .result = result, .max_bytes = max_bytes};
    status = result_open(result) ? run(&f, progress, ctx, err) : status_no_memory(err, "the distribution", 0);
    layer_free(&f.now);
    layer_free(&f.next);
    if (status != PM_OK) {
        random_exact_free(result);
        return status;
    }
    result->n = without_zeros(result->length, result->n);
    result->n_moves = without_zeros(result->branching, result->n_moves);
    return PM_OK;
}

/* ---- sums ------------------------------------------------------------------------------------ */

/* The sum of weights[i] * i^power. */
static double moment(const double *weights, size_t n, int power)
{
    double sum = 0;
    for (size_t i = 0; i < n; i++) {
        sum += weights[i] * (power == 0 ? 1 : power == 1 ? (double)i : (double)(i * i));
    }
    return sum;
}

static double spread(const double *weights, size_t n)
{
    const double total = moment(weights, n, 0), mean = moment(weights, n, 1) / total;
    assert(n == 0 || total > 0);
    double sum = 0;
    for (size_t i = 0; i < n; i++) {
        sum += weights[i] * ((double)i - mean) * ((double)i - mean);
    }
    return sqrt(sum / total);
}

double random_exact_black_share(const random_exact *r)
{
    assert(moment(r->black, r->n, 0) <= moment(r->length, r->n, 0) + 1e-9); /* Black wins some of all games */
    return moment(r->black, r->n, 0);
}

double random_exact_mean_jumps(const random_exact *r)
{
    assert(fabs(moment(r->length, r->n, 0) - 1) < 1e-9); /* every game has a length */
    return moment(r->length, r->n, 1);
}

double random_exact_sd_jumps(const random_exact *r)
{
    return spread(r->length, r->n);
}

double random_exact_reach(const random_exact *r, size_t k)
{
    double sum = 0;
    for (size_t i = k; i < r->n; i++) {
        sum += r->length[i];
    }
    assert(sum >= 0 && sum < 1 + 1e-9);
    return sum;
}

double random_exact_mean_branching(const random_exact *r)
{
    return moment(r->branching, r->n_moves, 1) / moment(r->branching, r->n_moves, 0);
}

double random_exact_sd_branching(const random_exact *r)
{
    return spread(r->branching, r->n_moves);
}
