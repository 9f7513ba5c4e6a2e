/* The size of a game tree, estimated: how many sequences of so many moves there are, and how many of them are games.
 *
 * D. E. Knuth (Mathematics of Computation 29, 1975): in a random walk from the root the product of the numbers of legal
 * moves is an unbiased estimate of the number of sequences. Its error grows exponentially with their length. Here a
 * population of positions walks at once, and is drawn again after each ply: a position in proportion to its number of
 * legal moves (a particle filter: P. Del Moral, Feynman-Kac Formulae, 2004, chapter 3; stratified draws). The product
 * of the population's mean numbers of moves is unbiased too, for every size of the population; a population of one is
 * Knuth's walk. What is seen of a large population at a ply is what a sequence has there that is drawn uniformly among
 * all sequences of that length, not what random play has; a population of one is at random play's positions.
 *
 * Intervals come from runs that do not depend on each other.
 *
 * SPDX-License-Identifier: MIT
 */
#ifndef ANALYSIS_STATS_TREE_SIZE_H
#define ANALYSIS_STATS_TREE_SIZE_H

#include "analysis/stats/estimate.h"
#include "analysis/stats/histogram.h"
#include "src/game/game.h"

enum { TREE_MAX_POPULATION = 10000000, TREE_MAX_RUNS = 10000 };
enum { TREE_POPULATION = 10000, TREE_RUNS = 20 }; /* by default */

typedef struct tree_options {
    size_t population; /* positions that walk at once, 1..TREE_MAX_POPULATION */
    size_t runs;       /* 2..TREE_MAX_RUNS */
    uint64_t seed;
    int threads;                                                /* the result does not depend on it */
    bool (*progress)(void *ctx, uint64_t done, uint64_t total); /* runs; NULL; true stops */
    void *ctx;
} tree_options;

/* What there is after so many moves, removals included. Counts are given by their logarithms to the base ten, -INFINITY
 * for none, with intervals that are symmetric about them. */
typedef struct tree_ply {
    estimate log10_sequences; /* of exactly so many moves */
    estimate log10_games;     /* of these, over after them */
    histogram moves;          /* legal moves in the sequences that are not over, of all runs */
} tree_ply;

typedef struct tree_size {
    size_t n_plies; /* 0..n_plies-1 */
    tree_ply *plies;
    estimate log10_games; /* all games from the start */
    estimate log10_nodes; /* all sequences, the empty one included */
    estimate mean_length; /* plies of a game drawn uniformly among all */
} tree_size;

/* Estimate the tree of `g`. PM_BAD_INPUT for a game whose length the rules do not bound, or a board without an opening;
 * PM_NO_MEMORY; PM_INTERRUPTED. Free with tree_size_free, which accepts a zeroed one. */
pm_status tree_size_estimate(const game *g, const tree_options *options, tree_size *result, pm_error *err);
void tree_size_free(tree_size *t);

#endif
