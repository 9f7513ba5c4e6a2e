/* One game of self-play: the table at which two agents sit.
 *
 * What is fixed for a run is the setting; what a game records is its notes, which belong to one worker and are
 * overwritten by the next game, but for the pair.
 *
 * Game i draws from stream i of the seed. What the two games of a pair have in common comes from a stream of the pair:
 * the moves at random after the opening and, unless openings take turns, the choice of the opening, which the agents
 * make as they sit in the first game of one pair and in the second of the next. Without pairs a game has this stream
 * for itself. Where both agents play at random, moves go through the game's make_random, or, where
 * nothing but their numbers is wanted, batches of games through its play_random_many.
 *
 * SPDX-License-Identifier: MIT
 */
#ifndef ANALYSIS_SELFPLAY_TABLE_H
#define ANALYSIS_SELFPLAY_TABLE_H

#include "analysis/agents/agents.h"
#include "analysis/selfplay/opening_lines.h"
#include "analysis/stats/stats.h"

typedef struct selfplay_setting {
    const game *g;
    opening_lines openings;
    game_state start;
    uint64_t seed;
    unsigned random_plies;   /* moves after the opening that are drawn at random */
    bool swap;               /* games 2k and 2k + 1 begin alike, the latter with exchanged colours */
    bool each_opening;       /* the openings take turns */
    bool wants_plies;        /* note down the opponent's moves and the stones */
    bool wants_moves;        /* note down the moves */
    bool is_random;          /* both agents play at random, and the game has no draws */
    bool wants_choices;      /* note down the places of the moves among the legal ones */
    bool (*stop)(void *ctx); /* the game is given up when this says so; may be NULL */
    void *stop_ctx;
} selfplay_setting;

/* How a pair of games with exchanged colours begins: the moves of the opening. */
typedef struct selfplay_pair {
    uint64_t number;
    bool is_known;
    unsigned n_moves;
    game_move moves[OPENING_MAX_PLIES];
} selfplay_pair;

typedef struct selfplay_notes {
    uint16_t legal[STATS_MAX_PLIES], opponent[STATS_MAX_PLIES], stones[STATS_MAX_PLIES], taken[STATS_MAX_PLIES];
    game_move moves[STATS_MAX_PLIES];     /* all plies, if they are wanted */
    uint64_t hashes[STATS_MAX_PLIES + 1]; /* of the states since the last irreversible move */
    int n_hashes;
    size_t line;                       /* of the opening */
    selfplay_pair pair;                /* the last one of which a game was played */
    uint16_t choices[STATS_MAX_PLIES]; /* of each ply, the place of the move among the legal ones, if they are wanted */
    unsigned n_choices;
    const uint16_t *known; /* choices of an earlier run, which are repeated, NULL if there are none */
    unsigned n_known;
} selfplay_notes;

/* Whether the agents have exchanged colours in game `number`. */
static inline bool selfplay_is_swapped(const selfplay_setting *set, uint64_t number)
{
    return set->swap && number % 2 == 1;
}

/* The number that games with the same opening and the same random moves have in common. */
static inline uint64_t selfplay_pair_of(const selfplay_setting *set, uint64_t number)
{
    return set->swap ? number / 2 : number;
}

/* Whether the setting says to give up the game. */
static inline bool selfplay_must_stop(const selfplay_setting *set)
{
    return set->stop && set->stop(set->stop_ctx);
}

/* Games that are played together. */
enum { SELFPLAY_BATCH = 256 };

typedef struct selfplay_batch {
    const game *g;
    uint64_t first;
    game_playout games[SELFPLAY_BATCH];
    size_t lines[SELFPLAY_BATCH]; /* of the openings */
    unsigned opening_plies[SELFPLAY_BATCH];
    uint16_t legal[]; /* of each game as many as the board has cells */
} selfplay_batch;

/* Room for a batch, for free(). NULL: no memory. */
selfplay_batch *selfplay_batch_new(const game *g);

/* Whether games may be played in batches: both agents play at random, and nothing but numbers is wanted. */
bool selfplay_has_batches(const selfplay_setting *set);

/* Play the games first, ..., first + n - 1, n <= SELFPLAY_BATCH. */
void selfplay_batch_play(const selfplay_setting *set, uint64_t first, int n, selfplay_batch *batch,
                         selfplay_notes *notes);

/* Game number i of a batch. What is returned points to the batch; `notes` gets the line of the opening. */
stats_game selfplay_batch_game(const selfplay_batch *batch, int i, selfplay_notes *notes);

/* Play game `number` between agents[0], Black unless colours are exchanged, and agents[1]. What is returned points to
 * `notes`; it means nothing if the game was given up. */
stats_game selfplay_table_play(const selfplay_setting *set, uint64_t number, agent *const agents[2],
                               selfplay_notes *notes);

#endif
