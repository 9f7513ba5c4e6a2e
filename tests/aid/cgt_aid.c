/* Shared by the tests of canonical forms; see cgt_aid.h.
 *
 * SPDX-License-Identifier: MIT
 */
#include "tests/aid/cgt_aid.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stdlib.h>

#include <cmocka.h>

enum { MAX_OPTIONS = 64, MAX_TEXT = 1 << 16 };

cgt_table *aid_table(size_t megabytes)
{
    cgt_table *table = NULL;
    pm_error err;
    assert_int_equal(cgt_table_new(megabytes << 20, &table, &err), PM_OK);
    return table;
}

cgt_value aid_value(cgt_table *table, const char *text)
{
    cgt_value g = CGT_NONE;
    pm_error err = {0, ""};
    if (cgt_parse(table, text, &g, &err) != PM_OK) {
        fail_msg("'%s' at %zu: %s", text, err.offset, err.message);
    }
    return g;
}

void aid_check_text(cgt_table *table, cgt_value g, const char *expected)
{
    char *text = NULL;
    pm_error err;
    assert_int_equal(cgt_format(table, g, MAX_TEXT, &text, &err), PM_OK);
    assert_string_equal(text, expected);
    free(text);
}

const game_tree *aid_random_tree(game_wood *wood, rng *r, int depth, uint32_t width)
{
    const game_tree *options[2][MAX_OPTIONS];
    size_t n[2] = {0, 0};
    for (int side = 0; side < 2 && depth > 0; side++) {
        n[side] = rng_below(r, width + 1);
        for (size_t i = 0; i < n[side]; i++) {
            options[side][i] = aid_random_tree(wood, r, (int)rng_below(r, (uint32_t)depth), width);
        }
    }
    return tree_new(wood, options[0], n[0], options[1], n[1]);
}

cgt_value aid_value_of_tree(cgt_table *table, const game_tree *g)
{
    cgt_value options[2][MAX_OPTIONS];
    for (size_t i = 0; i < g->n_left; i++) {
        options[0][i] = aid_value_of_tree(table, g->left[i]);
    }
    for (size_t i = 0; i < g->n_right; i++) {
        options[1][i] = aid_value_of_tree(table, g->right[i]);
    }
    return cgt_make(table, options[0], g->n_left, options[1], g->n_right);
}

const game_tree *aid_tree_of_value(game_wood *wood, cgt_table *table, cgt_value g)
{
    const cgt_options of_g = cgt_options_of(table, g);
    const game_tree *options[2 * MAX_OPTIONS];
    size_t n = 0;
    for (uint32_t i = 0; i < of_g.n_left; i++) {
        options[n++] = aid_tree_of_value(wood, table, of_g.left[i]);
    }
    for (uint32_t i = 0; i < of_g.n_right; i++) {
        options[n++] = aid_tree_of_value(wood, table, of_g.right[i]);
    }
    return tree_new(wood, options, of_g.n_left, options + of_g.n_left, of_g.n_right);
}
