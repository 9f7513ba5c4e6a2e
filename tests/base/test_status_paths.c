/* Messages that name paths: however long these are, the reason stays. The oracle is the sentence itself.
 *
 * SPDX-License-Identifier: MIT
 */
#include "src/base/status.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stdbool.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

enum { LONG = 5000 };

/* A path of `n` bytes that ends in /end.db. */
static const char *path_of(size_t n, char path[LONG + 1])
{
    static const char end[] = "/end.db";
    memset(path, 'a', n);
    strcpy(path + n - (sizeof end - 1), end);
    return path;
}

static bool ends_with(const char *text, const char *end)
{
    return strlen(text) >= strlen(end) && strcmp(text + strlen(text) - strlen(end), end) == 0;
}

static void test_the_reason_stays(void **state)
{
    (void)state;
    char path[LONG + 1];
    for (size_t n = 8; n <= LONG; n += n < 300 ? 1 : 97) {
        pm_error err;
        path_of(n, path);
        assert_int_equal(status_fail(&err, PM_IO, 7, "cannot create \"%s\": File name too long", path), PM_IO);
        assert_int_equal(err.offset, 7);
        assert_true(ends_with(err.message, "/end.db\": File name too long"));
        assert_true(strncmp(err.message, "cannot create \"", 15) == 0);
        assert_true(status_names(err.message, path));
        const bool fits = n + strlen("cannot create \"\": File name too long") < sizeof err.message;
        assert_true(fits == (strstr(err.message, path) != NULL));
        assert_true(fits || strlen(err.message) == sizeof err.message - 1); /* nothing more than necessary */
    }
}

static void test_two_words_give_way(void **state)
{
    (void)state;
    char path[LONG + 1];
    pm_error err;
    path_of(300, path);
    status_fail(&err, PM_IO, 0, "\"%s\" is not \"%s\" here", path, path);
    assert_true(ends_with(err.message, "/end.db\" here"));
    assert_non_null(strstr(err.message, "/end.db\" is not \"..."));
}

static void test_what_cannot_be_shortened_is_cut(void **state)
{
    (void)state;
    char text[LONG + 1];
    pm_error err;
    memset(text, 'b', LONG);
    text[LONG] = '\0';
    status_fail(&err, PM_IO, 0, "%s", text);
    assert_int_equal(strlen(err.message), sizeof err.message - 1);
    status_fail(&err, PM_IO, 0, "\"short\" %s", text);
    assert_true(strncmp(err.message, "\"short\" bbb", 11) == 0);
}

/* The cut is not inside a character: U+00E9 is two bytes. */
static void test_characters_stay_whole(void **state)
{
    (void)state;
    char path[LONG + 1];
    for (size_t n = 240; n < 260; n++) {
        pm_error err;
        for (size_t i = 0; i < n; i++) {
            path[i] = "\xc3\xa9"[i % 2];
        }
        path[n & ~(size_t)1] = '\0';
        status_fail(&err, PM_IO, 0, "cannot open \"%s\": no", path);
        const char *rest = strstr(err.message, "...");
        assert_non_null(rest);
        assert_int_equal((unsigned char)rest[3], 0xc3);
    }
}

static void test_names(void **state)
{
    (void)state;
    assert_true(status_names("cannot open \"x/y\": no", "x/y"));
    assert_false(status_names("cannot open \"...z/y\": no", "x/y"));
    assert_true(status_names("cannot open \"...x/y\": no", "w/x/y"));
    assert_false(status_names("damaged", "w/x/y"));
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_the_reason_stays),
        cmocka_unit_test(test_two_words_give_way),
        cmocka_unit_test(test_what_cannot_be_shortened_is_cut),
        cmocka_unit_test(test_characters_stay_whole),
        cmocka_unit_test(test_names),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
