/* Packing rows: see pack.h.
 *
 * SPDX-License-Identifier: MIT
 */
#include "solver/db/pack.h"

#include "src/base/bits.h"

#include <assert.h>
#include <stdlib.h>
#include <string.h>

enum { ROW_ALIGNMENT_BYTES = 64, SAMPLE_BYTES = 4 << 20 };

/* What a thread needs; the rows are followed by room for a row that does not go straight to its place. */
typedef struct pack_scratch {
    db_codec *codec;
    uint8_t *rows;
    uint8_t *half; /* what is stored of a row, if that is not all */
    db_samples samples;
    uint64_t won[DB_MAX_STONES + 1];
} pack_scratch;

struct db_packer {
    const db_shape *shape;
    const db_subject *subject;
    const orbits *orbits;
    int level;
    int n_scratch;
    pack_scratch *scratch;
};

/* A call of par_for. */
typedef struct pack_job {
    db_packer *packer;
    const db_rows *rows;
    const db_index *index;
    uint64_t n_samples;
    uint64_t first;
    uint8_t *slots;
    db_entry *entries;
} pack_job;

db_packer *db_packer_new(const db_shape *shape, const db_subject *subject, int level, const orbits *o)
{
    db_packer *p = calloc(1, sizeof *p);
    if (p) {
        *p = (db_packer){.shape = shape, .subject = subject, .orbits = o, .level = level};
    }
    return p;
}

static void scratch_clear(pack_scratch *s)
{
    db_codec_free(s->codec);
    free(s->rows);
    free(s->half);
    db_samples_clear(&s->samples);
}

void db_packer_free(db_packer *p)
{
    if (p) {
        for (int i = 0; i < p->n_scratch; i++) {
            scratch_clear(&p->scratch[i]);
        }
        free(p->scratch);
        free(p);
    }
}

/* Of the whole rows of an item. */
static size_t rows_bytes(const db_shape *shape)
{
    assert(shape->rows_per_block == 1 || shape->blocks_per_row == 1);
    return shape->row_bytes * shape->rows_per_block;
}

size_t db_packer_item_bytes(const db_packer *p)
{
    return p->shape->block_bytes * p->shape->blocks_per_row;
}

static bool scratch_make(const db_shape *shape, pack_scratch *s)
{
    const size_t n = rows_bytes(shape) + DB_ROW_BUFFER_BYTES;
    *s = (pack_scratch){.codec = db_codec_new(shape),
                        .rows = aligned_alloc(ROW_ALIGNMENT_BYTES, (n + ROW_ALIGNMENT_BYTES - 1) / ROW_ALIGNMENT_BYTES *
                                                                       ROW_ALIGNMENT_BYTES),
                        .half = malloc(shape->stored_row_bytes)};
    const bool has_samples = db_samples_new(shape, &s->samples);
    return s->codec && s->rows && s->half && has_samples;
}

bool db_packer_prepare(db_packer *p, par_team *team)
{
    const int n = par_size(team);
    if (p->n_scratch >= n) {
        return true;
    }
    pack_scratch *scratch = realloc(p->scratch, (size_t)n * sizeof *scratch);
    if (!scratch) {
        return false;
    }
    p->scratch = scratch;
    for (; p->n_scratch < n; p->n_scratch++) {
        if (!scratch_make(p->shape, &scratch[p->n_scratch])) {
            scratch_clear(&scratch[p->n_scratch]);
            return false;
        }
    }
    return true;
}

/* What is stored of a row, part by part. */
static const uint8_t *stored_of(const db_shape *shape, int layer, const uint8_t *row, uint8_t *half)
{
    if (!shape->is_halved) {
        return row;
    }
    for (uint64_t part = 0; part < shape->blocks_per_row; part++) {
        pairs_squeeze(row + part * 2 * shape->block_bytes, shape->block_bits, db_shape_parity(layer, part),
                      half + part * shape->block_bytes);
    }
    return half;
}

/* ---- models ------------------------------------------------------------------------------------- */

static int compare_ranks(const void *a, const void *b)
{
    const uint32_t x = *(const uint32_t *)a, y = *(const uint32_t *)b;
    return (x > y) - (x < y);
}

static bool has_row(const db_rows *rows, uint32_t r)
{
    return !rows->ranks || bsearch(&r, rows->ranks, rows->n_ranks, sizeof r, compare_ranks);
}

/* Count the bits of sampled rows, which are spread evenly over the layer. */
static void count_samples(size_t begin, size_t end, int worker, void *ctx)
{
    const pack_job *job = ctx;
    const db_shape *shape = job->packer->shape;
    const db_rows *rows = job->rows;
    pack_scratch *s = &job->packer->scratch[worker];
    const uint64_t n_rows = job->packer->subject->layer_rows[rows->layer];
    for (size_t i = begin; i < end; i++) {
        const uint64_t r = i * n_rows / job->n_samples;
        if (has_row(rows, (uint32_t)r)) {
            rows->source(rows->ctx, r, s->rows);
            db_samples_add(shape, s->codec, rows->layer, stored_of(shape, rows->layer, s->rows, s->half), &s->samples);
        }
    }
}

