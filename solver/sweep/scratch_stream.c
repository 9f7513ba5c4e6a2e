/* Putting rows together from files: see scratch.h.
 *
 * What a part reads is a list of passes, one for each file. A pass is cut into chunks of whole blocks, and a chunk goes
 * through three stages: it is read, on a thread of its own; it is unpacked, and its rows' images under the other
 * symmetries are made; it is combined into the rows that are built. The last two are pieces of the same parallel loop,
 * so that all threads have work while chunk k is combined, k + 1 unpacked and k + 2 read.
 *
 * Here, unlike in a sweep in memory, the rows that are read come and go while those that are built stay. So images are
 * made of what is read, once for each chunk, rather than of what is summed up, once for each chunk and row.
 *
 * The terms of each row are sorted by source and rank, which is the order in which chunks come.
 *
 * SPDX-License-Identifier: MIT
 */
#include "solver/sweep/scratch_state.h"
#include "src/base/clock.h"
#include "src/base/status.h"

#include <assert.h>
#include <errno.h>
#include <stdlib.h>
#include <string.h>

enum { PIECE_TERMS = 256, PIECE_TURNED = 8, PIECES = 256, MAX_PASSES = SUBLAYERS_MAX };

/* A file to be read. */
typedef struct pass {
    const row_file *file;
    int place;
    uint8_t *is_needed; /* for each block: whether a row in it is read */
} pass;

/* Some rows of a pass. */
typedef struct chunk {
    const pass *pass;
    uint64_t first_block, n_blocks;
    size_t first_row, n_rows;
    uint8_t *packed;
    uint64_t *rows[ORBITS_MAX_SYMMETRIES]; /* as they are, and their images */
    io_request request;
} chunk;

typedef struct stream {
    scratch *r;
    pm_color mover;
    scratch_part part;
    sweep_half half; /* for listing terms */
    pass passes[MAX_PASSES];
    int n_passes;
    pass *pass_of[SUBLAYERS_MAX]; /* by place */
    /* The next chunk. */
    int at_pass;
    uint64_t at_block;
    /* The loop in work. */
    chunk *decoding, *combining; /* either may be NULL */
    size_t n_pieces;
    atomic_bool is_damaged;
} stream;

/* ---- the chunks ------------------------------------------------------------------------------------------ */

static bool list_passes(stream *t)
{
    scratch *r = t->r;
    const int place = t->part.place;
    for (int source = 0; source <= place; source++) {
        const bool is_read = t->mover == PM_WHITE
                                 ? source < place && sublayers_reads(sweep_order(r->s), &r->order_spec, place, source)
                                 : source == place;
        if (is_read) {
            const row_file *file = scratch_file(r, t->mover == PM_WHITE ? PM_BLACK : PM_WHITE, source);
            pass *p = &t->passes[t->n_passes++];
            *p = (pass){file, source, calloc(file->n_blocks, 1)};
            t->pass_of[source] = p;
            if (!p->is_needed) {
                return false;
            }
        }
    }
    return true;
}

static void next_block(stream *t)
{
    if (++t->at_block == t->passes[t->at_pass].file->n_blocks) {
        t->at_pass++;
        t->at_block = 0;
    }
}

/* Take the next chunk, neighbouring blocks that are needed, and have it read. False if there is none. */
static bool begin_chunk(stream *t, chunk *c)
{
    scratch *r = t->r;
    while (t->at_pass < t->n_passes && !t->passes[t->at_pass].is_needed[t->at_block]) {
        next_block(t);
    }
    if (t->at_pass == t->n_passes) {
        return false;
    }
    const pass *p = &t->passes[t->at_pass];
    const row_file *f = p->file;
    const uint64_t most = r->plan.chunk_bytes / (f->key.row_bytes * (size_t)f->key.rows_per_block);
    c->pass = p;
    c->first_block = t->at_block;
    for (c->n_blocks = 0;
         c->n_blocks < most && t->at_pass < t->n_passes && p == &t->passes[t->at_pass] && p->is_needed[t->at_block];
         c->n_blocks++) {
        next_block(t);
    }
    assert(c->n_blocks > 0 && c->n_blocks <= most);
    c->first_row = c->first_block * f->key.rows_per_block;
    const size_t end = (c->first_block + c->n_blocks) * f->key.rows_per_block;
    c->n_rows = (end < f->key.n_rows ? end : f->key.n_rows) - c->first_row;
    const row_file_entry *last = &f->entries[c->first_block + c->n_blocks - 1];
    const uint64_t offset = f->entries[c->first_block].offset;
    c->request =
        (io_request){.fd = f->fd, .bytes = c->packed, .n = last->offset + last->bytes - offset, .offset = offset};
    io_queue_put(r->reader, &c->request);
    r->status.read_bytes += c->request.n;
    r->status.raw_read_bytes += c->n_rows * f->key.row_bytes;
    return true;
}

/* ---- unpacking ------------------------------------------------------------------------------------------- */

