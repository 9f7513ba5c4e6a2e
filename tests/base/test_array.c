/* Arrays that grow, against what their header promises: nothing is lost, room at least doubles, sizes that do not fit
 * are refused and leave the array as it was. And the hash of tables in memory: against XXH3 of the bytes.
 *
 * SPDX-License-Identifier: MIT
 */
#include "src/base/array.h"
#include "src/base/hash.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdlib.h>

#include <cmocka.h>

enum { N_ITEMS = 1000 };

static void items_are_kept_while_the_array_grows(void **state)
{
    (void)state;
    uint32_t *items = NULL;
    size_t room = 0, n_moves = 0;
    for (size_t n = 0; n < N_ITEMS; n++) {
        const size_t before = room;
        items = array_grow(items, &room, n + 1, sizeof *items);
        assert_non_null(items);
        assert_true(room >= n + 1);
        if (room != before) {
            assert_true(before == n && room >= 2 * before); /* only where there was none left */
            n_moves++;
        }
        items[n] = (uint32_t)(7 * n);
    }
    assert_in_range(n_moves, 1, 10); /* of 1000 items, from 16 on */
    for (size_t n = 0; n < N_ITEMS; n++) {
        assert_int_equal(items[n], 7 * n);
    }
    free(items);
}

static void room_is_what_was_wanted_at_least(void **state)
{
    (void)state;
    assert_int_equal(array_room(0, 1), 16);
    assert_int_equal(array_room(0, 17), 17);
    assert_int_equal(array_room(16, 17), 32);
    assert_int_equal(array_room(16, 33), 33);
    assert_true(array_room(SIZE_MAX / 2, SIZE_MAX / 2 + 1) == SIZE_MAX - 1);
    assert_true(array_room(SIZE_MAX / 2 + 1, SIZE_MAX) == SIZE_MAX);
}

static void what_does_not_fit_is_refused(void **state)
{
    (void)state;
    size_t room = 0;
    uint64_t *items = array_grow(NULL, &room, 3, sizeof *items);
    assert_non_null(items);
    items[2] = 5;
    const size_t before = room;
    assert_null(array_grow(items, &room, SIZE_MAX / 8, sizeof *items)); /* more than can be counted in bytes */
    assert_null(array_grow(items, &room, PTRDIFF_MAX / 8 + 1, sizeof *items));
    assert_int_equal(room, before);
    assert_int_equal(items[2], 5);
    assert_ptr_equal(array_grow(items, &room, before, sizeof *items), items);
    free(items);
}

static void the_hash_is_that_of_the_library(void **state)
{
    (void)state;
    const uint64_t words[] = {1, UINT64_MAX, 0x0123456789abcdef, 42};
    for (size_t n = 1; n <= 4; n++) {
        assert_true(hash_words(words, n) == XXH3_64bits(words, 8 * n));
    }
    assert_true(hash_pair(words[0], words[1]) == hash_words(words, 2));
    assert_true(hash_pair(words[1], words[0]) != hash_words(words, 2));
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(items_are_kept_while_the_array_grows),
        cmocka_unit_test(room_is_what_was_wanted_at_least),
        cmocka_unit_test(what_does_not_fit_is_refused),
        cmocka_unit_test(the_hash_is_that_of_the_library),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
