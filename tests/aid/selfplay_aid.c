/* Games and runs of self-play for tests: see selfplay_aid.h.
 *
 * SPDX-License-Identifier: MIT
 */
#include "tests/aid/selfplay_aid.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>

game *aid_game(const char *name, int rows, int cols, pm_color corner, const char *opening)
{
    game *g;
    pm_error err = {0};
    const game_options options = {.rows = rows, .cols = cols, .corner = corner, .opening = opening};
    if (game_new(name, &options, &g, &err) != PM_OK) {
        fail_msg("%s", err.message);
    }
    return g;
}

void aid_run(const selfplay_plan *plan, stats *into)
{
    pm_error err = {0};
    if (selfplay_run(plan, into, &err) != PM_OK) {
        fail_msg("%s", err.message);
    }
}