/* Make the image under symmetry g of a row. */
static void make_image(const stream *t, const chunk *c, int g, size_t row, uint64_t *copy)
{
    const sweep *s = t->r->s;
    const size_t words = row_words(sweep_tile_bits_inside(s)), row_at = row * scratch_row_words(t->r);
    for (size_t tile = 0; tile < (size_t)1 << s->tile_bits; tile++) {
        uint64_t *image = c->rows[g] + row_at + tile * words;
        memcpy(copy, c->rows[0] + row_at + s->tile_image[g][tile] * words, words * 8); /* permuting spoils its source */
        memset(image, 0, words * 8);
        s->kernel->or_permuted(image, copy, &s->permutation[g]);
    }
}

static void decode_block(stream *t, size_t j, int worker)
{
    scratch *r = t->r;
    const chunk *c = t->decoding;
    const row_file *f = c->pass->file;
    const uint64_t block = c->first_block + j;
    const size_t first = block * f->key.rows_per_block - c->first_row;
    const size_t n = row_file_block_bytes(f, block);
    const uint8_t *packed = c->packed + (f->entries[block].offset - c->request.offset);
    if (!row_block_unpack(r->codecs[worker], &f->entries[block], packed, c->rows[0] + first * scratch_row_words(r),
                          n)) {
        atomic_store(&t->is_damaged, true);
        return;
    }
    uint64_t *copy = r->s->scratch + (size_t)worker * r->s->scratch_words;
    for (int g = 1; g < r->s->orbits.n_symmetries; g++) {
        for (size_t i = 0; i < n / r->plan.sweep.row_bytes; i++) {
            make_image(t, c, g, first + i, copy);
        }
    }
}

/* ---- combining ------------------------------------------------------------------------------------------- */

static void combine_term(const stream *t, const chunk *c, const sweep_term *term, uint64_t *row)
{
    const sweep *s = t->r->s;
    const uint32_t g = term->step % (uint32_t)s->orbits.n_symmetries;
    const sweep_step *step = &s->steps[t->mover][term->step - g]; /* as it is in the rows' own coordinates */
    const size_t words = row_words(sweep_tile_bits_inside(s));
    const uint64_t *image = c->rows[g] + (term->rank - c->first_row) * scratch_row_words(t->r);
    for (uint32_t tile = 0; tile < 1u << s->tile_bits; tile++) {
        if ((tile & step->part_fixed) == step->part_value) {
            s->kernel->or_step(row + tile * words, image + (tile ^ step->part_flip) * words, &step->row, NULL);
        }
    }
}

/* `i` counts rows of the part. */
static void combine_row(const stream *t, size_t i)
{
    const scratch *r = t->r;
    const chunk *c = t->combining;
    const sweep_term *terms = r->s->terms + (t->part.first + i) * r->s->term_stride;
    const uint32_t n_terms = r->s->n_terms[t->part.first + i];
    uint64_t *row = r->out + i * scratch_row_words(r);
    uint16_t k = r->cursor[i];
    for (; k < n_terms && terms[k].source == c->pass->place && terms[k].rank < c->first_row + c->n_rows; k++) {
        assert(terms[k].rank >= c->first_row);
        combine_term(t, c, &terms[k], row);
    }
    r->cursor[i] = k;
}

/* Blocks of one chunk to unpack, then pieces of the rows to combine another into. */
static void do_piece(size_t begin, size_t end, int worker, void *ctx)
{
    stream *t = ctx;
    const size_t n_blocks = t->decoding ? t->decoding->n_blocks : 0;
    for (size_t item = begin; item < end; item++) {
        if (item < n_blocks) {
            decode_block(t, item, worker);
            continue;
        }
        const size_t piece = item - n_blocks;
        for (size_t i = piece * t->part.n_rows / t->n_pieces; i < (piece + 1) * t->part.n_rows / t->n_pieces; i++) {
            combine_row(t, i);
        }
    }
}

/* ---- before and after ------------------------------------------------------------------------------------ */

static int compare_terms(const void *a, const void *b)
{
    const sweep_term *x = a, *y = b;
    return x->source != y->source ? x->source - y->source : (x->rank > y->rank) - (x->rank < y->rank);
}

/* Blocks are marked by several threads at once, all with the same value. */
static void mark_needed(const stream *t, const sweep_term *term)
{
    const pass *p = t->pass_of[term->source];
    __atomic_store_n(&p->is_needed[term->rank / p->file->key.rows_per_block], 1, __ATOMIC_RELAXED);
}

static void prepare_rows(size_t begin, size_t end, int worker, void *ctx)
{
    stream *t = ctx;
    const sweep *s = t->r->s;
    sweep_list_terms(t->part.first + begin, t->part.first + end, worker, &t->half);
    for (size_t i = begin; i < end; i++) {
        sweep_term *terms = s->terms + (t->part.first + i) * s->term_stride;
        const uint32_t n = s->n_terms[t->part.first + i];
        qsort(terms, n, sizeof *terms, compare_terms);
        for (uint32_t k = 0; k < n; k++) {
            mark_needed(t, &terms[k]);
        }
        t->r->cursor[i] = 0;
    }
    memset(t->r->out + begin * scratch_row_words(t->r), 0, (end - begin) * t->r->plan.sweep.row_bytes);
}

