/* The registry of games: see game.h.
 *
 * SPDX-License-Identifier: MIT
 */
#include "src/game.h"

#include "src/base/status.h"
#include "src/draughts/game_draughts.h"
#include "src/konane/game_konane.h"

#include <assert.h>
#include <string.h>

typedef struct registered_game {
    const char *name;
    pm_status (*make)(const game_options *options, game **g, pm_error *err);
} registered_game;

static const registered_game games[] = {
    {"konane", game_konane_new},
    {"italian", game_italian_new},
    {"american", game_american_new},
};

enum { N_GAMES = sizeof games / sizeof games[0] };

/* The same names, as game_names returns them. */
static const char *const names[N_GAMES + 1] = {"konane", "italian", "american", NULL};

pm_status game_new(const char *name, const game_options *options, game **g, pm_error *err)
{
    for (int i = 0; i < N_GAMES; i++) {
        assert(strcmp(games[i].name, names[i]) == 0);
        if (strcmp(name, games[i].name) == 0) {
            return games[i].make(options, g, err);
        }
    }
    return status_fail(err, PM_BAD_INPUT, 0, "unknown game '%.32s'; did you mean '%s'?", name,
                       game_nearest_name(name, names));
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
