/* The rows that a rank builds, cut into batches by what they need of other nodes: all that a batch needs has room in a
 * buffer, so that while one batch is built the next one's needs can be fetched into a second.
 *
 * A move uses a quarter of a row or less, so of a row those parts are fetched, by the top bits of its index, that a
 * move of the batch uses. The more ranks there are, the fewer moves share a row, and the more this spares
 * (data/cluster.md).
 *
 * SPDX-License-Identifier: MIT
 */
#ifndef SOLVER_RANKS_BATCH_H
#define SOLVER_RANKS_BATCH_H

#include "solver/sweep/state.h"

/* The source of terms that are in a buffer rather than in this node's rows; their rank is the number of the slot. */
enum { BATCH_FETCHED = SUBLAYERS_MAX, BATCH_SOURCES };

enum { BATCH_MAX_PART_BITS = 3 };

/* A row of another node. */
typedef struct batch_need {
    uint16_t place; /* of its sublayer */
    uint16_t parts; /* of the row that are needed, a bit for each */
    uint32_t rank;
} batch_need;

typedef struct batch {
    size_t begin, end; /* rows of the sublayer */
    batch_need *needs; /* by slot; room for as many as there are slots */
    size_t n_needs;
} batch;

/* Parts that a batch needs, of all rows together. */
size_t batch_n_parts(const batch *b);

/* Cuts rows [at, end) of a half. */
typedef struct batch_cutter {
    const sweep_half *half;
    int node, n_nodes;
    bool has_none; /* sources are in files: this node's rows are needed, too */
    size_t at, end;
    size_t most_rows;   /* of a batch */
    size_t slots;       /* of a buffer, at least the moves of a side */
    uint16_t *parts[2]; /* of a source that each step uses, by mover */
    uint64_t *seen;     /* by kept row: number of the batch that was the last to need it, and its slot */
    uint32_t number;    /* of the batch */
} batch_cutter;

/* Room for batches of rows of this sweep, which have 2^part_bits parts, whose half, node and rows are to be filled in.
 * False if memory is short. batch_cutter_clear accepts a zeroed one. */
bool batch_cutter_make(const sweep *s, size_t slots, size_t most_rows, int part_bits, batch_cutter *c);
void batch_cutter_clear(batch_cutter *c);

/* Take the next batch off, and list its terms, with BATCH_FETCHED for a source where that is in another node. False if
 * there is none. */
bool batch_cut(batch_cutter *c, batch *b);

#endif
