/* Histograms of databases: see histogram.h.
 *
 * SPDX-License-Identifier: MIT
 */
#include "solver/db/histogram.h"

#include "solver/db/block.h"
#include "src/base/bits.h"
#include "src/base/status.h"

#include <assert.h>
#include <stdatomic.h>
#include <stdlib.h>
#include <string.h>

enum { GRAIN_BLOCKS = 64 };

/* A thread's own counts and buffers. */
typedef struct counter {
    db_histogram counts;
    db_codec *codec;
    uint8_t *packed, *values;
    pm_status status;
    pm_error err;
} counter;

typedef struct counting {
    const db *d;
    const orbits *o;
    counter **counters;
    int n_counters;
    bool is_complete; /* every counter has its memory */
    bool (*progress)(void *, uint64_t, uint64_t);
    void *progress_ctx;
    atomic_ullong done;
    atomic_bool is_stopped;
} counting;

/* Add a run of 2^n_bits values of one row that begins at index `first`, `weight` times each. */
static void count_bits(uint64_t count[][DB_HISTOGRAM_VALUES], const uint8_t *bytes, int n_bits, uint64_t weight)
{
    const size_t n_values = (size_t)1 << n_bits;
    for (size_t u = 0; u < n_values; u += 64) {
        const size_t n_here = n_values < 64 ? n_values : 64;
        uint64_t word = 0;
        memcpy(&word, bytes + u / 8, n_here < 8 ? 1 : n_here / 8);
        const uint64_t there = bits_below((int)n_here);
        const int high = bits_count(u);
        for (int k = 0; k < 7; k++) {
            const uint64_t places = bits_weighing(k) & there;
            const int ones = bits_count(word & places);
            count[high + k][1] += weight * (uint64_t)ones;
            count[high + k][0] += weight * (uint64_t)(bits_count(places) - ones);
        }
    }
}

static void count_bytes(uint64_t count[][DB_HISTOGRAM_VALUES], const uint8_t *bytes, int n_bits, uint64_t weight)
{
    for (size_t u = 0; u < (size_t)1 << n_bits; u++) {
        count[bits_count(u)][bytes[u]] += weight;
    }
}

/* The rows, or the part of a row, in a block. */
static void count_block(const counting *c, counter *own, uint64_t block)
{
    const db_shape *s = db_get_shape(c->d);
    const db_header *h = db_get_header(c->d);
    const db_span span = db_span_of(c->d, block);
    const int n_bits = db_shape_part_bits(s, &h->subject);
    const int stones = span.layer + bits_count(span.part);
    const uint32_t *sets = c->o->kept + c->o->first[span.layer] + span.first_row;
    for (uint64_t r = 0; r < span.n_rows; r++) {
        const uint64_t weight = (uint64_t)orbits_size(c->o, sets[r]);
        assert(weight > 0 && bits_count(sets[r]) == span.layer);
        const uint8_t *bytes = own->values + r * s->row_bytes;
        uint64_t(*count)[DB_HISTOGRAM_VALUES] = own->counts.count[span.mover] + stones;
        if (s->value_bits == 8) {
            count_bytes(count, bytes, n_bits, weight);
        } else {
            count_bits(count, bytes, n_bits, weight);
        }
    }
}

static void count_blocks(size_t begin, size_t end, int worker, void *ctx)
{
    counting *c = ctx;
    counter *own = c->counters[worker];
    for (size_t block = begin; block < end && !atomic_load(&c->is_stopped); block++) {
        own->status = db_read_block(c->d, block, own->codec, own->packed, own->values, &own->err);
        if (own->status != PM_OK) {
            atomic_store(&c->is_stopped, true);
            return;
        }
        count_block(c, own, block);
    }
    const uint64_t done = atomic_fetch_add(&c->done, end - begin) + end - begin;
    if (c->progress && c->progress(c->progress_ctx, done, db_get_shape(c->d)->n_blocks)) {
        own->status = status_fail(&own->err, PM_INTERRUPTED, 0, "interrupted");
        atomic_store(&c->is_stopped, true);
    }
}

static void counter_free(counter *own)
{
    if (own) {
        db_codec_free(own->codec);
        free(own->packed);
        free(own->values);
        free(own);
    }
}

static counter *counter_new(const db_shape *shape)
{
    counter *own = calloc(1, sizeof *own);
    if (own) {
        own->codec = db_codec_new(shape);
        own->packed = malloc(shape->block_bytes);
        own->values = malloc(shape->block_bytes);
        if (!own->codec || !own->packed || !own->values) {
            counter_free(own);
            return NULL;
        }
    }
    return own;
}

static void count_all(par_team *team, void *ctx)
{
    counting *c = ctx;
    const db_shape *s = db_get_shape(c->d);
    for (; c->n_counters < par_size(team); c->n_counters++) {
        c->counters[c->n_counters] = counter_new(s);
        if (!c->counters[c->n_counters]) {
            return;
        }
    }
    c->is_complete = true;
    par_for(team, s->n_blocks, GRAIN_BLOCKS, count_blocks, c);
}

static void add_counts(db_histogram *to, const db_histogram *from)
{
    for (size_t i = 0; i < sizeof to->count / sizeof(uint64_t); i++) {
        (&to->count[0][0][0])[i] += (&from->count[0][0][0])[i];
    }
}

/* Of a halved file, from its index: what is not won is lost. */
static void take_counts(const db_subject *subject, const db_counts *counts, db_histogram *h)
{
    const int n_cells = subject->n_sets + subject->n_index;
    for (int mover = 0; mover < subject->n_movers; mover++) {
        for (int stones = 0; stones <= n_cells; stones++) {
            h->count[mover][stones][1] = counts->won[mover][stones];
            h->count[mover][stones][0] = bits_choose(n_cells, stones) - counts->won[mover][stones];
        }
    }
}

static pm_status count_file(counting *c, int threads, db_histogram *h, pm_error *err)
{
    c->counters = calloc((size_t)threads, sizeof(counter *));
    if (c->counters) {
        par_run(threads, count_all, c);
    }
    pm_status status = c->is_complete ? PM_OK : status_no_memory(err, "the histogram", 0);
    for (int i = 0; i < c->n_counters; i++) {
        add_counts(h, &c->counters[i]->counts);
        if (status == PM_OK && c->counters[i]->status != PM_OK) {
            status = c->counters[i]->status;
            if (err) {
                *err = c->counters[i]->err;
            }
        }
        counter_free(c->counters[i]);
    }
    free(c->counters);
    return status;
}

pm_status db_histogram_count(const db *d, const orbits *o, int threads, bool (*progress)(void *, uint64_t, uint64_t),
                             void *progress_ctx, db_histogram *h, pm_error *err)
{
    const db_subject *subject = &db_get_header(d)->subject;
    const db_counts *counts = db_get_counts(d);
    pm_status status = PM_OK;
    memset(h, 0, sizeof *h);
    if (counts) {
        take_counts(subject, counts, h);
    } else {
        counting c = {.d = d, .o = o, .progress = progress, .progress_ctx = progress_ctx};
        status = count_file(&c, threads, h, err);
    }
    if (subject->n_movers == 1) {
        memcpy(h->count[PM_WHITE], h->count[PM_BLACK], sizeof h->count[PM_BLACK]);
    }
    return status;
}
