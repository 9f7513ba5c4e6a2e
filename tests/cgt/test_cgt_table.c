/* The table of canonical forms: byte budgets, failure, and many threads at once (the oracle is one thread).
 *
 * SPDX-License-Identifier: MIT
 */
#include "src/base/par.h"
#include "tests/aid/cgt_aid.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

enum { N_GAMES = 400 };

static void too_small_budgets_are_refused(void **state)
{
    (void)state;
    cgt_table *table = NULL;
    pm_error err = {0, ""};
    assert_int_equal(cgt_table_new(CGT_MIN_BYTES - 1, &table, &err), PM_NO_MEMORY);
    assert_non_null(strstr(err.message, "4.00 MiB"));
    assert_null(table);
    cgt_table_free(NULL);
}

static void a_full_table_fails_for_good(void **state)
{
    (void)state;
    cgt_table *table = NULL;
    pm_error err = {0, ""};
    assert_int_equal(cgt_table_new(CGT_MIN_BYTES, &table, &err), PM_OK);
    cgt_value g = CGT_ZERO;
    const cgt_value star = cgt_from_nus(table, (cgt_nus){0, 0, 1});
    for (int i = 0; i < 10000000 && g != CGT_NONE; i++) {
        assert_int_equal(cgt_table_status(table, &err), PM_OK);
        const cgt_value number = cgt_number(table, i * (DYADIC_ONE / 4));
        const cgt_value options[] = {number, cgt_sum(table, number, star)};
        g = cgt_make(table, options, 2, &star, 1);
    }
    assert_int_equal(g, CGT_NONE);
    assert_int_equal(cgt_table_status(table, &err), PM_NO_MEMORY);
    assert_non_null(strstr(err.message, "4.00 MiB"));
    assert_true(cgt_table_bytes(table) <= CGT_MIN_BYTES);
    assert_int_equal(cgt_sum(table, star, star), CGT_NONE);
    assert_int_equal(cgt_negative(table, star), CGT_NONE);
    assert_int_equal(cgt_make(table, &star, 1, &star, 1), CGT_NONE);
    cgt_table_free(table);
}

/* More sums than the memo of a small table has entries: what is in the way of a sum is never taken for it. */
static void sums_that_share_an_entry_are_told_apart(void **state)
{
    enum { N = 160 };
    (void)state;
    cgt_table *table = NULL;
    assert_int_equal(cgt_table_new((size_t)2 * CGT_MIN_BYTES, &table, NULL), PM_OK);
    cgt_value hot[N], number[N];
    for (int i = 0; i < N; i++) {
        const cgt_value high = cgt_number(table, dyadic_integer(i + 1)),
                        low = cgt_number(table, dyadic_integer(-i - 1));
        hot[i] = cgt_make(table, &high, 1, &low, 1);
        number[i] = cgt_number(table, dyadic_integer(1000 * (i + 1)));
    }
    for (int pass = 0; pass < 2; pass++) {
        for (int i = 0; i < N; i++) {
            for (int j = 0; j < N; j++) {
                const cgt_value sum = cgt_sum(table, hot[i], number[j]);
                assert_int_equal(cgt_left_stop(table, sum), dyadic_integer(1000 * (j + 1) + i + 1));
                assert_int_equal(cgt_right_stop(table, sum), dyadic_integer(1000 * (j + 1) - i - 1));
            }
        }
    }
    cgt_table_free(table);
}

typedef struct work {
    cgt_table *table;
    char *texts[N_GAMES];
} work;

/* Game number i of a fixed sequence: a random value plus another, minus a third. */
static cgt_value game_number(cgt_table *table, size_t i)
{
    rng r = rng_stream(99, i);
    game_wood *wood = game_wood_new();
    cgt_value terms[3];
    for (int j = 0; j < 3; j++) {
        terms[j] = aid_value_of_tree(table, aid_random_tree(wood, &r, 5, 3));
    }
    game_wood_free(wood);
    return cgt_difference(table, cgt_sum(table, terms[0], terms[1]), terms[2]);
}

static void make_games(size_t begin, size_t end, int worker, void *ctx)
{
    (void)worker;
    work *w = ctx;
    for (size_t i = begin; i < end; i++) {
        if (cgt_format(w->table, game_number(w->table, i), 1 << 20, &w->texts[i], NULL) != PM_OK) {
            w->texts[i] = NULL;
        }
    }
}

static void make_games_as_team(par_team *team, void *ctx)
{
    par_for(team, N_GAMES, 1, make_games, ctx);
}

static void threads_agree_with_one(void **state)
{
    (void)state;
    work alone = {.table = aid_table(64)}, together = {.table = aid_table(64)};
    par_run(1, make_games_as_team, &alone);
    par_run(4, make_games_as_team, &together);
    for (int i = 0; i < N_GAMES; i++) {
        assert_non_null(alone.texts[i]);
        assert_non_null(together.texts[i]);
        assert_string_equal(alone.texts[i], together.texts[i]);
        free(alone.texts[i]);
        free(together.texts[i]);
    }
    /* as many values too: threads that race make a form once */
    assert_int_equal(cgt_table_size(alone.table), cgt_table_size(together.table));
    cgt_table_free(alone.table);
    cgt_table_free(together.table);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(too_small_budgets_are_refused),
        cmocka_unit_test(a_full_table_fails_for_good),
        cmocka_unit_test(sums_that_share_an_entry_are_told_apart),
        cmocka_unit_test(threads_agree_with_one),
    };
    return cmocka_run_group_tests_name("table of canonical forms", tests, NULL, NULL);
}
