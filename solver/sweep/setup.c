/* Preparing a sweep: the plan of its memory, the moves seen through each symmetry, the buffers.
 *
 * SPDX-License-Identifier: MIT
 */
#include "solver/sweep/state.h"

#include "src/base/pages.h"
#include "src/base/status.h"

#include <assert.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>

enum {
    LARGE_TILE_BITS = 17, /* a tile of nibbles or bytes, if the options do not say: 16 KiB */
    PART_BITS = 16,       /* of a part of a tile: 8 KiB, of which the first cache holds one for each symmetry */
    SMALL_CELLS = 22,     /* boards of fewer cells are done before a second thread has woken up */
};

static int max_int(int a, int b)
{
    return a > b ? a : b;
}

/* How many Black layers back a White move may look. */
static int layers_needed(const sweep_spec *spec)
{
    int most = 1;
    for (int m = 0; m < spec->n_moves[PM_WHITE]; m++) {
        most = max_int(most, __builtin_popcount(spec->moves[PM_WHITE][m].flip));
    }
    return most;
}

static row_element element_of(const sweep_spec *spec)
{
    switch (spec->question) {
    case SWEEP_REMOTENESS:
        return ROW_BYTES;
    case SWEEP_MARGIN:
        return spec->has_wide_margins ? ROW_BYTES : ROW_NIBBLES;
    case SWEEP_OUTCOME:
    case SWEEP_REACH:
        return ROW_BITS;
    }
    assert(0);
    return ROW_BITS;
}

static int row_bits(const sweep_spec *spec)
{
    return max_int(spec->n_index + (int)element_of(spec), ROW_MIN_BITS);
}

/* Bits that the sweep reads and combines: a move with k conditions on the row and l on the index works on 2^-k of the
 * rows and 2^-l of the index. */
static double plan_work(const sweep_spec *spec, uint64_t rows)
{
    double work = 0;
    for (int color = 0; color < 2; color++) {
        for (int m = 0; m < spec->n_moves[color]; m++) {
            const sweep_move *move = &spec->moves[color][m];
            work += ldexp(1, -__builtin_popcount(move->fixed) - __builtin_popcount(move->op.fixed));
        }
    }
    return work * (double)rows * ldexp(1, spec->n_index + (int)element_of(spec));
}

/* What White's moves take of either class, each once. */
static void add_step(sublayers_spec *to, sublayer_step step)
{
    for (int i = 0; i < to->n_steps; i++) {
        if (to->steps[i].first == step.first && to->steps[i].second == step.second) {
            return;
        }
    }
    assert(to->n_steps < SUBLAYERS_MAX_STEPS);
    to->steps[to->n_steps++] = step;
}

#ifndef NDEBUG
/* Whether Black's moves keep the number of elements in each class. */
static bool keeps_classes(const sweep_spec *spec)
{
    for (int m = 0; m < spec->n_moves[PM_BLACK]; m++) {
        const sweep_move *move = &spec->moves[PM_BLACK][m];
        const uint32_t leaves = move->flip & move->value, enters = move->flip & ~move->value;
        if (__builtin_popcount(leaves & spec->first_class) != __builtin_popcount(enters & spec->first_class) ||
            __builtin_popcount(leaves) != __builtin_popcount(enters)) {
            return false;
        }
    }
    return true;
}
#endif

sublayers_spec sweep_sublayers_spec(const sweep_spec *spec)
{
    sublayers_spec s = {.n = spec->n_sets,
                        .n_symmetries = spec->n_symmetries,
                        .permutation = spec->set_permutation,
                        .first_class = spec->first_class};
    for (int m = 0; m < spec->n_moves[PM_WHITE]; m++) {
        const uint32_t taken = spec->moves[PM_WHITE][m].flip;
        add_step(&s, (sublayer_step){(uint8_t)__builtin_popcount(taken & spec->first_class),
                                     (uint8_t)__builtin_popcount(taken & ~spec->first_class)});
    }
    assert(keeps_classes(spec));
    return s;
}

