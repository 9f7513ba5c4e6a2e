/* Uniform random play, exactly: how long games last, how many moves there are, and who wins; and how many games there
 * are.
 *
 * Probability flows from the start through all positions that can be reached, one ply at a time: a position that is
 * reached with probability p and has n legal moves passes p/n on to each successor. All that is kept is the positions
 * of two plies, so boards of up to 25 cells fit. "Exactly" means without sampling: sums of positive double precision
 * numbers, with a relative error of about 1e-13.
 *
 * SPDX-License-Identifier: MIT
 */
#ifndef ANALYSIS_STATS_RANDOM_EXACT_H
#define ANALYSIS_STATS_RANDOM_EXACT_H

#include "src/game/game.h"

enum { RANDOM_EXACT_MAX_CELLS = 25 };

/* Jumps are plies after the opening, as in analysis/stats/stats.h. */
typedef struct random_exact {
    size_t n;           /* entries of the arrays over numbers of jumps: 0..n-1 */
    double *length;     /* probability that a game has k jumps */
    double *black;      /* that it has k jumps and Black wins */
    double *moves_at;   /* expected legal jumps at jump k + 1, 0 for games that are over then */
    size_t n_moves;     /* entries of `branching` */
    double *branching;  /* expected number of jumps in a game at which there are v legal ones */
    double multi_jumps; /* expected number of jumps in a game that capture more than one stone */
    double games;       /* how many there are from the start, likely or not; exact up to 2^53 */
    double nodes;       /* of their tree: sequences of moves, the empty one included; likewise */
    uint64_t states;    /* positions visited, counted once for each ply */
} random_exact;

/* Play `g` at random. PM_BAD_INPUT for a board over the limit, a game with draws, or a board without an opening;
 * PM_NO_MEMORY also if more than `max_bytes` would be needed; PM_INTERRUPTED if `progress`, which may be NULL,
 * returns false: it is called for each ply. */
pm_status random_exact_make(const game *g, uint64_t max_bytes, bool (*progress)(void *ctx, int ply, uint64_t states),
                            void *ctx, random_exact *result, pm_error *err);
void random_exact_free(random_exact *r);

/* Sums over the distribution. */
double random_exact_black_share(const random_exact *r);
double random_exact_mean_jumps(const random_exact *r);
double random_exact_sd_jumps(const random_exact *r);

/* The probability that jump number k >= 1 is made. */
double random_exact_reach(const random_exact *r, size_t k);

/* Mean and spread of the number of legal jumps over all jumps that are made. */
double random_exact_mean_branching(const random_exact *r);
double random_exact_sd_branching(const random_exact *r);

#endif
