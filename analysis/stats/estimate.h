/* What can be concluded from counts of games: intervals, a test, and estimates of its size.
 *
 * All intervals are two-sided with 95 % confidence.
 *
 * A game that is repeated says nothing new (stats_telling_games). So where n games were played and d of them are
 * different, values are those of the n games, and intervals are those that d games with the same shares, means and
 * spreads would have. There is no interval (its ends are NAN) if all games are one and the same, or where all values
 * agree, so that their spread would be zero.
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

/* The share successes / n, d of the n being different, with Wilson's score interval (E. B. Wilson, JASA 22, 1927).
 * `successes` may be a half-integer where draws count one half; the interval is then a little too wide. */
estimate estimate_share(double successes, uint64_t n, uint64_t d);

/* The number of positions that can arise on a board of `n_cells`, side to move included, as its logarithm to the base
 * ten: of n drawn uniformly among all 2 * 2^n_cells, `found` can arise, and `open` more may. The low end is that of
 * what was found, the high one that of what may be. The value is -INFINITY if none was found; all are NAN if n is 0. */
estimate estimate_log10_positions(int n_cells, uint64_t n, uint64_t found, uint64_t open);

/* Black's share of the points: a win is one, a draw one half. */
estimate estimate_black_share(const stats_opening *o);

/* The number of jumps of a game: a mean with Student's interval of d - 1 degrees of freedom. */
estimate estimate_jumps(const stats_opening *o);

/* The branching factor: the sum of legal jumps over all games divided by the number of jumps. Jumps of one game are
 * not independent, games are; so the interval is that of a ratio of two sums over games (Cochran, Sampling
 * Techniques, 3rd ed., 1977, section 2.11). */
estimate estimate_branching(const stats_opening *o);

/* The share of the points that the first player of a match has. If the games were played in pairs of the same opening
 * the interval is that of pairs, as the two games of a pair depend on each other: the adjusted Wald interval of Bonett
 * and Price (Journal of Educational and Behavioral Statistics 37, 2012) for the difference between the proportions of
 * pairs that the one and the other wins, to which one pair of either kind is added. With draws, half a pair is won by
 * one point and a half; the variance is that of the five results, as in the pentanomial model of engine testing
 * (https://official-stockfish.github.io/docs/fishtest-wiki/Fishtest-Mathematics.html). Otherwise the interval is
 * Wilson's. */
estimate estimate_match(const stats_match *match);

/* The difference in strength on Elo's scale that a share of the points means, 400 log10(s / (1 - s)): the model of
 * Bradley and Terry (Biometrika 39, 1952) on the scale of A. E. Elo, The Rating of Chessplayers, 1978. Infinite for a
 * share of 0 or 1. The ends of the interval are those of the share. */
estimate estimate_elo(estimate share);

/* Tests the hypothesis that Black's share is the same after every opening of a series: Pearson's chi-square on the
 * table of openings by winner, without draws, where each game counts as the share of different ones among those of its
 * opening. The probability of a value as large if the hypothesis is true; NAN for less than two openings with games. */
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
