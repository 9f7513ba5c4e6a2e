/* Counting outcome classes: see census.h.
 *
 * A row holds the sets w of white stones as indices; the number of stones of an index is that of its word's address
 * plus that of the bit's place in the word, so seven masks sort the bits of every word, and words are taken eight at a
 * time.
 *
 * SPDX-License-Identifier: MIT
 */
#include "solver/sweep/census.h"

#include "src/base/bits.h"
#include "src/base/pages.h"
#include "src/base/status.h"

#include <assert.h>
#include <string.h>

enum {
    PIECE_ROWS = 16,
    LOW_BITS = 6,                     /* of an index: the place in a word */
    LANES = 8,                        /* words; a row has at least 2^ROW_MIN_BITS bits, which is more */
    MOST_SUMS = ROW_MAX_BITS - 9 + 1, /* 2^9 bits are a group of words */
};

typedef struct census_job {
    const sweep_layer *white, *black;
    census *slots;     /* one for each worker */
    uint64_t *scratch; /* two rows for each worker */
    int n_index;
    size_t row_words; /* in memory */
} census_job;

/* What eight neighbouring words of a row add up to, by the number of stones in the low bits of the index: the words are
 * lanes of a vector, separated only when a row is done. */
typedef struct lanes {
    uint64_t next[LOW_BITS + 1][LANES], black[LOW_BITS + 1][LANES], white[LOW_BITS + 1][LANES];
} lanes;

static void add_words(lanes *sum, const uint64_t white[LANES], const uint64_t black[LANES])
{
    for (int j = 0; j <= LOW_BITS; j++) {
        const uint64_t place = bits_weighing(j);
        for (int r = 0; r < LANES; r++) {
            sum->next[j][r] += (uint64_t)bits_count(white[r] & black[r] & place);
            sum->black[j][r] += (uint64_t)bits_count(black[r] & place);
            sum->white[j][r] += (uint64_t)bits_count(white[r] & place);
        }
    }
}

static void add_lanes(uint64_t (*count)[CENSUS_N_CLASSES], const lanes *sum, uint64_t weight)
{
    assert(weight > 0);
    for (int j = 0; j <= LOW_BITS; j++) {
        for (int r = 0; r < LANES; r++) {
            uint64_t *to = count[j + bits_count((uint64_t)r)];
            to[CENSUS_NEXT] += weight * sum->next[j][r];
            to[CENSUS_BLACK] += weight * (sum->black[j][r] - sum->next[j][r]);
            to[CENSUS_WHITE] += weight * (sum->white[j][r] - sum->next[j][r]);
        }
    }
}

/* Read row `i` of a layer; elements beyond the last index, which small boards have, become zero. */
static void read_row(const census_job *job, const sweep_layer *layer, size_t i, uint64_t *row)
{
    sweep_row_read(layer, i, row);
    const size_t n_words = job->n_index < LOW_BITS ? 1 : row_words(job->n_index);
    if (job->n_index < LOW_BITS) {
        row[0] &= bits_below(1 << job->n_index);
    }
    memset(row + n_words, 0, (job->row_words - n_words) * sizeof *row);
}

static void add_rows(size_t begin, size_t end, int worker, void *ctx)
{
    const census_job *job = ctx;
    census *slot = &job->slots[worker];
    uint64_t *white = job->scratch + (size_t)worker * 2 * job->row_words;
    uint64_t *black = white + job->row_words;
    const size_t n_groups = job->row_words / LANES;
    lanes sums[MOST_SUMS]; /* by the number of stones in the number of a group of words */
    const size_t n_sums = (size_t)bits_count(n_groups - 1) + 1;
    assert(n_sums <= MOST_SUMS);
    for (size_t i = begin; i < end; i++) {
        read_row(job, job->white, i, white);
        read_row(job, job->black, i, black);
        memset(sums, 0, n_sums * sizeof *sums);
        for (size_t a = 0; a < n_groups; a++) {
            add_words(&sums[bits_count(a)], white + a * LANES, black + a * LANES);
        }
        const uint64_t weight = (uint64_t)orbits_size(sweep_orbits(job->black->sweep), job->black->sets[i]);
        for (size_t k = 0; k < n_sums; k++) {
            add_lanes(&slot->count[(size_t)job->black->size + k], &sums[k], weight);
        }
    }
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

pm_status census_add(census *c, par_team *team, const sweep_layer *white, const sweep_layer *black, pm_error *err)
{
    const size_t n_workers = (size_t)par_size(team);
    census_job job = {.white = white, .black = black};
    job.n_index = sweep_index_bits(black->sweep);
    job.row_words = row_words(sweep_row_bits(black->sweep));
    const size_t slots_bytes = n_workers * sizeof *job.slots;
    const size_t scratch_bytes = n_workers * 2 * job.row_words * 8;
    job.slots = pages_new(slots_bytes);
    job.scratch = pages_new(scratch_bytes);
    if (job.slots && job.scratch) {
        par_for(team, black->n_rows, PIECE_ROWS, add_rows, &job);
        add_layer(c, &job, n_workers);
        c->n_stones = sweep_orbits(black->sweep)->n + job.n_index;
    }
    const bool is_done = job.slots && job.scratch;
    pages_free(job.slots, slots_bytes);
    pages_free(job.scratch, scratch_bytes);
    return is_done ? PM_OK : status_no_memory(err, "counting a layer", 0);
}

uint64_t census_wins(const census *c, pm_color mover)
{
    uint64_t n = 0;
    for (int stones = 0; stones <= c->n_stones; stones++) {
        n += c->count[stones][CENSUS_NEXT] + c->count[stones][mover == PM_BLACK ? CENSUS_BLACK : CENSUS_WHITE];
    }
    return n;
}
