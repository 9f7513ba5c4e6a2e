/* The layers of a database of draughts endgames: the slices of solver/draughts/index.h. What reads headers knows no
 * game and is handed this.
 *
 * SPDX-License-Identifier: MIT
 */
#ifndef SOLVER_DRAUGHTS_LAYERS_H
#define SOLVER_DRAUGHTS_LAYERS_H

#include "solver/db/format.h"

/* A db_layer_sizes: the number of positions of each slice of the board rows x cols with up to `pieces` pieces. */
db_layer_sizes draughts_layer_sizes;

#endif
