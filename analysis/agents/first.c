/* The agent "first": the first legal move in the order of the notation. Deterministic, for tests.
 *
 * SPDX-License-Identifier: MIT
 */
#include "analysis/agents/agents.h"

#include <assert.h>

static void first_choose(agent *a, const agent_turn *turn, rng *r, game_move *move)
{
    (void)r;
    game_move moves[GAME_MAX_MOVES];
    const int n = a->game->rules->moves(a->game, turn->state, moves);
    assert(n > 0);
    (void)n;
    *move = moves[0];
}

const agent_class agent_first = {
    .name = "first",
    .usage = "first",
    .help = "the first legal move in the order of the notation",
    .make = agent_make_plain,
    .choose = first_choose,
    .free = agent_free_plain,
};
