/* What can be concluded from counts of games: intervals, a test, and estimates of its size.
 *
 * All intervals are two-sided with 95 % confidence.
 *
 * SPDX-License-Identifier: MIT
 */
#ifndef ANALYSIS_STATS_ESTIMATE_H
#define ANALYSIS_STATS_ESTIMATE_H

#include "analysis/stats/stats.h"

/* NAN where the data do not suffice. */
typedef struct estimate {
    double value, low, high;
} estimate;

/* The share successes / n with Wilson's score interval (E. B. Wilson, JASA 22, 1927). `successes` may be a half-integer
 * where draws count one half; the interval is then a little too wide. */
estimate estimate_share(double successes, uint64_t n);

/* Black's share of the points: a win is one, a draw one half. */
estimate estimate_black_share(const stats_opening *o);

/* The mean of independent values, with Student's interval. */
estimate estimate_mean(const histogram *h);

/* The branching factor: the sum of legal jumps over all games divided by the number of jumps. Jumps of one game are
 * not independent, games are; so the interval is that of a ratio of two sums over games (Cochran, Sampling
 * Techniques, 3rd ed., 1977, section 2.11). */
estimate estimate_branching(const stats_opening *o);

/* Whether Black's share differs between the openings of a series: Pearson's chi-square on the table of openings
 * by winner, without draws. The probability of a value as large if there is no difference; NAN for less than two
 * openings with games. */
double estimate_openings_test(const stats_series *series, double *chi_square, unsigned *degrees);

/* log10 of the size of the game tree below an opening, by
 *   power: b^d, where b is the mean branching factor and d the mean number of jumps (Allis 1994, section 6.3);
 *   paths: the geometric mean over games of the product of the numbers of legal jumps. In uniform random play
 *          that product is an unbiased estimate of the number of complete games (Knuth, Mathematics of Computation 29,
 * 1975), and the mean of its logarithm is at most the logarithm of its mean: an estimate from below. */
double estimate_log10_tree_power(const stats_opening *o);
double estimate_log10_tree_paths(const stats_opening *o);

/* log10 of an upper bound of the number of positions, the player to move included. Konane: 2 * 2^cells, all sets of
 * stones. Draughts: 2 * all placements of at most as many men and kings on each side as the game starts
 * with, men not on the row where they are crowned. NAN for other games. */
double estimate_log10_states(const stats_key *key);

#endif