void sweep_plan_make(const sweep_spec *spec, sublayers_keep keep, sweep_plan *plan)
{
    const uint64_t row_bytes = row_words(row_bits(spec)) * 8;
    const uint64_t stride = (uint64_t)max_int(spec->n_moves[PM_BLACK], spec->n_moves[PM_WHITE]);
    const sublayers_spec order = sweep_sublayers_spec(spec);
    *plan = (sweep_plan){
        .row_bytes = row_bytes,
        .pairs = (uint64_t)2 << (spec->n_sets + spec->n_index),
        .n_layers_back = layers_needed(spec),
    };
    sublayers_plan(&order, keep, &plan->order);
    plan->rows = plan->order.rows;
    assert(plan->order.largest <= plan->rows);
    plan->kept_pairs = plan->rows << (spec->n_index + 1);
    plan->work = plan_work(spec, plan->rows);
    plan->bytes = plan->order.arena * row_bytes +
                  plan->order.largest * (stride * sizeof(sweep_term) + sizeof(uint32_t)) +
                  2 * plan->rows * sizeof(uint32_t) + orbits_bytes(spec->n_sets);
}

/* The move `m` as it looks in the coordinates of symmetry g, cut into what happens inside a part of a tile and between
 * parts. */
static sweep_step step_make(const sweep *s, const sweep_move *move, int g)
{
    const row_element e = s->element;
    const row_op op = {sweep_address_image(s, g, move->op.fixed << e), sweep_address_image(s, g, move->op.value << e),
                       sweep_address_image(s, g, move->op.flip << e)};
    const int n_inside = sweep_part_bits_inside(s);
    const uint32_t inside = (uint32_t)(((uint64_t)1 << n_inside) - 1);
    const row_op in_part = {op.fixed & inside, op.value & inside, op.flip & inside};
    assert((op.fixed & ((1u << e) - 1)) == 0); /* nothing happens inside an element */
    return (sweep_step){
        .row = row_step_make(s->kernel, n_inside, in_part),
        .part_fixed = (uint32_t)((uint64_t)op.fixed >> n_inside),
        .part_value = (uint32_t)((uint64_t)op.value >> n_inside),
        .part_flip = (uint32_t)((uint64_t)op.flip >> n_inside),
        .symmetry = (uint32_t)g,
    };
}

/* Moves whose steps have the same kind and cost follow each other, so that branches are well predicted. */
static int compare_moves(const void *a, const void *b)
{
    const row_op x = ((const sweep_move *)a)->op;
    const row_op y = ((const sweep_move *)b)->op;
    const uint32_t block = (1u << ROW_MIN_BITS) - 1;
    const int by_kind = ((x.fixed & block) != 0) - ((y.fixed & block) != 0);
    const int by_width = __builtin_popcount(x.fixed) - __builtin_popcount(y.fixed);
    return by_kind ? by_kind : by_width ? by_width : (x.fixed > y.fixed) - (x.fixed < y.fixed);
}

static bool make_steps(sweep *s, const sweep_spec *spec)
{
    const int n_symmetries = s->orbits.n_symmetries;
    for (int color = 0; color < 2; color++) {
        const int n = s->n_moves[color] = spec->n_moves[color];
        assert(n * n_symmetries <= UINT16_MAX);
        s->moves[color] = malloc(((size_t)n + 1) * sizeof(sweep_move));
        s->steps[color] = malloc(((size_t)n * (size_t)n_symmetries + 1) * sizeof(sweep_step));
        if (!s->moves[color] || !s->steps[color]) {
            return false;
        }
        if (n > 0) {
            memcpy(s->moves[color], spec->moves[color], (size_t)n * sizeof(sweep_move));
            qsort(s->moves[color], (size_t)n, sizeof(sweep_move), compare_moves);
        }
        for (int m = 0; m < n; m++) {
            for (int g = 0; g < n_symmetries; g++) {
                s->steps[color][m * n_symmetries + g] = step_make(s, &s->moves[color][m], g);
            }
        }
    }
    return true;
}

