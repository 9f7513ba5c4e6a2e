/* Boards drawn with characters.
 *
 * SPDX-License-Identifier: MIT
 */
#ifndef CLI_DRAWING_H
#define CLI_DRAWING_H

#include "src/cli/cli.h"

/* Print the board of `s`, in the text format only: with round stones if `is_unicode`, else with x for Black and o for
 * White (X and O for kings). Konane's columns and ranks are named at the rim; for draughts the number of the first
 * square of each row. */
void cli_draw(cli *c, const game *g, const game_state *s, bool is_unicode);

/* Whether the locale of the process has UTF-8. */
bool cli_has_unicode(void);

#endif
