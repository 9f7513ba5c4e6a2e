/* Counting outcome classes: see census.h.
 *
 * A row holds the sets w of white stones as indices; the number of stones of an index is that of its word's address
 * plus that of the bit's place in the word, so seven masks sort the bits of every word.
 *
 * SPDX-License-Identifier: MIT
 */
#include "solver/census.h"

#include "src/base/bits.h"
#include "src/base/pages.h"
#include "src/base/status.h"

#include <string.h>

enum { PIECE_ROWS = 16 };

typedef struct census_job {
    const sweep_layer *white, *black;
    census *slots;     /* one for each worker */
    uint64_t *scratch; /* two rows for each worker */
    int n_index;
    size_t row_words; /* in memory */
} census_job;

static void add_word(const census_job *job, uint64_t (*count)[CENSUS_N_CLASSES], uint64_t white, uint64_t black,
                     uint64_t weight)
{
    const int n_low = job->n_index < 6 ? job->n_index : 6;
    for (int j = 0; j <= n_low; j++) {
        const uint64_t place = bits_weighing(j) & bits_below(1 << n_low);
        const uint64_t next = (uint64_t)bits_count(white & black & place);
        const uint64_t b = (uint64_t)bits_count(black & ~white & place);
        const uint64_t w = (uint64_t)bits_count(white & ~black & place);
        count[j][CENSUS_NEXT] += weight * next;
        count[j][CENSUS_BLACK] += weight * b;
        count[j][CENSUS_WHITE] += weight * w;
        count[j][CENSUS_PREVIOUS] += weight * ((uint64_t)bits_count(place) - next - b - w);
    }
}

static void add_rows(size_t begin, size_t end, int worker, void *ctx)
{
    const census_job *job = ctx;
    census *slot = &job->slots[worker];
    uint64_t *white = job->scratch + (size_t)worker * 2 * job->row_words;
    uint64_t *black = white + job->row_words;
    const size_t n_words = job->n_index < 6 ? 1 : row_words(job->n_index);
    for (size_t i = begin; i < end; i++) {
        sweep_row_read(job->white, i, white);
        sweep_row_read(job->black, i, black);
        const uint64_t weight = (uint64_t)orbits_size(sweep_orbits(job->black->sweep), job->black->sets[i]);
        for (size_t a = 0; a < n_words; a++) {
            add_word(job, &slot->count[job->black->size + bits_count(a)], white[a], black[a], weight);
        }
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
        for (size_t w = 0; w < n_workers; w++) {
            uint64_t *to = c->count[0];
            const uint64_t *from = job.slots[w].count[0];
            for (size_t i = 0; i < sizeof c->count / sizeof(uint64_t); i++) {
                to[i] += from[i];
            }
        }
        c->n_stones = sweep_orbits(black->sweep)->n + job.n_index;
    }
    const bool is_done = job.slots && job.scratch;
    pages_free(job.slots, slots_bytes);
    pages_free(job.scratch, scratch_bytes);
    return is_done ? PM_OK : status_fail(err, PM_NO_MEMORY, 0, "no memory to count a layer");
}

uint64_t census_wins(const census *c, pm_color mover)
{
    uint64_t n = 0;
    for (int stones = 0; stones <= c->n_stones; stones++) {
        n += c->count[stones][CENSUS_NEXT] + c->count[stones][mover == PM_BLACK ? CENSUS_BLACK : CENSUS_WHITE];
    }
    return n;
}
