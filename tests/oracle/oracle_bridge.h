/* From the oracle's cells (row by row from the top) to the project's (column by column from the bottom), and back:
 * the one place where the two numberings meet.
 *
 * SPDX-License-Identifier: MIT
 */
#ifndef TESTS_ORACLE_ORACLE_BRIDGE_H
#define TESTS_ORACLE_ORACLE_BRIDGE_H

#include "src/papamu.h"
#include "tests/oracle/oracle.h"

/* The oracle's view of a project board. */
oracle_board oracle_board_of(const pm_board *board);

int oracle_cell_of(const oracle_board *board, int papamu_cell);
int papamu_cell_of(const oracle_board *board, int oracle_cell);

oracle_position oracle_position_of(const oracle_board *board, pm_position pos);
pm_position papamu_position_of(const oracle_board *board, const oracle_position *pos);

/* Write the n moves in the numbering and the order of the project. */
void papamu_moves_of(const oracle_board *board, const oracle_move *theirs, int n, pm_move *moves);

#endif
