/* What can arise: see reach.h.
 *
 * SPDX-License-Identifier: MIT
 */
#include "solver/konane/reach.h"

#include "solver/konane/query.h"
#include "src/base/bits.h"
#include "src/base/pages.h"
#include "src/base/status.h"

#include <assert.h>
#include <stdlib.h>
#include <string.h>

/* ---- the specification ------------------------------------------------------------------------------- */

/* With t the last landing cell, a jump of White arrived at w that has t and lacks the other cells of its path, and took
 * stones that are in c now; one of Black arrived at c that has all cells of its path but t, and took stones that w
 * lacks. */
static sweep_move undone(pm_color color, sweep_move jump)
{
    assert((jump.value & ~jump.fixed) == 0 && (jump.op.value & ~jump.op.fixed) == 0);
    if (color == PM_WHITE) {
        jump.op.value ^= jump.op.flip;
        return jump;
    }
    jump.value = jump.fixed & ~(jump.flip ^ jump.value);
    jump.op.value = 0;
    return jump;
}

static bool make_moves(const konane_space *space, sweep_spec *spec)
{
    for (int color = 0; color < 2; color++) {
        const int n = space->spec.n_moves[color];
        sweep_move *moves = malloc(((size_t)n + 1) * sizeof *moves);
        spec->moves[color] = moves;
        for (int m = 0; moves && m < n; m++) {
            moves[m] = undone((pm_color)color, space->spec.moves[color][m]);
        }
    }
    return spec->moves[0] && spec->moves[1];
}

static bool is_start(const sweep_start starts[], int n, sweep_start s)
{
    for (int i = 0; i < n; i++) {
        if (starts[i].set == s.set && starts[i].index == s.index) {
            return true;
        }
    }
    return false;
}

static uint32_t image(const uint8_t permutation[], int n, uint32_t set)
{
    uint32_t to = 0;
    for (int i = 0; i < n; i++) {
        to |= (set >> i & 1) << permutation[i];
    }
    return to;
}

static bool keeps_starts(const sweep_spec *spec, int g)
{
    for (int i = 0; i < spec->n_starts; i++) {
        const sweep_start s = {image(spec->set_permutation[g], spec->n_sets, spec->starts[i].set),
                               image(spec->index_permutation[g], spec->n_index, spec->starts[i].index)};
        if (!is_start(spec->starts, spec->n_starts, s)) {
            return false;
        }
    }
    return true;
}

/* The stabiliser of the set of starts, a group again. */
static void keep_symmetries(sweep_spec *spec)
{
    int n = 0;
    for (int g = 0; g < spec->n_symmetries; g++) {
        if (keeps_starts(spec, g)) {
            memmove(spec->set_permutation[n], spec->set_permutation[g], sizeof spec->set_permutation[g]);
            memmove(spec->index_permutation[n], spec->index_permutation[g], sizeof spec->index_permutation[g]);
            n++;
        }
    }
    assert(n >= 1); /* the identity keeps everything */
    spec->n_symmetries = n;
}

static uint32_t all_black(const konane_space *space)
{
    return konane_space_b(space, space->board->cells[PM_BLACK]);
}

pm_status konane_reach_spec(const konane_space *space, sweep_spec *out, pm_error *err)
{
    konane_opening_result openings[KONANE_MAX_OPENINGS];
    konane_query queries[KONANE_MAX_OPENINGS];
    pm_position start;
    const pm_status status = pm_start(space->board, &start, err);
    if (status != PM_OK) {
        return status;
    }
    sweep_spec spec = space->spec;
    spec.question = SWEEP_REACH;
    const int n = konane_opening_queries(space->board, openings, queries);
    sweep_start *starts = malloc(((size_t)n + 1) * sizeof *starts);
    spec.starts = starts;
    spec.n_starts = n;
    if (!make_moves(space, &spec) || !starts) {
        konane_reach_spec_clear(&spec);
        return status_no_memory(err, "the list of jumps", 0);
    }
    for (int i = 0; i < n; i++) {
        const uint64_t occupied = queries[i].pos.occupied;
        starts[i] = (sweep_start){all_black(space) & ~konane_space_b(space, occupied), konane_space_w(space, occupied)};
    }
    keep_symmetries(&spec);
    *out = spec;
    return PM_OK;
}

void konane_reach_spec_clear(sweep_spec *spec)
{
    free((void *)(uintptr_t)spec->moves[PM_BLACK]);
    free((void *)(uintptr_t)spec->moves[PM_WHITE]);
    free((void *)(uintptr_t)spec->starts);
    *spec = (sweep_spec){0};
}

/* ---- counting ------------------------------------------------------------------------------------------ */

enum { PIECE_ROWS = 16 };

typedef struct count_job {
    const konane_space *space;
    const row_kernel *kernel;
    row_step *possible[2]; /* for each jump: mark the w in which it can be made */
    konane_reach *reach;

    /* Of the layer that is being counted. */
    const sweep_layer *layer;
    pm_color mover;
    size_t row_words;
    uint64_t *scratch;   /* a row of ones; then for each worker two rows: reached, and with a jump */
    konane_reach *slots; /* one for each worker */
} count_job;

/* Mark each w that has a jump for the side to move, in `can`. */
static void mark_jumps(const count_job *job, uint32_t b, uint64_t *can)
{
    const sweep_spec *spec = &job->space->spec;
    memset(can, 0, job->row_words * 8);
    for (int m = 0; m < spec->n_moves[job->mover]; m++) {
        const sweep_move *move = &spec->moves[job->mover][m];
        if ((b & move->fixed) == move->value) {
            job->kernel->or_step(can, job->scratch, &job->possible[job->mover][m], NULL);
        }
    }
}