/* Whether a position that has move `m` has `other` too. */
static bool is_implied(const sweep_move *m, const sweep_move *other)
{
    return (m->fixed & other->fixed) == other->fixed && (m->value & other->fixed) == other->value &&
           (m->op.fixed & other->op.fixed) == other->op.fixed && (m->op.value & other->op.fixed) == other->op.value;
}

/* Of moves that ask for the same, the first is listed. */
static bool is_exit(const sweep_move moves[], int n, int m)
{
    for (int i = 0; i < n; i++) {
        if (i != m && is_implied(&moves[m], &moves[i]) && !(is_implied(&moves[i], &moves[m]) && i > m)) {
            return false;
        }
    }
    return true;
}

/* What sees whether a position has a move. */
static bool make_exits(sweep *s)
{
    for (int color = 0; color < 2; color++) {
        const int n = s->n_moves[color];
        s->exits[color] = malloc(((size_t)n + 1) * sizeof *s->exits[color]);
        if (!s->exits[color]) {
            return false;
        }
        for (int m = 0; m < n; m++) {
            const sweep_move *move = &s->moves[color][m];
            if (is_exit(s->moves[color], n, m)) {
                s->exits[color][s->n_exits[color]++] = (sweep_exit){move->fixed, move->value, step_make(s, move, 0)};
            }
        }
        assert(n == 0 || s->n_exits[color] > 0);
    }
    s->ones_bytes = row_words(sweep_tile_bits_inside(s)) * 8;
    s->ones = pages_new(s->ones_bytes);
    if (s->ones) {
        memset(s->ones, 0xff, s->ones_bytes);
    }
    return s->ones;
}

static bool make_permutations(sweep *s)
{
    const int n_inside = sweep_tile_bits_inside(s);
    for (int g = 0; g < s->orbits.n_symmetries; g++) {
        if (!row_permutation_make(n_inside, s->index_permutation[g], &s->permutation[g])) {
            return false;
        }
        for (uint32_t t = 0; t < 1u << s->tile_bits; t++) {
            const uint32_t first = (uint32_t)((uint64_t)t << n_inside); /* without tiles n_inside may be 32 */
            s->tile_image[g][t] = (uint8_t)((uint64_t)sweep_address_image(s, g, first) >> n_inside);
            assert((uint64_t)sweep_address_image(s, g, first) >> n_inside << n_inside ==
                   sweep_address_image(s, g, first));
        }
    }
    return true;
}

/* The kept sets by sublayer, each list ascending as the layers are. */
static bool list_sublayers(sweep *s)
{
    const sublayers *order = sweep_order(s);
    const size_t n_kept = s->orbits.first[s->orbits.n + 1];
    s->sets = malloc(n_kept * sizeof *s->sets);
    s->rank = malloc(n_kept * sizeof *s->rank);
    if (!s->sets || !s->rank) {
        return false;
    }
    size_t n[SUBLAYERS_MAX] = {0};
    for (int i = 0; i < order->n; i++) {
        s->first[i + 1] = s->first[i] + order->all[i].n_rows;
    }
    assert(s->first[order->n] == n_kept);
    for (size_t i = 0; i < n_kept; i++) {
        const int place = sublayers_place(order, s->orbits.kept[i]);
        assert(n[place] < order->all[place].n_rows);
        s->rank[i] = (uint32_t)n[place];
        s->sets[s->first[place] + n[place]++] = s->orbits.kept[i];
    }
    return true;
}

static bool make_arena(sweep *s)
{
    s->arena_bytes = s->plan.order.arena * sweep_row_words(s) * 8;
    s->arena = pages_new(s->arena_bytes);
    return s->arena;
}

