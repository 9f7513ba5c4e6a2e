/* Tags of a game record: see record_heading.h.
 *
 * SPDX-License-Identifier: MIT
 */
#include "src/cli/play/record_heading.h"

#include "src/draughts/rules.h"

#include <assert.h>
#include <string.h>

int record_heading_make(const cli *c, const game *g, record_heading *heading)
{
    record_tag *tags = heading->tags;
    int n = 0;
    if (strcmp(c->game, "konane") == 0) {
        snprintf(heading->text, sizeof heading->text, "%dx%d", g->rows, g->cols);
        tags[n++] = (record_tag){"Game", "Konane"};
        tags[n++] = (record_tag){"Board", heading->text};
        tags[n++] = (record_tag){"Opening", c->opening ? c->opening : "corner-centre"};
        tags[n++] = (record_tag){"Corner", c->corner == PM_WHITE ? "white" : "black"};
    } else {
        draughts_game_type(draughts_rules_named(c->game), g->rows, heading->text);
        tags[n++] = (record_tag){"GameType", heading->text};
    }
    assert(n <= 4); /* the caller has room for as many of his own */
    return n;
}
