/* Perfect play by repeated sweeps: see remoteness_line.h.
 *
 * SPDX-License-Identifier: MIT
 */
#include "solver/konane/remoteness_line.h"

#include "solver/konane/query.h"
#include "src/base/bits.h"
#include "src/base/status.h"

#include <assert.h>
#include <stdlib.h>

enum { MOST_QUERIES = 1 << 20 };

typedef struct line_job {
    const konane_space *space;
    konane_query *queries; /* MOST_QUERIES of them, sorted by compare_queries once they are complete */
    int n_queries;
} line_job;

static int compare_queries(const void *a, const void *b)
{
    const pm_position x = ((const konane_query *)a)->pos;
    const pm_position y = ((const konane_query *)b)->pos;
    return x.mover != y.mover ? (x.mover > y.mover) - (x.mover < y.mover)
                              : (x.occupied > y.occupied) - (x.occupied < y.occupied);
}

/* Sort queries[begin..end) and drop what occurs twice. Returns the new end. */
static int sort_unique(konane_query queries[], int begin, int end)
{
    assert(begin <= end && end <= MOST_QUERIES);
    qsort(queries + begin, (size_t)(end - begin), sizeof *queries, compare_queries);
    int n = begin;
    for (int i = begin; i < end; i++) {
        if (n == begin || compare_queries(&queries[n - 1], &queries[i]) != 0) {
            queries[n++] = queries[i];
        }
    }
    return n;
}

/* Add the positions one ply after queries[begin..end). Returns the new number, or -1 if they are too many. */
static int add_ply(const line_job *job, int begin, int end)
{
    int n = end;
    for (int i = begin; i < end; i++) {
        pm_move moves[PM_MAX_MOVES];
        const int n_moves = pm_jumps(job->space->board, job->queries[i].pos, moves);
        assert(n <= MOST_QUERIES);
        if (n + n_moves > MOST_QUERIES) {
            return -1;
        }
        for (int m = 0; m < n_moves; m++) {
            job->queries[n++] = (konane_query){.pos = pm_move_make(job->space->board, job->queries[i].pos, moves[m])};
        }
    }
    return sort_unique(job->queries, end, n);
}

/* All positions of as many plies after `pos` as fit. The first ply always does. */
static void collect(line_job *job, pm_position pos)
{
    job->queries[0] = (konane_query){.pos = pos};
    int begin = 0, end = 1;
    for (int next = add_ply(job, begin, end); next > end; next = add_ply(job, begin, end)) {
        begin = end;
        end = next;
    }
    job->n_queries = sort_unique(job->queries, 0, end);
    assert(job->n_queries >= 1 && job->n_queries <= end);
}

static pm_status visit(void *ctx, par_team *team, const sweep_layer *white, const sweep_layer *black, pm_error *err)
{
    (void)team;
    (void)err;
    line_job *job = ctx;
    konane_queries_visit(job->space, white, black, job->queries, job->n_queries);
    return PM_OK;
}

static pm_status ask(line_job *job, sweep_options options, pm_position pos, pm_error *err)
{
    sweep *s = NULL;
    options.n_layers = bits_count(konane_space_b(job->space, pos.occupied)) + 1;
    collect(job, pos);
    pm_status status = sweep_new(&job->space->spec, &options, &s, err);
    if (status == PM_OK) {
        status = sweep_run(s, visit, job, err);
        sweep_free(s);
    }
    return status;
}

/* The remoteness of a position, -1 if it was not asked for. */
static int known(const line_job *job, pm_position pos)
{
    const konane_query key = {.pos = pos};
    const konane_query *q = bsearch(&key, job->queries, (size_t)job->n_queries, sizeof *job->queries, compare_queries);
    return q && q->is_answered ? q->remoteness : -1;
}

/* Make the first best move; false if the values after some move are missing. The mover of a position of remoteness r
 * wins in r plies, or loses in no more than r, so a best move is one to a position of remoteness r - 1. */
static bool advance(const line_job *job, pm_position *pos, int remoteness, pm_move *made)
{
    pm_move moves[PM_MAX_MOVES];
    const int n = pm_jumps(job->space->board, *pos, moves);
    for (int m = 0; m < n; m++) {
        const pm_position next = pm_move_make(job->space->board, *pos, moves[m]);
        const int value = known(job, next);
        if (value < 0) {
            return false;
        }
        if (value == remoteness - 1) {
            *made = moves[m];
            *pos = next;
            return true;
        }
    }
    assert(0); /* then `remoteness` is not that of `pos` */
    return false;
}

size_t konane_perfect_line_bytes(void)
{
    return MOST_QUERIES * sizeof(konane_query);
}

pm_status konane_perfect_line(const konane_space *space, const sweep_options *options, pm_position pos, int remoteness,
                              pm_move moves[PM_MAX_CELLS], pm_error *err)
{
    assert(space->spec.question == SWEEP_REMOTENESS && remoteness <= PM_MAX_CELLS);
    line_job job = {.space = space, .queries = malloc(konane_perfect_line_bytes())};
    if (!job.queries) {
        return status_no_memory(err, "the positions of a line", 0);
    }
    pm_status status = PM_OK;
    for (int ply = 0; ply < remoteness && status == PM_OK;) {
        status = ask(&job, *options, pos, err);
        while (status == PM_OK && ply < remoteness && advance(&job, &pos, remoteness - ply, &moves[ply])) {
            ply++;
        }
    }
    free(job.queries);
    return status;
}
