/* Draughts as a game: what src/games/games.c registers.
 *
 * SPDX-License-Identifier: MIT
 */
#ifndef DRAUGHTS_GAME_DRAUGHTS_H
#define DRAUGHTS_GAME_DRAUGHTS_H

#include "src/game/game.h"

/* Make the game. Errors: PM_BAD_INPUT (an impossible board, an unknown draw rule), PM_NO_MEMORY. */
pm_status game_italian_new(const game_options *options, game **g, pm_error *err);
pm_status game_american_new(const game_options *options, game **g, pm_error *err);

#endif
