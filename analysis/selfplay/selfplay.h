/* Playing many games between two agents and counting them.
 *
 * Game number i depends on the seed and i alone, so a run has the same result with any number of threads, and can be
 * cut into ranges of games whose counts merge to those of the whole (analysis/stats/stats.h). A pair of games is
 * counted with the second one; a range that begins with a second one plays the first one too, and does not count it.
 * Where both agents play at random, games go through the game's own play_random_many: one indirect call per batch of
 * games.
 *
 * SPDX-License-Identifier: MIT
 */
#ifndef ANALYSIS_SELFPLAY_SELFPLAY_H
#define ANALYSIS_SELFPLAY_SELFPLAY_H

#include "analysis/stats/stats.h"
#include "src/game/game.h"

enum { SELFPLAY_MAX_GAMES = 1000000000 };

/* A game that was played. Everything is borrowed for the time of the call. */
typedef struct selfplay_game {
    uint64_t number;
    const char *black, *white; /* agents */
    const char *opening;       /* its moves, or the position that the game began at */
    const game_state *start;   /* that position; NULL where games begin at the start */
    stats_winner winner;
    unsigned plies, jumps, multi_jumps;
    uint64_t digest;        /* src/game/digest.h */
    const char *branching;  /* legal jumps at each jump, as decimal numbers separated by spaces */
    const game_move *moves; /* all plies, if the plan wants moves */
} selfplay_game;

typedef struct selfplay_plan {
    const game *g;
    const char *black, *white;   /* agents, as in analysis/agents/agents.h */
    bool swap;                   /* games 2k and 2k + 1 have the same opening, and the latter exchanged colours */
    bool each_opening;           /* the openings take turns; otherwise the agents choose the removals */
    const game_state *positions; /* begin at these in turn, none of which is in the opening phase or over; */
    size_t n_positions;          /* 0: begin at the start of the game */
    unsigned random_plies; /* moves after the opening that are drawn at random, the same in both games of a pair */
    bool wants_plies;      /* count by ply */
    bool wants_moves;
    uint64_t first, n_games; /* play the games first, ..., first + n_games - 1 */
    uint64_t seed;
    int threads;

    /* Called for each game in the order of the numbers, by one thread at a time, but not always the same. Returns
     * whether to continue: if not, selfplay_run returns PM_IO. May be NULL. */
    bool (*game)(void *ctx, const selfplay_game *played);

    /* Called now and then from any thread. Returns whether to continue: if not, PM_INTERRUPTED. May be NULL. */
    bool (*progress)(void *ctx, uint64_t done, uint64_t total);

    /* Asked during games, from any thread, every fraction of a millisecond or so, whether to stop; true must stay true.
     * The games that are being played are given up then, and selfplay_run returns PM_INTERRUPTED. May be NULL. */
    bool (*stop)(void *ctx);

    /* For runs that are interrupted and resumed; both or neither may be NULL, and neither is called where games are so
     * fast that nothing would be won. `keep` is called for each finished game, from any thread and in any order, with
     * the place of each move among the legal ones. `find` has what `keep` was given for that game in an earlier run of
     * the same plan, or returns NULL; such a game is not played but repeated. */
    void (*keep)(void *ctx, uint64_t number, const uint16_t *choices, unsigned n);
    const uint16_t *(*find)(void *ctx, uint64_t number, unsigned *n);
    void *ctx;
} selfplay_plan;

/* Play, and add the counts to `into`, which may be NULL. Errors: PM_BAD_INPUT (an agent's name, a board without an
 * opening), PM_NO_MEMORY, and those of the callbacks; `into` is unchanged then, unless memory ran out. */
pm_status selfplay_run(const selfplay_plan *plan, stats *into, pm_error *err);

/* The number of openings of `g`: with each_opening, all are played equally often if n_games is a multiple of it (of
 * twice that with swap). Errors as above. */
pm_status selfplay_n_openings(const game *g, uint64_t *n, pm_error *err);

/* Write "8x8". Returns `board`. */
const char *selfplay_board_text(const game *g, char board[16]);

#endif
