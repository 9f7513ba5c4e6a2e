/* The work of the sweep: see sweep.h for the order of it and why it is right.
 *
 * A half is done in two parallel loops: first each row lists its contributions (which moves apply, and which kept
 * row each of them reads through which symmetry); then, tile by tile, each row is put together from its list.
 *
 * SPDX-License-Identifier: MIT
 */
#include "solver/sweep/sweep.h"

#include "solver/sweep/state.h"
#include "src/base/status.h"

#include <assert.h>
#include <string.h>

/* Bytes of rows in one piece of a parallel loop: enough to hide the cost of handing it out, few enough to balance. */
enum { PIECE_BYTES = 256 << 10, PIECE_TERMS = 256 };

/* Index bits of a part from which on it pays to ask the cache for the source of the next step. */
enum { AHEAD_BITS = 15 };

void sweep_list_terms(size_t begin, size_t end, int worker, void *ctx)
{
    (void)worker;
    const sweep_half *h = ctx;
    const sweep *s = h->s;
    const sweep_move *moves = s->moves[h->mover];
    const uint32_t n_moves = (uint32_t)s->n_moves[h->mover];
    const uint32_t n_symmetries = (uint32_t)s->orbits.n_symmetries;
    for (size_t i = begin; i < end; i++) {
        const uint32_t b = h->sets[i];
        sweep_term *terms = s->terms + i * s->term_stride;
        uint32_t n = 0;
        for (uint32_t m = 0; m < n_moves; m++) {
            if ((b & moves[m].fixed) == moves[m].value) {
                const uint32_t from = b ^ moves[m].flip;
                const uint32_t g = (uint32_t)orbits_symmetry(&s->orbits, from);
                assert(h->mover == PM_BLACK ? __builtin_popcount(from) == __builtin_popcount(b) : from < b);
                terms[n++] = (sweep_term){(uint16_t)(m * n_symmetries + g),
                                          (uint16_t)sublayers_place(sweep_order(s), from), sweep_rank(s, from)};
            }
        }
        assert(n <= s->term_stride);
        s->n_terms[i] = n;
    }
}

/* Mark those starts that lie in tile `tile` of the row of b. */
static void add_starts(const sweep *s, uint32_t b, size_t tile, uint64_t *sum)
{
    const int n_inside = sweep_tile_bits_inside(s);
    for (int j = 0; j < s->n_starts; j++) {
        const uint32_t u = s->starts[j].index;
        if (s->starts[j].set == b && (uint64_t)u >> n_inside == tile) {
            const uint32_t inside = u & (uint32_t)(((uint64_t)1 << n_inside) - 1);
            sum[inside >> 6] |= UINT64_C(1) << (inside & 63);
        }
    }
}

/* Mark those positions of tile `tile` of the row of b in `sum` whose mover cannot move. `can` is a tile of room. */
static void add_stuck(const sweep_half *h, uint32_t b, size_t tile, uint64_t *restrict sum, uint64_t *restrict can)
{
    const sweep *s = h->s;
    const size_t words = row_words(sweep_tile_bits_inside(s)), part_words = words >> s->part_bits;
    memset(can, 0, words * 8);
    for (int i = 0; i < s->n_exits[h->mover]; i++) {
        const sweep_exit *e = &s->exits[h->mover][i];
        for (uint32_t p = 0; (b & e->fixed) == e->value && p < 1u << s->part_bits; p++) {
            const uint32_t part = (uint32_t)tile << s->part_bits | p;
            assert(part >> s->part_bits == tile); /* `can` has room for the parts of one tile */
            if ((part & e->step.part_fixed) == e->step.part_value) {
                s->kernel->or_step(can + p * part_words, s->ones, &e->step.row, NULL);
            }
        }
    }
    for (size_t i = 0; i < words; i++) {
        assert((sum[i] & ~can[i]) == 0); /* nobody wins by a move that he does not have */
        sum[i] |= ~can[i];
    }
}

/* From the sum of all contributions to what other rows use. */
static void finish_tile(const sweep_half *h, size_t tile, size_t i, uint64_t *sum)
{
    const sweep *s = h->s;
    const size_t words = row_words(sweep_tile_bits_inside(s));
    uint64_t *to = sweep_tile_at(&h->to, tile, i);
    if (s->question == SWEEP_REACH) {
        if (h->mover == PM_WHITE) {
            add_starts(s, h->sets[i], tile, sum);
        }
        memcpy(to, sum, words * 8);
        return;
    }
    if (s->question == SWEEP_MARGIN && h->mover == PM_BLACK) {
        s->kernel->or_less(sum, sweep_tile_at(&h->sources[h->place], tile, i), words);
    }
    (s->question == SWEEP_MARGIN ? s->kernel->store_not : s->kernel->store_turned)(to, sum, words);
}

