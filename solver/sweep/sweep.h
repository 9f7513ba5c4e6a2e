/* The sweep: who wins, and more, for every position of a game whose moves only ever remove stones of one side.
 *
 * A position is (b, w, mover) with b and w sets. Each b has, for either mover, a row of 2^n bits, one for each w:
 * is the position a win for the mover? A White move takes elements out of b and changes w, a Black one changes b
 * within its size and takes elements out of w. More than that: the elements of b fall into two classes that Black's
 * moves do not mix. With (i, j) the sublayer of those b that have i elements in one class and j in the other, White's
 * rows of (i, j) need Black's rows of smaller sublayers only, Black's rows need White's of the same one only, and
 * inside each half all rows are independent:
 *
 *     for each (i, j), after those that it reads:   all White rows, in parallel;   then all Black rows, in parallel
 *
 * Economies: only the least b of each orbit under the symmetries is kept, and a row that is not kept is the kept one
 * with its index permuted: contributions that need the same permutation are gathered in one accumulator and permuted
 * together. Rows stay in memory for as long as others read them, and the order of the sublayers is the one in which
 * this takes least memory (solver/sweep/sublayers.h). Rows are stored complemented, which saves a NOT for each use.
 *
 * Tiles. The top bits of the index number a tile; memory holds tile 0 of all rows of a sublayer, then tile 1, and so
 * on, and the work goes through it in this order, so that what one tile of a sublayer needs of other rows stays in the
 * cache.
 *
 * Questions. The same order of work answers four of them, which differ in what a row is made of and in what a row looks
 * like to those that use it; a parent takes the greatest of what its moves lead to, so one operation does for all.
 *
 *   outcome     bits; a position is worth one to the other side if it is lost for the mover. In misere play a mover
 *               without a move wins, so besides the sum of what moves lead to there is one of whether there is a move.
 *   remoteness  bytes; plies to the end when the winner hurries and the loser delays, 0 for a mover without a move, odd
 *               if he wins. A lost position of remoteness r is worth 255 - r to the other side, a won one r + 1, no
 *               move 0. The greatest is a quick win if there is any, else the slowest loss; row_turned leads on.
 *   margin      nibbles, or bytes on request; how many spare moves Black needs: see below.
 *   reach       bits; moves are undone rather than made: a position is one if a start or if one is that leads to it.
 *
 * Margins. Let G be a position and G + k, k >= 0, the sum of it with k moves that only Black may use, one a turn. Who
 * has spare moves is never worse off, so everything follows from white(G) and black(G), the least k with which Black
 * wins G + k if White, or if Black himself, is to move. From the moves of G + k (Black may use a spare one: G + k - 1,
 * White to move) follows
 *
 *     white(G) = max black(G') over White's moves, 0 if he has none
 *     black(G) = min of white(G') over Black's moves, and of white(G) + 1
 *
 * So no k needs to be swept by itself: a threshold for each position holds all of them at once, in the order of the
 * ordinary sweep and with one more source row, White's row of the same set. Thresholds above 14 are clipped to 15 in
 * nibbles; bytes hold all, as no game has more moves than cells. As minimum, maximum and x -> min(x + 1, 15) commute
 * with clipping, all smaller ones are exact. Black's rows are built complemented, 15 - black(G) or 255 - black(G), for
 * which the minimum is a maximum and "+ 1" is "- 1, not below 0".
 *
 * The sweep knows no game: sweep.h says what its moves are.
 *
 * SPDX-License-Identifier: MIT
 */
#ifndef SOLVER_SWEEP_SWEEP_H
#define SOLVER_SWEEP_SWEEP_H

#include "solver/rows/orbits.h"
#include "solver/rows/rows.h"
#include "solver/sweep/sublayers.h"
#include "src/base/par.h"
#include "src/papamu.h"

/* A move of White takes (b, w) with (b & fixed) == value to (b ^ flip, ...), a move of Black likewise, and `op` says
 * what happens in the row: the position w, where it can make the move at all, wins if w ^ op.flip loses for the other
 * side. */
typedef struct sweep_move {
    uint32_t fixed, value, flip;
    row_op op;
} sweep_move;

typedef enum sweep_question { SWEEP_OUTCOME, SWEEP_REMOTENESS, SWEEP_MARGIN, SWEEP_REACH } sweep_question;

/* This many spare moves or more, in nibbles and in bytes. */
enum { SWEEP_MARGIN_MANY = 15, SWEEP_MARGIN_MANY_WIDE = 255 };

/* A set and an index of one, where the question is what can be reached. Starts belong to the rows called White's. */
typedef struct sweep_start {
    uint32_t set, index;
} sweep_start;

/* A game as the sweep sees it. The arrays belong to the caller and are copied. */
typedef struct sweep_spec {
    int n_sets;       /* b is a subset of {0, ..., n_sets-1} */
    int n_index;      /* w likewise */
    int n_tile;       /* top bits of the index that the symmetries keep among themselves: a tile number may use them */
    int n_symmetries; /* a group, the identity first */
    /* One of the two classes of elements of b: Black's moves keep the number of elements in each, and a symmetry keeps
     * the classes or exchanges them. Zero is always right. */
    uint32_t first_class;
    uint8_t set_permutation[ORBITS_MAX_SYMMETRIES][ORBITS_MAX_N];
    uint8_t index_permutation[ORBITS_MAX_SYMMETRIES][ROW_MAX_BITS];
    int n_moves[2]; /* of each pm_color */
    const sweep_move *moves[2];
    bool is_misere;          /* whoever cannot move wins; for SWEEP_OUTCOME and SWEEP_REACH */
    sweep_question question; /* SWEEP_OUTCOME if zero */
    bool has_wide_margins;   /* for SWEEP_MARGIN: bytes, at twice the memory */
    int n_starts;            /* for SWEEP_REACH: a set that the symmetries keep */
    const sweep_start *starts;
} sweep_spec;

