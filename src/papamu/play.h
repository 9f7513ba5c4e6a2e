/* Playing games: agents, self-play, statistics, records. A section of papamu.h.
 *
 * SPDX-License-Identifier: MIT
 */
#include "../papamu.h" /* first: it brings the sections in their order */

#ifndef PAPAMU_PLAY_H
#define PAPAMU_PLAY_H

#include "game.h"
#include "job.h"

#ifdef __cplusplus
extern "C" {
#endif

/* ---- agents ------------------------------------------------------------------------------------ */

typedef struct pm_agent pm_agent;

/* Make the agent that `text` names ("random", "greedy", "ab:4", "mcts:1000", "db:FILE") for games of `game`, which must
 * outlive it. For one thread at a time. Errors: PM_BAD_INPUT, PM_NO_MEMORY, those of a database. */
pm_status pm_agent_new(const char *text, const pm_game *game, uint64_t seed, pm_agent **agent, pm_error *err);
void pm_agent_free(pm_agent *agent);

/* Choose a move of `state`. `job` may be NULL; of it only the callback counts, which can stop an agent that thinks
 * long. PM_BAD_INPUT if there is no move, PM_INTERRUPTED; otherwise what stopped the agent, as a damaged database. */
pm_status pm_agent_choose(pm_agent *agent, const pm_state *state, const pm_job *job, pm_ply *ply, pm_error *err);

/* ---- statistics -------------------------------------------------------------------------------- */

/* Counts of games, by rules, board, players and opening. For one thread at a time. */
typedef struct pm_stats pm_stats;

/* An estimate with the ends of its 95 % interval; NAN where the data do not suffice. */
typedef struct pm_estimate {
    double value, low, high;
} pm_estimate;

/* What is known of the games of one opening, or of all together. The texts live until the statistics change. */
typedef struct pm_stats_row {
    const char *rules, *board, *black, *white;
    const char *opening; /* NULL: all of them */
    uint64_t games, black_wins, white_wins, draws, multi_jumps;
    uint64_t different;      /* how many of them were different ones, to a thousandth; intervals count these alone */
    pm_estimate black_share; /* of the points: a win is one, a draw one half */
    pm_estimate jumps;       /* mean of a game */
    pm_estimate branching;   /* legal jumps at each jump made */
    double jumps_sd, branching_sd;
    uint32_t jumps_min, jumps_max;
} pm_stats_row;

pm_status pm_stats_new(pm_stats **stats, pm_error *err);
void pm_stats_free(pm_stats *stats);

/* Add the games of a file of self-play (games or summary, csv), or of records (.kgn, .pdn) of the game called `game` as
 * for pm_records_open, of which those with errors are left out and counted in `*n_bad`, which may be NULL. Errors:
 * PM_BAD_INPUT (naming the line), PM_IO, PM_NO_MEMORY. */
pm_status pm_stats_read(pm_stats *stats, const char *path, const char *game, uint64_t *n_bad, pm_error *err);

/* Add all that is in `from`. Errors: PM_NO_MEMORY. */
pm_status pm_stats_merge(pm_stats *stats, const pm_stats *from, pm_error *err);

/* Write at most `room` rows, for each series first one of all openings, then one for each. `*n` is how many there are,
 * also where that is more. Errors: PM_NO_MEMORY. */
pm_status pm_stats_rows(const pm_stats *stats, size_t room, pm_stats_row rows[], size_t *n, pm_error *err);

/* ---- how large a game is ----------------------------------------------------------------------- */

typedef struct pm_complexity_options {
    pm_job job;          /* of it threads and progress count; progress counts runs, then samples */
    uint64_t population; /* positions that walk the tree at once, at most 10^7; 0: 10000. 1: as Knuth does it */
    uint64_t runs;       /* independent runs, which intervals are taken from, 2 to 10000; 0: 20 */
    uint64_t seed;
    uint64_t samples; /* positions to draw, to see which can arise, at most 10^9; 0: none. Konane, up to 64 cells */
    uint64_t width;   /* the most positions that a search back keeps at each step, at most 10^6; 0: 4096 */
} pm_complexity_options;

/* Logarithms are to the base ten, -INFINITY of zero; their intervals are symmetric about them. */
typedef struct pm_complexity {
    pm_estimate log10_games; /* all games from the start */
    pm_estimate log10_nodes; /* of the tree: all sequences of moves, the empty one included */
    pm_estimate mean_length; /* plies of a game drawn uniformly among all; removals count */
    uint64_t samples;        /* positions that were drawn */
    uint64_t found, open;    /* of these: play can lead to; neither found nor refuted */

    /* Positions that can arise, side to move included: at least `low`, by what was found, at most `high`, by what was
     * not refuted, both with the error of the sample. NAN without one. */
    pm_estimate log10_positions;
} pm_complexity;

/* Estimate the number of games, as D. E. Knuth does (Mathematics of Computation 29, 1975), but by a population that is
 * drawn again after each ply; and of positions, from a sample. `options` may be NULL. The result depends on the options
 * but for the job. Errors: PM_BAD_INPUT (an option out of its range; a game whose length the rules do not bound, as
 * draughts; a board without an opening; a sample of a variant or of a larger board), PM_NO_MEMORY, PM_INTERRUPTED. */
pm_status pm_complexity_estimate(const pm_game *game, const pm_complexity_options *options, pm_complexity *result,
                                 pm_error *err);

/* ---- self-play --------------------------------------------------------------------------------- */

/* A game that was played. */
typedef struct pm_played {
    uint64_t number;
    int32_t winner; /* a pm_color; 2: a draw */
    uint32_t plies, jumps, multi_jumps;
    uint32_t is_swapped; /* 1: the agents had exchanged colours */
    char opening[20];    /* its moves, separated by spaces; "" where the game began at a position */
} pm_played;

typedef struct pm_selfplay_options {
    pm_job job;
    const char *black, *white; /* agents; NULL: random */
    uint64_t n_games, first;   /* play the games first, ..., first + n_games - 1 */
    uint64_t seed;
    bool swap;         /* games 2k and 2k + 1 have the same opening, and the latter exchanged colours */
    bool each_opening; /* the openings take turns; otherwise the agents choose the removals */
    int random_plies;  /* moves after the opening that are drawn at random, at most 1000 */
    pm_played *games;  /* room for n_games, or NULL */

    /* Called for each game in the order of their numbers, by one thread at a time, with all its moves. The answer true
     * stops: PM_INTERRUPTED. May be NULL. */
    bool (*on_game)(void *ctx, const pm_played *game, const pm_ply *plies);
    void *ctx;

    /* Begin at these in turn instead of at the start; none of them is in the opening or over. With `swap` games 2k and
     * 2k + 1 begin at the same one. Not with each_opening. */
    size_t n_positions;
    const pm_state *positions;
} pm_selfplay_options;

/* Play games, which depend on the seed and their number alone, and add them to `stats`, which may be NULL. Errors:
 * PM_BAD_INPUT (an agent's name, a board without an opening; a position: err->offset is its number), PM_NO_MEMORY,
 * PM_INTERRUPTED. */
pm_status pm_selfplay(const pm_game *game, const pm_selfplay_options *options, pm_stats *stats, pm_error *err);

/* ---- records ----------------------------------------------------------------------------------- */

typedef struct pm_records pm_records;

/* A game that was read; it lasts until the next one is read. */
typedef struct pm_record {
    const pm_game *game; /* the rules it was played by */
    pm_state start, end;
    const pm_ply *plies;
    int n_plies;
    int result;                        /* a pm_color, the winner; 2: a draw; 3: not known */
    const char *black, *white, *event; /* tags; "" where there are none */
    uint64_t number, line;             /* in its file, from 1 */
} pm_record;

/* Open a file of records, .kgn or .pdn, of the game called `game`; NULL: Konane, or Italian draughts. Errors: PM_IO,
 * PM_BAD_INPUT (another ending of the name, a game that has no such records), PM_NO_MEMORY. */
pm_status pm_records_open(const char *path, const char *game, pm_records **records, pm_error *err);
void pm_records_close(pm_records *records);

/* Read the next game. PM_NOT_FOUND: there is none. PM_BAD_INPUT: this one has an error, which `err` places; call again
 * for those after it. Others end the file: PM_IO, PM_NO_MEMORY. */
pm_status pm_records_next(pm_records *records, pm_record *record, pm_error *err);

/* Append a game to the file at `path`, of the kind that record->game has; `end`, `number` and `line` are not looked at,
 * and texts may be NULL. Errors: PM_IO, PM_BAD_INPUT. */
pm_status pm_record_append(const char *path, const pm_record *record, pm_error *err);

#ifdef __cplusplus
}
#endif

#endif
