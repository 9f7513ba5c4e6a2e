/* Where rows and values are in a database, as follows from its header.
 *
 * SPDX-License-Identifier: MIT
 */
#ifndef SOLVER_DB_SHAPE_H
#define SOLVER_DB_SHAPE_H

#include "solver/db/format.h"

#include <stdbool.h>

/* Every block is a row, a part of one, or whole rows. */
typedef struct db_shape {
    int value_bits;                             /* 1 or 8 */
    int block_bits, n_movers;                   /* as in the header */
    bool is_halved;                             /* positions of an even number of stones alone */
    size_t row_bytes;                           /* of a row on its own, with all values */
    size_t stored_row_bytes;                    /* of what is stored of it, decompressed */
    size_t block_bytes;                         /* of a full block, decompressed */
    uint64_t blocks_per_row;                    /* at least 1 */
    uint64_t rows_per_block;                    /* at least 1; one of the two is 1 */
    uint64_t first_block[DB_MAX_LAYERS + 1][2]; /* by layer and mover (0 Black, 1 White) */
    uint64_t n_blocks;
    size_t n_tops;       /* models of a layer and mover */
    size_t n_models;     /* of all, 0 if blocks are zstd frames */
    size_t models_bytes; /* of all in the file */
    size_t counts_bytes; /* of the counts of won positions and the digest of what is stored */
    size_t entry_bytes;  /* of a block in the index */
} db_shape;

/* The shape of the file with this header, whose fields are in range. */
db_shape db_shape_of(const db_header *header);

/* What a block holds. */
typedef struct db_span {
    int layer, mover;
    uint64_t first_row, n_rows; /* ranks in the layer */
    uint64_t part;              /* of a row, 0 for whole rows: the top bits of w */
} db_span;
db_span db_shape_span(const db_shape *shape, const db_subject *subject, uint64_t block);

/* Decompressed bytes of a block. */
size_t db_block_bytes(const db_shape *shape, const db_subject *subject, uint64_t block);

/* Values of a row in a block, as a logarithm: places of w, whether they are stored or not. */
int db_shape_part_bits(const db_shape *shape, const db_subject *subject);

/* Items of a layer: its rows, or if there are several in a block its blocks. */
uint64_t db_shape_items(const db_shape *shape, uint64_t n_rows);

/* Where the value of (b, w) is: its block and its place in the block. */
typedef struct db_place {
    uint64_t block;
    uint32_t at;
} db_place;

/* From the layer, the rank of the row in it, and w; of a file that is halved for an even number of stones alone. */
db_place db_shape_place(const db_shape *shape, const db_subject *subject, int layer, int mover, uint32_t rank,
                        uint32_t w);

/* The parity of the sets in a block of pairs, for so many black stones and the top bits of w. */
int db_shape_parity(int layer, uint64_t part);

/* Bytes of a model of pairs for this parity in the file. */
size_t db_pairs_model_bytes(int block_bits, int parity);

#endif
