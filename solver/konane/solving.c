/* The client of a sweep that keeps no rows for it: see solving.h.
 *
 * Its state, as it is saved with each checkpoint: four counts of 8 bytes for each number of stones; a byte for each
 * query, 0 if it is not answered, else 1 if its mover loses, 2 if he wins; the digests of all rows, by mover, layer and
 * rank.
 *
 * SPDX-License-Identifier: MIT
 */
#include "solver/konane/solving.h"

#include "solver/konane/db/db.h"
#include "src/base/bits.h"
#include "src/base/bytes.h"
#include "src/base/rng.h"
#include "src/base/status.h"
#include "src/konane/board.h"
#include "src/konane/game_konane.h"

#include <assert.h>
#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { PIECE_ROWS = 8 };

typedef struct solving {
    const pm_board *asked; /* the board that was asked for */
    pm_board *board;       /* with a black corner */
    konane_space *space;
    konane_query *queries; /* of that board */
    int n_queries;
    census census;
    db_digest *digests; /* of rows, by mover, then as orbits.kept */
    int n_movers;
    uint64_t n_rows; /* of a mover */
    uint8_t *rows;   /* one for each worker */
    /* While rows are visited. */
    const sweep_layer *layer;
    size_t row_bytes; /* in memory */
} solving;

/* ---- the state ------------------------------------------------------------------------------------------------ */

static size_t census_bytes(const solving *job)
{
    return (size_t)(job->board->n_cells + 1) * CENSUS_N_CLASSES * 8;
}

static size_t state_bytes(const solving *job)
{
    return census_bytes(job) + (size_t)job->n_queries + (size_t)job->n_movers * job->n_rows * sizeof(db_digest);
}

static void save(const void *ctx, uint8_t *bytes)
{
    const solving *job = ctx;
    for (int i = 0; i < (job->board->n_cells + 1) * CENSUS_N_CLASSES; i++) {
        bytes_put(bytes + 8 * i, job->census.count[i / CENSUS_N_CLASSES][i % CENSUS_N_CLASSES], 8);
    }
    bytes += census_bytes(job);
    for (int i = 0; i < job->n_queries; i++) {
        assert(job->queries[i].is_answered || !job->queries[i].mover_wins);
        *bytes++ = job->queries[i].is_answered ? 1 + job->queries[i].mover_wins : 0;
    }
    memcpy(bytes, job->digests, (size_t)job->n_movers * job->n_rows * sizeof *job->digests);
}

static void load(void *ctx, const uint8_t *bytes)
{
    solving *job = ctx;
    job->census.n_stones = job->board->n_cells;
    for (int i = 0; i < (job->board->n_cells + 1) * CENSUS_N_CLASSES; i++) {
        job->census.count[i / CENSUS_N_CLASSES][i % CENSUS_N_CLASSES] = bytes_get(bytes + 8 * i, 8);
    }
    bytes += census_bytes(job);
    for (int i = 0; i < job->n_queries; i++, bytes++) {
        assert(*bytes <= 2);
        job->queries[i].is_answered = *bytes != 0;
        job->queries[i].mover_wins = *bytes == 2;
        job->queries[i].remoteness = *bytes == 2;
    }
    memcpy(job->digests, bytes, (size_t)job->n_movers * job->n_rows * sizeof *job->digests);
}

/* ---- rows ----------------------------------------------------------------------------------------------------- */

static void digest_rows(size_t begin, size_t end, int worker, void *ctx)
{
    const solving *job = ctx;
    const sweep_layer *layer = job->layer;
    const orbits *o = sweep_orbits(layer->sweep);
    uint8_t *row = job->rows + (size_t)worker * job->row_bytes;
    db_digest *digests = job->digests + (size_t)layer->mover * job->n_rows + o->first[layer->size];
    assert((int)layer->mover < job->n_movers && db_konane_row_bytes(layer->sweep) <= job->row_bytes);
    for (size_t i = begin; i < end; i++) {
        db_konane_read_row(layer, i, row);
        digests[orbits_rank(o, layer->sets[i])] = db_digest_of(row, db_konane_row_bytes(layer->sweep));
    }
}

static pm_status visit(void *ctx, par_team *team, const sweep_layer *white, const sweep_layer *black, pm_error *err)
{
    solving *job = ctx;
    konane_queries_visit(job->space, white, black, job->queries, job->n_queries);
    assert(white->n_rows == black->n_rows && white->place == black->place);
    job->row_bytes = row_words(sweep_row_bits(black->sweep)) * 8;
    job->rows = aligned_alloc(ROW_ALIGNMENT, (size_t)par_size(team) * job->row_bytes);
    if (!job->rows) {
        return status_no_memory(err, "the digests of rows", 0);
    }
    const sweep_layer *layers[2] = {black, white};
    for (int mover = 0; mover < job->n_movers; mover++) {
        job->layer = layers[mover];
        par_for(team, black->n_rows, PIECE_ROWS, digest_rows, job);
    }
    free(job->rows);
    return census_add(&job->census, team, white, black, err);
}

/* ---- beginning and end ------------------------------------------------------------------------------------------ */

static void clear(solving *job)
{
    konane_space_free(job->space);
    pm_board_free(job->board);
    free(job->digests);
    free(job->queries);
}