static bool make_buffers(sweep *s)
{
    const size_t largest = s->plan.order.largest;
    s->term_stride = (size_t)max_int(max_int(s->n_moves[PM_BLACK], s->n_moves[PM_WHITE]), 1);
    s->term_bytes = largest * s->term_stride * sizeof *s->terms;
    s->terms = pages_new(s->term_bytes);
    s->n_terms_bytes = largest * sizeof *s->n_terms;
    s->n_terms = pages_new(s->n_terms_bytes);
    s->scratch_words = (size_t)(s->orbits.n_symmetries + sweep_marks_stuck(s)) * row_words(sweep_tile_bits_inside(s));
    s->scratch_bytes = (size_t)s->options.threads * s->scratch_words * 8;
    s->scratch = pages_new(s->scratch_bytes);
    return list_sublayers(s) && s->terms && s->n_terms && s->scratch;
}

/* Whether every symmetry keeps the top n bits of an address among themselves. */
static bool is_tile_closed(const sweep *s, int n)
{
    for (int g = 0; g < s->orbits.n_symmetries; g++) {
        for (int i = s->row_bits - n; i < s->row_bits; i++) {
            if (s->index_permutation[g][i] < s->row_bits - n) {
                return false;
            }
        }
    }
    return true;
}

/* For bits all that the specification names, or none: fewer need not be closed under the symmetries. The longer rows of
 * larger elements gain from more, down to a size at which the accumulators of all symmetries fit the second cache. */
static int choose_tile_bits(const sweep *s, const sweep_spec *spec)
{
    const int room = s->row_bits - ROW_MIN_BITS;
    if (!s->options.with_tiles) {
        return 0;
    }
    if (s->element == ROW_BITS) {
        return spec->n_tile <= room && spec->n_tile <= SWEEP_MAX_TILE_BITS ? spec->n_tile : 0;
    }
    int n = s->row_bits - (s->options.large_tile_bits ? s->options.large_tile_bits : LARGE_TILE_BITS);
    n = n > room ? room : n > SWEEP_MAX_TILE_BITS ? SWEEP_MAX_TILE_BITS : n;
    while (n > 0 && !is_tile_closed(s, n)) {
        n--;
    }
    return max_int(n, 0);
}

/* The permutations of the index as permutations of addresses: the bits inside an element stay, and so does padding. */
static void make_index_permutations(sweep *s, const sweep_spec *spec)
{
    const int e = (int)s->element;
    for (int g = 0; g < spec->n_symmetries; g++) {
        for (int i = 0; i < s->row_bits; i++) {
            const bool is_index = i >= e && i < e + spec->n_index;
            s->index_permutation[g][i] = (uint8_t)(is_index ? spec->index_permutation[g][i - e] + e : i);
        }
    }
}

static bool copy_starts(sweep *s, const sweep_spec *spec)
{
    s->n_starts = spec->n_starts;
    s->starts = malloc(((size_t)spec->n_starts + 1) * sizeof *s->starts);
    if (s->starts && spec->n_starts > 0) {
        memcpy(s->starts, spec->starts, (size_t)spec->n_starts * sizeof *s->starts);
    }
    return s->starts;
}

bool sweep_is_top_closed(const sweep_spec *spec, int n)
{
    for (int g = 0; g < spec->n_symmetries; g++) {
        for (int i = spec->n_index - n; i < spec->n_index; i++) {
            if (i < 0 || spec->index_permutation[g][i] < spec->n_index - n) {
                return false;
            }
        }
    }
    return true;
}

