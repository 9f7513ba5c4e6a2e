/* Games and runs of self-play for tests; what fails ends the test.
 *
 * SPDX-License-Identifier: MIT
 */
#ifndef TESTS_AID_SELFPLAY_AID_H
#define TESTS_AID_SELFPLAY_AID_H

#include "analysis/selfplay/selfplay.h"

/* The caller frees it by game_free. */
game *aid_game(const char *name, int rows, int cols, pm_color corner, const char *opening);

void aid_run(const selfplay_plan *plan, stats *into);

#endif
