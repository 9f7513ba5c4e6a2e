/* Canonical forms against published facts: the numbers of games born by each day, identities, reversibility traps.
 *
 * Sources: A. N. Siegel, Combinatorial Game Theory (AMS 2013), chapters I-III; Berlekamp, Conway, Guy, Winning
 * Ways, chapters 2-8.
 *
 * SPDX-License-Identifier: MIT
 */
#include "tests/aid/cgt_aid.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stdlib.h>

#include <cmocka.h>

enum { MAX_GAMES = 2048, MAX_LISTS = 4096, MAX_SIDE = 32 };

/* Every antichain among the games of a day. */
typedef struct antichains {
    cgt_table *table;
    const cgt_value *games;
    int n_games, n;
    cgt_value (*lists)[MAX_SIDE];
    int *sizes;
} antichains;

static void add_antichains(antichains *a, int from, cgt_value *chosen, int n)
{
    assert_true(a->n < MAX_LISTS);
    for (int i = 0; i < n; i++) {
        a->lists[a->n][i] = chosen[i];
    }
    a->sizes[a->n++] = n;
    for (int i = from; i < a->n_games; i++) {
        bool is_confused = true;
        for (int j = 0; j < n; j++) {
            is_confused = is_confused && cgt_compare(a->table, a->games[i], chosen[j]) == CGT_CONFUSED;
        }
        if (is_confused) {
            chosen[n] = a->games[i];
            add_antichains(a, i + 1, chosen, n + 1);
        }
    }
}

static int compare_values(const void *a, const void *b)
{
    const cgt_value x = *(const cgt_value *)a, y = *(const cgt_value *)b;
    return (x > y) - (x < y);
}

/* The games born by the next day: {L | R} for all antichains L, R of this day's. Returns their number. */
static int next_day(cgt_table *table, const cgt_value *games, int n_games, cgt_value *next)
{
    antichains a = {table, games, n_games, 0, malloc(MAX_LISTS * sizeof *a.lists), malloc(MAX_LISTS * sizeof *a.sizes)};
    cgt_value chosen[MAX_SIDE];
    add_antichains(&a, 0, chosen, 0);
    const size_t n_pairs = (size_t)a.n * (size_t)a.n;
    cgt_value *made = malloc(n_pairs * sizeof *made);
    for (int i = 0; i < a.n; i++) {
        for (int j = 0; j < a.n; j++) {
            made[i * a.n + j] = cgt_make(table, a.lists[i], (size_t)a.sizes[i], a.lists[j], (size_t)a.sizes[j]);
        }
    }
    qsort(made, n_pairs, sizeof *made, compare_values);
    int n = 0;
    for (size_t i = 0; i < n_pairs; i++) {
        if (i == 0 || made[i] != made[i - 1]) {
            assert_true(n < MAX_GAMES);
            next[n++] = made[i];
        }
    }
    free(made);
    free(a.lists);
    free(a.sizes);
    return n;
}

static void numbers_of_games_born_by_each_day(void **state)
{
    (void)state;
    cgt_table *table = aid_table(64);
    cgt_value day[4][MAX_GAMES] = {{CGT_ZERO}};
    int n = 1;
    const int expected[] = {1, 4, 22, 1474};
    for (int d = 1; d <= 3; d++) {
        n = next_day(table, day[d - 1], n, day[d]);
        assert_int_equal(n, expected[d]);
        for (int i = 0; i < n; i++) {
            assert_in_range(cgt_birthday(table, day[d][i]), 0, d);
        }
    }
    cgt_table_free(table);
}

static void identities(void **state)
{
    static const char *const equal[][2] = {
        {"{|}", "0"},
        {"{0|}", "1"},
        {"{|0}", "-1"},
        {"{1|}", "2"},
        {"{0|1}", "1/2"},
        {"{0|1/2}", "1/4"},
        {"{-5/2|1}", "0"},
        {"{1/4|7/8}", "1/2"},
        {"{2|5}", "3"},
        {"{0|0}", "*"},
        {"{0,*|0,*}", "*2"},
        {"{0,*,*3|0,*,*5}", "*2"}, /* mex: *3 and *5 reverse out */
        {"*+*", "0"},
        {"*2+*3", "*"},
        {"*5+*3", "*6"},
        {"{0|*}", "^"},
        {"{*|0}", "v"},
        {"{0,*|0}", "^*"},
        {"^+^+*", "{0|^}"},
        {"^+^", "{0|^*}"},
        {"{0|^}", "^^*"},
        {"{0|*3}", "^*2"},
        {"{0|*2}", "^*3"},
        {"^3-^^", "^"},
        {"{^|v}", "*"}, /* both options reverse through 0*: {^|v} = {0|0} */
        {"{0,*|*}", "^"},
        {"{1|-1}", "+-1"},
        {"+-1+-1", "0"},
        {"1+-1", "{2|0}"},
        {"{2|0}-1", "+-1"},
        {"{1|1}", "1*"},
        {"1*+*", "1"},
        {"{0||0|-2}", "tiny(2)"},
        {"{2|0||0}", "miny(2)"},
        {"-tiny(1)", "miny(1)"},
        {"tiny(1)", "{0|{0|-1}}"},
        {"{0,+-1|0}", "{0,+-1|0}"},
        {"-{2|1,1*}", "{-1,-1*|-2}"},
        {"{3|1}+{3|1}", "4"},
        {"{{4|0}|-1}+1", "{{5|1}|0}"},
        {"{1|-1}+{2|-2}", "{{3|1}|{-1|-3}}"},
        {"(1/2)", "1/2"},
        {"1/2+1/2", "1"},
        {"3/4-1/4", "1/2"},
        {" { 1 , 1* | 0 } ", "{1,1*|0}"},
        {"-3/2v*2", "-(3/2^*2)"},
    };
    (void)state;
    cgt_table *table = aid_table(16);
    for (size_t i = 0; i < sizeof equal / sizeof *equal; i++) {
        const cgt_value g = aid_value(table, equal[i][0]), h = aid_value(table, equal[i][1]);
        if (g != h) {
            fail_msg("%s is not %s", equal[i][0], equal[i][1]);
        }
    }
    cgt_table_free(table);
}

