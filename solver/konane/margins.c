/* Integer values by sweep: see margins.h.
 *
 * SPDX-License-Identifier: MIT
 */
#include "solver/konane/margins.h"

#include "solver/sweep/byte_histogram.h"
#include "src/base/bits.h"
#include "src/base/pages.h"
#include "src/base/status.h"
#include "src/konane/board.h"

#include <string.h>

enum { PIECE_ROWS = 8, PAIRS = 256 };

/* A sweep of one board, and what it is to answer: of queries[i], the position itself (side 0), its negative (side 1),
 * or both. */
typedef struct margin_job {
    const konane_space *space;
    const uint8_t *negate; /* the cells of the negative, if it is on this board and is asked for */
    int side;
    margin_query *queries;
    int n_queries;
    uint64_t *pairs; /* sets of stones by white * 16 + black; NULL if they are not to be counted */

    /* Of the layer that is being counted. */
    const sweep_layer *layers[2];
    uint8_t *scratch; /* two rows for each worker */
    uint64_t *slots;  /* PAIRS for each worker */
    size_t row_bytes;
} margin_job;

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
static bool lower_bound(const uint8_t spare[2], const uint8_t negative[2], int *bound)
{
    if (spare[PM_WHITE] > 0) {
        *bound = -spare[PM_WHITE];
        return spare[PM_WHITE] < SWEEP_MARGIN_MANY;
    }
    *bound = negative[PM_BLACK] - 1;
    return negative[PM_WHITE] < SWEEP_MARGIN_MANY;
}

static void finish_query(margin_query *q)
{
    int negative_lower;
    q->has_lower = lower_bound(q->spare[0], q->spare[1], &q->lower);
    q->has_upper = lower_bound(q->spare[1], q->spare[0], &negative_lower);
    q->upper = -negative_lower;
}

/* ---- counting --------------------------------------------------------------------------------------- */

static void count_rows(size_t begin, size_t end, int worker, void *ctx)
{
    const margin_job *job = ctx;
    const sweep_layer *layer = job->layers[PM_BLACK];
    uint8_t *black = job->scratch + (size_t)worker * 2 * job->row_bytes;
    uint8_t *white = black + job->row_bytes;
    uint64_t *slot = job->slots + (size_t)worker * PAIRS;
    const int n_index = sweep_index_bits(layer->sweep);
    for (size_t i = begin; i < end; i++) {
        byte_histogram h = {0};
        sweep_row_read(job->layers[PM_BLACK], i, (uint64_t *)black);
        sweep_row_read(job->layers[PM_WHITE], i, (uint64_t *)white);
        for (size_t a = 0; a < (size_t)1 << n_index >> 1; a++) {
            byte_histogram_add(&h, 2 * a, (uint8_t)(white[a] << 4 | (black[a] & 15)));
            byte_histogram_add(&h, 2 * a + 1, (uint8_t)((white[a] & 240) | black[a] >> 4));
        }
        if (n_index == 0) {
            byte_histogram_add(&h, 0, (uint8_t)(white[0] << 4 | (black[0] & 15)));
        }
        const uint64_t weight = (uint64_t)orbits_size(sweep_orbits(layer->sweep), layer->sets[i]);
        for (int pair = 0; pair < PAIRS; pair++) {
            slot[pair] += weight * byte_histogram_count(&h, (uint8_t)pair);
        }
    }
}

static pm_status count_layer(margin_job *job, par_team *team, pm_error *err)
{
    const sweep_layer *layer = job->layers[PM_BLACK];
    const size_t n_workers = (size_t)par_size(team);
    job->row_bytes = row_words(sweep_row_bits(layer->sweep)) * 8;
    const size_t scratch_bytes = n_workers * 2 * job->row_bytes;
    const size_t slots_bytes = n_workers * PAIRS * sizeof *job->slots;
    job->scratch = pages_new(scratch_bytes);
    job->slots = pages_new(slots_bytes);
    const bool is_possible = job->scratch && job->slots;
    if (is_possible) {
        par_for(team, layer->n_rows, PIECE_ROWS, count_rows, job);
        for (size_t i = 0; i < n_workers * PAIRS; i++) {
            job->pairs[i % PAIRS] += job->slots[i];
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
    return job->pairs ? count_layer(job, team, err) : PM_OK;
}

/* A game is the integer -k if White and Black need k and k + 1 spare moves. */
static uint64_t count_negative(const uint64_t pairs[PAIRS], int k)
{
    return pairs[k << 4 | (k + 1)];
}

static uint64_t count_beyond(const uint64_t pairs[PAIRS])
{
    uint64_t n = 0;
    for (int k = 0; k < 16; k++) {
        n += pairs[SWEEP_MARGIN_MANY << 4 | k];
    }
    return n;
}

static void census_fill(margin_census *c, const uint64_t of_self[PAIRS], const uint64_t of_negative[PAIRS], int n_cells)
{
    *c = (margin_census){.sets = UINT64_C(1) << n_cells};
    for (int k = 0; k <= MARGIN_MAX; k++) {
        c->integers[MARGIN_MAX - k] = count_negative(of_self, k);
        c->integers[MARGIN_MAX + k] = count_negative(of_negative, k);
    }
    c->beyond = count_beyond(of_self) + count_beyond(of_negative);
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

static pm_status space_new(const pm_board *board, konane_space **space, pm_error *err)
{
    const pm_status status = konane_space_new(board, space, err);
    if (status == PM_OK) {
        (*space)->spec.question = SWEEP_MARGIN;
    }
    return status;
}

static pm_status run(const pm_board *board, const sweep_options *options, margin_job *job, pm_error *err)
{
    konane_space *space;
    sweep *s;
    pm_status status = space_new(board, &space, err);
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

pm_status konane_margins_solve(const pm_board *board, const sweep_options *options, margin_query queries[], int n,
                               margin_census *census, pm_error *err)
{
    uint64_t pairs[2][PAIRS] = {{0}};
    const bool has_swap = board->n_swaps > 0;
    margin_job job = {.queries = queries, .n_queries = n};
    job.negate = has_swap ? board->swap[0] : NULL;
    job.pairs = census ? pairs[0] : NULL;
    pm_status status = run(board, options, &job, err);
    if (status == PM_OK && !has_swap) {
        job = (margin_job){.queries = queries, .n_queries = n, .side = 1, .pairs = census ? pairs[1] : NULL};
        status = run_negative(board, options, &job, err);
    }
    if (status != PM_OK) {
        return status;
    }
    for (int i = 0; i < n; i++) {
        finish_query(&queries[i]);
    }
    if (census) {
        census_fill(census, pairs[0], pairs[has_swap ? 0 : 1], board->n_cells);
    }
    return PM_OK;
}
