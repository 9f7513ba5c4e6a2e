/* The order of work of a sweep: sublayers, which of them are needed when, and where each lies in memory.
 *
 * The elements of the sets b fall into two classes that a Black move does not mix, so that it keeps the number of
 * elements in each. The sets with i elements in the first class and j in the second are the sublayer (i, j):
 *
 *     White's rows of (i, j) need Black's of (i - x, j - y), x and y being what a White move takes of each class;
 *     Black's rows of (i, j) need White's of (i, j) alone.
 *
 * So White's rows live for one sublayer, and Black's until the last sublayer that reads them. Any order will do in
 * which (i, j) follows what it reads; which one needs least memory differs from board to board, so that several are
 * tried. Where symmetries exchange the classes, (i, j) and (j, i) are one sublayer.
 *
 * All rows have their place in one block of memory, the arena, given beforehand: those that never live at the same time
 * may share it.
 *
 * SPDX-License-Identifier: MIT
 */
#ifndef SOLVER_SWEEP_SUBLAYERS_H
#define SOLVER_SWEEP_SUBLAYERS_H

#include "solver/rows/orbits.h"

enum {
    SUBLAYERS_MAX = (ORBITS_MAX_N / 2 + 1) * (ORBITS_MAX_N / 2 + 1), /* of two classes of equal size */
    SUBLAYERS_MAX_STEPS = 64,
};

/* What a White move takes of each class. */
typedef struct sublayer_step {
    uint8_t first, second;
} sublayer_step;

/* What the order depends on. */
typedef struct sublayers_spec {
    int n; /* sets are subsets of {0, ..., n-1} */
    int n_symmetries;
    const uint8_t (*permutation)[ORBITS_MAX_N];
    uint32_t first_class;
    int n_steps;
    sublayer_step steps[SUBLAYERS_MAX_STEPS];
} sublayers_spec;

/* Whose rows must be there until their whole layer is finished; then the order is by layers. Or the rows are kept
 * elsewhere than in the arena, and it is the number of Black's that are alive which counts. */
typedef enum sublayers_keep {
    SUBLAYERS_KEEP_NONE,
    SUBLAYERS_KEEP_BLACK,
    SUBLAYERS_KEEP_BOTH,
    SUBLAYERS_KEEP_ELSEWHERE,
} sublayers_keep;

typedef struct sublayer {
    int first, second; /* elements in each class; first >= second where the classes can be exchanged */
    uint64_t n_rows;
    int last_reader; /* place of the last sublayer whose White rows read its Black ones; its own if there is none */
    uint64_t white, black; /* where in the arena the rows begin, in rows */
} sublayer;

typedef struct sublayers {
    uint32_t first_class;
    bool is_exchanged; /* (i, j) and (j, i) are one */
    int n;
    sublayer all[SUBLAYERS_MAX];                       /* in the order of work */
    uint8_t place[ORBITS_MAX_N + 1][ORBITS_MAX_N + 1]; /* of sublayer (i, j) in it */
    uint64_t rows, largest, arena;                     /* rows in all, of the largest sublayer, of the arena */
    uint64_t live;                                     /* Black's rows alive at a time, at most */
    uint64_t reads;                                    /* rows that White's phases read, each once for each reader */
} sublayers;

/* The cheapest order. Quick for boards far beyond any memory. */
void sublayers_plan(const sublayers_spec *spec, sublayers_keep keep, sublayers *s);

/* The same order where only one of n equal shares of each sublayer has its place in the arena. */
void sublayers_share(const sublayers *whole, sublayers_keep keep, int n, sublayers *share);

/* The sublayer of a set, as a place in the order. */
static inline int sublayers_place(const sublayers *s, uint32_t set)
{
    return s->place[__builtin_popcount(set & s->first_class)][__builtin_popcount(set & ~s->first_class)];
}

/* Elements of each set of a sublayer. */
static inline int sublayer_size(const sublayer *s)
{
    return s->first + s->second;
}

/* Whether Black's rows of sublayer `source` are read by White's of `reader`, both places in the order. */
bool sublayers_reads(const sublayers *s, const sublayers_spec *spec, int reader, int source);

#endif
