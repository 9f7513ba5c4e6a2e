/* An agent's choice in `papamu play`, for its own turn or as a hint; Ctrl-C ends it.
 *
 * SPDX-License-Identifier: MIT
 */
#include "src/cli/play/play.h"

static bool must_stop(void *ctx)
{
    (void)ctx;
    return cli_is_interrupted();
}

bool play_think(play *p, agent *a, game_move *move)
{
    agent_turn turn = session_turn(&p->session);
    turn.stop = must_stop;
    agent_choose(a, &turn, &p->random, move);
    return !cli_is_interrupted();
}
