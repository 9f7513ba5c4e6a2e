/* Masks, patterns and normal forms of a board for the proof-number search.
 *
 * SPDX-License-Identifier: MIT
 */
#include "solver/konane/search/search_board.h"

#include "src/konane/symmetry.h"

#include <string.h>

static void init_cells(search_board *board)
{
    static const int up[SEARCH_DIRECTIONS] = {1, 0, -1, 0}, right[SEARCH_DIRECTIONS] = {0, 1, 0, -1};
    for (int cell = 0; cell < board->n_cells; cell++) {
        const int rank = cell % board->rows, col = cell / board->rows;
        board->all |= bits_one(cell);
        board->cells[(rank + col) % 2] |= bits_one(cell);
        for (int d = 0; d < SEARCH_DIRECTIONS; d++) {
            const int r1 = rank + up[d], c1 = col + right[d], r2 = r1 + up[d], c2 = c1 + right[d];
            if (r1 >= 0 && r1 < board->rows && c1 >= 0 && c1 < board->cols) {
                board->toward[d] |= bits_one(cell);
            }
            if (r2 >= 0 && r2 < board->rows && c2 >= 0 && c2 < board->cols) {
                board->can[d] |= bits_one(cell);
            }
        }
    }
}

/* k jumps change the cell they start from, the cells they jump over, and the one they end on: 0, 1, 3, 5, ..., 2k steps
 * from the start. South and west of it these are counted from the end. */
static void init_patterns(search_board *board)
{
    for (int d = 0; d < SEARCH_DIRECTIONS; d++) {
        const int step = d % 2 ? board->east : 1;
        for (int k = 1; k <= SEARCH_MAX_JUMPS && 2 * k * step < board->n_cells; k++) {
            uint64_t pattern = 1 | bits_one(2 * k * step);
            for (int i = 0; i < k; i++) {
                pattern |= bits_one((2 * i + 1) * step);
            }
            board->pattern[d][k] = pattern;
        }
    }
}

#ifndef __AVX512BITALG__
static void init_scatter(search_board *board, int mover, int i)
{
    for (int to = 0; to < board->n_cells; to++) {
        const int from = board->image[mover][i][to];
        for (int value = 0; value < 256; value++) {
            if (value >> from % 8 & 1) {
                board->scatter[mover][i][from / 8][value] |= bits_one(to);
            }
        }
    }
}
#endif

static void init_images(search_board *board)
{
    uint16_t lists[2][SEARCH_MAX_IMAGES][64];
    const int n_keep = konane_symmetry_list(board->rows, board->cols, false, 64, lists[0][0]);
    const int n_swap = konane_symmetry_list(board->rows, board->cols, true, 64, lists[1][0]);
    board->has_swap = n_swap > 0;
    assert(n_swap == 0 || n_swap == n_keep);
    board->n_images = n_keep < SEARCH_MAX_IMAGES ? n_keep : SEARCH_MAX_IMAGES;
    for (int mover = 0; mover < 2; mover++) {
        for (int i = 0; i < board->n_images; i++) {
            /* Cells beyond the board take bit 63, which no board of less than 64 cells uses for a stone. */
            memset(board->image[mover][i], 63, 64);
            for (int cell = 0; cell < board->n_cells; cell++) {
                board->image[mover][i][lists[mover && board->has_swap][i][cell]] = (uint8_t)cell;
            }
#ifndef __AVX512BITALG__
            init_scatter(board, mover, i);
#endif
        }
    }
}

void search_board_init(int rows, int cols, konane_variant variant, search_board *board)
{
    assert(rows >= 1 && cols >= 1 && rows * cols <= 64);
    *board = (search_board){
        .rows = rows, .cols = cols, .n_cells = rows * cols, .variant = variant, .east = cols >= 2 ? rows : 1};
    init_cells(board);
    init_patterns(board);
    init_images(board);
}

int search_jumps(const search_board *board, uint64_t occupied, int mover, uint64_t after[])
{
    return search_jumps_by(board, occupied, mover, board->variant.chains, after);
}

int search_board_class(const pm_board *board, pm_color color)
{
    assert((board->cells[PM_BLACK] ^ board->cells[PM_WHITE]) & 1); /* the first cell is of one class */
    return (int)(~board->cells[color] & 1);
}

pm_color search_board_color(const pm_board *board, int class)
{
    assert(class == 0 || class == 1); /* not a colour */
    return search_board_class(board, PM_WHITE) == class ? PM_WHITE : PM_BLACK;
}