/* A sweep without an arena; tile_bits < 0 leaves the choice of them to the sweep. */
static pm_status make_sweep(const sweep_spec *spec, const sweep_options *options, const sweep_plan *plan, int tile_bits,
                            sweep **out, pm_error *err)
{
    sweep *s = calloc(1, sizeof *s);
    if (!s || !orbits_make(spec->n_sets, spec->n_symmetries, spec->set_permutation, &s->orbits)) {
        free(s);
        return status_no_memory(err, "the orbits of sets", 0);
    }
    s->options = *options;
    if (spec->n_sets + spec->n_index < SMALL_CELLS) {
        s->options.threads = 1;
    }
    s->question = spec->question;
    s->element = element_of(spec);
    s->kernel = row_kernel_named(s->element, options->kernel);
    s->plan = *plan;
    s->n_index = spec->n_index;
    s->row_bits = row_bits(spec);
    make_index_permutations(s, spec);
    s->tile_bits = tile_bits < 0 ? choose_tile_bits(s, spec) : tile_bits;
    const int inside_part = s->options.part_bits ? s->options.part_bits : PART_BITS;
    s->part_bits = tile_bits < 0 || s->options.part_bits ? max_int(sweep_tile_bits_inside(s) - inside_part, 0) : 0;
    if (!s->kernel || !copy_starts(s, spec) || !make_steps(s, spec) ||
        (spec->is_misere && s->question == SWEEP_OUTCOME && !make_exits(s)) || !make_permutations(s) ||
        !make_buffers(s)) {
        sweep_free(s);
        return status_no_memory(err, "the sweep", plan->bytes);
    }
    *out = s;
    return PM_OK;
}

static pm_status check_length(const sweep_spec *spec, pm_error *err)
{
    if (spec->n_index + (int)element_of(spec) > ROW_MAX_BITS) {
        return status_fail(err, PM_NO_MEMORY, 0, "rows of 2^%d positions are too long for this question, at most 2^%d",
                           spec->n_index, ROW_MAX_BITS - (int)element_of(spec));
    }
    return PM_OK;
}

pm_status sweep_new(const sweep_spec *spec, const sweep_options *options, sweep **out, pm_error *err)
{
    assert(spec->n_sets <= ORBITS_MAX_N && spec->n_index <= ROW_MAX_BITS && options->threads >= 1);
    assert(!spec->is_misere || spec->question == SWEEP_OUTCOME || spec->question == SWEEP_REACH);
    pm_status status = check_length(spec, err);
    if (status != PM_OK) {
        return status;
    }
    sweep_plan plan;
    sweep_plan_make(spec, options->keep, &plan);
    if (plan.bytes > options->memory) {
        return status_over_budget(err, "the sweep", plan.bytes, options->memory);
    }
    sweep *s;
    status = make_sweep(spec, options, &plan, -1, &s, err);
    if (status == PM_OK && !make_arena(s)) {
        status = status_no_memory(err, "the sweep", plan.bytes);
        sweep_free(s);
    }
    if (status == PM_OK) {
        *out = s;
    }
    return status;
}

pm_status sweep_new_without_arena(const sweep_spec *spec, const sweep_options *options, int tile_bits, sweep **out,
                                  pm_error *err)
{
    assert(tile_bits == 0 || sweep_is_top_closed(spec, tile_bits));
    const pm_status status = check_length(spec, err);
    if (status != PM_OK) {
        return status;
    }
    sweep_plan plan;
    sweep_plan_make(spec, options->keep, &plan);
    return make_sweep(spec, options, &plan, tile_bits, out, err);
}

void sweep_free(sweep *s)
{
    if (!s) {
        return;
    }
    for (int color = 0; color < 2; color++) {
        free(s->moves[color]);
        free(s->steps[color]);
        free(s->exits[color]);
    }
    pages_free(s->ones, s->ones_bytes);
    free(s->starts);
    for (int g = 0; g < s->orbits.n_symmetries; g++) {
        row_permutation_clear(&s->permutation[g]);
    }
    free(s->sets);
    free(s->rank);
    pages_free(s->arena, s->arena_bytes);
    pages_free(s->terms, s->term_bytes);
    pages_free(s->n_terms, s->n_terms_bytes);
    pages_free(s->scratch, s->scratch_bytes);
    orbits_clear(&s->orbits);
    free(s);
}
