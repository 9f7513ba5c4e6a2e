/* Statements typed into the calculator, against explicit game trees (tests/aid/game_tree.h): every sign of comparison
 * between random values, multiples, and text that must be refused.
 *
 * SPDX-License-Identifier: MIT
 */
#include "solver/cgt/statement.h"
#include "tests/aid/cgt_aid.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>

#include <cmocka.h>

enum { SEED = 411, N = 24, MAX_TEXT = 1 << 12 };

static pm_error err;

/* What each sign says, by the definition of the order alone. */
typedef struct claim {
    const char *sign;
    bool (*holds)(bool le, bool ge);
} claim;

static bool is_equal(bool le, bool ge)
{
    return le && ge;
}

static bool is_less(bool le, bool ge)
{
    return le && !ge;
}

static bool is_at_most(bool le, bool ge)
{
    (void)ge;
    return le;
}

static bool is_greater(bool le, bool ge)
{
    return ge && !le;
}

static bool is_at_least(bool le, bool ge)
{
    (void)le;
    return ge;
}

static bool is_confused(bool le, bool ge)
{
    return !le && !ge;
}

static bool is_not_at_least(bool le, bool ge)
{
    (void)le;
    return !ge;
}

static bool is_not_at_most(bool le, bool ge)
{
    (void)ge;
    return !le;
}

static const claim claims[] = {
    {"=", is_equal},     {"==", is_equal},    {"<", is_less},      {"<=", is_at_most},      {">", is_greater},
    {">=", is_at_least}, {"||", is_confused}, {"<>", is_confused}, {"<|", is_not_at_least}, {"|>", is_not_at_most},
};

static void check_claims(cgt_table *table, const char *a, const char *b, const game_tree *g, const game_tree *h)
{
    const bool le = tree_le(g, h), ge = tree_le(h, g);
    for (size_t i = 0; i < sizeof claims / sizeof *claims; i++) {
        char text[2 * MAX_TEXT + 8];
        cgt_statement s;
        snprintf(text, sizeof text, "%s %s %s", a, claims[i].sign, b);
        assert_int_equal(cgt_statement_parse(table, text, &s, &err), PM_OK);
        assert_true(s.is_comparison);
        assert_int_equal(s.is_true, claims[i].holds(le, ge));
        assert_int_equal(s.value == CGT_ZERO, le && ge);
    }
}

static void comparisons_are_those_of_trees(void **state)
{
    (void)state;
    printf("seed %d\n", SEED);
    rng r = rng_stream(SEED, 0);
    cgt_table *table = aid_table(64);
    game_wood *wood = game_wood_new();
    const game_tree *trees[N];
    char *texts[N];
    for (int i = 0; i < N; i++) {
        trees[i] = aid_random_tree(wood, &r, 3, 2);
        assert_int_equal(cgt_format(table, aid_value_of_tree(table, trees[i]), MAX_TEXT, &texts[i], &err), PM_OK);
    }
    for (int i = 0; i < N; i++) {
        for (int j = 0; j < N; j++) {
            check_claims(table, texts[i], texts[j], trees[i], trees[j]);
        }
    }
    for (int i = 0; i < N; i++) {
        free(texts[i]);
    }
    game_wood_free(wood);
    cgt_table_free(table);
}

static void multiples_are_repeated_sums(void **state)
{
    (void)state;
    rng r = rng_stream(SEED, 1);
    cgt_table *table = aid_table(64);
    game_wood *wood = game_wood_new();
    for (int i = 0; i < 40; i++) {
        const cgt_value g = aid_value_of_tree(table, aid_random_tree(wood, &r, 3, 2));
        char *of_g, text[MAX_TEXT + 8];
        assert_int_equal(cgt_format(table, g, MAX_TEXT, &of_g, &err), PM_OK);
        cgt_value sum = CGT_ZERO;
        for (int n = 0; n < 7; n++) {
            snprintf(text, sizeof text, "%d.(%s)", n, of_g);
            assert_int_equal(aid_value(table, text), sum);
            snprintf(text, sizeof text, "-%d.(%s)", n, of_g);
            assert_int_equal(aid_value(table, text), cgt_negative(table, sum));
            sum = cgt_sum(table, sum, g);
        }
        free(of_g);
    }
    assert_int_equal(aid_value(table, "2.3.^"), aid_value(table, "^3 + ^3"));
    assert_int_equal(aid_value(table, "1 - 2.+-1*"), aid_value(table, "1"));
    game_wood_free(wood);
    cgt_table_free(table);
}

static void values_are_no_comparisons(void **state)
{
    (void)state;
    cgt_table *table = aid_table(16);
    cgt_statement s;
    assert_int_equal(cgt_statement_parse(table, "{1||0|-1} + ({2|0} - *)", &s, &err), PM_OK);
    assert_false(s.is_comparison);
    assert_int_equal(s.value, aid_value(table, "{1||0|-1} + {2|0} + *"));
    cgt_table_free(table);
}

static void bad_statements_are_refused_where_they_are_bad(void **state)
{
    static const struct {
        const char *text;
        size_t offset;
    } cases[] = {{"", 0},        {"= 1", 0},     {"1 =", 3},     {"1 < 2 < 3", 6}, {"1 === 2", 4}, {"{1|0} < {2", 10},
                 {"1 | 2", 2},   {"1 ||| 2", 4}, {"(1 = 2)", 3}, {"3. = 1", 3},    {"^ <= 2.", 7}, {"1000001.* = 0", 0},
                 {"{1 < 2|}", 3}};
    (void)state;
    cgt_table *table = aid_table(16);
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        cgt_statement s;
        if (cgt_statement_parse(table, cases[i].text, &s, &err) != PM_BAD_INPUT || err.offset != cases[i].offset) {
            fail_msg("\"%s\": refused at %zu: %s", cases[i].text, err.offset, err.message);
        }
    }
    assert_int_equal(cgt_table_status(table, &err), PM_OK);
    cgt_table_free(table);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(comparisons_are_those_of_trees),
        cmocka_unit_test(multiples_are_repeated_sums),
        cmocka_unit_test(values_are_no_comparisons),
        cmocka_unit_test(bad_statements_are_refused_where_they_are_bad),
    };
    return cmocka_run_group_tests_name("statements", tests, NULL, NULL);
}
