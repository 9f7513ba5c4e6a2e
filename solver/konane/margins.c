/* Integer values by sweep: see margins.h.
 *
 * SPDX-License-Identifier: MIT
 */
#include "solver/konane/margins.h"

#include "solver/rows/counter.h"
#include "src/base/bits.h"
#include "src/base/pages.h"
#include "src/base/status.h"
#include "src/konane/board.h"

#include <assert.h>

/* What a set of stones is counted as: one of these, or INTEGER + k of an integer -k. Small, which counting likes. */
enum { PIECE_ROWS = 8, NO_INTEGER = 0, BEYOND = 1, INTEGER = 2, KINDS = 256 };

/* A sweep of one board, and what it is to answer: of queries[i], the position itself (side 0), its negative (side 1),
 * or both. */
typedef struct margin_job {
    const konane_space *space;
    const uint8_t *negate; /* the cells of the negative, if it is on this board and is asked for */
    int side;
    bool is_wide;
    margin_query *queries;
    int n_queries;
    uint64_t *kinds; /* sets of stones by kind; NULL if they are not to be counted */

    /* Of the layer that is being counted. */
    const sweep_layer *layers[2];
    const row_counter *counter;
    uint8_t *scratch; /* two rows for each worker */
    uint64_t *slots;  /* KINDS for each worker */
    size_t row_bytes;
} margin_job;

static unsigned many(bool is_wide)
{
    return is_wide ? SWEEP_MARGIN_MANY_WIDE : SWEEP_MARGIN_MANY;
}

/* ---- queries --------------------------------------------------------------------------------------- */

static void answer(const margin_job *job, uint64_t occupied, uint8_t spare[2])
{
    const uint32_t b = konane_space_b(job->space, occupied);
    if (sweep_layer_has(job->layers[PM_BLACK], b)) {
        const uint32_t w = konane_space_w(job->space, occupied);
        spare[PM_BLACK] = (uint8_t)sweep_value(job->layers[PM_BLACK], b, w);
        spare[PM_WHITE] = (uint8_t)sweep_value(job->layers[PM_WHITE], b, w);
    }
}

static void answer_queries(const margin_job *job)
{
    for (int i = 0; i < job->n_queries; i++) {
        margin_query *q = &job->queries[i];
        answer(job, q->occupied, q->spare[job->side]);
        if (job->negate) {
            answer(job, konane_permute(job->negate, q->occupied), q->spare[!job->side]);
        }
    }
}

/* The greatest integer not above a game, given its spare moves and those of its negative. Black who begins needs at
 * most one spare move more than when White begins, so a number of his that is clipped is exact where White's is not. */
static bool lower_bound(const uint8_t spare[2], const uint8_t negative[2], bool is_wide, int *bound)
{
    if (spare[PM_WHITE] > 0) {
        *bound = -spare[PM_WHITE];
        return spare[PM_WHITE] < many(is_wide);
    }
    *bound = negative[PM_BLACK] - 1;
    return negative[PM_WHITE] < many(is_wide);
}

static void finish_query(margin_query *q, bool is_wide)
{
    int negative_lower;
    q->has_lower = lower_bound(q->spare[0], q->spare[1], is_wide, &q->lower);
    q->has_upper = lower_bound(q->spare[1], q->spare[0], is_wide, &negative_lower);
    q->upper = -negative_lower;
    assert(!is_wide || (q->has_lower && q->has_upper && q->lower <= q->upper));
}

/* ---- counting --------------------------------------------------------------------------------------- */

/* A game is the integer -k if White and Black need k and k + 1 spare moves. */
static inline uint8_t kind_of(unsigned white, unsigned black, bool is_wide)
{
    return (uint8_t)(white == many(is_wide) ? BEYOND : black == white + 1 ? INTEGER + white : NO_INTEGER);
}