/* A step that is to be done, and where. */
typedef struct work {
    row_next step;
    uint64_t *to;
} work;

/* Do the step before, now that the next one is known. */
static void follow(const sweep *s, work *last, work next)
{
    if (last->to) {
        const bool asks = next.to && sweep_part_bits_inside(s) >= AHEAD_BITS;
        s->kernel->or_step(last->to, last->step.src, last->step.step, asks ? &next.step : NULL);
    }
    *last = next;
}

/* Add what all terms contribute to tile `tile` of row i, to one accumulator for each symmetry, in the coordinates of
 * the symmetry: part by part. Returns the set of symmetries that have one. */
static uint32_t add_terms(const sweep_half *h, size_t tile, size_t i, uint64_t *sum)
{
    const sweep *s = h->s;
    const size_t words = row_words(sweep_tile_bits_inside(s)), part_words = words >> s->part_bits;
    const uint32_t n_parts = 1u << s->part_bits;
    const sweep_term *terms = s->terms + i * s->term_stride;
    uint32_t touched = 0;
    work last = {0};
    for (uint32_t p = 0; p < n_parts; p++) {
        for (uint32_t t = 0; t < s->n_terms[i]; t++) {
            const sweep_step *step = &s->steps[h->mover][terms[t].step];
            const uint32_t g = step->symmetry;
            const uint32_t part = (uint32_t)s->tile_image[g][tile] << s->part_bits | p;
            if ((part & step->part_fixed) != step->part_value) {
                continue;
            }
            if (!(touched >> g & 1)) {
                touched |= 1u << g;
                memset(sum + g * words, 0, words * 8);
            }
            const uint32_t from = part ^ step->part_flip;
            const uint64_t *src = sweep_tile_at(&h->sources[terms[t].source], from >> s->part_bits, terms[t].rank);
            follow(s, &last,
                   (work){{src + (from & (n_parts - 1)) * part_words, &step->row}, sum + g * words + p * part_words});
        }
    }
    follow(s, &last, (work){0});
    return touched;
}

void sweep_build_tile(const sweep_half *h, size_t tile, size_t i, uint64_t *sum)
{
    const sweep *s = h->s;
    const size_t words = row_words(sweep_tile_bits_inside(s));
    const uint32_t touched = add_terms(h, tile, i, sum);
    if (!(touched & 1)) { /* the identity's, in which the others are gathered */
        memset(sum, 0, words * 8);
    }
    for (int g = 1; touched >> g; g++) {
        if (touched >> g & 1) {
            s->kernel->or_permuted(sum, sum + (size_t)g * words, &s->permutation[g]);
        }
    }
    if (sweep_marks_stuck(s)) {
        add_stuck(h, h->sets[i], tile, sum, sum + (size_t)s->orbits.n_symmetries * words);
    }
    finish_tile(h, tile, i, sum);
}

/* The parallel loop over rows and tiles of a half. */
typedef struct build_job {
    sweep_half half;
    size_t n_rows;
} build_job;

static void build_rows(size_t begin, size_t end, int worker, void *ctx)
{
    const build_job *job = ctx;
    sweep *s = job->half.s;
    if (atomic_load_explicit(&s->is_stopped, memory_order_relaxed)) {
        return;
    }
    uint64_t *sum = s->scratch + (size_t)worker * s->scratch_words;
    assert(worker < s->options.threads);
    for (size_t item = begin; item < end; item++) {
        sweep_build_tile(&job->half, item / job->n_rows, item % job->n_rows, sum);
    }
    atomic_fetch_add(&s->rows_done, end - begin);
    if (worker == 0 && s->options.progress &&
        s->options.progress(s->options.progress_ctx, atomic_load(&s->rows_done), s->rows_total)) {
        atomic_store(&s->is_stopped, true);
    }
}