static void order_of_known_games(void **state)
{
    static const struct {
        const char *g;
        cgt_relation relation;
        const char *h;
    } known[] = {
        {"^", CGT_GREATER, "0"},
        {"^", CGT_CONFUSED, "*"},
        {"^", CGT_GREATER, "*2"},
        {"^^", CGT_GREATER, "*"},
        {"^*", CGT_CONFUSED, "0"},
        {"^3", CGT_LESS, "1/1048576"},
        {"tiny(1)", CGT_GREATER, "0"},
        {"tiny(1)", CGT_LESS, "^"},
        {"tiny(1)+tiny(1)+tiny(1)+tiny(1)", CGT_LESS, "^"},
        {"tiny(2)", CGT_LESS, "tiny(1)"},
        {"tiny(2)+tiny(2)+tiny(2)", CGT_LESS, "tiny(1)"},
        {"miny(1)", CGT_LESS, "miny(2)"},
        {"+-1", CGT_CONFUSED, "1"},
        {"+-1", CGT_LESS, "5/4"},
        {"+-1", CGT_CONFUSED, "+-2"},
        {"{2|0}", CGT_CONFUSED, "2"},
        {"{2|0}", CGT_CONFUSED, "0"},
        {"{2|1}", CGT_GREATER, "1/2"},
        {"*2", CGT_CONFUSED, "*"},
        {"{{0|0,v*}|0}", CGT_LESS, "0"},
    };
    (void)state;
    cgt_table *table = aid_table(16);
    for (size_t i = 0; i < sizeof known / sizeof *known; i++) {
        const cgt_relation relation = cgt_compare(table, aid_value(table, known[i].g), aid_value(table, known[i].h));
        if (relation != known[i].relation) {
            fail_msg("%s against %s: %d", known[i].g, known[i].h, (int)relation);
        }
    }
    cgt_table_free(table);
}

static void traits_of_known_games(void **state)
{
    (void)state;
    cgt_table *table = aid_table(16);
    const cgt_value hot = aid_value(table, "{3|-1/2*}"), cold = aid_value(table, "7/8"),
                    tiny = aid_value(table, "tiny(2)");
    assert_int_equal(cgt_left_stop(table, hot), 3 * DYADIC_ONE);
    assert_int_equal(cgt_right_stop(table, hot), -DYADIC_ONE / 2);
    assert_true(cgt_is_number(table, cold) && !cgt_is_number(table, hot) && !cgt_is_infinitesimal(table, cold));
    assert_true(cgt_is_infinitesimal(table, tiny) && !cgt_is_all_small(table, tiny));
    assert_true(cgt_is_all_small(table, aid_value(table, "{^|*,v3}")));
    assert_false(cgt_is_all_small(table, aid_value(table, "1*")));
    assert_int_equal(cgt_birthday(table, cold), 4);
    uint32_t nim = 0;
    assert_true(cgt_is_nimber(table, aid_value(table, "{0,*,*2|*2,*,0}"), &nim) && nim == 3);
    assert_false(cgt_is_nimber(table, aid_value(table, "^*"), &nim));
    assert_string_equal(cgt_outcome_name(cgt_outcome_of(table, tiny)), "left");
    cgt_table_free(table);
}

/* Birthdays in closed form are the depths of the forms spelled out. */
static void birthdays_are_depths(void **state)
{
    (void)state;
    cgt_table *table = aid_table(16);
    for (int ups = -5; ups <= 5; ups++) {
        for (uint32_t nim = 0; nim < 6; nim++) {
            for (int eighths = -20; eighths <= 20; eighths++) {
                const cgt_nus nus = {eighths * (DYADIC_ONE / 8), ups, nim};
                const cgt_value g = cgt_from_nus(table, nus);
                const cgt_options options = cgt_options_of(table, g);
                uint32_t deepest = 0;
                for (uint32_t i = 0; i < options.n_left + options.n_right; i++) {
                    const uint32_t below = cgt_birthday(table, options.left[i]) + 1;
                    deepest = below > deepest ? below : deepest;
                }
                assert_int_equal(cgt_birthday(table, g), deepest);
                /* the closed form is canonical: making it from its options gives it back */
                assert_int_equal(cgt_make(table, options.left, options.n_left, options.right, options.n_right), g);
            }
        }
    }
    cgt_table_free(table);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(numbers_of_games_born_by_each_day),
        cmocka_unit_test(identities),
        cmocka_unit_test(order_of_known_games),
        cmocka_unit_test(traits_of_known_games),
        cmocka_unit_test(birthdays_are_depths),
    };
    return cmocka_run_group_tests_name("published canonical forms", tests, NULL, NULL);
}