/* Progress of long work: called now and then by the thread that started it. Return true to stop. */
typedef bool sweep_progress(void *ctx, uint64_t done, uint64_t total);

typedef struct sweep_options {
    int threads;        /* at least 1 */
    size_t memory;      /* bytes that the sweep may use */
    const char *kernel; /* row kernel, NULL for the widest */
    bool with_tiles;
    int large_tile_bits; /* of a tile of nibbles or bytes, at least ROW_MIN_BITS; 0: 16 KiB */
    int part_bits;       /* of a part of a tile, work goes from part to part; at least ROW_MIN_BITS; 0: 8 KiB */
    int n_layers;        /* stop after this many, 0: all */
    sublayers_keep keep; /* whose rows to keep until their layer is complete, for sweep_run_by_layers */
    sweep_progress *progress;
    void *progress_ctx;
} sweep_options;

/* What a sweep will need. */
typedef struct sweep_plan {
    uint64_t bytes; /* memory at the peak, without the visitor's and each thread's own: a few tiles */
    uint64_t rows;  /* kept rows of one mover */
    uint64_t row_bytes;
    uint64_t pairs;      /* (position, mover) pairs that are answered */
    uint64_t kept_pairs; /* of which this many are computed */
    int n_layers_back;   /* how many Black layers back a White move may look */
    double work;         /* bits that moves combine; time is proportional to it */
    sublayers order;
} sweep_plan;

/* Private: where rows are. Tile t of row i begins at rows + (i - first) * row_stride + t * tile_stride. */
typedef struct sweep_block {
    uint64_t *rows;
    size_t first, row_stride, tile_stride; /* strides in words */
} sweep_block;

/* Rows of one mover that have just been finished: of a sublayer, of a part of one, or of a whole layer. */
typedef struct sweep_layer {
    int size; /* elements of each b */
    pm_color mover;
    size_t n_rows;
    const uint32_t *sets; /* the kept b of each row, ascending */
    const struct sweep *sweep;
    int place;         /* private: of the sublayer; -1 for a whole layer */
    sweep_block block; /* private: rows as others use them, numbered by rank in the sublayer */
} sweep_layer;

/* Called with White's and Black's rows of the same sets as soon as they are finished, in the thread that started the
 * sweep; anything but PM_OK ends the sweep with that status. `team` may be used for parallel work. */
typedef pm_status sweep_visitor(void *ctx, par_team *team, const sweep_layer *white, const sweep_layer *black,
                                pm_error *err);

typedef struct sweep sweep;

/* Prepare a sweep. Errors: PM_NO_MEMORY, also when the plan exceeds options->memory (the message has both figures). */
pm_status sweep_new(const sweep_spec *spec, const sweep_options *options, sweep **s, pm_error *err);
void sweep_free(sweep *s);

/* The plan alone, without the work; quick for boards far beyond any memory. */
void sweep_plan_make(const sweep_spec *spec, sublayers_keep keep, sweep_plan *plan);

/* Run through all sublayers. `visit` may be NULL. Errors: the visitor's, PM_INTERRUPTED. May be called again. */
pm_status sweep_run(sweep *s, sweep_visitor *visit, void *ctx, pm_error *err);

/* The same, calling `visit_layer` as well after each layer, in ascending order, with all its rows: White's are NULL
 * unless options.keep said that both are to be kept, which may not have been SUBLAYERS_KEEP_NONE. */
pm_status sweep_run_by_layers(sweep *s, sweep_visitor *visit, sweep_visitor *visit_layer, void *ctx, pm_error *err);

const orbits *sweep_orbits(const sweep *s);
const sweep_plan *sweep_get_plan(const sweep *s);

/* Bits of an index: the spec's n_index. */
int sweep_index_bits(const sweep *s);

/* A row takes 2^this bits: n_index more than an element, or ROW_MIN_BITS if that is more; elements beyond 2^n_index
 * mean nothing. */
int sweep_row_bits(const sweep *s);

sweep_question sweep_get_question(const sweep *s);

/* The index that becomes of `w` when symmetry g is applied. */
uint32_t sweep_index_under(const sweep *s, int g, uint32_t w);

/* Whether the row of b, which is any set, is among these. */
bool sweep_layer_has(const sweep_layer *layer, uint32_t b);

/* Copy row `i` of a layer to `row` (2^sweep_row_bits bits, aligned to ROW_ALIGNMENT). Element w is a bit that is one if
 * the mover wins, or if the position is reached; a byte, the remoteness; or a nibble (or byte), the margin: spare
 * moves that Black needs to win if the mover of the layer begins. */
void sweep_row_read(const sweep_layer *layer, size_t i, uint64_t *row);

/* Element w of the row of b, which is any set whose row the layer has. */
unsigned sweep_value(const sweep_layer *layer, uint32_t b, uint32_t w);

/* Whether the mover of `layer` wins (b, w), if the question is outcome or remoteness. */
static inline bool sweep_wins(const sweep_layer *layer, uint32_t b, uint32_t w)
{
    return sweep_value(layer, b, w) & 1;
}

#endif
