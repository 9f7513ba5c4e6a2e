/* One game of self-play: the table at which two agents sit.
 *
 * What is fixed for a run is the setting; what a game records is its notes, which belong to one worker and are
 * overwritten by the next game. Where both agents play at random, moves go through the game's make_random, or, where
 * nothing but their numbers is wanted, the whole game through its play_random.
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
    unsigned start_stones;
    uint64_t seed;
    bool swap;               /* odd games are played with exchanged colours */
    bool each_opening;       /* the openings take turns */
    bool wants_plies;        /* note down the opponent's moves and the stones */
    bool wants_moves;        /* note down the moves */
    bool is_random;          /* both agents play at random, and the game has no draws */
    bool wants_choices;      /* note down the places of the moves among the legal ones */
    bool (*stop)(void *ctx); /* the game is given up when this says so; may be NULL */
    void *stop_ctx;
} selfplay_setting;

typedef struct selfplay_notes {
    uint16_t legal[STATS_MAX_PLIES], opponent[STATS_MAX_PLIES], stones[STATS_MAX_PLIES], taken[STATS_MAX_PLIES];
    game_move moves[STATS_MAX_PLIES];     /* all plies, if they are wanted */
    uint64_t hashes[STATS_MAX_PLIES + 1]; /* of the states since the last irreversible move */
    int n_hashes;
    size_t line;                       /* of the opening */
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

/* Whether the setting says to give up the game. */
static inline bool selfplay_must_stop(const selfplay_setting *set)
{
    return set->stop && set->stop(set->stop_ctx);
}

/* Play game `number` between agents[0], Black unless colours are exchanged, and agents[1]. What is returned points to
 * `notes`; it means nothing if the game was given up. */
stats_game selfplay_table_play(const selfplay_setting *set, uint64_t number, agent *const agents[2],
                               selfplay_notes *notes);

#endif