static void turn_rows(size_t begin, size_t end, int worker, void *ctx)
{
    const stream *t = ctx;
    const sweep *s = t->r->s;
    const size_t words = row_words(sweep_tile_bits_inside(s)), row_size = scratch_row_words(t->r);
    uint64_t *copy = s->scratch + (size_t)worker * s->scratch_words;
    for (uint64_t *tile = t->r->out + begin * row_size; tile < t->r->out + end * row_size; tile += words) {
        memcpy(copy, tile, words * 8);
        s->kernel->store_turned(tile, copy, words);
    }
}

/* The parts of the pool: two packed chunks, then two of rows with their images. */
static void place_chunk(const scratch *r, chunk *c, int i)
{
    const size_t bytes = r->plan.chunk_bytes;
    const int n_symmetries = r->s->orbits.n_symmetries;
    c->packed = r->pool + (size_t)i * bytes;
    for (int g = 0; g < n_symmetries; g++) {
        c->rows[g] = (uint64_t *)(r->pool + (size_t)(2 + i * n_symmetries + g) * bytes);
    }
}

/* Wait until a chunk is read; 0 or an errno. */
static int await(scratch *r, chunk *c)
{
    const double before = clock_seconds();
    const int error = io_queue_wait(r->reader, &c->request);
    r->status.read_wait_seconds += clock_seconds() - before;
    return error;
}

static pm_status damaged(scratch *r, const pass *p, pm_error *err)
{
    r->damaged = p->file != &r->white ? p->place : r->damaged;
    return status_fail(err, PM_DAMAGED, 0, "\"%s\" is damaged", p->file->path);
}

/* Chunk k lives in part k % 2 of the pool, and is read while k - 1 is unpacked there and k - 2 combined. */
static pm_status run_stream(stream *t, double units, pm_error *err)
{
    scratch *r = t->r;
    chunk chunks[3] = {0};
    uint64_t n_total = 0; /* bytes */
    for (int i = 0; i < t->n_passes; i++) {
        for (uint64_t j = 0; j < t->passes[i].file->n_blocks; j++) {
            n_total += t->passes[i].is_needed[j] ? row_file_block_bytes(t->passes[i].file, j) : 0;
        }
    }
    place_chunk(r, &chunks[0], 0);
    bool has_next = begin_chunk(t, &chunks[0]);
    t->combining = NULL;
    pm_status status = PM_OK;
    for (int k = 0; (has_next || t->combining) && status == PM_OK; k++) {
        t->decoding = has_next ? &chunks[k % 3] : NULL;
        const int error = has_next ? await(r, t->decoding) : 0;
        if (error) { /* a file that ends early is as damaged as one with wrong bytes */
            const pass *p = t->decoding->pass;
            return error == EIO ? damaged(r, p, err) : scratch_io_failed(r, p->file, false, error, err);
        }
        chunk *after = &chunks[(k + 1) % 3];
        place_chunk(r, after, (k + 1) % 2);
        has_next = has_next && begin_chunk(t, after);
        par_for(r->team, (t->decoding ? t->decoding->n_blocks : 0) + (t->combining ? t->n_pieces : 0), 1, do_piece, t);
        if (atomic_load(&t->is_damaged)) {
            status = damaged(r, t->decoding->pass, err);
        } else {
            const double n_combined = t->combining ? (double)(t->combining->n_rows * r->plan.sweep.row_bytes) : 0;
            status = scratch_step(r, n_combined > 0 ? units * n_combined / (double)n_total : 0, err);
        }
        if (status != PM_OK && has_next) {
            io_queue_wait(r->reader, &after->request); /* it must not outlive its chunk */
        }
        t->combining = t->decoding;
    }
    return status;
}

#ifndef NDEBUG
/* Whether every term of every row has been combined. */
static bool uses_all_terms(const stream *t)
{
    for (size_t i = 0; i < t->part.n_rows; i++) {
        if (t->r->cursor[i] != t->r->s->n_terms[t->part.first + i]) {
            return false;
        }
    }
    return true;
}
#endif

pm_status scratch_build(scratch *r, pm_color mover, scratch_part part, double units, pm_error *err)
{
    sweep *s = r->s;
    stream *t = calloc(1, sizeof *t);
    if (!t) {
        return status_no_memory(err, "a list of files", 0);
    }
    t->r = r;
    t->mover = mover;
    t->part = part;
    t->half = (sweep_half){.s = s, .mover = mover, .place = part.place, .sets = s->sets + s->first[part.place]};
    t->n_pieces = part.n_rows < PIECES ? part.n_rows : PIECES;
    pm_status status = PM_OK;
    if (list_passes(t)) {
        par_for(r->team, part.n_rows, PIECE_TERMS, prepare_rows, t);
        status = run_stream(t, units, err);
    } else {
        status = status_no_memory(err, "a list of blocks", 0);
    }
    assert(status != PM_OK || uses_all_terms(t));
    if (status == PM_OK) {
        par_for(r->team, part.n_rows, PIECE_TURNED, turn_rows, t);
    }
    for (int i = 0; i < t->n_passes; i++) {
        free(t->passes[i].is_needed);
    }
    free(t);
    return status;
}
