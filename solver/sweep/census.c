/* Counting outcome classes: see census.h.
 *
 * A row holds the sets w of white stones as indices. Vertical counters (solver/rows/counter.h) add up White's and
 * Black's rows of the same set of black stones, several pairs of them before they are read.
 *
 * SPDX-License-Identifier: MIT
 */
#include "solver/sweep/census.h"

#include "solver/rows/counter.h"
#include "src/base/bits.h"
#include "src/base/pages.h"
#include "src/base/status.h"

#include <assert.h>
#include <string.h>

typedef struct census_job {
    const sweep_layer *white, *black;
    const row_counter *counter;
    row_tally tally;
    census *slots;     /* one for each worker */
    uint64_t *scratch; /* for each worker counters and two rows with a group of zeros after each */
    int n_index;
    size_t row_words; /* in memory */
    size_t worker_words;
} census_job;

/* Read row `i` of a layer; elements beyond the last index, which small boards have, become zero. */
static void read_row(const census_job *job, const sweep_layer *layer, size_t i, uint64_t *row)
{
    enum { WORD_BITS = 6 };
    sweep_row_read(layer, i, row);
    const size_t n_words = job->n_index < WORD_BITS ? 1 : row_words(job->n_index);
    if (job->n_index < WORD_BITS) {
        row[0] &= bits_below(1 << job->n_index);
    }
    memset(row + n_words, 0, (job->row_words - n_words) * sizeof *row);
}

/* Read the counters of rows that stand for `weight` rows each. */
static void read_counters(const census_job *job, uint64_t *counters, uint64_t weight, census *slot)
{
    uint64_t count[ROW_MAX_BITS + 1][ROW_TALLY_SUMS] = {{0}};
    row_tally_read(&job->tally, counters, weight, count);
    for (int k = 0; k <= job->n_index; k++) {
        uint64_t *to = slot->count[job->black->size + k];
        to[CENSUS_NEXT] += count[k][ROW_TALLY_BOTH];
        to[CENSUS_WHITE] += count[k][ROW_TALLY_FIRST] - count[k][ROW_TALLY_BOTH];
        to[CENSUS_BLACK] += count[k][ROW_TALLY_SECOND] - count[k][ROW_TALLY_BOTH];
    }
}

static void add_rows(size_t begin, size_t end, int worker, void *ctx)
{
    const census_job *job = ctx;
    uint64_t *counters = &job->scratch[(size_t)worker * job->worker_words];
    uint64_t *white = counters + row_tally_words(&job->tally);
    uint64_t *black = white + job->row_words + ROW_TALLY_GROUP;
    const orbits *o = sweep_orbits(job->black->sweep);
    uint64_t weight = 0;
    int n_added = 0;
    for (size_t i = begin; i < end; i++) {
        const uint64_t size = (uint64_t)orbits_size(o, job->black->sets[i]);
        if (n_added == ROW_TALLY_ROWS || (n_added > 0 && size != weight)) {
            read_counters(job, counters, weight, &job->slots[worker]);
            n_added = 0;
        }
        weight = size;
        read_row(job, job->white, i, white);
        read_row(job, job->black, i, black);
        job->counter->add_pair(&job->tally, counters, white, black);
        n_added++;
    }
    read_counters(job, counters, weight, &job->slots[worker]);
}

/* The layer's sets of black stones, with each set of white ones: what is in none of three classes is in the fourth. */
static void add_layer(census *c, const census_job *job, size_t n_slots)
{
    uint64_t n_sets = 0, n_indices = 1; /* indices with k elements */
    for (size_t i = 0; i < job->black->n_rows; i++) {
        n_sets += (uint64_t)orbits_size(sweep_orbits(job->black->sweep), job->black->sets[i]);
    }
    for (int k = 0; k <= job->n_index; k++) {
        uint64_t *to = c->count[job->black->size + k];
        uint64_t previous = n_sets * n_indices;
        for (size_t w = 0; w < n_slots; w++) {
            const uint64_t *from = job->slots[w].count[job->black->size + k];
            to[CENSUS_NEXT] += from[CENSUS_NEXT];
            to[CENSUS_BLACK] += from[CENSUS_BLACK];
            to[CENSUS_WHITE] += from[CENSUS_WHITE];
            previous -= from[CENSUS_NEXT] + from[CENSUS_BLACK] + from[CENSUS_WHITE];
            assert(previous <= n_sets * n_indices); /* the three classes are not more than all */
        }
        to[CENSUS_PREVIOUS] += previous;
        n_indices = n_indices * (uint64_t)(job->n_index - k) / (uint64_t)(k + 1);
    }
}

static pm_status count(census *c, par_team *team, census_job *job, pm_error *err)
{
    const size_t n_workers = (size_t)par_size(team);
    job->worker_words = row_tally_words(&job->tally) + 2 * (job->row_words + ROW_TALLY_GROUP);
    const size_t slots_bytes = n_workers * sizeof *job->slots;
    const size_t scratch_bytes = n_workers * job->worker_words * sizeof *job->scratch;
    job->slots = pages_new(slots_bytes);
    job->scratch = pages_new(scratch_bytes);
    const bool is_possible = job->slots && job->scratch;
    if (is_possible) {
        par_for(team, job->black->n_rows, ROW_TALLY_ROWS, add_rows, job);
        add_layer(c, job, n_workers);
    }
    pages_free(job->slots, slots_bytes);
    pages_free(job->scratch, scratch_bytes);
    return is_possible ? PM_OK : status_no_memory(err, "counting a layer", 0);
}

pm_status census_add(census *c, par_team *team, const sweep_layer *white, const sweep_layer *black, pm_error *err)
{
    census_job job = {.white = white, .black = black, .counter = row_counters()[0]};
    job.n_index = sweep_index_bits(black->sweep);
    job.row_words = row_words(sweep_row_bits(black->sweep));
    if (!row_tally_make(sweep_row_bits(black->sweep), &job.tally)) {
        return status_no_memory(err, "counting a layer", 0);
    }
    c->n_stones = sweep_orbits(black->sweep)->n + job.n_index;
    const pm_status status = count(c, team, &job, err);
    row_tally_clear(&job.tally);
    return status;
}

uint64_t census_wins(const census *c, pm_color mover)
{
    uint64_t n = 0;
    for (int stones = 0; stones <= c->n_stones; stones++) {
        n += c->count[stones][CENSUS_NEXT] + c->count[stones][mover == PM_BLACK ? CENSUS_BLACK : CENSUS_WHITE];
    }
    return n;
}
