/* Messages, against the sentences that their header gives as examples, and figures worked out by hand.
 *
 * SPDX-License-Identifier: MIT
 */
#include "src/base/status.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <string.h>

#include <cmocka.h>

static void check_bytes(uint64_t bytes, const char *expected)
{
    char text[STATUS_BYTES_TEXT];
    assert_ptr_equal(status_bytes(bytes, text), text);
    assert_string_equal(text, expected);
}

static void sizes_have_a_unit_and_three_figures(void **state)
{
    (void)state;
    check_bytes(0, "0 bytes");
    check_bytes(1, "1 bytes");
    check_bytes(1023, "1023 bytes");
    check_bytes(1024, "1.00 KiB");
    check_bytes(1536, "1.50 KiB");
    check_bytes(10234, "9.99 KiB");
    check_bytes(10235, "10.0 KiB"); /* 9.995 and more */
    check_bytes(1048524, "1023.9 KiB");
    check_bytes(1048525, "1.00 MiB"); /* 1023.95 KiB and more */
    check_bytes(UINT64_C(1181116006), "1.10 GiB");
    check_bytes(UINT64_C(3) << 40, "3.00 TiB");
    check_bytes(UINT64_C(5) << 50, "5.00 PiB");
    check_bytes(UINT64_MAX, "16.0 EiB");
}

static void characters_are_described(void **state)
{
    (void)state;
    static const struct {
        char c;
        const char *text;
    } cases[] = {{'\0', "the end"},   {' ', "' '"},          {'~', "'~'"},          {'x', "'x'"},
                 {'\n', "byte 0x0a"}, {'\x1f', "byte 0x1f"}, {'\x7f', "byte 0x7f"}, {'\xff', "byte 0xff"}};
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        char text[STATUS_CHAR_TEXT];
        assert_string_equal(status_char(cases[i].c, text), cases[i].text);
    }
}

static void a_failure_has_its_place_and_message(void **state)
{
    (void)state;
    pm_error err = {0};
    assert_int_equal(status_fail(&err, PM_DAMAGED, 17, "layer %d", 3), PM_DAMAGED);
    assert_string_equal(err.message, "layer 3");
    assert_int_equal(err.offset, 17);
    assert_int_equal(status_fail(NULL, PM_IO, 0, "nobody listens"), PM_IO);
    char longer[2 * sizeof err.message];
    memset(longer, 'x', sizeof longer);
    longer[sizeof longer - 1] = '\0';
    assert_int_equal(status_fail(&err, PM_IO, 0, "%s", longer), PM_IO);
    assert_int_equal(strlen(err.message), sizeof err.message - 1);
}

static void memory_is_named(void **state)
{
    (void)state;
    pm_error err = {.offset = 7}; /* memory has no place in a text */
    assert_int_equal(status_no_memory(&err, "the sweep", 0), PM_NO_MEMORY);
    assert_int_equal(err.offset, 0);
    err.offset = 7;
    assert_string_equal(err.message, "cannot allocate memory for the sweep");
    assert_int_equal(status_no_memory(&err, "the sweep", 2048), PM_NO_MEMORY);
    assert_string_equal(err.message, "cannot allocate 2.00 KiB for the sweep");
    assert_int_equal(status_over_budget(&err, "the sweep", 3072, 1024), PM_NO_MEMORY);
    assert_string_equal(err.message, "the sweep needs 3.00 KiB of memory and was given 1.00 KiB");
    assert_int_equal(err.offset, 0);
}

/* Of a message that is too long the longest quoted word loses its beginning, a character at a time. */
static void long_words_are_shortened(void **state)
{
    (void)state;
    pm_error err = {0};
    char word[600] = "";
    for (int i = 0; i < 250; i++) {
        strcat(word, "\xc3\xa9"); /* an e with an accent */
    }
    for (int odd = 0; odd < 2; odd++) { /* the cut falls on either byte of a character */
        status_fail(&err, PM_IO, 0, "%s\"short\" in \"%send.db\": no room", odd ? "x" : "", word);
        assert_in_range(strlen(err.message), sizeof err.message - 4, sizeof err.message - 1);
        const char *cut = strstr(err.message, "\"...");
        assert_non_null(cut);
        assert_int_equal((unsigned char)cut[4], 0xc3);
        assert_non_null(strstr(err.message, "\"short\" in"));
        assert_non_null(strstr(err.message, "end.db\": no room"));
    }
    status_fail(&err, PM_IO, 0, "\"%.150s\" and \"%.150s\"", word, word); /* the first of two that are as long */
    assert_non_null(strstr(err.message, "\"..."));
    assert_non_null(strstr(err.message, "\" and \"\xc3\xa9"));
    char plain[400];
    memset(plain, 'x', sizeof plain);
    plain[sizeof plain - 1] = '\0';
    status_fail(&err, PM_IO, 0, "\"%.27s\" %s", plain, plain); /* 27 letters are not cut */
    assert_null(strstr(err.message, "..."));
    assert_int_equal(strlen(err.message), sizeof err.message - 1);
}

static void arguments_are_checked(void **state)
{
    (void)state;
    pm_error err = {0};
    assert_int_equal(status_check(&err, true, "rows must be positive"), PM_OK);
    assert_string_equal(err.message, "");
    assert_int_equal(status_check(&err, false, "rows must be positive"), PM_BAD_INPUT);
    assert_string_equal(err.message, "rows must be positive");
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(sizes_have_a_unit_and_three_figures),
        cmocka_unit_test(characters_are_described),
        cmocka_unit_test(a_failure_has_its_place_and_message),
        cmocka_unit_test(memory_is_named),
        cmocka_unit_test(arguments_are_checked),
        cmocka_unit_test(long_words_are_shortened),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
