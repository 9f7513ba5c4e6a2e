/* Tags of a game record: see record_heading.h.
 *
 * SPDX-License-Identifier: MIT
 */
#include "src/games/record_heading.h"

#include "src/draughts/rules.h"
#include "src/konane/game_konane.h"

#include <assert.h>
#include <stdio.h>
#include <string.h>

static_assert((int)RECORD_HEADING_TEXT == (int)DRAUGHTS_GAME_TYPE_TEXT, "either fits");

static bool is_konane(const game *g)
{
    return strcmp(g->rules->name, "konane") == 0;
}

/* Standard rules need no tag. */
static int add_variant(konane_variant variant, record_tag tags[RECORD_HEADING_TAGS], int n)
{
    if (variant.is_misere) {
        tags[n++] = (record_tag){"Play", konane_play_names[1]};
    }
    if (variant.chains != KONANE_CHAINS_ANY) {
        tags[n++] = (record_tag){"Jumps", konane_jumps_names[variant.chains]};
    }
    return n;
}

int record_heading(const game *g, const char *opening, record_tag tags[RECORD_HEADING_TAGS],
                   char text[RECORD_HEADING_TEXT])
{
    int n = 0;
    if (is_konane(g)) {
        snprintf(text, RECORD_HEADING_TEXT, "%dx%d", g->rows, g->cols);
        tags[n++] = (record_tag){"Game", "Konane"};
        tags[n++] = (record_tag){"Board", text};
        tags[n++] = (record_tag){"Opening", opening && opening[0] ? opening : "corner-centre"};
        tags[n++] = (record_tag){"Corner", color_name(game_konane_corner(g))};
        n = add_variant(game_konane_variant(g), tags, n);
    } else {
        draughts_game_type(draughts_rules_named(g->rules->name), g->rows, text);
        tags[n++] = (record_tag){"GameType", text};
    }
    assert(n <= RECORD_HEADING_TAGS);
    return n;
}

const char *record_position_tag(const game *g)
{
    return is_konane(g) ? "Position" : "FEN";
}
