/* Symmetries of the board: see symmetry.h; and what they make of sets and positions.
 *
 * SPDX-License-Identifier: MIT
 */
#include "src/konane/symmetry.h"

#include "src/base/bits.h"
#include "src/konane/board.h"
#include "src/konane/cell.h"

#include <assert.h>
#include <string.h>

/* A symmetry is a transposition or none, then reflections of columns and ranks: these bits say which. */
enum { MIRROR_COLS = 1, MIRROR_RANKS = 2, TRANSPOSE = 4, N_TRANSFORMS = 8 };

static int cell_image(int rows, int cols, int transform, int cell)
{
    int col = cell / rows, rank = cell % rows;
    if (transform & TRANSPOSE) {
        const int old_col = col;
        col = rank;
        rank = old_col;
    }
    if (transform & MIRROR_COLS) {
        col = cols - 1 - col;
    }
    if (transform & MIRROR_RANKS) {
        rank = rows - 1 - rank;
    }
    return col * rows + rank;
}

/* Every symmetry maps the chequered pattern to itself or to its complement, so one cell decides which. */
static bool exchanges_colors(int rows, const uint16_t *permutation)
{
    return (permutation[0] / rows + permutation[0] % rows) & 1;
}

int konane_symmetry_list(int rows, int cols, bool swaps, size_t stride, uint16_t *permutations)
{
    const int n_cells = rows * cols;
    assert(rows >= 1 && cols >= 1 && n_cells <= KONANE_CELL_LIMIT && stride >= (size_t)n_cells);
    int n = 0;
    for (int transform = 0; transform < (rows == cols ? N_TRANSFORMS : TRANSPOSE); transform++) {
        uint16_t image[KONANE_CELL_LIMIT];
        for (int cell = 0; cell < n_cells; cell++) {
            image[cell] = (uint16_t)cell_image(rows, cols, transform, cell);
        }
        bool is_new = exchanges_colors(rows, image) == swaps;
        for (int i = 0; i < n && is_new; i++) {
            is_new = memcmp(permutations + (size_t)i * stride, image, (size_t)n_cells * sizeof *image) != 0;
        }
        if (is_new) {
            memcpy(permutations + (size_t)n++ * stride, image, (size_t)n_cells * sizeof *image);
        }
    }
    return n;
}

uint64_t konane_permute(const uint8_t permutation[64], uint64_t set)
{
    uint64_t image = 0;
    for (uint64_t rest = set; rest; rest = bits_rest(rest)) {
        image |= bits_one(permutation[bits_first(rest)]);
    }
    return image;
}

pm_position pm_position_canonical(const pm_board *board, pm_position pos)
{
    pm_position least = pos;
    for (int i = 1; i < board->n_symmetries; i++) {
        const uint64_t image = konane_permute(board->symmetry[i], pos.occupied);
        least.occupied = image < least.occupied ? image : least.occupied;
    }
    return least;
}
