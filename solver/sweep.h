/* The sweep: who wins, for every position of a game whose moves only ever take stones of one side away.
 *
 * A position is (b, w, mover) with b and w sets. Each b has, for either mover, a row of 2^n bits, one for each w:
 * is the position a win for the mover? A White move takes elements out of b and changes w, a Black one changes b
 * within its size and takes elements out of w. So White's rows of layer i (the sets b of i elements) need Black's rows
 * of smaller layers only, Black's rows need White's of the same layer only, and inside each half layer all rows are
 * independent:
 *
 *     for i = 0, 1, ...:   all White rows of layer i, in parallel;   then all Black rows of layer i, in parallel
 *
 * Economies: only the least b of each orbit under the symmetries is kept, and a row that is not kept is the kept one
 * with its index permuted: contributions that need the same permutation are gathered in one accumulator and permuted
 * together. Only the layers that are still needed stay in memory. Rows are stored complemented, which saves a NOT for
 * each use.
 *
 * Tiles. The top bits of the index number a tile; memory holds tile 0 of all rows of a layer, then tile 1, and so on,
 * and the work goes through it in this order, so that what one tile of a layer needs of other rows stays in the cache.
 *
 * The sweep knows no game: sweep_konane.h says what its moves are.
 *
 * SPDX-License-Identifier: MIT
 */
#ifndef SOLVER_SWEEP_H
#define SOLVER_SWEEP_H

#include "solver/orbits.h"
#include "solver/rows.h"
#include "src/base/par.h"
#include "src/papamu.h"

/* A move of White takes (b, w) with (b & fixed) == value to (b ^ flip, ...), a move of Black likewise, and `op` says
 * what happens in the row: the position w, where it can make the move at all, wins if w ^ op.flip loses for the other
 * side. */
typedef struct sweep_move {
    uint32_t fixed, value, flip;
    row_op op;
} sweep_move;

/* A game as the sweep sees it. The arrays belong to the caller and are copied. */
typedef struct sweep_spec {
    int n_sets;       /* b is a subset of {0, ..., n_sets-1} */
    int n_index;      /* w likewise */
    int n_tile;       /* top bits of the index that the symmetries keep among themselves: a tile number may use them */
    int n_symmetries; /* a group, the identity first */
    uint8_t set_permutation[ORBITS_MAX_SYMMETRIES][ORBITS_MAX_N];
    uint8_t index_permutation[ORBITS_MAX_SYMMETRIES][ROW_MAX_BITS];
    int n_moves[2]; /* of each pm_color */
    const sweep_move *moves[2];
} sweep_spec;

/* Progress of long work: called now and then by the thread that started it. Return true to stop. */
typedef bool sweep_progress(void *ctx, uint64_t done, uint64_t total);

typedef struct sweep_options {
    int threads;        /* at least 1 */
    size_t memory;      /* bytes that the sweep may use */
    const char *kernel; /* row kernel, NULL for the widest */
    bool with_tiles;
    int n_layers; /* stop after this many, 0: all */
    sweep_progress *progress;
    void *progress_ctx;
} sweep_options;

/* What a sweep will need. */
typedef struct sweep_plan {
    uint64_t bytes; /* memory at the peak, without the visitor's */
    uint64_t rows;  /* kept rows of one mover */
    uint64_t row_bytes;
    uint64_t pairs;         /* (position, mover) pairs that are answered */
    uint64_t kept_pairs;    /* of which this many are computed */
    uint64_t largest_layer; /* rows */
    int n_layers_held;      /* Black layers in memory at a time */
    double work;            /* bits that moves combine; time is proportional to it */
} sweep_plan;

/* The rows of one mover of the layer that has just been finished. */
typedef struct sweep_layer {
    int size; /* elements of each b */
    pm_color mover;
    size_t n_rows;
    const uint32_t *sets; /* the kept b of each row, ascending */
    const uint64_t *rows; /* private: complemented, tile by tile */
    const struct sweep *sweep;
} sweep_layer;

/* Called after each layer with White's and Black's rows of it, in the thread that started the sweep; anything but PM_OK
 * ends the sweep with that status. `team` may be used for parallel work. */
typedef pm_status sweep_visitor(void *ctx, par_team *team, const sweep_layer *white, const sweep_layer *black,
                                pm_error *err);

typedef struct sweep sweep;

/* Prepare a sweep. Errors: PM_NO_MEMORY, also when the plan exceeds options->memory (the message has both figures). */
pm_status sweep_new(const sweep_spec *spec, const sweep_options *options, sweep **s, pm_error *err);
void sweep_free(sweep *s);

/* The plan alone, without the work; exact, and quick for boards far beyond any memory. */
void sweep_plan_make(const sweep_spec *spec, sweep_plan *plan);

/* Run through all layers. Errors: the visitor's, PM_INTERRUPTED, PM_NO_MEMORY. May be called again. */
pm_status sweep_run(sweep *s, sweep_visitor *visit, void *ctx, pm_error *err);

const orbits *sweep_orbits(const sweep *s);
const sweep_plan *sweep_get_plan(const sweep *s);

/* Bits of an index: the spec's n_index. */
int sweep_index_bits(const sweep *s);

/* Bits of a row as stored: n_index, or ROW_MIN_BITS if that is more; bits beyond 2^n_index repeat the others. */
int sweep_row_bits(const sweep *s);

/* The index that becomes of `w` when symmetry g is applied. */
uint32_t sweep_index_under(const sweep *s, int g, uint32_t w);

/* Copy row `i` of a layer to `row` (2^sweep_row_bits bits, aligned to ROW_ALIGNMENT): bit w is one if the mover wins.
 */
void sweep_row_read(const sweep_layer *layer, size_t i, uint64_t *row);

/* Whether the mover of `layer` wins (b, w); b is any set of the layer's size. */
bool sweep_wins(const sweep_layer *layer, uint32_t b, uint32_t w);

#endif
