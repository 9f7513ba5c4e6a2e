/* Strings as JSON has them: RFC 8259, and of UTF-8 what RFC 3629 allows, section 4.
 *
 * SPDX-License-Identifier: MIT
 */
#include "src/base/json.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <string.h>

#include <cmocka.h>

static void check(const char *text, const char *expected)
{
    char found[256] = "";
    FILE *file = fmemopen(found, sizeof found, "w");
    assert_non_null(file);
    json_string(file, text);
    assert_int_equal(fclose(file), 0);
    assert_string_equal(found, expected);
}

static void test_ascii(void **state)
{
    (void)state;
    check("", "\"\"");
    check("a \"b\" \\ c", "\"a \\\"b\\\" \\\\ c\"");
    check("\x01\t\n\x1f \x7f", "\"\\u0001\\u0009\\u000a\\u001f \\u007f\"");
}

/* The first and the last character of each length, and those beside the surrogates, stay as they are. */
static void test_characters(void **state)
{
    (void)state;
    static const char *const good[] = {"\xc2\x80",     "\xdf\xbf",     "\xe0\xa0\x80",     "\xed\x9f\xbf",
                                       "\xee\x80\x80", "\xef\xbf\xbf", "\xf0\x90\x80\x80", "\xf4\x8f\xbf\xbf"};
    for (size_t i = 0; i < sizeof good / sizeof *good; i++) {
        char expected[16];
        snprintf(expected, sizeof expected, "\"%s\"", good[i]);
        check(good[i], expected);
    }
}

/* Bytes that form no character are written one by one: overlong forms, surrogates, what is beyond U+10FFFF, what is cut
 * or continues nothing. */
static void test_other_bytes(void **state)
{
    (void)state;
    static const char *const bad[] = {"\x80",
                                      "\xc0\x80",
                                      "\xc1\xbf",
                                      "\xe0\x9f\xbf",
                                      "\xed\xa0\x80",
                                      "\xf0\x8f\xbf\xbf",
                                      "\xf4\x90\x80\x80",
                                      "\xf5\x80\x80\x80",
                                      "\xff",
                                      "\xc2",
                                      "\xe1\x80",
                                      "\xf1\x80\x80"};
    for (size_t i = 0; i < sizeof bad / sizeof *bad; i++) {
        char expected[64] = "\"";
        for (const char *s = bad[i]; *s; s++) {
            snprintf(expected + strlen(expected), sizeof expected - strlen(expected), "\\u%04x", (uint8_t)*s);
        }
        strcat(expected, "\"");
        check(bad[i], expected);
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_ascii),
        cmocka_unit_test(test_characters),
        cmocka_unit_test(test_other_bytes),
    };
    return cmocka_run_group_tests_name("json", tests, NULL, NULL);
}
