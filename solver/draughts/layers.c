/* The layers of a database of draughts endgames: see layers.h. The numbering does not depend on the variant.
 *
 * SPDX-License-Identifier: MIT
 */
#include "solver/draughts/layers.h"

#include "solver/draughts/index.h"

#include <stdlib.h>

_Static_assert((int)INDEX_MAX_SLICES <= (int)DB_MAX_LAYERS, "a layer for each slice");

int draughts_layer_sizes(int rows, int cols, int pieces, uint64_t n_positions[DB_MAX_LAYERS])
{
    draughts_board board;
    if (rows != cols || pieces < 2 || pieces > INDEX_MAX_PIECES ||
        draughts_board_init(&draughts_italian, rows, cols, &board, NULL) != PM_OK) {
        return 0;
    }
    draughts_index *index = malloc(sizeof *index);
    if (!index) {
        return -1;
    }
    draughts_index_init(index, &board, pieces);
    const int n = index->n_slices;
    for (int s = 0; s < n; s++) {
        n_positions[s] = index->slices[s].size;
    }
    free(index);
    return n;
}
