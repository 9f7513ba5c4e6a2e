/* Boards drawn with characters.
 *
 * SPDX-License-Identifier: MIT
 */
#ifndef CLI_COMMANDS_DRAWING_H
#define CLI_COMMANDS_DRAWING_H

#include "src/cli/frame/cli.h"

/* How to draw. */
typedef struct cli_look {
    bool is_unicode;       /* round stones; else x for Black and o for White, X and O for kings */
    bool has_color;        /* a coloured board */
    int width;             /* columns that there are; 0: as many as it takes */
    const game_move *last; /* with colour: mark its two cells; may be NULL */
} cli_look;

/* Print the board of `s`, in the text format only. Columns and ranks are named at the rim where
 * moves name cells that way; else each row has the least number of its squares. Where the width does not do, the cells
 * stand closer, and if need be the columns are drawn in several parts. */
void cli_draw(cli *c, const game *g, const game_state *s, const cli_look *look);

/* Whether the locale of the process has UTF-8. */
bool cli_has_unicode(void);

#endif
