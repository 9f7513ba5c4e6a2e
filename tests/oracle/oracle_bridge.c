/* Between two numberings of cells: see oracle_bridge.h.
 *
 * SPDX-License-Identifier: MIT
 */
#include "tests/oracle/oracle_bridge.h"

#include "src/konane/board.h"

#include <stdlib.h>

oracle_board oracle_board_of(const pm_board *board)
{
    return (oracle_board){.rows = pm_board_rows(board),
                          .cols = pm_board_cols(board),
                          .corner = pm_board_corner(board) == PM_BLACK ? ORACLE_BLACK : ORACLE_WHITE,
                          .misere = board->variant.is_misere,
                          .jumping = board->variant.chains == KONANE_CHAINS_SINGLE    ? ORACLE_SINGLE
                                     : board->variant.chains == KONANE_CHAINS_LONGEST ? ORACLE_LONGEST
                                                                                      : ORACLE_ANY};
}

int oracle_cell_of(const oracle_board *board, int papamu_cell)
{
    const int col = papamu_cell / board->rows, rank = papamu_cell % board->rows;
    return (board->rows - 1 - rank) * board->cols + col;
}

int papamu_cell_of(const oracle_board *board, int oracle_cell)
{
    const int row = oracle_cell / board->cols, col = oracle_cell % board->cols;
    return col * board->rows + board->rows - 1 - row;
}

oracle_position oracle_position_of(const oracle_board *board, pm_position pos)
{
    oracle_position image = {.mover = pos.mover == PM_BLACK ? ORACLE_BLACK : ORACLE_WHITE};
    for (int cell = 0; cell < oracle_n_cells(board); cell++) {
        image.stone[oracle_cell_of(board, cell)] = (pos.occupied >> cell) & 1;
    }
    return image;
}

pm_position papamu_position_of(const oracle_board *board, const oracle_position *pos)
{
    pm_position image = {.mover = pos->mover == ORACLE_BLACK ? PM_BLACK : PM_WHITE};
    for (int cell = 0; cell < oracle_n_cells(board); cell++) {
        image.occupied |= (uint64_t)pos->stone[cell] << papamu_cell_of(board, cell);
    }
    return image;
}

static int compare_moves(const void *a, const void *b)
{
    const pm_move *x = a, *y = b;
    return x->from != y->from ? x->from - y->from : x->to - y->to;
}

void papamu_moves_of(const oracle_board *board, const oracle_move *theirs, int n, pm_move *moves)
{
    for (int i = 0; i < n; i++) {
        moves[i].from = (uint16_t)papamu_cell_of(board, theirs[i].from);
        moves[i].to = (uint16_t)papamu_cell_of(board, theirs[i].to);
    }
    qsort(moves, (size_t)n, sizeof *moves, compare_moves);
}
