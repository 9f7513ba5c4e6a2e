/* Planning a sweep with a scratch folder: see scratch.h.
 *
 * Memory holds one part of a sublayer and a pool. While a part is put together the pool has two chunks of
 * rows, each with its images under all symmetries, and two chunks as they are in files. While rows are written it has
 * two raw and two packed ones.
 *
 * SPDX-License-Identifier: MIT
 */
#include "solver/sweep/scratch_state.h"

#include <assert.h>
#include <stdlib.h>
#include <string.h>

enum {
    BLOCK_BYTES = 128 << 10, /* of rows, at least one: zstd gains nothing from more */
    CHUNK_BYTES_MOST = 256 << 20,
    POOL_SHARE = 4,         /* of the memory at least one such part is the pool */
    SPARE_BYTES = 12 << 20, /* the program itself, and large pages that are not filled */
    TILE_WORDS_MOST = 8192, /* 64 KiB: destination, source and mask fit the second cache */
    CODEC_BYTES = 2 << 20,  /* of zstd, for each thread */
};

static uint64_t max_u64(uint64_t a, uint64_t b)
{
    return a > b ? a : b;
}

/* Tiles keep what is combined in the cache. */
static int choose_tile_bits(const sweep_spec *spec, size_t row_bytes)
{
    int best = 0;
    for (int n = 0; n <= SWEEP_MAX_TILE_BITS; n++) {
        const size_t tile_bytes = row_bytes >> n;
        if (tile_bytes < 4096 || !sweep_is_top_closed(spec, n)) {
            continue;
        }
        best = n;
        if (tile_bytes <= TILE_WORDS_MOST * 8) {
            break;
        }
    }
    return best;
}

/* Bytes besides a part of a sublayer and the pool. */
static uint64_t other_bytes(const sweep_spec *spec, const scratch_plan *p, int threads, size_t client_bytes)
{
    const uint64_t stride = max_u64(max_u64((uint64_t)spec->n_moves[0], (uint64_t)spec->n_moves[1]), 1);
    const uint64_t tile_bytes = p->sweep.row_bytes >> p->tile_bits;
    const uint64_t block = p->sweep.row_bytes * p->rows_per_block;
    const uint64_t worker = (uint64_t)spec->n_symmetries * tile_bytes + block + 2 * p->sweep.row_bytes + CODEC_BYTES;
    return p->sweep.order.largest * (stride * sizeof(sweep_term) + sizeof(uint32_t) + sizeof(uint16_t)) +
           2 * p->sweep.rows * sizeof(uint32_t) + orbits_bytes(spec->n_sets) + (uint64_t)threads * worker +
           3 * (uint64_t)client_bytes + SPARE_BYTES;
}

uint64_t scratch_n_parts(const scratch_plan *p, int place)
{
    return (p->sweep.order.all[place].n_rows + p->rows_per_part - 1) / p->rows_per_part;
}

/* Rows that files hold while a sublayer is in work, all of its own included. */
static uint64_t live_rows(const scratch_plan *p, int now)
{
    const sublayers *order = &p->sweep.order;
    uint64_t rows = scratch_n_parts(p, now) > 1 ? order->all[now].n_rows : 0; /* White's */
    for (int i = 0; i <= now; i++) {
        rows +=
            order->all[i].last_reader >= now && (i < now || order->all[i].last_reader > i) ? order->all[i].n_rows : 0;
    }
    return rows;
}

/* Raw bytes that files hold, and that are moved, as if each part had to read all of its sources. */
static void count_bytes(const sublayers_spec *order_spec, scratch_plan *p)
{
    const sublayers *order = &p->sweep.order;
    uint64_t live = 0, written = 0, read = 0;
    p->n_cut = 0;
    for (int i = 0; i < order->n; i++) {
        const uint64_t n_parts = scratch_n_parts(p, i), n_rows = order->all[i].n_rows;
        for (int source = 0; source < i; source++) {
            read += sublayers_reads(order, order_spec, i, source) ? n_parts * order->all[source].n_rows : 0;
        }
        written += order->all[i].last_reader > i ? n_rows : 0;
        if (n_parts > 1) { /* White's rows are read by each part of Black's, and once to be visited */
            written += n_rows;
            read += (n_parts + 1) * n_rows;
            p->n_cut++;
        }
        live = max_u64(live, live_rows(p, i));
    }
    p->live_bytes = live * p->sweep.row_bytes;
    p->written_bytes = written * p->sweep.row_bytes;
    p->read_bytes = read * p->sweep.row_bytes;
}

