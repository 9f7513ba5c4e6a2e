/* The registry of games: see game.h.
 *
 * SPDX-License-Identifier: MIT
 */
#include "src/game/game.h"

#include "src/base/status.h"
#include "src/draughts/game_draughts.h"
#include "src/konane/game_konane.h"

#include <string.h>

typedef pm_status game_maker(const game_options *options, game **g, pm_error *err);

static const char *const names[] = {"konane", "italian", "american", NULL};
static game_maker *const makers[] = {game_konane_new, game_italian_new, game_american_new}; /* in the same order */

pm_status game_new(const char *name, const game_options *options, game **g, pm_error *err)
{
    _Static_assert(sizeof names / sizeof names[0] == sizeof makers / sizeof makers[0] + 1, "a maker for each name");
    for (int i = 0; names[i]; i++) {
        if (strcmp(name, names[i]) == 0) {
            return makers[i](options, g, err);
        }
    }
    char hint[GAME_HINT_TEXT];
    return status_fail(err, PM_BAD_INPUT, 0, "unknown game '%.32s'%s", name, game_hint(name, names, "'", "'", hint));
}

void game_free(game *g)
{
    if (g) {
        g->rules->free(g);
    }
}

const char *const *game_names(void)
{
    return names;
}
