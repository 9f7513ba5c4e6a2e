/* Counting remoteness: see remoteness.h.
 *
 * SPDX-License-Identifier: MIT
 */
#include "solver/sweep/remoteness.h"

#include "solver/rows/counter.h"
#include "src/base/pages.h"
#include "src/base/status.h"

#include <assert.h>
#include <string.h>

enum { PIECE_ROWS = 4 };

/* What one worker has found in one half layer. */
typedef struct remoteness_slot {
    uint64_t count[REMOTENESS_MAX + 1];
    int most;
    size_t row;
    uint32_t index;
} remoteness_slot;

typedef struct count_job {
    const sweep_layer *layer;
    const row_counter *counter;
    remoteness_slot *slots; /* one for each worker */
    uint8_t *scratch;       /* a row for each worker */
    size_t row_bytes;
} count_job;

static void count_rows(size_t begin, size_t end, int worker, void *ctx)
{
    const count_job *job = ctx;
    const sweep *s = job->layer->sweep;
    remoteness_slot *slot = &job->slots[worker];
    uint8_t *row = job->scratch + (size_t)worker * job->row_bytes;
    const size_t n = (size_t)1 << sweep_index_bits(s);
    for (size_t i = begin; i < end; i++) {
        uint64_t counts[256] = {0};
        sweep_row_read(job->layer, i, (uint64_t *)row);
        job->counter->count_bytes(row, n, counts);
        assert(((size_t)1 << sweep_index_bits(s)) <= job->row_bytes);
        const uint64_t weight = (uint64_t)orbits_size(sweep_orbits(s), job->layer->sets[i]);
        for (int r = 0; r <= REMOTENESS_MAX; r++) {
            slot->count[r] += weight * counts[r];
            if (counts[r] && (r > slot->most || (r == slot->most && i < slot->row))) {
                slot->most = r;
                slot->row = i;
                slot->index = (uint32_t)((const uint8_t *)memchr(row, r, n) - row);
            }
        }
    }
}

/* Whether a peak replaces another, wherever the sweep met them. */
static bool comes_first(const remoteness_peak *x, const remoteness_peak *y)
{
    if (x->remoteness != y->remoteness) {
        return x->remoteness > y->remoteness;
    }
    const int by_size = __builtin_popcount(x->set) - __builtin_popcount(y->set);
    if (by_size != 0 || x->mover != y->mover) {
        return by_size != 0 ? by_size < 0 : x->mover < y->mover;
    }
    return x->set < y->set;
}

static void merge(remoteness_census *c, const sweep_layer *layer, const remoteness_slot slots[], size_t n)
{
    const remoteness_slot *best = NULL;
    for (size_t w = 0; w < n; w++) {
        for (int r = 0; r <= REMOTENESS_MAX; r++) {
            c->count[layer->mover][r] += slots[w].count[r];
        }
        if (!best || slots[w].most > best->most || (slots[w].most == best->most && slots[w].row < best->row)) {
            best = &slots[w];
        }
    }
    if (best && best->most >= 0) {
        assert(best->row < layer->n_rows);
        const remoteness_peak peak = {best->most, layer->mover, layer->sets[best->row], best->index};
        if (comes_first(&peak, &c->peak)) {
            c->peak = peak;
        }
    }
}

void remoteness_begin(remoteness_census *c)
{
    *c = (remoteness_census){.peak = {.remoteness = -1}};
}

pm_status remoteness_add(remoteness_census *c, par_team *team, const sweep_layer *white, const sweep_layer *black,
                         pm_error *err)
{
    assert(sweep_get_question(black->sweep) == SWEEP_REMOTENESS);
    const size_t n_workers = (size_t)par_size(team);
    count_job job = {.counter = row_counters()[0], .row_bytes = row_words(sweep_row_bits(black->sweep)) * 8};
    const size_t slots_bytes = n_workers * sizeof *job.slots;
    const size_t scratch_bytes = n_workers * job.row_bytes;
    job.slots = pages_new(slots_bytes);
    job.scratch = pages_new(scratch_bytes);
    const bool is_possible = job.slots && job.scratch;
    const sweep_layer *layers[2] = {black, white};
    for (int l = 0; is_possible && l < 2; l++) {
        for (size_t w = 0; w < n_workers; w++) {
            job.slots[w] = (remoteness_slot){.most = -1};
        }
        job.layer = layers[l];
        par_for(team, job.layer->n_rows, PIECE_ROWS, count_rows, &job);
        merge(c, job.layer, job.slots, n_workers);
    }
    pages_free(job.slots, slots_bytes);
    pages_free(job.scratch, scratch_bytes);
    return is_possible ? PM_OK : status_no_memory(err, "counting a layer", 0);
}

uint64_t remoteness_wins(const remoteness_census *c, pm_color mover)
{
    uint64_t n = 0;
    for (int r = 1; r <= REMOTENESS_MAX; r += 2) {
        n += c->count[mover][r];
    }
    return n;
}