/* What the models are made from does not depend on the threads. */
void db_packer_sample(db_packer *p, par_team *team, const db_rows *rows)
{
    if (!p->shape->n_models) {
        return;
    }
    const uint64_t n_rows = p->subject->layer_rows[rows->layer];
    const uint64_t n_wanted = SAMPLE_BYTES / p->shape->row_bytes + 1;
    pack_job job = {.packer = p, .rows = rows, .n_samples = n_wanted < n_rows ? n_wanted : n_rows};
    for (int i = 0; i < p->n_scratch; i++) {
        db_samples_reset(p->shape, &p->scratch[i].samples);
    }
    assert(job.n_samples > 0);
    par_for(team, job.n_samples, 1, count_samples, &job);
    for (int i = 1; i < p->n_scratch; i++) {
        db_samples_merge(p->shape, &p->scratch[0].samples, &p->scratch[i].samples);
    }
}

uint64_t *db_packer_samples(const db_packer *p, size_t *n)
{
    assert(p->shape->n_models > 0 && p->n_scratch > 0);
    return db_samples_numbers(p->shape, &p->scratch[0].samples, n);
}

void db_packer_model(const db_packer *p, const db_rows *rows, db_index *index)
{
    if (p->shape->n_models) {
        db_samples_make(p->shape, &p->scratch[0].samples, rows->layer, rows->mover, index);
    }
}

/* ---- packing ------------------------------------------------------------------------------------- */

/* Digest a row and count its wins; returns what is stored of it. */
static const uint8_t *take_row(const db_packer *p, pack_scratch *s, const db_rows *rows, uint64_t r, const uint8_t *row)
{
    const db_shape *shape = p->shape;
    rows->digests[r] = db_digest_of(row, shape->row_bytes);
    if (!shape->is_halved) {
        return row;
    }
    const uint8_t *stored = stored_of(shape, rows->layer, row, s->half);
    const uint32_t set = p->orbits->kept[p->orbits->first[rows->layer] + r];
    assert(bits_count(set) == rows->layer);
    rows->stored_digests[r] = db_digest_of(stored, shape->stored_row_bytes);
    pairs_add_wins(db_codec_pairs(s->codec), row, p->subject->n_index, (uint64_t)orbits_size(p->orbits, set),
                   s->won + rows->layer);
    return stored;
}

/* Fetch the rows of an item one after the other; returns what is stored of them, and its bytes. A source may write more
 * than a small row. */
static const uint8_t *fetch_item(const pack_job *job, pack_scratch *s, uint64_t item, size_t *bytes)
{
    const db_shape *shape = job->packer->shape;
    const db_rows *rows = job->rows;
    const uint64_t n_rows = job->packer->subject->layer_rows[rows->layer];
    const bool in_place = shape->row_bytes >= DB_ROW_BUFFER_BYTES || shape->rows_per_block == 1;
    uint8_t *buffer = s->rows + rows_bytes(shape);
    const uint8_t *stored = s->rows;
    size_t n = 0;
    assert(!rows->ranks || (shape->rows_per_block == 1 && item < rows->n_ranks));
    const uint64_t first = rows->ranks ? rows->ranks[item] : item * shape->rows_per_block;
    for (uint64_t r = first; r < n_rows && n < rows_bytes(shape); r++, n += shape->row_bytes) {
        uint8_t *row = in_place ? s->rows + n : buffer;
        rows->source(rows->ctx, r, row);
        const uint8_t *taken = take_row(job->packer, s, rows, r, row);
        if (!in_place) {
            memcpy(s->rows + n, row, shape->row_bytes);
        }
        stored = shape->is_halved ? taken : s->rows;
    }
    *bytes = shape->is_halved ? shape->stored_row_bytes : n;
    return stored;
}

static void pack_items(size_t begin, size_t end, int worker, void *ctx)
{
    const pack_job *job = ctx;
    const db_packer *p = job->packer;
    const db_shape *shape = p->shape;
    pack_scratch *s = &job->packer->scratch[worker];
    for (size_t i = begin; i < end; i++) {
        size_t n;
        const uint8_t *stored = fetch_item(job, s, job->first + i, &n);
        const uint64_t n_blocks = shape->blocks_per_row;
        const size_t bytes = n / n_blocks;
        assert(n > 0 && bytes * n_blocks == n);
        for (uint64_t part = 0; part < n_blocks; part++) {
            const db_model model = db_index_model(shape, job->index, job->rows->layer, job->rows->mover, part);
            job->entries[i * n_blocks + part] = db_block_pack(s->codec, p->level, model, stored + part * bytes, bytes,
                                                              job->slots + (i * n_blocks + part) * shape->block_bytes);
        }
    }
}

void db_packer_pack(db_packer *p, par_team *team, const db_rows *rows, const db_index *index, uint64_t first, size_t n,
                    uint8_t *slots, db_entry *entries)
{
    pack_job job = {.packer = p, .rows = rows, .index = index, .first = first, .slots = slots, .entries = entries};
    par_for(team, n, 1, pack_items, &job);
}

size_t db_packer_close_up(const db_packer *p, size_t n_blocks, const db_entry *entries, uint8_t *slots)
{
    const size_t slot = p->shape->block_bytes;
    size_t n = 0;
    for (size_t j = 0; j < n_blocks; j++) {
        assert(entries[j].bytes <= slot && n <= j * slot); /* moved down, over what was moved already */
        memmove(slots + n, slots + j * slot, entries[j].bytes);
        n += entries[j].bytes;
    }
    return n;
}

void db_packer_take_wins(db_packer *p, uint64_t won[DB_MAX_STONES + 1])
{
    for (int i = 0; i < p->n_scratch; i++) {
        for (int stones = 0; stones <= DB_MAX_STONES; stones++) {
            won[stones] += p->scratch[i].won[stones];
            p->scratch[i].won[stones] = 0;
        }
    }
}
