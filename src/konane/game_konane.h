/* Konane as a game: what src/games/games.c registers.
 *
 * SPDX-License-Identifier: MIT
 */
#ifndef KONANE_GAME_KONANE_H
#define KONANE_GAME_KONANE_H

#include "src/game/game.h"
#include "src/konane/notation.h"
#include "src/konane/variant.h"

enum { KONANE_MAX_SIDE = 20 }; /* of boards of more than 64 cells */

/* The variant of the rules that "konane", "konane-misere", "konane-single", "konane-longest", "konane-misere-single"
 * and "konane-misere-longest" name; false if `name` is none of them. */
bool konane_variant_named(const char *name, konane_variant *variant);

/* The other way round. */
const char *konane_variant_name(konane_variant variant);

/* Make the game called `name` on a board of up to 64 cells, or of up to 20x20. Both sides 0 mean 8x8. Options that are
 * given for play and jumps count rather than the name. Errors: PM_BAD_INPUT (an impossible board, an unknown opening
 * rule), PM_NO_MEMORY. */
pm_status game_konane_new(const char *name, const game_options *options, game **g, pm_error *err);

/* What the seam of games does not show: the diagram of a state of a game of Konane (has_stones and first_stone are not
 * set), and the colour of its top-left cell. */
konane_diagram game_konane_diagram(const game *g, const game_state *s);
pm_color game_konane_corner(const game *g);
konane_variant game_konane_variant(const game *g);

/* What `play` and `jumps` of game_options can be, ended by NULL, the default first. */
extern const char *const konane_play_names[], *const konane_jumps_names[];

/* Read them; NULL leaves what *variant says. Errors: PM_BAD_INPUT. */
pm_status konane_variant_parse(const char *play, const char *jumps, konane_variant *variant, pm_error *err);

#endif
