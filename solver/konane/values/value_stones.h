/* Stones on a grid of any size that has names: what exact values are asked of.
 *
 * SPDX-License-Identifier: MIT
 */
#ifndef SOLVER_KONANE_VALUES_VALUE_STONES_H
#define SOLVER_KONANE_VALUES_VALUE_STONES_H

#include "src/konane/notation.h"
#include "src/konane/sets.h"

/* A set of stones on a grid of up to KONANE_CELL_LIMIT cells. */
typedef struct konane_stones {
    int rows, cols;
    pm_color corner;                  /* colour of the top-left cell */
    uint64_t word[KONANE_CELL_WORDS]; /* bit n % 64 of word n / 64: cell n as in cell.h holds a stone */
} konane_stones;

/* The stones of a diagram. */
konane_stones konane_stones_of(const konane_diagram *d);

/* The same game with at most as many rows as columns: turned over the diagonal, where each cell keeps its colour, if
 * there are more. */
konane_stones konane_stones_upright(const konane_stones *stones);

/* The cell that turning a grid over the diagonal takes `cell` of `stones` to. */
uint16_t konane_stones_turned_cell(const konane_stones *stones, int cell);

/* The stones after the jump from one cell to another, which must be possible. */
konane_stones konane_stones_after(const konane_stones *stones, int from, int to);

/* Whether the stones lie on so many cells that sets of 128 do not hold them. */
static inline bool konane_stones_are_wide(const konane_stones *stones)
{
    return stones->rows * stones->cols > 128;
}

/* The stones as a set, and all cells of their grid. Sets of 128 where the grid is not wide. */
set128 konane_stones_set128(const konane_stones *stones);
set512 konane_stones_set512(const konane_stones *stones);
set128 konane_cells_set128(int rows, int cols);
set512 konane_cells_set512(int rows, int cols);

#endif