/* Write the kinds of the elements of n bytes, in any order. Returns their number. */
static inline __attribute__((always_inline)) size_t list_kinds(const uint8_t *white, const uint8_t *black, size_t n,
                                                               bool is_wide, uint8_t *kinds)
{
    const unsigned low = is_wide ? 255 : 15;
    for (size_t i = 0; i < n; i++) {
        kinds[i] = kind_of(white[i] & low, black[i] & low, is_wide);
    }
    for (size_t i = 0; !is_wide && i < n; i++) {
        kinds[n + i] = kind_of(white[i] >> 4, black[i] >> 4, false);
    }
    return is_wide ? n : 2 * n;
}

/* Count the kinds of the elements of n bytes. */
static void count_row(const margin_job *job, const uint8_t *white, const uint8_t *black, size_t n,
                      uint64_t count[KINDS])
{
    enum { PIECE = 4096 };
    _Alignas(ROW_ALIGNMENT) uint8_t kinds[2 * PIECE];
    for (size_t i = 0; i < n; i += PIECE) {
        const size_t m = n - i < PIECE ? n - i : PIECE;
        const size_t listed = job->is_wide ? list_kinds(white + i, black + i, m, true, kinds)
                                           : list_kinds(white + i, black + i, m, false, kinds);
        job->counter->count_bytes(kinds, listed, count);
    }
}

static void count_rows(size_t begin, size_t end, int worker, void *ctx)
{
    const margin_job *job = ctx;
    const sweep_layer *layer = job->layers[PM_BLACK];
    uint8_t *black = job->scratch + (size_t)worker * 2 * job->row_bytes;
    uint8_t *white = black + job->row_bytes;
    uint64_t *slot = job->slots + (size_t)worker * KINDS;
    const size_t n = ((size_t)1 << sweep_index_bits(layer->sweep)) / (job->is_wide ? 1 : 2);
    assert(n > 0); /* a board has a cell of either colour */
    for (size_t i = begin; i < end; i++) {
        uint64_t count[KINDS] = {0};
        sweep_row_read(job->layers[PM_BLACK], i, (uint64_t *)black);
        sweep_row_read(job->layers[PM_WHITE], i, (uint64_t *)white);
        count_row(job, white, black, n, count);
        const uint64_t weight = (uint64_t)orbits_size(sweep_orbits(layer->sweep), layer->sets[i]);
        for (int kind = 0; kind < KINDS; kind++) {
            slot[kind] += weight * count[kind];
        }
    }
}

static pm_status count_layer(margin_job *job, par_team *team, pm_error *err)
{
    const sweep_layer *layer = job->layers[PM_BLACK];
    const size_t n_workers = (size_t)par_size(team);
    job->counter = row_counters()[0];
    job->row_bytes = row_words(sweep_row_bits(layer->sweep)) * 8;
    const size_t scratch_bytes = n_workers * 2 * job->row_bytes;
    const size_t slots_bytes = n_workers * KINDS * sizeof *job->slots;
    job->scratch = pages_new(scratch_bytes);
    job->slots = pages_new(slots_bytes);
    const bool is_possible = job->scratch && job->slots;
    if (is_possible) {
        par_for(team, layer->n_rows, PIECE_ROWS, count_rows, job);
        for (size_t i = 0; i < n_workers * KINDS; i++) {
            job->kinds[i % KINDS] += job->slots[i];
        }
    }
    pages_free(job->scratch, scratch_bytes);
    pages_free(job->slots, slots_bytes);
    return is_possible ? PM_OK : status_no_memory(err, "counting a layer", 0);
}

static pm_status visit(void *ctx, par_team *team, const sweep_layer *white, const sweep_layer *black, pm_error *err)
{
    margin_job *job = ctx;
    job->layers[PM_BLACK] = black;
    job->layers[PM_WHITE] = white;
    answer_queries(job);
    return job->kinds ? count_layer(job, team, err) : PM_OK;
}

static void census_fill(margin_census *c, const uint64_t of_self[KINDS], const uint64_t of_negative[KINDS], int n_cells)
{
    *c = (margin_census){.sets = UINT64_C(1) << n_cells};
    for (int k = 0; k <= MARGIN_MAX; k++) {
        c->integers[MARGIN_MAX - k] = of_self[INTEGER + k];
        c->integers[MARGIN_MAX + k] = of_negative[INTEGER + k];
    }
    c->beyond = of_self[BEYOND] + of_negative[BEYOND];
}

