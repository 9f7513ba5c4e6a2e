/* Konane as the sweep sees it: which cells are the rows, which the index, and what the jumps do to both.
 *
 * A set b of black cells is a row, bit i of b standing for the cell black[i]; a set w of white cells is an index, bit i
 * standing for white[i]. Both orders suit the sweep: black cells by how often they are jumped over, white cells as the
 * row kernels want them (solver/rows/index_order.h). Both are part of the file format.
 *
 * SPDX-License-Identifier: MIT
 */
#ifndef SOLVER_KONANE_SWEEP_H
#define SOLVER_KONANE_SWEEP_H

#include "solver/sweep/sweep.h"
#include "src/papamu.h"

typedef struct konane_space {
    const pm_board *board;       /* must outlive the space */
    uint8_t black[PM_MAX_CELLS]; /* the cell of each bit of a set b */
    uint8_t white[PM_MAX_CELLS];
    sweep_spec spec; /* owns its moves, unlike a sweep_spec elsewhere */
} konane_space;

/* Describe the jumps of a board for a sweep. PM_NO_MEMORY, also if the board has more than ORBITS_MAX_N
 * black or ROW_MAX_BITS white cells, far beyond any memory. Free with konane_space_free; NULL is accepted. */
pm_status konane_space_new(const pm_board *board, konane_space **space, pm_error *err);
void konane_space_free(konane_space *space);

/* The sets of a position, and the occupied cells of a pair of sets. */
uint32_t konane_space_b(const konane_space *space, uint64_t occupied);
uint32_t konane_space_w(const konane_space *space, uint64_t occupied);
uint64_t konane_space_occupied(const konane_space *space, uint32_t b, uint32_t w);

#endif
