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
    int layer, mover;
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
static void count_block(const counting *c, counter *own, uint64_t item)
{
    const db_shape *s = db_get_shape(c->d);
    const db_header *h = db_get_header(c->d);
    const bool is_whole = s->blocks_per_row == 1;
    const int n_bits = is_whole ? h->subject.n_index : h->block_bits;
    const uint64_t first_row = is_whole ? item * s->rows_per_block : item / s->blocks_per_row;
    const int above = is_whole ? 0 : bits_count(item % s->blocks_per_row);
    const uint32_t *sets = c->o->kept + c->o->first[c->layer];
    for (uint64_t r = 0; r < s->rows_per_block && first_row + r < h->subject.layer_rows[c->layer]; r++) {
        const uint64_t weight = (uint64_t)orbits_size(c->o, sets[first_row + r]);
        assert(weight > 0 && bits_count(sets[first_row + r]) == c->layer);
        const uint8_t *bytes = own->values + r * s->row_bytes;
        uint64_t(*count)[DB_HISTOGRAM_VALUES] = own->counts.count[c->mover] + c->layer + above;
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
    for (size_t item = begin; item < end && !atomic_load(&c->is_stopped); item++) {
        const uint64_t block = db_get_shape(c->d)->first_block[c->layer][c->mover] + item;
        own->status = db_read_block(c->d, block, own->codec, own->packed, own->values, &own->err);
        if (own->status != PM_OK) {
            atomic_store(&c->is_stopped, true);
            return;
        }
        count_block(c, own, item);
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
    const db_subject *subject = &db_get_header(c->d)->subject;
    const db_shape *s = db_get_shape(c->d);
    for (; c->n_counters < par_size(team); c->n_counters++) {
        c->counters[c->n_counters] = counter_new(s);
        if (!c->counters[c->n_counters]) {
            return;
        }
    }
    c->is_complete = true;
    for (c->layer = 0; c->layer <= subject->n_sets; c->layer++) {
        for (c->mover = 0; c->mover < subject->n_movers; c->mover++) {
            const uint64_t n = subject->layer_rows[c->layer];
            const uint64_t n_items =
                s->blocks_per_row > 1 ? n * s->blocks_per_row : (n + s->rows_per_block - 1) / s->rows_per_block;
            assert(n_items * s->rows_per_block >= n);
            par_for(team, n_items, GRAIN_BLOCKS, count_blocks, c);
        }
    }
}

static void add_counts(db_histogram *to, const db_histogram *from)
{
    for (size_t i = 0; i < sizeof to->count / sizeof(uint64_t); i++) {
        (&to->count[0][0][0])[i] += (&from->count[0][0][0])[i];
    }
}

pm_status db_histogram_count(const db *d, const orbits *o, int threads, bool (*progress)(void *, uint64_t, uint64_t),
                             void *progress_ctx, db_histogram *h, pm_error *err)
{
    counting c = {.d = d, .o = o, .progress = progress, .progress_ctx = progress_ctx};
    c.counters = calloc((size_t)threads, sizeof(counter *));
    if (c.counters) {
        par_run(threads, count_all, &c);
    }
    pm_status status = c.is_complete ? PM_OK : status_no_memory(err, "the histogram", 0);
    memset(h, 0, sizeof *h);
    for (int i = 0; i < c.n_counters; i++) {
        add_counts(h, &c.counters[i]->counts);
        if (status == PM_OK && c.counters[i]->status != PM_OK) {
            status = c.counters[i]->status;
            if (err) {
                *err = c.counters[i]->err;
            }
        }
        counter_free(c.counters[i]);
    }
    free(c.counters);
    if (db_get_header(d)->subject.n_movers == 1) {
        memcpy(h->count[PM_WHITE], h->count[PM_BLACK], sizeof h->count[PM_BLACK]);
    }
    return status;
}
