/* Exact values of all positions of a board at once, in a table indexed by the set of stones.
 *
 * Every jump takes stones away, so the sets are valued in the order of their number of stones, those of one number in
 * parallel. Only the least set of each orbit under the symmetries of the board is valued; symmetries that exchange
 * the colours give the negative. Black is Left; removals of the opening are not moves here.
 *
 * SPDX-License-Identifier: MIT
 */
#ifndef SOLVER_KONANE_VALUES_VALUE_BOARD_H
#define SOLVER_KONANE_VALUES_VALUE_BOARD_H

#include "solver/cgt/cgt.h"

enum { BOARD_VALUES_MAX_CELLS = 32 };

typedef struct board_values board_values;

typedef struct board_values_options {
    int threads;  /* at least 1 */
    size_t bytes; /* for the table of positions and the values together */
    /* Called now and then by the thread that started the work; true stops it. May be NULL. */
    bool (*progress)(void *ctx, uint64_t done, uint64_t total);
    void *progress_ctx;
} board_values_options;

/* Value all positions of `board`. Errors: PM_BAD_INPUT (more than BOARD_VALUES_MAX_CELLS cells, or a value out of the
 * range of cgt.h), PM_NO_MEMORY (at once if the table of positions does not fit, with both figures; later if the values
 * do not), PM_INTERRUPTED. */
pm_status board_values_new(const pm_board *board, const board_values_options *options, board_values **values,
                           pm_error *err);
void board_values_free(board_values *values);

/* The values, by set of stones: 2^cells of them. They belong to board_values_table. */
const cgt_value *board_values_all(const board_values *values);
cgt_table *board_values_table(board_values *values);

#endif