static pm_status prepare(solving *job, const pm_board *board, pm_error *err)
{
    job->asked = board;
    pm_status status = konane_board_new(board->rows, board->cols, PM_BLACK, "any", board->variant, &job->board, err);
    if (status == PM_OK) {
        status = konane_space_new(job->board, &job->space, err);
    }
    if (status != PM_OK) {
        return status;
    }
    sweep_plan plan;
    sweep_plan_make(&job->space->spec, SUBLAYERS_KEEP_ELSEWHERE, &plan);
    job->n_rows = plan.rows;
    job->n_movers = job->board->n_swaps > 0 ? 1 : 2;
    job->census.n_stones = job->board->n_cells;
    return PM_OK;
}

size_t konane_solving_bytes(const pm_board *board, int n_queries)
{
    solving job = {.n_queries = n_queries};
    const size_t bytes = prepare(&job, board, NULL) == PM_OK ? state_bytes(&job) : 0;
    clear(&job);
    return bytes;
}

static bool exchanges_colors(const solving *job)
{
    return job->asked->corner == PM_WHITE;
}

/* The digest of all values from those of their rows. */
static bool digest_all(const solving *job, uint8_t digest[DB_DIGEST_BYTES])
{
    const sweep_spec *spec = &job->space->spec;
    orbits o;
    if (!orbits_make(spec->n_sets, spec->n_symmetries, spec->set_permutation, &o)) {
        return false;
    }
    const db_subject subject = db_konane_subject(job->space, &o, DB_OUTCOME);
    assert(subject.n_movers == job->n_movers);
    db_digest layers[DB_MAX_LAYERS][2];
    for (int k = 0; k <= o.n; k++) {
        for (int mover = 0; mover < job->n_movers; mover++) {
            layers[k][mover] = db_digest_of(job->digests + (size_t)mover * job->n_rows + o.first[k],
                                            orbits_count(&o, k) * sizeof(db_digest));
        }
    }
    const db_digest all = db_digest_content(&subject, layers);
    memcpy(digest, all.bytes, DB_DIGEST_BYTES);
    orbits_clear(&o);
    return true;
}

static void take_answers(const solving *job, konane_query queries[], census *all)
{
    for (int i = 0; i < job->n_queries; i++) {
        assert(job->queries[i].is_answered); /* every position is in some row */
        queries[i].is_answered = job->queries[i].is_answered;
        queries[i].mover_wins = job->queries[i].mover_wins;
        queries[i].remoteness = job->queries[i].remoteness;
    }
    *all = job->census;
    for (int stones = 0; exchanges_colors(job) && stones <= job->board->n_cells; stones++) {
        uint64_t *count = all->count[stones];
        const uint64_t black = count[CENSUS_BLACK];
        count[CENSUS_BLACK] = count[CENSUS_WHITE];
        count[CENSUS_WHITE] = black;
    }
}

/* What is solved, and which positions are asked for: a checkpoint has their answers by number. */
static void describe(const solving *job, char identity[RUN_MAX_IDENTITY])
{
    uint64_t mixed = 0;
    for (int i = 0; i < job->n_queries; i++) {
        const pm_position pos = job->queries[i].pos;
        rng random = rng_stream(mixed ^ pos.occupied, pos.mover);
        mixed = rng_next(&random);
    }
    const konane_variant v = job->board->variant;
    snprintf(identity, RUN_MAX_IDENTITY, "konane %dx%d, outcomes%s%s%s%s, %d positions %016" PRIx64, job->board->rows,
             job->board->cols, v.is_misere ? ", play " : "", v.is_misere ? konane_play_names[1] : "",
             v.chains ? ", jumps " : "", v.chains ? konane_jumps_names[v.chains] : "", job->n_queries, mixed);
}

pm_status konane_solve_rows(const pm_board *board, konane_runner *run, void *ctx, konane_query queries[], int n_queries,
                            census *all, uint8_t digest[DB_DIGEST_BYTES], pm_error *err)
{
    solving job = {.n_queries = n_queries};
    pm_status status = prepare(&job, board, err);
    if (status != PM_OK) {
        clear(&job);
        return status;
    }
    job.digests = calloc((size_t)job.n_movers * job.n_rows, sizeof *job.digests);
    job.queries = malloc(((size_t)n_queries + 1) * sizeof *job.queries);
    if (!job.digests || !job.queries) {
        clear(&job);
        return status_no_memory(err, "the digests of rows", 0);
    }
    for (int i = 0; i < n_queries; i++) {
        job.queries[i] = (konane_query){.pos = queries[i].pos};
        job.queries[i].pos.mover = queries[i].pos.mover ^ (unsigned)exchanges_colors(&job);
    }
    char identity[RUN_MAX_IDENTITY];
    describe(&job, identity);
    const scratch_client client = {visit, &job, state_bytes(&job), census_bytes(&job) / 8, save, load};
    status = run(ctx, &job.space->spec, identity, &client, err);
    if (status == PM_OK) {
        take_answers(&job, queries, all);
        if (!digest_all(&job, digest)) {
            status = status_no_memory(err, "the digest", 0);
        }
    }
    clear(&job);
    return status;
}
