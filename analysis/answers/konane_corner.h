/* The colour of the top-left cell of a game of Konane, which the seam of games does not show.
 *
 * SPDX-License-Identifier: MIT
 */
#ifndef ANALYSIS_ANSWERS_KONANE_CORNER_H
#define ANALYSIS_ANSWERS_KONANE_CORNER_H

#include "src/base/bits.h"
#include "src/game/game.h"

#include <assert.h>

/* It is that of the stone there when the board, of at most 64 cells, is full. */
static inline pm_color konane_corner(const game *g)
{
    uint64_t stones[2][GAME_CELL_WORDS], kings[GAME_CELL_WORDS];
    const game_state full = {.bits = {bits_below(g->rows * g->cols)}};
    g->rules->draw(g, &full, stones, kings);
    assert((stones[PM_BLACK][0] ^ stones[PM_WHITE][0]) & 1);
    return stones[PM_BLACK][0] & 1 ? PM_BLACK : PM_WHITE;
}

#endif
