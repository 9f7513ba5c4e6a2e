/* Planning a sweep among ranks: see plan.h.
 *
 * SPDX-License-Identifier: MIT
 */
#include "solver/ranks/plan.h"

#include "solver/ranks/batch.h"

#include <assert.h>

enum {
    PART_BYTES_LEAST = 8 << 10, /* of a message */
    BUFFER_ROWS_MOST = 1 << 14,
    BUFFER_SHARE = 4,         /* a buffer is at most this part of a rank's rows */
    BATCHES_LEAST = 4,        /* of a rank in a half, so that fetching overlaps with building */
    PIECE_BYTES = 1 << 20,    /* of rows, that make a batch: in one node for each thread, else at least */
    SLOT_HEAD_BYTES = 64,     /* more than what comes before a packed row */
    PROGRAM_BYTES = 24 << 20, /* the program, MPI, and large pages that are not filled */
};

static uint64_t max_u64(uint64_t a, uint64_t b)
{
    return a > b ? a : b;
}

static uint64_t min_u64(uint64_t a, uint64_t b)
{
    return a < b ? a : b;
}

static uint64_t most_moves(const sweep_spec *spec)
{
    return max_u64(max_u64((uint64_t)spec->n_moves[PM_BLACK], (uint64_t)spec->n_moves[PM_WHITE]), 1);
}

/* Bytes of a rank besides rows. */
static uint64_t fixed_bytes(const sweep_spec *spec, const ranks_plan *p)
{
    const sweep_plan *s = &p->sweep;
    const uint64_t tile_bytes = s->row_bytes >> p->tile_bits;
    const uint64_t thread = (uint64_t)(spec->n_symmetries + spec->is_misere) * tile_bytes + 2 * s->row_bytes;
    const uint64_t terms = s->order.largest * (most_moves(spec) * sizeof(sweep_term) + sizeof(uint32_t));
    return terms + 2 * s->rows * sizeof(uint32_t) + orbits_bytes(spec->n_sets) +
           (p->shape.n_nodes > 1 || p->shape.is_on_disk ? s->rows * sizeof(uint64_t) : 0) +
           (uint64_t)p->shape.threads * thread + 3 * (uint64_t)p->shape.client_bytes + p->shape.other_bytes +
           PROGRAM_BYTES;
}

/* White's rows of the sublayer in work, then Black's. */
static void place_one_sublayer(sublayers *share)
{
    for (int i = 0; i < share->n; i++) {
        share->all[i].white = 0;
        share->all[i].black = share->largest;
    }
    share->arena = 2 * share->largest;
}

void ranks_plan_make(const sweep_spec *spec, const ranks_shape *shape, ranks_plan *p)
{
    assert(shape->n_nodes >= 1 && shape->fewest_per_node >= 1 && shape->ranks_per_node >= shape->fewest_per_node &&
           shape->threads >= 1);
    *p = (ranks_plan){.shape = *shape};
    sweep_plan_make(spec, shape->keep, &p->sweep);
    sublayers_share(&p->sweep.order, shape->keep, shape->n_nodes, &p->share);
    if (shape->is_on_disk) {
        place_one_sublayer(&p->share);
    }
    const uint64_t row_bytes = p->sweep.row_bytes, n_ranks = (uint64_t)shape->fewest_per_node;
    while (p->tile_bits < spec->n_tile && row_bytes >> (p->tile_bits + 1) >= (1 << ROW_MIN_BITS) / 8) {
        p->tile_bits++;
    }
    p->tile_bits = p->tile_bits == spec->n_tile ? p->tile_bits : 0; /* fewer need not be closed under the symmetries */
    while (!shape->is_on_disk && p->part_bits < BATCH_MAX_PART_BITS &&
           row_bytes >> (p->part_bits + 1) >= PART_BYTES_LEAST) {
        p->part_bits++;
    }
    p->node_bytes = p->share.arena * row_bytes;
    p->fixed_bytes = fixed_bytes(spec, p);
    p->batch_rows = max_u64((uint64_t)shape->threads * PIECE_BYTES / row_bytes, 1);
    const uint64_t own = p->fixed_bytes + (p->node_bytes + n_ranks - 1) / n_ranks;
    p->fits = own <= shape->memory;
    p->slot_bytes = shape->is_on_disk ? 3 * row_bytes + 2 * SLOT_HEAD_BYTES : 2 * row_bytes;
    if (shape->n_nodes > 1 || shape->is_on_disk) {
        const uint64_t least = most_moves(spec), left = p->fits ? (shape->memory - own) / p->slot_bytes : 0;
        const uint64_t part = p->node_bytes / n_ranks / BUFFER_SHARE / row_bytes;
        p->slots = min_u64(BUFFER_ROWS_MOST, shape->is_on_disk ? p->sweep.order.live : part);
        p->slots = max_u64(min_u64(p->slots, left), least);
        p->fits = least <= left;
    }
    p->memory = own + p->slots * p->slot_bytes;
    assert(!p->fits || p->memory <= shape->memory);
}

size_t ranks_batch_rows(const ranks_plan *plan, size_t n_rows)
{
    if (plan->shape.n_nodes == 1 && !plan->shape.is_on_disk) {
        return plan->batch_rows;
    }
    return max_u64(max_u64(n_rows / BATCHES_LEAST, PIECE_BYTES / plan->sweep.row_bytes), 1);
}

void ranks_checkpoint_bytes(const ranks_plan *plan, uint64_t *peak, uint64_t *written)
{
    const sublayers *order = &plan->sweep.order;
    uint64_t rows = 0;
    for (int i = 0; i < order->n; i++) {
        rows += order->all[i].last_reader > i ? order->all[i].n_rows : 0;
    }
    const uint64_t row = plan->sweep.row_bytes + sizeof(uint64_t); /* and its checksum */
    *peak = order->live * row;
    *written = rows * row;
}