uint64_t margin_census_integers(const margin_census *c)
{
    uint64_t n = 0;
    for (int i = 0; i <= 2 * MARGIN_MAX; i++) {
        n += c->integers[i];
    }
    return n;
}

/* ---- the sweeps --------------------------------------------------------------------------------------- */

static pm_status space_new(const pm_board *board, bool is_wide, konane_space **space, pm_error *err)
{
    const pm_status status = konane_space_new(board, space, err);
    if (status == PM_OK) {
        (*space)->spec.question = SWEEP_MARGIN;
        (*space)->spec.has_wide_margins = is_wide;
    }
    return status;
}

static pm_status run(const pm_board *board, const sweep_options *options, margin_job *job, pm_error *err)
{
    konane_space *space;
    sweep *s;
    pm_status status = space_new(board, job->is_wide, &space, err);
    if (status != PM_OK) {
        return status;
    }
    job->space = space;
    status = sweep_new(&space->spec, options, &s, err);
    if (status == PM_OK) {
        status = sweep_run(s, visit, job, err);
        sweep_free(s);
    }
    konane_space_free(space);
    return status;
}

/* The other side of all queries, on the board with the other corner colour. */
static pm_status run_negative(const pm_board *board, const sweep_options *options, margin_job *job, pm_error *err)
{
    pm_board *other;
    pm_status status =
        pm_board_new(board->rows, board->cols, board->corner == PM_BLACK ? PM_WHITE : PM_BLACK, "any", &other, err);
    if (status == PM_OK) {
        status = run(other, options, job, err);
        pm_board_free(other);
    }
    return status;
}

/* One sweep, or one for each side. What it finds is written if all of it was found. */
static pm_status solve(const pm_board *board, const sweep_options *options, bool is_wide, margin_query queries[], int n,
                       margin_census *census, pm_error *err)
{
    uint64_t kinds[2][KINDS] = {{0}};
    const bool has_swap = board->n_swaps > 0;
    margin_job job = {.is_wide = is_wide, .queries = queries, .n_queries = n, .kinds = census ? kinds[0] : NULL};
    job.negate = has_swap ? board->swap[0] : NULL;
    pm_status status = run(board, options, &job, err);
    if (status == PM_OK && !has_swap) {
        job.side = 1;
        job.kinds = census ? kinds[1] : NULL;
        status = run_negative(board, options, &job, err);
    }
    if (status != PM_OK) {
        return status;
    }
    for (int i = 0; i < n; i++) {
        finish_query(&queries[i], is_wide);
    }
    if (census) {
        census_fill(census, kinds[0], kinds[has_swap ? 0 : 1], board->n_cells);
        assert(!is_wide || census->beyond == 0);
    }
    return PM_OK;
}

static bool is_any_beyond(const margin_query queries[], int n, const margin_census *census)
{
    bool is_beyond = census && census->beyond > 0;
    for (int i = 0; i < n && !is_beyond; i++) {
        is_beyond = !queries[i].has_lower || !queries[i].has_upper;
    }
    return is_beyond;
}

uint64_t konane_margins_wide_bytes(const pm_board *board)
{
    konane_space *space;
    sweep_plan plan;
    if (space_new(board, true, &space, NULL) != PM_OK) {
        return UINT64_MAX;
    }
    sweep_plan_make(&space->spec, SUBLAYERS_KEEP_NONE, &plan);
    konane_space_free(space);
    return plan.bytes;
}

pm_status konane_margins_solve(const pm_board *board, const sweep_options *options, margin_query queries[], int n,
                               margin_census *census, pm_error *err)
{
    pm_status status = solve(board, options, false, queries, n, census, err);
    if (status == PM_OK && is_any_beyond(queries, n, census)) {
        status = solve(board, options, true, queries, n, census, err);
        status = status == PM_NO_MEMORY ? PM_OK : status; /* the narrow sweep's answers stay */
    }
    return status;
}