/* Add the ones of `row` to counts by number of elements of their index, times `weight`. */
static void count_ones(const uint64_t *row, int n_index, uint64_t weight, uint64_t count[][2], pm_color mover)
{
    const size_t n_words = n_index < 6 ? 1 : row_words(n_index);
    const uint64_t valid = n_index < 6 ? (UINT64_C(1) << (1 << n_index)) - 1 : UINT64_MAX;
    for (size_t a = 0; a < n_words; a++) {
        const uint64_t word = row[a] & valid;
        for (int j = 0; word && j < 7; j++) {
            count[bits_count(a) + j][mover] += weight * (uint64_t)bits_count(word & bits_weighing(j));
        }
    }
}

static void count_rows(size_t begin, size_t end, int worker, void *ctx)
{
    const count_job *job = ctx;
    const sweep_layer *layer = job->layer;
    const int n_index = sweep_index_bits(layer->sweep);
    const orbits *o = sweep_orbits(layer->sweep);
    konane_reach *slot = &job->slots[worker];
    uint64_t *reached = job->scratch + (1 + (size_t)worker * 2) * job->row_words;
    uint64_t *can = reached + job->row_words;
    for (size_t i = begin; i < end; i++) {
        const uint32_t b = all_black(job->space) & ~layer->sets[i];
        const int n_black = bits_count(b);
        const uint64_t weight = (uint64_t)orbits_size(o, layer->sets[i]);
        assert(n_black + layer->size == job->space->spec.n_sets); /* the sets are those that were taken */
        sweep_row_read(layer, i, reached);
        mark_jumps(job, b, can);
        count_ones(reached, n_index, weight, slot->reachable + n_black, job->mover);
        for (size_t a = 0; a < job->row_words; a++) {
            reached[a] &= ~can[a];
        }
        count_ones(reached, n_index, weight, slot->terminal + n_black, job->mover);
    }
}

static void add_counts(konane_reach *to, const konane_reach *from)
{
    for (int stones = 0; stones <= PM_MAX_CELLS; stones++) {
        for (int color = 0; color < 2; color++) {
            to->reachable[stones][color] += from->reachable[stones][color];
            to->terminal[stones][color] += from->terminal[stones][color];
        }
    }
}

/* White has just jumped into the rows called White's: there Black is to move. */
static pm_status count_layer(void *ctx, par_team *team, const sweep_layer *white, const sweep_layer *black,
                             pm_error *err)
{
    count_job *job = ctx;
    const size_t n_workers = (size_t)par_size(team);
    job->row_words = row_words(sweep_row_bits(white->sweep));
    const size_t slots_bytes = n_workers * sizeof *job->slots;
    const size_t scratch_bytes = (1 + 2 * n_workers) * job->row_words * 8;
    job->slots = pages_new(slots_bytes);
    job->scratch = pages_new(scratch_bytes);
    const bool is_possible = job->slots && job->scratch;
    if (is_possible) {
        memset(job->scratch, 255, job->row_words * 8);
        const sweep_layer *layers[2] = {[PM_BLACK] = white, [PM_WHITE] = black};
        for (int color = 0; color < 2; color++) {
            job->mover = (pm_color)color;
            job->layer = layers[color];
            par_for(team, job->layer->n_rows, PIECE_ROWS, count_rows, job);
        }
        for (size_t w = 0; w < n_workers; w++) {
            add_counts(job->reach, &job->slots[w]);
        }
    }
    pages_free(job->slots, slots_bytes);
    pages_free(job->scratch, scratch_bytes);
    return is_possible ? PM_OK : status_no_memory(err, "counting a layer", 0);
}

static bool make_possible(count_job *job, const sweep *s)
{
    const sweep_spec *spec = &job->space->spec;
    bool is_complete = true;
    for (int color = 0; color < 2; color++) {
        const int n = spec->n_moves[color];
        job->possible[color] = malloc(((size_t)n + 1) * sizeof(row_step));
        is_complete = is_complete && job->possible[color];
        for (int m = 0; job->possible[color] && m < n; m++) {
            row_op op = spec->moves[color][m].op;
            op.flip = 0;
            assert(op.fixed >> spec->n_index == 0 || spec->n_index == 32);
            job->possible[color][m] = row_step_make(job->kernel, sweep_row_bits(s), op);
        }
    }
    return is_complete;
}

static pm_status count_all(const konane_space *space, sweep *s, const sweep_options *options, konane_reach *reach,
                           pm_error *err)
{
    const int n_stones = space->spec.n_sets + space->spec.n_index;
    *reach = (konane_reach){.n_stones = n_stones};
    count_job job = {.space = space, .kernel = row_kernel_named(ROW_BITS, options->kernel), .reach = reach};
    const pm_status status =
        make_possible(&job, s) ? sweep_run(s, count_layer, &job, err) : status_no_memory(err, "counting", 0);
    free(job.possible[PM_BLACK]);
    free(job.possible[PM_WHITE]);
    for (int stones = 0; stones <= n_stones; stones++) {
        reach->total_reachable += reach->reachable[stones][PM_BLACK] + reach->reachable[stones][PM_WHITE];
        reach->total_terminal += reach->terminal[stones][PM_BLACK] + reach->terminal[stones][PM_WHITE];
    }
    return status;
}

pm_status konane_reach_count(const konane_space *space, const sweep_options *options, konane_reach *reach,
                             pm_error *err)
{
    sweep_spec spec;
    pm_status status = konane_reach_spec(space, &spec, err);
    if (status != PM_OK) {
        return status;
    }
    sweep *s;
    status = sweep_new(&spec, options, &s, err);
    if (status == PM_OK) {
        status = count_all(space, s, options, reach, err);
        sweep_free(s);
    }
    konane_reach_spec_clear(&spec);
    return status;
}
