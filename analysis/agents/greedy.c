/* The agent "greedy": one ply of search. It prefers the move after which the game's evaluation is best for it, which in
 * Konane is the number of its jumps less those of the opponent; ties are broken uniformly.
 *
 * SPDX-License-Identifier: MIT
 */
#include "analysis/agents/agents.h"

#include <assert.h>
#include <limits.h>

static void greedy_choose(agent *a, const agent_turn *turn, rng *r, game_move *move)
{
    const game *g = a->game;
    game_move moves[GAME_MAX_MOVES];
    const int n = g->rules->moves(g, turn->state, moves);
    assert(n > 0);
    int best = INT_MIN;
    uint32_t ties = 0;
    for (int i = 0; i < n; i++) {
        game_state after = *turn->state;
        g->rules->make(g, &after, &moves[i]);
        const int value = -g->rules->evaluate(g, &after);
        ties = value > best ? 1 : ties + (value == best);
        if (value > best || (value == best && rng_below(r, ties) == 0)) {
            best = value;
            *move = moves[i];
        }
    }
    a->nodes += (uint64_t)n;
}

const agent_class agent_greedy = {
    .name = "greedy",
    .usage = "greedy",
    .help = "the best position after the move, ties at random; in Konane the largest difference in jumps",
    .make = agent_make_plain,
    .choose = greedy_choose,
    .free = agent_free_plain,
};
