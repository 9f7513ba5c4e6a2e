/* A whole table in memory: see table.h.
 *
 * SPDX-License-Identifier: MIT
 */
#include "solver/sweep/table.h"

#include "src/base/pages.h"
#include "src/base/status.h"

#include <assert.h>
#include <stdlib.h>

enum { PIECE_ROWS = 16 };

struct sweep_table {
    const sweep *s;
    uint64_t *rows;
    size_t bytes, words; /* of all rows, of one */
};

size_t sweep_table_bytes(const sweep_plan *plan)
{
    return plan->rows * plan->row_bytes;
}

pm_status sweep_table_new(const sweep *s, sweep_table **out, pm_error *err)
{
    const size_t bytes = sweep_table_bytes(sweep_get_plan(s));
    sweep_table *t = malloc(sizeof *t);
    uint64_t *rows = pages_new(bytes);
    if (!t || !rows) {
        free(t);
        pages_free(rows, bytes);
        return status_no_memory(err, "the table", bytes);
    }
    *t = (sweep_table){s, rows, bytes, row_words(sweep_row_bits(s))};
    *out = t;
    return PM_OK;
}

void sweep_table_free(sweep_table *t)
{
    if (t) {
        pages_free(t->rows, t->bytes);
        free(t);
    }
}

typedef struct copy_job {
    const sweep_layer *layer;
    uint64_t *to;
    size_t first, words; /* row of the first of the layer */
} copy_job;

static void copy_rows(size_t begin, size_t end, int worker, void *ctx)
{
    (void)worker;
    const copy_job *job = ctx;
    for (size_t i = begin; i < end; i++) {
        const size_t row = job->first + orbits_rank(sweep_orbits(job->layer->sweep), job->layer->sets[i]);
        assert(job->layer->size == __builtin_popcount(job->layer->sets[i]));
        sweep_row_read(job->layer, i, job->to + row * job->words);
    }
}

void sweep_table_add(sweep_table *t, par_team *team, const sweep_layer *layer)
{
    assert(sweep_get_question(t->s) == SWEEP_OUTCOME || sweep_get_question(t->s) == SWEEP_REMOTENESS);
    copy_job job = {layer, t->rows, sweep_orbits(t->s)->first[layer->size], t->words};
    par_for(team, layer->n_rows, PIECE_ROWS, copy_rows, &job);
}

const uint64_t *sweep_table_row(const sweep_table *t, uint32_t b)
{
    const orbits *o = sweep_orbits(t->s);
    return t->rows + (o->first[__builtin_popcount(b)] + orbits_rank(o, b)) * t->words;
}

unsigned sweep_table_value(const sweep_table *t, uint32_t b, uint32_t w)
{
    const uint64_t *row = sweep_table_row(t, b);
    const uint32_t u = sweep_index_under(t->s, orbits_symmetry(sweep_orbits(t->s), b), w);
    assert(sweep_get_question(t->s) == SWEEP_OUTCOME || sweep_get_question(t->s) == SWEEP_REMOTENESS);
    return sweep_get_question(t->s) == SWEEP_REMOTENESS ? (unsigned)(row[u >> 3] >> (u & 7) * 8 & 255)
                                                        : (unsigned)(row[u >> 6] >> (u & 63) & 1);
}

bool sweep_table_black_wins(const sweep_table *t, uint32_t b, uint32_t w)
{
    return sweep_table_value(t, b, w) & 1;
}
