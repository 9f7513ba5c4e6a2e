/* Atomic weights against published values and their theorems: additivity, and two ahead wins.
 *
 * Sources: Winning Ways, chapter 8 (weights of ups, nimbers and flower gardens); Siegel, Combinatorial Game Theory,
 * II.7.
 *
 * SPDX-License-Identifier: MIT
 */
#include "tests/aid/cgt_aid.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stdio.h>

#include <cmocka.h>

static void weights_of_known_games(void **state)
{
    static const char *const known[][2] = {
        {"0", "0"},         {"*5", "0"},        {"^", "1"},          {"v3*2", "-3"},
        {"{0|^}", "2"},     {"{^|v}", "0"},     {"{^^|vv}", "*"},    {"{0,*|0}", "1"},
        {"{^^*|vv*}", "*"}, {"{^3|v3}", "+-1"}, {"{^4|*}", "{2|2}"}, {"{0|v*}", "0"},
    };
    (void)state;
    cgt_table *table = aid_table(16);
    for (size_t i = 0; i < sizeof known / sizeof *known; i++) {
        const cgt_value weight = cgt_atomic_weight(table, aid_value(table, known[i][0]));
        if (weight != aid_value(table, known[i][1])) {
            print_error("%s\n", known[i][0]);
            aid_check_text(table, weight, known[i][1]);
        }
    }
    assert_int_equal(cgt_atomic_weight(table, aid_value(table, "tiny(1)")), CGT_NONE);
    assert_int_equal(cgt_atomic_weight(table, aid_value(table, "1/2")), CGT_NONE);
    cgt_table_free(table);
}

/* A random all-small game: every position in which one player can move lets the other move, too. */
static cgt_value random_all_small(cgt_table *table, rng *r, int depth)
{
    if (depth == 0 || rng_below(r, 4) == 0) {
        return CGT_ZERO;
    }
    cgt_value left[2], right[2];
    const size_t n_left = 1 + rng_below(r, 2), n_right = 1 + rng_below(r, 2);
    for (size_t i = 0; i < n_left; i++) {
        left[i] = random_all_small(table, r, depth - 1);
    }
    for (size_t i = 0; i < n_right; i++) {
        right[i] = random_all_small(table, r, depth - 1);
    }
    return cgt_make(table, left, n_left, right, n_right);
}

static void weights_add_up_and_two_ahead_wins(void **state)
{
    enum { SEED = 5, N_GAMES = 400 };
    (void)state;
    printf("seed %d\n", SEED);
    rng r = rng_stream(SEED, 0);
    cgt_table *table = aid_table(64);
    const cgt_value two = cgt_number(table, dyadic_integer(2));
    int n_heavy = 0;
    for (int i = 0; i < N_GAMES; i++) {
        const cgt_value g = random_all_small(table, &r, 5), h = random_all_small(table, &r, 4);
        const cgt_value weight = cgt_atomic_weight(table, g);
        assert_int_not_equal(weight, CGT_NONE);
        assert_int_equal(cgt_atomic_weight(table, cgt_negative(table, g)), cgt_negative(table, weight));
        assert_int_equal(cgt_atomic_weight(table, cgt_sum(table, g, h)),
                         cgt_sum(table, weight, cgt_atomic_weight(table, h)));
        if (cgt_le(table, two, weight)) {
            n_heavy++;
            assert_int_equal(cgt_compare(table, g, CGT_ZERO), CGT_GREATER);
        }
    }
    assert_true(n_heavy > 5);
    cgt_table_free(table);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(weights_of_known_games),
        cmocka_unit_test(weights_add_up_and_two_ahead_wins),
    };
    return cmocka_run_group_tests_name("atomic weights", tests, NULL, NULL);
}
