/* The agent "mcts": Monte Carlo tree search by UCT (Kocsis, Szepesvari, "Bandit based Monte-Carlo planning", ECML
 * 2006) with uniform random playouts.
 *
 * The tree is an array; the children of a node are one piece of it. Each playout goes down the tree by the upper
 * confidence bound, a child without visits before any other and among those at random, adds the children of the
 * leaf, and plays to the end. When the array is full the tree stops growing and the playouts continue. The move with
 * most visits is chosen.
 *
 * SPDX-License-Identifier: MIT
 */
#include "analysis/agents/agents.h"
#include "analysis/agents/parameters.h"
#include "src/base/status.h"

#include <assert.h>
#include <math.h>
#include <stdlib.h>

enum {
    MAX_NODES = 1 << 22, /* 200 MB at the most, touched as the tree grows */
    NODES_PER_PLAYOUT = 64,
    MAX_PATH = 1024,
    MAX_PLAYOUT = 4096, /* plies; longer ones count as draws (only games that can go round have them) */
    DEFAULT_EXPLORATION = 100,
    STOP_INTERVAL = 16, /* playouts between two questions whether to stop */
};

typedef struct node {
    game_move move;  /* that leads here */
    uint64_t points; /* twice the wins of the player who made that move, and once the draws */
    uint32_t visits;
    uint32_t first;      /* child */
    uint16_t n_children; /* 0: not expanded, or the game is over */
    uint16_t n_visited;  /* children with visits come first */
} node;

typedef struct mcts_agent {
    agent base;
    uint64_t playouts;
    double exploration;
    node *nodes;
    size_t n_nodes, capacity;
} mcts_agent;

/* Add the children of `index`; none if the array is full. */
static void expand(mcts_agent *a, uint32_t index, const game_state *s)
{
    assert(a->nodes[index].n_children == 0 && a->n_nodes <= a->capacity);
    const game *g = a->base.game;
    game_move moves[GAME_MAX_MOVES];
    const int n = g->rules->moves(g, s, moves);
    if (a->n_nodes + (size_t)n <= a->capacity) {
        a->nodes[index].first = (uint32_t)a->n_nodes;
        a->nodes[index].n_children = (uint16_t)n;
        for (int i = 0; i < n; i++) {
            a->nodes[a->n_nodes++] = (node){.move = moves[i]};
        }
    }
}

/* Move a child without visits, chosen at random, to the end of those with visits. */
static uint32_t select_new(mcts_agent *a, node *parent, rng *r)
{
    const uint32_t left = (uint32_t)(parent->n_children - parent->n_visited);
    assert(left > 0);
    node *chosen = &a->nodes[parent->first + parent->n_visited + rng_below(r, left)];
    node *place = &a->nodes[parent->first + parent->n_visited];
    const node swap = *chosen;
    *chosen = *place;
    *place = swap;
    return parent->first + parent->n_visited++;
}

static uint32_t select_best(const mcts_agent *a, const node *parent)
{
    assert(parent->n_visited == parent->n_children && parent->visits >= parent->n_children);
    const double log_visits = log((double)parent->visits);
    double best = -1;
    uint32_t index = parent->first;
    for (uint32_t i = 0; i < parent->n_children; i++) {
        const node *child = &a->nodes[parent->first + i];
        const double visits = child->visits;
        assert(child->visits > 0 && child->points <= 2 * (uint64_t)child->visits);
        const double bound = (double)child->points / (2 * visits) + a->exploration * sqrt(log_visits / visits);
        if (bound > best) {
            best = bound;
            index = parent->first + i;
        }
    }
    return index;
}

static bool is_draw(const game *g, const game_state *s)
{
    return g->rules->is_draw && g->rules->is_draw(g, s, NULL, 0);
}

/* Play to the end. Returns the points of Black: 2, 1 or 0. */
static int play_out(mcts_agent *a, game_state *s, rng *r)
{
    const game *g = a->base.game;
    game_move move;
    if (g->rules->play_random) {
        uint16_t legal[GAME_MAX_RANDOM];
        unsigned n_multi;
        uint64_t digest = 0;
        a->base.nodes += g->rules->play_random(g, s, r, legal, &n_multi, &digest) + 1;
        return game_winner_stuck(g, (pm_color)s->mover) == PM_BLACK ? 2 : 0;
    }
    for (int ply = 0; ply < MAX_PLAYOUT && !is_draw(g, s); ply++) {
        a->base.nodes++;
        if (g->rules->make_random(g, s, r, &move) == 0) {
            return game_winner_stuck(g, (pm_color)s->mover) == PM_BLACK ? 2 : 0;
        }
    }
    return 1;
}

