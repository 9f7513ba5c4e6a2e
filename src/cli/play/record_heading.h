/* The tags at the head of a game record that give the game and the board of a command.
 *
 * SPDX-License-Identifier: MIT
 */
#ifndef CLI_PLAY_RECORD_HEADING_H
#define CLI_PLAY_RECORD_HEADING_H

#include "src/cli/frame/cli.h"
#include "src/game/record.h"

enum { RECORD_HEADING_TAGS = 8 }; /* room for those of the caller too */

typedef struct record_heading {
    record_tag tags[RECORD_HEADING_TAGS];
    char text[32];
} record_heading;

/* Fill in the tags for `g`, made from the options of `c`, as its dialect reads them. Returns their number, at most 4;
 * the texts live as long as `c` and `heading`. */
int record_heading_make(const cli *c, const game *g, record_heading *heading);

#endif
