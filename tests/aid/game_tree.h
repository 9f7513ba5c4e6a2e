/* Explicit game trees: the slow, obvious theory of games that the engine of canonical forms is judged by.
 *
 * Nothing is shared or simplified; comparing is the definition (g <= h unless some g^L >= h or some h^R <= g)
 * by recursion over the trees. Includes nothing of the engine.
 *
 * SPDX-License-Identifier: MIT
 */
#ifndef TESTS_AID_GAME_TREE_H
#define TESTS_AID_GAME_TREE_H

#include <stdbool.h>
#include <stddef.h>

typedef struct game_tree {
    const struct game_tree *const *left;
    const struct game_tree *const *right;
    size_t n_left, n_right;
} game_tree;

/* What the trees of a test are allocated from; they are freed together. */
typedef struct game_wood game_wood;
game_wood *game_wood_new(void);
void game_wood_free(game_wood *wood);

const game_tree *tree_new(game_wood *wood, const game_tree *const *left, size_t n_left, const game_tree *const *right,
                          size_t n_right);
const game_tree *tree_integer(game_wood *wood, int n);
const game_tree *tree_nimber(game_wood *wood, int n);
const game_tree *tree_negative(game_wood *wood, const game_tree *g);
const game_tree *tree_sum(game_wood *wood, const game_tree *g, const game_tree *h);

bool tree_le(const game_tree *g, const game_tree *h);
bool tree_equal(const game_tree *g, const game_tree *h);

/* Whether Left (Right) wins when he begins, by minimax alone. */
bool tree_left_wins_first(const game_tree *g);
bool tree_right_wins_first(const game_tree *g);

#endif
