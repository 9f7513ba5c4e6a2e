/* What the tests of the engine of canonical forms share: random trees, and the way from trees to values and back.
 *
 * SPDX-License-Identifier: MIT
 */
#ifndef TESTS_AID_CGT_AID_H
#define TESTS_AID_CGT_AID_H

#include "solver/cgt/cgt.h"
#include "src/base/rng.h"
#include "tests/aid/game_tree.h"

/* A table of `megabytes`; ends the test if there is none. */
cgt_table *aid_table(size_t megabytes);

/* The value that a text means; ends the test if there is none. */
cgt_value aid_value(cgt_table *table, const char *text);

/* Check that the text of `g` is `expected`. */
void aid_check_text(cgt_table *table, cgt_value g, const char *expected);

/* A tree of at most `depth` moves with at most `width` options a side. */
const game_tree *aid_random_tree(game_wood *wood, rng *r, int depth, uint32_t width);

/* The value of a tree, made option by option. */
cgt_value aid_value_of_tree(cgt_table *table, const game_tree *g);

/* The tree of a canonical form. */
const game_tree *aid_tree_of_value(game_wood *wood, cgt_table *table, cgt_value g);

#endif
