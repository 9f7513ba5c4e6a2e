/* What is counted about games, and how counts are merged.
 *
 * Games are gathered in series: the same rules, board and players. A series holds, for each opening, who won, and
 * the histograms of the number of jumps in a game and of the number of legal jumps (the branching factor) at each of
 * them; and, for each ply, the histograms of the legal moves of the mover, of what the opponent would have, and of the
 * stones left. All are exact integers, and series, openings and plies are kept in a fixed order: whatever way
 * games are split and merged, the result has the same bytes.
 *
 * Games of agents repeat themselves, and a repeated game says nothing new: so the different ones are counted, by their
 * moves. Reflected games are different ones, and so are games of different players.
 *
 * "Jumps" are the plies of a game without its opening (the two removals in Konane; games without an opening phase have
 * none). Plies count from 1 and include the opening.
 *
 * SPDX-License-Identifier: MIT
 */
#ifndef ANALYSIS_STATS_STATS_H
#define ANALYSIS_STATS_STATS_H

#include "analysis/stats/distinct.h"
#include "analysis/stats/histogram.h"
#include "src/papamu.h"

/* How a game ended; the first two are a pm_color. */
typedef enum stats_winner { STATS_BLACK, STATS_WHITE, STATS_DRAW, STATS_N_WINNERS } stats_winner;

/* "black", "white", "draw". */
const char *stats_winner_name(stats_winner winner);

/* A pair of games has the same opening and the colours exchanged. The first agent, Black in the even game, has this
 * many points of it, in halves: 0 if it lost both, 4 if it won both. */
enum { STATS_PAIR_RESULTS = 5 };

/* The longest game that is accepted from a file, in plies. */
enum { STATS_MAX_PLIES = 16384 };

/* The most games that a file may have the sums of, or a ply: then no sum of a series exceeds its type. */
#define STATS_MAX_GAMES ((uint64_t)1 << 48)

typedef struct stats_opening {
    bool is_random; /* both players draw their moves at random */
    char *text;     /* its moves separated by spaces; "" for a game without an opening phase */
    uint64_t wins[STATS_N_WINNERS];
    uint64_t multi_jumps;               /* jumps that captured more than one stone */
    uint128 branching_squares;          /* over games: (sum of legal jumps)^2, for the error of the mean branching */
    uint128 branching_by_jumps;         /* over games: (sum of legal jumps) * jumps */
    uint64_t pairs[STATS_PAIR_RESULTS]; /* pairs of games whose even game is in this series, by result */
    distinct games;                     /* the different ones among them */
    histogram jumps;                    /* of a game */
    histogram branching;                /* legal jumps at each jump made */
} stats_opening;

typedef struct stats_ply {
    uint64_t multi_jumps;
    histogram moves;    /* legal moves of the mover */
    histogram opponent; /* what the other player would have at his turn; empty if not known */
    histogram stones;   /* on the board before the move; empty if not known */
} stats_ply;

/* What makes games comparable. Strings are borrowed, or owned where the key is that of a series. */
typedef struct stats_key {
    const char *rules; /* name of the game: "konane" */
    const char *board; /* "8x8" */
    const char *black, *white;
} stats_key;

typedef struct stats_series {
    stats_key key;
    stats_opening *openings; /* ascending in stats_opening_compare */
    size_t n_openings;
    stats_ply *plies; /* plies[k] is ply k + 1; entries of the opening are empty */
    size_t n_plies;
} stats_series;

typedef struct stats_half stats_half;

/* All zero is the empty collection. */
typedef struct stats {
    stats_series *series; /* ascending in stats_key_compare */
    size_t n_series;
    stats_half *halves; /* games that were read, of which the pairs are not counted yet (pairing.h) */
    size_t n_halves, halves_capacity;
} stats;

/* One game as it is played or read. The arrays have one entry for each jump; all but `moves` may be NULL. */
typedef struct stats_game {
    stats_winner winner;
    unsigned opening_plies, jumps, multi_jumps;
    const uint16_t *moves, *opponent, *stones, *taken;
    uint64_t digest; /* src/game/digest.h */
} stats_game;

void stats_free(stats *s);

/* Whether the games are of Konane, under whatever variant of its rules. */
bool stats_is_konane(const stats_key *key);

/* By rules, then size of the board, then names; numbers inside names are compared as numbers, so ab:2 is before
 * ab:10 and a2 before a10, and column z before aa. */
int stats_key_compare(const stats_key *a, const stats_key *b);
int stats_opening_compare(const char *a, const char *b);

/* The result of a pair by who won its even game and its odd one. */
unsigned stats_pair_result(stats_winner even, stats_winner odd);

/* Find or make an entry. Pointers stay good until the next entry of the same kind is made. PM_NO_MEMORY. */
pm_status stats_series_at(stats *s, const stats_key *key, stats_series **series);
pm_status stats_opening_at(stats_series *series, const char *opening, stats_opening **entry);
pm_status stats_ply_at(stats_series *series, size_t ply, stats_ply **entry);

/* Count a game for its opening, but not among the different ones; for its plies. */
pm_status stats_count_game(stats_opening *opening, const stats_game *game);
pm_status stats_count_plies(stats_series *series, const stats_game *game);

/* Add everything in `from`. After PM_NO_MEMORY `into` holds a part of it. */
pm_status stats_opening_merge(stats_opening *into, const stats_opening *from);
pm_status stats_ply_merge(stats_ply *into, const stats_ply *from);

/* The same of all series, but without the games that wait for the other of their pair. */
pm_status stats_merge(stats *into, const stats *from);

/* A pair is counted with its second game, in which its first player is White: PM_BAD_INPUT with a message if there are
 * more pairs, or more of them won or lost both, than such games can have been part of. */
pm_status stats_pairs_check(const stats *s, pm_error *err);

/* All openings of a series together, which have no game in common; its text is NULL, and its set of games has their
 * number alone. The caller frees it by stats_opening_free. */
pm_status stats_all_openings(const stats_series *series, stats_opening *all);
void stats_opening_free(stats_opening *opening);
void stats_ply_free(stats_ply *ply);

/* Add one opening to such a sum, zero at first. After PM_NO_MEMORY it holds a part of it. */
pm_status stats_add_opening(stats_opening *sum, const stats_opening *opening);

/* Number of games, of different games, of pairs. */
uint64_t stats_games(const stats_opening *opening);
uint64_t stats_distinct_games(const stats_opening *opening);

/* How many games say something: the different ones, but all where both players draw their moves at random, as these are
 * independent samples of one distribution by construction, equal ones too. */
uint64_t stats_telling_games(const stats_opening *opening);
uint64_t stats_pairs(const uint64_t pairs[STATS_PAIR_RESULTS]);

/* Whether fewer than nine games in ten are different, so that figures for the games played mean little. */
bool stats_is_repetitive(uint64_t games, uint64_t n_distinct);

/* Whether everything about the ply is known, not the mover's moves alone. */
bool stats_ply_is_whole(const stats_ply *ply);

/* What key->black achieved against key->white over both colours. */
typedef struct stats_match {
    uint64_t results[STATS_N_WINNERS]; /* wins, losses, draws */
    uint64_t distinct_games;
    uint64_t pairs[STATS_PAIR_RESULTS]; /* by points of key->black; none if the games were not played in pairs */
} stats_match;

/* False, and nothing is written, if one of the two series is missing or they are one. */
bool stats_match_find(const stats *s, const stats_key *key, stats_match *match);

#endif