/* One playout from the root. */
static void play(mcts_agent *a, const game_state *root, rng *r)
{
    const game *g = a->base.game;
    uint32_t path[MAX_PATH];
    uint32_t movers[MAX_PATH]; /* who made the move into path[i] */
    int length = 1;
    path[0] = 0;
    movers[0] = 1 - root->mover;
    game_state s = *root;
    while (length < MAX_PATH && a->nodes[path[length - 1]].n_children > 0) {
        node *parent = &a->nodes[path[length - 1]];
        const uint32_t index =
            parent->n_visited < parent->n_children ? select_new(a, parent, r) : select_best(a, parent);
        assert(index >= parent->first && index < parent->first + parent->n_children);
        path[length] = index;
        movers[length++] = s.mover;
        g->rules->make(g, &s, &a->nodes[index].move);
        a->base.nodes++;
    }
    const uint32_t leaf = path[length - 1];
    if (length > 1 && a->nodes[leaf].visits > 0 && !is_draw(g, &s)) {
        expand(a, leaf, &s);
    }
    const int black = play_out(a, &s, r);
    assert(black >= 0 && black <= 2);
    for (int i = 0; i < length; i++) {
        node *n = &a->nodes[path[i]];
        n->visits++;
        n->points += (uint64_t)(movers[i] == PM_BLACK ? black : 2 - black);
    }
}

static void mcts_choose(agent *base, const agent_turn *turn, rng *r, game_move *move)
{
    mcts_agent *a = (mcts_agent *)base;
    a->nodes[0] = (node){0};
    a->n_nodes = 1;
    expand(a, 0, turn->state);
    const node *root = &a->nodes[0];
    assert(root->n_children > 0);
    for (uint64_t i = 0; i < a->playouts && root->n_children > 1; i++) {
        if (i % STOP_INTERVAL == 0 && agent_must_stop(turn)) {
            break;
        }
        play(a, turn->state, r);
    }
    uint32_t best = root->first;
    for (uint32_t i = 1; i < root->n_children; i++) {
        best = a->nodes[root->first + i].visits > a->nodes[best].visits ? root->first + i : best;
    }
    *move = a->nodes[best].move;
}

static void mcts_free(agent *base)
{
    mcts_agent *a = (mcts_agent *)base;
    free(a->nodes);
    free(a);
}

static pm_status mcts_make(const game *g, const char *parameters, agent **made, pm_error *err)
{
    (void)g;
    uint64_t playouts = 0, exploration = DEFAULT_EXPLORATION;
    const agent_parameter list[] = {
        {"playouts", 1, 100000000, &playouts, NULL},
        {"exploration", 0, 10000, &exploration, NULL},
    };
    if (!parameters || !*parameters) {
        return status_fail(err, PM_BAD_INPUT, 0, "the number of playouts is needed, as in mcts:1000");
    }
    const pm_status status = agent_parameters_read(parameters, list, sizeof list / sizeof *list, err);
    if (status != PM_OK) {
        return status;
    }
    if (playouts == 0) {
        return status_fail(err, PM_BAD_INPUT, 0, "playouts is needed");
    }
    mcts_agent *a = calloc(1, sizeof *a);
    if (!a) {
        return PM_NO_MEMORY;
    }
    const uint64_t capacity = GAME_MAX_MOVES + 1 + playouts * NODES_PER_PLAYOUT;
    a->capacity = capacity < MAX_NODES ? (size_t)capacity : MAX_NODES;
    assert(a->capacity > GAME_MAX_MOVES); /* the moves of the root always fit */
    a->nodes = malloc(a->capacity * sizeof *a->nodes);
    if (!a->nodes) {
        free(a);
        return PM_NO_MEMORY;
    }
    a->playouts = playouts;
    a->exploration = (double)exploration / 100;
    *made = &a->base;
    return PM_OK;
}

const agent_class agent_mcts = {
    .name = "mcts",
    .usage = "mcts:PLAYOUTS or mcts:playouts=N,exploration=PERCENT",
    .help = "UCT with that many random playouts a move",
    .make = mcts_make,
    .choose = mcts_choose,
    .free = mcts_free,
};
