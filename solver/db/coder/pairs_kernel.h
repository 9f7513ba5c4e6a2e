/* The inside of a pair coder, for its kernels: see pairs.h for what is coded and in which order.
 *
 * A run is the 64 sets with the same outside, a word of bits; there are 2^(bits - 6). While coding, a run is also 64
 * bytes of 0 or 1, so that the won sets without two stones of the outside, or with one stone fewer there, are added up
 * 64 at a time. Those without two stones of the inside are in the same run, and known batch by batch: tables say what
 * five bits of an earlier batch add to the later one.
 *
 * SPDX-License-Identifier: MIT
 */
#ifndef SOLVER_DB_PAIRS_KERNEL_H
#define SOLVER_DB_PAIRS_KERNEL_H

#include "solver/db/coder/pairs.h"

enum {
    PAIRS_LANES = 16,
    PAIRS_INSIDE = 6, /* stones */
    PAIRS_RUN = 1 << PAIRS_INSIDE,
    PAIRS_MAX_OUTSIDE = PAIRS_MAX_BITS - PAIRS_INSIDE,
    PAIRS_TOTAL = 1 << PAIRS_CHANCE_BITS,
    PAIRS_CUT_BITS = 10, /* of the first number of a packed block */
    PAIRS_MOST_INSIDE = 20,
    PAIRS_CHUNK_BITS = 5,
    PAIRS_CHUNKS = 4, /* that the 20 sets of three stones need */
    PAIRS_ADDED = 32, /* bytes of an entry of a table, at least 20 */
    PAIRS_LOAD = 64,  /* bytes that a kernel may read or write past the end of an array */
};

#define PAIRS_STATE_MIN (UINT32_C(1) << 16)

/* 64 sets at a time, of 0 or 1 or a sum; read from any address. */
typedef uint64_t pairs_vector __attribute__((vector_size(PAIRS_RUN), aligned(1), may_alias));

/* Sets of one number of stones outside and one inside. */
typedef struct pairs_batch {
    int outside, inside;
    size_t n_sets;
    size_t step; /* the first one */
} pairs_batch;

/* How blocks of one parity are coded. */
typedef struct pairs_order {
    int n_batches;
    pairs_batch batch[(PAIRS_MAX_OUTSIDE + 1) * 4];
    size_t n_steps;
    uint8_t *n_sets; /* of each step */
} pairs_order;

struct pairs_coder {
    pairs_vector has[PAIRS_INSIDE]; /* bytes of a run whose set has a stone: 255 */
    const pairs_kernel *kernel;
    int bits, n_outside;
    size_t n_runs, unit; /* of the cut, in steps */
    pairs_order order[2];
    uint16_t *runs; /* by stones outside, then number */
    size_t first_run[PAIRS_MAX_OUTSIDE + 2];
    uint64_t inside_mask[PAIRS_INSIDE + 1]; /* the insides of each number of stones */
    uint8_t inside[PAIRS_INSIDE + 1][PAIRS_MOST_INSIDE];
    int n_inside[PAIRS_INSIDE + 1];
    /* What bits PAIRS_CHUNK_BITS * i ... of the sets with m stones inside add to those with m + 2, in their order. */
    uint8_t added[PAIRS_INSIDE - 1][PAIRS_CHUNKS][1 << PAIRS_CHUNK_BITS][PAIRS_ADDED];

    uint8_t *memory;
    uint64_t *words;        /* of the runs */
    uint8_t *wins;          /* the same as bytes */
    uint8_t *once;          /* of each run: sums over the runs without one stone of the outside */
    uint8_t *sum;           /* of each run of a level: over all sets without two stones, but for two of the inside */
    uint8_t *sums;          /* of each set, in the order of coding: s */
    uint8_t *low, *high;    /* the chance */
    uint16_t *bits_of;      /* the bits of each step */
    uint16_t *stream;       /* room for the longest */
    size_t stream_capacity; /* numbers */
};

struct pairs_kernel {
    const char *name;
    /* The won sets of n words, by the stones of the set. */
    void (*add_wins)(const uint8_t *row, size_t n, uint64_t weight, uint64_t won[]);
    /* From the words of all runs: the bits and sums of all batches. */
    void (*prepare)(pairs_coder *coder, const pairs_order *order);
    /* The states of a prepared block, and its stream, whose beginning is returned; it ends at the end of coder->stream.
     */
    uint16_t *(*encode)(pairs_coder *coder, const pairs_order *order, const pairs_model *model, size_t *cut,
                        uint32_t state[PAIRS_LANES]);
    /* From coder->stream, of n numbers, the words of all runs; `state` becomes what is left. Returns the numbers read,
     * which may be more than n. */
    size_t (*decode)(pairs_coder *coder, const pairs_order *order, const pairs_model *model, size_t cut,
                     uint32_t state[PAIRS_LANES]);
};

extern const pairs_kernel pairs_kernel_scalar, pairs_kernel_v512;

#endif
