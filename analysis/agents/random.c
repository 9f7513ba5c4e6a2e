/* The agent "random": uniform over all legal moves, every landing cell a move.
 *
 * SPDX-License-Identifier: MIT
 */
#include "analysis/agents/agents.h"

#include <assert.h>

static void random_choose(agent *a, const agent_turn *turn, rng *r, game_move *move)
{
    game_state copy = *turn->state;
    const int n = a->game->rules->make_random(a->game, &copy, r, move);
    assert(n > 0);
    (void)n;
}

const agent_class agent_random = {
    .name = "random",
    .usage = "random",
    .help = "uniform over all legal moves",
    .make = agent_make_plain,
    .choose = random_choose,
    .free = agent_free_plain,
};
