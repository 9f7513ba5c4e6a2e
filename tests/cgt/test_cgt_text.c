/* Reading and writing values: the notation of solver/cgt/cgt.h, round trips, and text that must be refused.
 *
 * SPDX-License-Identifier: MIT
 */
#include "tests/aid/cgt_aid.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

static void canonical_texts_are_written_as_read(void **state)
{
    static const char *const texts[] = {
        "0",
        "1",
        "-17",
        "1/2",
        "-3/4",
        "1/4294967296",
        "*",
        "*2",
        "*17",
        "^",
        "^^",
        "^3",
        "v",
        "vv",
        "v4",
        "^*",
        "vv*",
        "^3*",
        "v3*4",
        "1*",
        "-1*",
        "2*3",
        "-1/2^^*",
        "+-1",
        "+-1/2",
        "+-1*",
        "+-{2|1}",
        "+-(3+tiny(2))",
        "tiny(2)",
        "miny(1/4)",
        "tiny(2*)",
        "1+tiny(2)",
        "-1/2+miny(3)",
        "{2|0}",
        "{0|-1}",
        "{*|v}",
        "{1|*}",
        "{{0|0,v*}|0}",
        "{0|{0,^*|0}}",
        "{1,1*,{1,1*|0}|0}",
        "{0,^*|0}",
        "{*|-2}",
    };
    (void)state;
    cgt_table *table = aid_table(16);
    for (size_t i = 0; i < sizeof texts / sizeof *texts; i++) {
        aid_check_text(table, aid_value(table, texts[i]), texts[i]);
    }
    cgt_table_free(table);
}

static void random_values_are_read_back(void **state)
{
    enum { SEED = 77 };
    (void)state;
    printf("seed %d\n", SEED);
    rng r = rng_stream(SEED, 0);
    cgt_table *table = aid_table(64);
    for (int i = 0; i < 300; i++) {
        game_wood *wood = game_wood_new();
        const cgt_value g = aid_value_of_tree(table, aid_random_tree(wood, &r, 6, 4));
        game_wood_free(wood);
        char *text = NULL;
        assert_int_equal(cgt_format(table, g, 1 << 20, &text, NULL), PM_OK);
        assert_int_equal(aid_value(table, text), g);
        free(text);
    }
    cgt_table_free(table);
}

/* Two tables that were filled in different orders write a value alike. */
static void text_does_not_depend_on_the_table(void **state)
{
    static const char *const options[] = {"1", "1*", "{1,1*|0}", "{3|{2,2*|-5}}", "*3", "{^|-4}"};
    enum { N = sizeof options / sizeof *options };
    (void)state;
    cgt_table *forwards = aid_table(16), *backwards = aid_table(16);
    cgt_value f[N], b[N];
    for (int i = 0; i < N; i++) {
        f[i] = aid_value(forwards, options[i]);
        b[N - 1 - i] = aid_value(backwards, options[N - 1 - i]);
    }
    char *text[2] = {NULL, NULL};
    assert_int_equal(cgt_format(forwards, cgt_make(forwards, f, N, f, 1), 4096, &text[0], NULL), PM_OK);
    assert_int_equal(cgt_format(backwards, cgt_make(backwards, b, N, b, 1), 4096, &text[1], NULL), PM_OK);
    assert_string_equal(text[0], text[1]);
    free(text[0]);
    free(text[1]);
    cgt_table_free(forwards);
    cgt_table_free(backwards);
}

static void long_texts_are_cut_by_depth(void **state)
{
    (void)state;
    cgt_table *table = aid_table(16);
    const cgt_value g = aid_value(table, "{{{{9|1},{8|2}|{0|-5}}|-6}|-10}");
    char *text = NULL;
    assert_int_equal(cgt_format(table, g, 20, &text, NULL), PM_OK);
    assert_true(strlen(text) < 20 && strstr(text, "{...}"));
    free(text);
    pm_error err;
    assert_int_equal(cgt_format(table, g, 3, &text, &err), PM_BAD_INPUT);
    cgt_table_free(table);
}

static void bad_text_is_refused_where_it_is_bad(void **state)
{
    static const struct {
        const char *text;
        size_t offset;
    } bad[] = {
        {"", 0},
        {"x", 0},
        {"1/3", 2},
        {"1/0", 2},
        {"1/", 2},
        {"3x", 1},
        {"{1|2", 4},
        {"{1,2}", 4},
        {"{1|2|3}", 4},
        {"{1||2||3}", 5},
        {"{1,|2}", 3},
        {"1+", 2},
        {"1++1", 2},
        {"(1", 2},
        {"(1|2)", 2},
        {"tiny", 4},
        {"tiny(0)", 4},
        {"tiny(-1)", 4},
        {"miny(*)", 4},
        {"**", 1},
        {"*^", 1},
        {"^v", 1},
        {"^^3", 2},
        {"1 2", 2},
        {"^1025", 1},
        {"*1024", 1},
        {"1073741824", 10},
        {"1/8589934592", 2},
        {"{1|2}}", 5},
        {"+-", 2},
        {"99999999999999999999", 0},
        {"{...|1}", 1},
        {"1//2", 2},

    };
    (void)state;
    cgt_table *table = aid_table(16);
    for (size_t i = 0; i < sizeof bad / sizeof *bad; i++) {
        cgt_value g = CGT_ZERO;
        pm_error err = {12345, ""};
        if (cgt_parse(table, bad[i].text, &g, &err) != PM_BAD_INPUT || err.offset != bad[i].offset || !err.message[0]) {
            fail_msg("'%s': offset %zu instead of %zu (%s)", bad[i].text, err.offset, bad[i].offset, err.message);
        }
    }
    assert_int_equal(cgt_table_status(table, NULL), PM_OK); /* bad text does not spoil the table */
    cgt_table_free(table);
}

static void deep_nesting_is_refused(void **state)
{
    enum { DEPTH = 100000 };
    (void)state;
    cgt_table *table = aid_table(16);
    char *text = malloc(DEPTH + 1);
    memset(text, '{', DEPTH);
    text[DEPTH] = '\0';
    cgt_value g;
    pm_error err;
    assert_int_equal(cgt_parse(table, text, &g, &err), PM_BAD_INPUT);
    free(text);
    cgt_table_free(table);
}

static void sums_out_of_range_fail_the_table(void **state)
{
    (void)state;
    cgt_table *table = aid_table(16);
    cgt_value g;
    pm_error err;
    assert_int_equal(cgt_parse(table, "1000000000+1000000000", &g, &err), PM_BAD_INPUT);
    assert_non_null(strstr(err.message, "out of range"));
    assert_int_equal(cgt_table_status(table, &err), PM_BAD_INPUT);
    assert_int_equal(cgt_number(table, DYADIC_ONE), cgt_number(table, DYADIC_ONE));
    cgt_table_free(table);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(canonical_texts_are_written_as_read), cmocka_unit_test(random_values_are_read_back),
        cmocka_unit_test(text_does_not_depend_on_the_table),   cmocka_unit_test(long_texts_are_cut_by_depth),
        cmocka_unit_test(bad_text_is_refused_where_it_is_bad), cmocka_unit_test(deep_nesting_is_refused),
        cmocka_unit_test(sums_out_of_range_fail_the_table),
    };
    return cmocka_run_group_tests_name("text of values", tests, NULL, NULL);
}
