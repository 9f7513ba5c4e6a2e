/* The odds of a position from small patterns.
 *
 * The logarithm of the odds that the mover wins is estimated by a sum over all cells: what stands within two steps of a
 * cell, 13 cells at most, has a weight, which counts for the class of the cell and against the other; and a bias by the
 * number of stones is added. The weights depend on the distance of the cell from the edges and are the same for all
 * reflections of a pattern. scripts/train_search.py learns them from proven positions. The winner of a search never
 * depends on them, only the work.
 *
 * SPDX-License-Identifier: MIT
 */
#ifndef SOLVER_KONANE_SEARCH_SEARCH_PATTERNS_H
#define SOLVER_KONANE_SEARCH_SEARCH_PATTERNS_H

#include "solver/konane/search/search_board.h"

#ifdef __BMI2__
#include <immintrin.h>
#endif

enum {
    PATTERN_UNITS = 64,     /* of weights, to one nat */
    PATTERN_WEIGHTS = 5084, /* without reflections */
    PATTERN_PHASES = 17,    /* of four numbers of stones each */
    PATTERN_PHASE_STONES = 4,
    PATTERN_RUNS = 5,
    PATTERN_ROOM = 37120, /* the patterns of all kinds of cells of one board */
};

/* For each class of cells by its distance from the edges the weight of each pattern that is the least of its
 * reflections, in the order of the class (search_patterns.c); and the bias. */
extern const int8_t pattern_weights[PATTERN_WEIGHTS];
extern const int16_t pattern_bias[PATTERN_PHASES];

/* The weights as a board needs them: those of a cell are indexed by the bits that its mask picks from a position, and
 * count for class 0 with the sign of the cell. */
typedef struct search_patterns {
    int n_cells;
    int sign[64];
    uint64_t mask[64];              /* the cells within two steps */
    uint16_t run[64][PATTERN_RUNS]; /* the same in runs, one for each column at most, moved to the end */
    uint8_t shift[64][PATTERN_RUNS];
    uint32_t first[64];
    int8_t weight[PATTERN_ROOM];
} search_patterns;

void search_patterns_init(const search_board *board, search_patterns *patterns);

/* The bits of `occupied` at the places of the mask of a cell, side by side. */
static inline uint64_t pattern_index_plain(const search_patterns *p, uint64_t occupied, int cell)
{
    uint64_t bits = 0;
    for (int i = 0; i < PATTERN_RUNS; i++) {
        bits |= occupied >> p->shift[cell][i] & p->run[cell][i];
    }
    return bits;
}

static inline uint64_t pattern_index(const search_patterns *p, uint64_t occupied, int cell)
{
#ifdef __BMI2__
    return _pext_u64(occupied, p->mask[cell]);
#else
    return pattern_index_plain(p, occupied, cell);
#endif
}

/* What the pattern of a cell says, for class 0. */
static inline int pattern_value(const search_patterns *p, uint64_t occupied, int cell)
{
    return p->sign[cell] * p->weight[p->first[cell] + pattern_index(p, occupied, cell)];
}

/* The values of a position's cells, of which a move changes a few. */
typedef struct pattern_values {
    uint64_t occupied;
    int sum;
    int16_t value[64];
} pattern_values;

static inline void search_patterns_values(const search_patterns *p, uint64_t occupied, pattern_values *values)
{
    values->occupied = occupied;
    values->sum = 0;
    for (int cell = 0; cell < p->n_cells; cell++) {
        const int value = pattern_value(p, occupied, cell);
        values->value[cell] = (int16_t)value;
        values->sum += value;
    }
}

/* The logarithm of the odds that `mover` wins after a move, in 1/PATTERN_UNITS of a nat; `values` are those before. */
static inline int search_patterns_odds(const search_patterns *p, const pattern_values *values, uint64_t occupied,
                                       int mover)
{
    uint64_t near = 0;
    for (uint64_t rest = values->occupied ^ occupied; rest; rest = bits_rest(rest)) {
        near |= p->mask[bits_first(rest)]; /* whoever is near a cell has it near */
    }
    int sum = values->sum;
    for (; near; near = bits_rest(near)) {
        const int cell = bits_first(near);
        sum += pattern_value(p, occupied, cell) - values->value[cell];
    }
    return (mover ? -sum : sum) + pattern_bias[bits_count(occupied) / PATTERN_PHASE_STONES];
}

#endif
