/* The layers of a database of draughts endgames: the slices of solver/draughts/index.h, for readers of headers, which
 * know no rules.
 *
 * SPDX-License-Identifier: MIT
 */
#ifndef SOLVER_DRAUGHTS_LAYERS_H
#define SOLVER_DRAUGHTS_LAYERS_H

#include "solver/db/format.h"

/* Write the number of positions of each slice of the board size x size with up to `pieces` pieces. Returns how many
 * slices there are; 0 if there is no such board or numbering, -1 if memory is short. */
int draughts_layers(int size, int pieces, uint64_t n_positions[DB_MAX_LAYERS]);

#endif
