/* The tags at the head of a game record that give the game and the board.
 *
 * SPDX-License-Identifier: MIT
 */
#ifndef GAMES_RECORD_HEADING_H
#define GAMES_RECORD_HEADING_H

#include "src/game/record.h"

enum { RECORD_HEADING_TAGS = 6, RECORD_HEADING_TEXT = 32 };

/* Fill in the tags for `g` as its dialect reads them, the opening rule of Konane being `opening` (NULL or empty: the
 * default). Returns their number; the values live as long as `opening` and `text`. */
int record_heading(const game *g, const char *opening, record_tag tags[RECORD_HEADING_TAGS],
                   char text[RECORD_HEADING_TEXT]);

/* The tag for a start that is not the usual one. */
const char *record_position_tag(const game *g);

#endif