static void run_half(par_team *team, sweep *s, int place, pm_color mover)
{
    const sublayers *order = sweep_order(s);
    const pm_color other = mover == PM_BLACK ? PM_WHITE : PM_BLACK;
    sweep_block sources[SUBLAYERS_MAX];
    for (int i = 0; i < order->n; i++) {
        sources[i] = sweep_arena_block(s, i, other);
    }
    const size_t n_rows = order->all[place].n_rows;
    build_job job = {{s, mover, place, s->sets + s->first[place], sweep_arena_block(s, place, mover), sources}, n_rows};
    par_for(team, n_rows, PIECE_TERMS, sweep_list_terms, &job.half);
    const size_t tile_bytes = row_words(sweep_tile_bits_inside(s)) * 8;
    const size_t grain = PIECE_BYTES > tile_bytes ? PIECE_BYTES / tile_bytes : 1;
    par_for(team, n_rows << s->tile_bits, grain, build_rows, &job);
}

typedef struct run_job {
    sweep *s;
    sweep_visitor *visit, *visit_layer;
    void *ctx;
    pm_error *err;
    pm_status status;
} run_job;

static sweep_layer finished_rows(const sweep *s, int place, pm_color mover)
{
    return (sweep_layer){
        .size = sublayer_size(&sweep_order(s)->all[place]),
        .mover = mover,
        .n_rows = sweep_order(s)->all[place].n_rows,
        .sets = s->sets + s->first[place],
        .sweep = s,
        .place = place,
        .block = sweep_arena_block(s, place, mover),
    };
}

static sweep_layer whole_layer(const sweep *s, pm_color mover, int size)
{
    return (sweep_layer){
        .size = size,
        .mover = mover,
        .n_rows = orbits_count(&s->orbits, size),
        .sets = s->orbits.kept + s->orbits.first[size],
        .sweep = s,
        .place = -1,
    };
}

/* Whether the sublayer at a place is the last of its layer in an order by layers. */
static bool ends_layer(const sublayers *order, int place)
{
    return place + 1 == order->n || sublayer_size(&order->all[place + 1]) != sublayer_size(&order->all[place]);
}

static pm_status visit_whole_layer(run_job *job, par_team *team, int size)
{
    const sweep_layer white = whole_layer(job->s, PM_WHITE, size);
    const sweep_layer black = whole_layer(job->s, PM_BLACK, size);
    const bool has_white = job->s->options.keep == SUBLAYERS_KEEP_BOTH;
    return job->visit_layer(job->ctx, team, has_white ? &white : NULL, &black, job->err);
}

static pm_status run_sublayer(run_job *job, par_team *team, int place)
{
    sweep *s = job->s;
    const sublayers *order = sweep_order(s);
    run_half(team, s, place, PM_WHITE);
    run_half(team, s, place, PM_BLACK);
    if (atomic_load(&s->is_stopped)) {
        return status_fail(job->err, PM_INTERRUPTED, 0, "interrupted in sublayer %d of %d", place + 1, order->n);
    }
    pm_status status = PM_OK;
    if (job->visit) {
        const sweep_layer white = finished_rows(s, place, PM_WHITE);
        const sweep_layer black = finished_rows(s, place, PM_BLACK);
        status = job->visit(job->ctx, team, &white, &black, job->err);
    }
    if (status == PM_OK && job->visit_layer && ends_layer(order, place)) {
        status = visit_whole_layer(job, team, sublayer_size(&order->all[place]));
    }
    return status;
}

static void run_sublayers(par_team *team, void *ctx)
{
    run_job *job = ctx;
    const sweep *s = job->s;
    const int n_layers = s->options.n_layers ? s->options.n_layers : s->orbits.n + 1;
    for (int i = 0; i < sweep_order(s)->n && job->status == PM_OK; i++) {
        const int size = sublayer_size(&sweep_order(s)->all[i]);
        if (size >= s->first_layer && size < n_layers) {
            job->status = run_sublayer(job, team, i);
        }
    }
}

pm_status sweep_run_by_layers(sweep *s, sweep_visitor *visit, sweep_visitor *visit_layer, void *ctx, pm_error *err)
{
    assert(s->arena && (!visit_layer || s->options.keep != SUBLAYERS_KEEP_NONE));
    run_job job = {s, visit, visit_layer, ctx, err, PM_OK};
    atomic_store(&s->rows_done, 0);
    atomic_store(&s->is_stopped, false);
    s->rows_total = 2 * s->plan.rows << s->tile_bits;
    par_run(s->options.threads, run_sublayers, &job);
    s->first_layer = 0;
    return job.status;
}

pm_status sweep_run(sweep *s, sweep_visitor *visit, void *ctx, pm_error *err)
{
    return sweep_run_by_layers(s, visit, NULL, ctx, err);
}
