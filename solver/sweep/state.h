/* The inside of a sweep, shared by its set-up, its work and its results. Private to solver/sweep/sweep.c and sweep_*.c.
 *
 * SPDX-License-Identifier: MIT
 */
#ifndef SOLVER_SWEEP_STATE_H
#define SOLVER_SWEEP_STATE_H

#include "solver/sweep/sweep.h"

#include <assert.h>
#include <stdatomic.h>

enum { SWEEP_MAX_TILE_BITS = 4 };

/* One move seen through one symmetry: how the contribution of a source row whose kept image is taken by that symmetry
 * reaches the accumulator of the symmetry. */
typedef struct sweep_step {
    row_step row;                               /* inside a part of a tile */
    uint32_t part_fixed, part_value, part_flip; /* and between the parts of all tiles, which are numbered through */
    uint32_t symmetry;
} sweep_step;

/* A move that makes a position one with a move, if it has (b & fixed) == value: in the coordinates of the row. */
typedef struct sweep_exit {
    uint32_t fixed, value;
    sweep_step step;
} sweep_exit;

/* A contribution to a row: which step, from which row of which sublayer. */
typedef struct sweep_term {
    uint16_t step, source;
    uint32_t rank;
} sweep_term;

struct sweep {
    sweep_options options;
    sweep_plan plan;
    const row_kernel *kernel;
    orbits orbits;
    sweep_question question;
    row_element element;
    int n_index;   /* bits of an index */
    int row_bits;  /* bits of the address of a bit in a row: see sweep_row_bits */
    int tile_bits; /* the top ones of them number the tile */
    int part_bits; /* the next ones the part of the tile: work goes from part to part, which the first cache holds */

    int n_moves[2];
    sweep_move *moves[2];
    sweep_step *steps[2]; /* step of move m through symmetry g: [m * n_symmetries + g] */
    int n_exits[2];       /* for outcomes of misere play, else 0: enough moves to see by whether there is one */
    sweep_exit *exits[2];
    uint64_t *ones; /* a tile of them, likewise */
    size_t ones_bytes;
    int n_starts;
    sweep_start *starts;
    uint8_t index_permutation[ORBITS_MAX_SYMMETRIES][ROW_MAX_BITS]; /* of bits of an address */
    row_permutation permutation[ORBITS_MAX_SYMMETRIES];             /* of the index inside a tile */
    uint8_t tile_image[ORBITS_MAX_SYMMETRIES][1 << SWEEP_MAX_TILE_BITS];

    uint64_t *arena; /* all rows, where the plan has placed them */
    size_t arena_bytes;
    uint32_t *sets;                  /* the kept sets sublayer by sublayer, in the order of work */
    size_t first[SUBLAYERS_MAX + 1]; /* where each sublayer begins in `sets` */
    uint32_t *rank;                  /* of a kept set in its sublayer, by its place in orbits.kept */
    sweep_term *terms;               /* of each row of the current half, at most term_stride of them */
    uint32_t *n_terms;
    size_t term_stride, term_bytes, n_terms_bytes;
    uint64_t *scratch; /* for each worker an accumulator for each symmetry, and in misere play one more */
    size_t scratch_words, scratch_bytes;

    /* While running. */
    int first_layer; /* those before it are known */
    uint64_t rows_total;
    atomic_ullong rows_done;
    atomic_bool is_stopped;
};

static inline size_t sweep_row_words(const sweep *s)
{
    return row_words(s->row_bits);
}

static inline int sweep_tile_bits_inside(const sweep *s)
{
    return s->row_bits - s->tile_bits;
}

/* Whether positions without a move are marked, which are won in misere play. */
static inline bool sweep_marks_stuck(const sweep *s)
{
    return s->ones != NULL;
}

static inline int sweep_part_bits_inside(const sweep *s)
{
    return sweep_tile_bits_inside(s) - s->part_bits;
}

static inline const sublayers *sweep_order(const sweep *s)
{
    return &s->plan.order;
}

/* Black's or White's rows of the sublayer at a place in the order. */
static inline uint64_t *sweep_rows(const sweep *s, int place, pm_color mover)
{
    const sublayer *x = &s->plan.order.all[place];
    assert(place < s->plan.order.n);
    return s->arena + (mover == PM_BLACK ? x->black : x->white) * sweep_row_words(s);
}

/* Rank of the kept image of a set in its sublayer. */
static inline uint32_t sweep_rank(const sweep *s, uint32_t set)
{
    return s->rank[s->orbits.first[__builtin_popcount(set)] + orbits_rank(&s->orbits, set)];
}

/* Where tile t of row i begins. */
static inline uint64_t *sweep_tile_at(const sweep_block *b, size_t tile, size_t i)
{
    return b->rows + (i - b->first) * b->row_stride + tile * b->tile_stride;
}

/* Rows of a sublayer in the arena: tile 0 of all of them, then tile 1, and so on. */
static inline sweep_block sweep_arena_block(const sweep *s, int place, pm_color mover)
{
    const size_t words = row_words(sweep_tile_bits_inside(s));
    return (sweep_block){sweep_rows(s, place, mover), 0, words, s->plan.order.all[place].n_rows * words};
}

/* White's or Black's half of a sublayer, or some of its rows. */
typedef struct sweep_half {
    sweep *s;
    pm_color mover;
    int place;
    const uint32_t *sets;       /* of all rows of the sublayer */
    sweep_block to;             /* the rows that are built */
    const sweep_block *sources; /* the rows that these read, by place of the sublayer */
} sweep_half;

/* List the terms of rows [begin, end) of a half: a par_worker. */
void sweep_list_terms(size_t begin, size_t end, int worker, void *half);

/* Put tile `tile` of row i together in `sum`, which has room for scratch_words, and from there in its place. */
void sweep_build_tile(const sweep_half *h, size_t tile, size_t i, uint64_t *sum);

/* Image of an address in a row, or of a set of bits of addresses, under symmetry g. */
static inline uint32_t sweep_address_image(const sweep *s, int g, uint32_t address)
{
    uint32_t image = 0;
    for (int i = 0; i < s->row_bits; i++) {
        image |= (address >> i & 1) << s->index_permutation[g][i];
    }
    return image;
}

/* Whether every symmetry keeps the top n bits of an index among themselves. */
bool sweep_is_top_closed(const sweep_spec *spec, int n);

/* A sweep without an arena, with 2^tile_bits tiles: for those who put rows elsewhere, in the order for options->keep.
 * Does not look at options->memory. */
pm_status sweep_new_without_arena(const sweep_spec *spec, const sweep_options *options, int tile_bits, sweep **s,
                                  pm_error *err);

/* What the order of the sublayers depends on. */
sublayers_spec sweep_sublayers_spec(const sweep_spec *spec);

#endif