bool scratch_plan_make(const sweep_spec *spec, size_t memory, int threads, size_t client_bytes, scratch_plan *p)
{
    *p = (scratch_plan){0};
    sweep_plan_make(spec, SUBLAYERS_KEEP_ELSEWHERE, &p->sweep);
    p->tile_bits = choose_tile_bits(spec, p->sweep.row_bytes);
    p->rows_per_block = max_u64(BLOCK_BYTES / p->sweep.row_bytes, 1);
    const uint64_t block = p->rows_per_block * p->sweep.row_bytes, other = other_bytes(spec, p, threads, client_bytes);
    const uint64_t n_chunks = 2 * (uint64_t)spec->n_symmetries + 2;
    const uint64_t largest = (p->sweep.order.largest + p->rows_per_block - 1) / p->rows_per_block * block;
    const uint64_t room = memory > other ? memory - other : 0;
    /* What the largest sublayer leaves is the pool's, but never less than its share. */
    uint64_t chunk = max_u64(room / POOL_SHARE, room > largest ? room - largest : 0) / n_chunks;
    chunk = chunk < CHUNK_BYTES_MOST ? chunk : CHUNK_BYTES_MOST;
    chunk = max_u64((chunk < largest ? chunk : largest) / block * block, block);
    uint64_t part = room > n_chunks * chunk ? (room - n_chunks * chunk) / block * block : 0;
    part = part < largest ? part : largest;
    const bool fits = part >= block;
    assert(chunk >= block && chunk % block == 0 && part % block == 0);
    part = max_u64(part, block);
    p->chunk_bytes = chunk;
    p->rows_per_part = part / p->sweep.row_bytes;
    p->memory = other + n_chunks * chunk + part;
    assert(!fits || p->memory <= memory);
    const sublayers_spec order_spec = sweep_sublayers_spec(spec);
    count_bytes(&order_spec, p);
    return fits;
}

/* ---- exact counts ---- */

/* The blocks that a part reads of each file. */
typedef struct needs {
    const sweep *s;
    const scratch_plan *plan;
    uint8_t *is_needed; /* by block of the mover's sources, one file after another */
    size_t first[SUBLAYERS_MAX + 1];
} needs;

static void mark_part(needs *n, pm_color mover, int place, size_t begin, size_t end)
{
    const sweep *s = n->s;
    memset(n->is_needed, 0, n->first[sweep_order(s)->n]);
    for (size_t i = begin; i < end; i++) {
        const uint32_t b = s->sets[s->first[place] + i];
        for (int m = 0; m < s->n_moves[mover]; m++) {
            const sweep_move *move = &s->moves[mover][m];
            if ((b & move->fixed) == move->value) {
                const uint32_t from = b ^ move->flip;
                const int source = sublayers_place(sweep_order(s), from);
                n->is_needed[n->first[source] + sweep_rank(s, from) / n->plan->rows_per_block] = 1;
            }
        }
    }
}

static uint64_t count_rows(const needs *n)
{
    const sublayers *order = sweep_order(n->s);
    const size_t per_block = n->plan->rows_per_block;
    uint64_t rows = 0;
    for (int i = 0; i < order->n; i++) {
        for (size_t j = n->first[i]; j < n->first[i + 1]; j++) {
            const size_t left = order->all[i].n_rows - (j - n->first[i]) * per_block;
            rows += n->is_needed[j] ? (left < per_block ? left : per_block) : 0;
        }
    }
    return rows;
}

/* Rows that are read for a sublayer. */
static uint64_t count_sublayer(needs *n, int place)
{
    const size_t n_rows = sweep_order(n->s)->all[place].n_rows, part = n->plan->rows_per_part;
    const bool is_cut = scratch_n_parts(n->plan, place) > 1;
    uint64_t rows = is_cut ? n_rows : 0; /* White's, to be visited */
    for (size_t begin = 0; begin < n_rows; begin += part) {
        const size_t end = begin + part < n_rows ? begin + part : n_rows;
        mark_part(n, PM_WHITE, place, begin, end);
        rows += count_rows(n);
        if (is_cut) {
            mark_part(n, PM_BLACK, place, begin, end);
            rows += count_rows(n);
        }
    }
    return rows;
}

bool scratch_plan_count(const sweep_spec *spec, scratch_plan *plan)
{
    sweep *s;
    const sweep_options options = {.threads = 1, .keep = SUBLAYERS_KEEP_ELSEWHERE};
    if (sweep_new_without_arena(spec, &options, plan->tile_bits, &s, NULL) != PM_OK) {
        return false;
    }
    needs n = {.s = s, .plan = plan};
    for (int i = 0; i < sweep_order(s)->n; i++) {
        n.first[i + 1] = n.first[i] + (sweep_order(s)->all[i].n_rows + plan->rows_per_block - 1) / plan->rows_per_block;
    }
    n.is_needed = malloc(n.first[sweep_order(s)->n]);
    uint64_t rows = 0;
    for (int i = 0; n.is_needed && i < sweep_order(s)->n; i++) {
        rows += count_sublayer(&n, i);
    }
    const bool is_done = n.is_needed;
    if (is_done) {
        assert(rows * plan->sweep.row_bytes <= plan->read_bytes); /* the bound that it replaces */
        plan->read_bytes = rows * plan->sweep.row_bytes;
    }
    free(n.is_needed);
    sweep_free(s);
    return is_done;
}
