/* Hints at the name that was meant. Oracle: edit distances worked out by hand, and Levenshtein's distance by its
 * definition, recursively, on all words of up to four letters of two.
 *
 * SPDX-License-Identifier: MIT
 */
#include "src/game/game.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <string.h>

#include <cmocka.h>

static int slow_distance(const char *a, const char *b)
{
    if (!*a || !*b) {
        return (int)(strlen(a) + strlen(b));
    }
    if (*a == *b) {
        return slow_distance(a + 1, b + 1);
    }
    const int removed = slow_distance(a + 1, b), added = slow_distance(a, b + 1),
              replaced = slow_distance(a + 1, b + 1);
    const int least = removed < added ? removed : added;
    return 1 + (least < replaced ? least : replaced);
}

static void make_word(unsigned number, char word[5])
{
    const unsigned length = number % 5;
    for (unsigned i = 0; i < length; i++) {
        word[i] = number >> (3 + i) & 1 ? 'b' : 'a';
    }
    word[length] = '\0';
}

static void the_nearest_is_the_first_of_those_at_the_least_distance(void **state)
{
    (void)state;
    for (unsigned word = 0; word < 128; word++) {
        for (unsigned a = 0; a < 128; a += 3) {
            for (unsigned b = 0; b < 128; b += 5) {
                char text[5], first[5], second[5];
                make_word(word, text);
                make_word(a, first);
                make_word(b, second);
                const char *const names[] = {first, second, NULL};
                const char *expected = slow_distance(text, second) < slow_distance(text, first) ? second : first;
                assert_ptr_equal(game_nearest_name(text, names), expected);
            }
        }
    }
}

static void check_hint(const char *word, const char *expected)
{
    static const char *const names[] = {"konane", "italian", "international", "thai", NULL};
    char hint[GAME_HINT_TEXT];
    assert_ptr_equal(game_hint(word, names, "<", ">", hint), hint);
    assert_string_equal(hint, expected);
}

static void a_hint_is_given_for_what_is_near(void **state)
{
    (void)state;
    check_hint("konana", "; did you mean <konane>?");
    check_hint("inter", "; did you mean <international>?"); /* how a name begins */
    check_hint("i", "; did you mean <italian>?");           /* the first of two */
    check_hint("thia", "; did you mean <thai>?");           /* two of four letters wrong */
    check_hint("hxx", "");                                  /* three of three */
    check_hint("thxxx", "");                                /* three of five */
    check_hint("chess", "");
    check_hint("", "");
}

static void long_words_are_compared_by_their_beginning(void **state)
{
    (void)state;
    char word[200], name[200];
    memset(word, 'a', sizeof word);
    memset(name, 'a', sizeof name);
    word[199] = name[199] = '\0';
    name[62] = 'b'; /* the last letter that is looked at */
    word[63] = 'c';
    const char *const names[] = {name, word, NULL};
    assert_ptr_equal(game_nearest_name(word, names), word);
    name[62] = 'a'; /* the words differ after it alone, so the first is as near */
    assert_ptr_equal(game_nearest_name(word, names), name);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(the_nearest_is_the_first_of_those_at_the_least_distance),
        cmocka_unit_test(a_hint_is_given_for_what_is_near),
        cmocka_unit_test(long_words_are_compared_by_their_beginning),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
