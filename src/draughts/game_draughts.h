/* Draughts as a game: what src/games/games.c registers.
 *
 * SPDX-License-Identifier: MIT
 */
#ifndef DRAUGHTS_GAME_DRAUGHTS_H
#define DRAUGHTS_GAME_DRAUGHTS_H

#include "src/draughts/rules.h"
#include "src/game/game.h"

/* Make the game with these rules. Errors: PM_BAD_INPUT (an impossible board, an unknown draw rule), PM_NO_MEMORY. */
pm_status game_draughts_new(const draughts_rules *rules, const game_options *options, game **g, pm_error *err);

#endif
