/* Players, named by strings such as "ab:4", and what a player is.
 *
 * An agent is made for one game from a string and chooses moves. Whatever it remembers (a transposition table, a tree)
 * it forgets when a new game begins, and all its chance comes from the generator that it is given: so its moves depend
 * on the game so far and on that generator alone, and any number of threads with an agent each play the same games.
 * (Only an agent with a limit in milliseconds cannot promise that.)
 *
 * To add an agent: write its agent_class, agent_NAME, in a file of its own, and add a line to AGENT_CLASSES.
 *
 * SPDX-License-Identifier: MIT
 */
#ifndef ANALYSIS_AGENTS_AGENTS_H
#define ANALYSIS_AGENTS_AGENTS_H

#include "src/game/game.h"

typedef struct agent agent;

/* What an agent is shown: the state to move in, and the hashes of the states since the last irreversible move, that of
 * `state` last, where the game has draws (else none). An agent that thinks for longer than a millisecond or so asks
 * `stop`, if there is one, about that often; at the answer true it chooses the best move that it has found. */
typedef struct agent_turn {
    const game_state *state;
    const uint64_t *hashes;
    int n_hashes;
    bool (*stop)(void *ctx);
    void *stop_ctx;
    int depth; /* of the search, for agents that search so many plies, whatever their own; 0: their own */
} agent_turn;

typedef struct agent_class {
    const char *name;  /* up to the colon */
    const char *usage; /* "ab:DEPTH or ab:depth=N,ms=T,nodes=N" */
    const char *help;  /* one line */

    /* Make an agent for `g`, which outlives it, from what follows the colon, NULL if nothing does. PM_BAD_INPUT,
     * PM_NO_MEMORY. */
    pm_status (*make)(const game *g, const char *parameters, agent **a, pm_error *err);

    /* Choose a move; there is at least one. */
    void (*choose)(agent *a, const agent_turn *turn, rng *r, game_move *move);

    /* Forget everything: a new game begins. NULL if there is nothing to forget. */
    void (*begin)(agent *a);

    void (*free)(agent *a);

    /* Take the agent named after the parameters, "NAME:PARAMETERS,AGENT", and free it with `a`. NULL if the class has
     * no use for another agent. */
    void (*adopt)(agent *a, agent *other);

    /* Write the moves that the last search expects from `s` on, which a move of it led to; at most `max`. Returns their
     * number, 0 where it does not know. NULL if the class has no such line. */
    int (*line)(const agent *a, const game_state *s, game_move line[], int max);
} agent_class;

/* Agents derive from this by having it as their first member. */
struct agent {
    const agent_class *class;
    const game *game;
    uint64_t nodes; /* states searched since it was made; the same for the same games everywhere */
    int depth;      /* of the last completed search, where that means something */
    int score;      /* of the move that it chose, for its mover: an evaluation, or a certain end (agent_score_plies) */
    pm_status failure; /* not PM_OK: it cannot continue (a damaged database), and its moves are legal but meaningless */
    pm_error err;      /* what happened then */
};

/* clang-format off */
#define AGENT_CLASSES(X) \
    X(random) \
    X(greedy) \
    X(ab) \
    X(mcts) \
    X(db) \
    X(first)
/* clang-format on */

#define AGENT_DECLARE(name) extern const agent_class agent_##name;
AGENT_CLASSES(AGENT_DECLARE)
#undef AGENT_DECLARE

/* Scores of an end that is certain: AGENT_WIN - plies for the winner; evaluations are within +-30000. */
enum { AGENT_WIN = 31000, AGENT_CERTAIN = 30000 };

/* The plies to the end that a score is certain of, at most so many for the winner; -1 if it is an evaluation. */
static inline int agent_score_plies(int score)
{
    const int size = score < 0 ? -score : score;
    return size > AGENT_CERTAIN ? AGENT_WIN - size : -1;
}

/* NULL is accepted. */
static inline void agent_free(agent *a)
{
    if (a) {
        a->class->free(a);
    }
}

/* Begin a new game. */
static inline void agent_begin(agent *a)
{
    if (a->class->begin) {
        a->class->begin(a);
    }
}

/* Choose one of the legal moves, of which there must be one. */
static inline void agent_choose(agent *a, const agent_turn *turn, rng *r, game_move *move)
{
    a->class->choose(a, turn, r, move);
}

/* All classes, ended by NULL. */
const agent_class *const *agent_classes(void);

/* Another name of an agent: the strengths that people choose between. */
typedef struct agent_alias {
    const char *name, *text;
} agent_alias;

/* All of them from weak to strong, ended by a NULL name. */
const agent_alias *agent_aliases(void);

/* Whether the turn's `stop`, if there is one, asks to end. */
static inline bool agent_must_stop(const agent_turn *turn)
{
    return turn->stop && turn->stop(turn->stop_ctx);
}

/* Make the agent that `text` names for `g`. PM_BAD_INPUT with a message that names the agent, and the nearest name for
 * one that is not known; PM_NO_MEMORY. */
pm_status agent_new(const char *text, const game *g, agent **a, pm_error *err);

/* Whether `a` chooses uniformly among all legal moves, so that a faster way to do that can replace it. */
bool agent_is_random(const agent *a);

/* Cut a list of agents, separated by commas, or by semicolons if it has any, into texts in place; a part
 * that begins with "name=" continues the one before it: "ab:depth=3,ms=5,random" are two. Returns their number, or
 * -1 if there are more than `max` or an empty one. */
int agent_list_split(char *list, const char **texts, int max);

/* make() and free() of agents without parameters and without anything to remember. */
pm_status agent_make_plain(const game *g, const char *parameters, agent **a, pm_error *err);
void agent_free_plain(agent *a);

#endif
