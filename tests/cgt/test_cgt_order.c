/* Canonical forms, order and sums against explicit game trees (tests/aid/game_tree.h) on random small games.
 *
 * SPDX-License-Identifier: MIT
 */
#include "tests/aid/cgt_aid.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stdio.h>

#include <cmocka.h>

enum { SEED = 20240501, N_TREES = 500, N_SMALL = 80 };

typedef struct sample {
    cgt_table *table;
    game_wood *wood;
    const game_tree *tree[N_TREES];
    cgt_value value[N_TREES];
} sample;

static int sample_begin(void **state)
{
    static sample s;
    printf("seed %d\n", SEED);
    rng r = rng_stream(SEED, 0);
    s.table = aid_table(64);
    s.wood = game_wood_new();
    for (int i = 0; i < N_TREES; i++) {
        s.tree[i] = aid_random_tree(s.wood, &r, i < N_SMALL ? 3 : 5, i < N_SMALL ? 2 : 3);
        s.value[i] = aid_value_of_tree(s.table, s.tree[i]);
    }
    *state = &s;
    return 0;
}

static int sample_end(void **state)
{
    sample *s = *state;
    game_wood_free(s->wood);
    cgt_table_free(s->table);
    return 0;
}

static void order_is_that_of_trees(void **state)
{
    sample *s = *state;
    for (int i = 0; i < N_TREES; i++) {
        for (int j = 0; j < N_TREES; j++) {
            const bool le = tree_le(s->tree[i], s->tree[j]), ge = tree_le(s->tree[j], s->tree[i]);
            const cgt_relation expected = le && ge ? CGT_EQUAL : le ? CGT_LESS : ge ? CGT_GREATER : CGT_CONFUSED;
            assert_int_equal(cgt_compare(s->table, s->value[i], s->value[j]), expected);
            assert_int_equal(cgt_le(s->table, s->value[i], s->value[j]), le);
            assert_int_equal(s->value[i] == s->value[j], le && ge);
        }
    }
}

static void value_equals_its_tree(void **state)
{
    sample *s = *state;
    for (int i = 0; i < N_TREES; i++) {
        assert_true(tree_equal(s->tree[i], aid_tree_of_value(s->wood, s->table, s->value[i])));
    }
}

/* No option of a canonical form is dominated by another, none is reversible. */
static void check_canonical(sample *s, cgt_value g)
{
    const game_tree *tree = aid_tree_of_value(s->wood, s->table, g);
    for (size_t i = 0; i < tree->n_left; i++) {
        for (size_t j = 0; j < tree->n_left; j++) {
            assert_true(i == j || !tree_le(tree->left[i], tree->left[j]));
        }
        for (size_t j = 0; j < tree->left[i]->n_right; j++) {
            assert_false(tree_le(tree->left[i]->right[j], tree));
        }
    }
    for (size_t i = 0; i < tree->n_right; i++) {
        for (size_t j = 0; j < tree->n_right; j++) {
            assert_true(i == j || !tree_le(tree->right[j], tree->right[i]));
        }
        for (size_t j = 0; j < tree->right[i]->n_left; j++) {
            assert_false(tree_le(tree, tree->right[i]->left[j]));
        }
    }
}

static void forms_are_canonical(void **state)
{
    sample *s = *state;
    for (int i = 0; i < N_TREES; i++) {
        check_canonical(s, s->value[i]);
    }
}

static void outcomes_are_those_of_minimax(void **state)
{
    sample *s = *state;
    for (int i = 0; i < N_TREES; i++) {
        const bool left = tree_left_wins_first(s->tree[i]), right = tree_right_wins_first(s->tree[i]);
        const cgt_outcome expected = left && right ? CGT_NEXT_PLAYER
                                     : left        ? CGT_LEFT
                                     : right       ? CGT_RIGHT
                                                   : CGT_PREVIOUS_PLAYER;
        assert_int_equal(cgt_outcome_of(s->table, s->value[i]), expected);
    }
}

static void sums_are_those_of_trees(void **state)
{
    sample *s = *state;
    for (int i = 0; i < N_SMALL; i++) {
        for (int j = i; j < N_SMALL; j++) {
            const cgt_value sum = cgt_sum(s->table, s->value[i], s->value[j]);
            game_wood *wood = game_wood_new();
            assert_int_equal(aid_value_of_tree(s->table, tree_sum(wood, s->tree[i], s->tree[j])), sum);
            game_wood_free(wood);
            check_canonical(s, sum);
        }
    }
}

static void negatives_are_those_of_trees(void **state)
{
    sample *s = *state;
    for (int i = 0; i < N_TREES; i++) {
        const cgt_value negative = cgt_negative(s->table, s->value[i]);
        assert_int_equal(aid_value_of_tree(s->table, tree_negative(s->wood, s->tree[i])), negative);
        assert_int_equal(cgt_negative(s->table, negative), s->value[i]);
    }
}

static void group_laws(void **state)
{
    sample *s = *state;
    rng r = rng_stream(SEED, 1);
    for (int i = 0; i < 3000; i++) {
        const cgt_value a = s->value[rng_below(&r, N_TREES)], b = s->value[rng_below(&r, N_TREES)],
                        c = s->value[rng_below(&r, N_TREES)];
        cgt_table *t = s->table;
        assert_int_equal(cgt_sum(t, a, b), cgt_sum(t, b, a));
        assert_int_equal(cgt_sum(t, cgt_sum(t, a, b), c), cgt_sum(t, a, cgt_sum(t, b, c)));
        assert_int_equal(cgt_difference(t, a, a), CGT_ZERO);
        assert_int_equal(cgt_sum(t, a, CGT_ZERO), a);
        assert_int_equal(cgt_compare(t, a, b), cgt_compare(t, cgt_difference(t, a, b), CGT_ZERO));
        assert_int_equal(cgt_compare(t, a, b), cgt_compare(t, cgt_sum(t, a, c), cgt_sum(t, b, c)));
    }
    assert_int_equal(cgt_table_status(s->table, NULL), PM_OK);
}

static void order_of_printing_is_total(void **state)
{
    sample *s = *state;
    for (int i = 0; i < N_TREES; i++) {
        for (int j = 0; j < N_TREES; j++) {
            const int order = cgt_structural_order(s->table, s->value[i], s->value[j]);
            const int reverse = cgt_structural_order(s->table, s->value[j], s->value[i]);
            assert_true((order > 0) == (reverse < 0) && (order == 0) == (s->value[i] == s->value[j]));
        }
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(order_is_that_of_trees),
        cmocka_unit_test(value_equals_its_tree),
        cmocka_unit_test(forms_are_canonical),
        cmocka_unit_test(outcomes_are_those_of_minimax),
        cmocka_unit_test(sums_are_those_of_trees),
        cmocka_unit_test(negatives_are_those_of_trees),
        cmocka_unit_test(group_laws),
        cmocka_unit_test(order_of_printing_is_total),
    };
    return cmocka_run_group_tests_name("order of canonical forms", tests, sample_begin, sample_end);
}
