/* Static evaluation of a draughts position.
 *
 * SPDX-License-Identifier: MIT
 */
#ifndef DRAUGHTS_EVALUATE_H
#define DRAUGHTS_EVALUATE_H

#include "src/draughts/board.h"

/* How good `pos` looks for its mover, in hundredths of a man, within +-30000. Half a turn with the colours exchanged
 * changes nothing. */
int draughts_evaluate(const draughts_board *board, const draughts_position *pos);

#endif
