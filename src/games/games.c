/* The registry of games: see game.h.
 *
 * SPDX-License-Identifier: MIT
 */
#include "src/game/game.h"

#include "src/base/status.h"
#include "src/draughts/game_draughts.h"
#include "src/konane/game_konane.h"

#include <string.h>

#define NAME(name) #name,
static const char *const names[] = {"konane", DRAUGHTS_GAMES(NAME) NULL};

pm_status game_new(const char *name, const game_options *options, game **g, pm_error *err)
{
    const draughts_rules *draughts = draughts_rules_named(name);
    if (draughts) {
        return game_draughts_new(draughts, options, g, err);
    }
    konane_variant unused;
    if (konane_variant_named(name, &unused)) {
        return game_konane_new(name, options, g, err);
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
