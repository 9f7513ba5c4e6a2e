/* Dyadic fixed-point numbers against the definition of the simplest number: the first created in the interval.
 *
 * SPDX-License-Identifier: MIT
 */
#include "solver/cgt/dyadic.h"

#include <setjmp.h>
#include <stdarg.h>

#include <cmocka.h>

enum { GRID = 16, RANGE = 3 }; /* all multiples of 1/16 within +-3 */

static dyadic grid(int i)
{
    return i * (DYADIC_ONE / GRID);
}

/* The birthday from the definition of surreal numbers, by running through the numbers of each day: on the day
 * after the integers -n..n come n+1, and a number halfway between each two neighbours. */
static uint32_t birthday_by_days(dyadic x)
{
    uint32_t day = 0;
    dyadic low = 0, high = 0; /* x is between neighbours low and high, or beyond one that is an end */
    while (x != low && x != high) {
        day++;
        if (x > high && low == high) {
            high += DYADIC_ONE;
            low = x < high ? high - DYADIC_ONE : high;
        } else if (x < low && low == high) {
            low -= DYADIC_ONE;
            high = x > low ? low + DYADIC_ONE : low;
        } else {
            const dyadic middle = (low + high) / 2;
            if (x == middle) {
                return day;
            }
            low = x > middle ? middle : low;
            high = x < middle ? middle : high;
        }
    }
    return day;
}

static void birthdays(void **state)
{
    (void)state;
    for (int i = -GRID * RANGE; i <= GRID * RANGE; i++) {
        assert_int_equal(dyadic_birthday(grid(i)), birthday_by_days(grid(i)));
    }
}

static void simplest_number_is_the_oldest(void **state)
{
    (void)state;
    for (int low = -GRID * RANGE; low < GRID * RANGE; low++) {
        for (int high = low; high <= GRID * RANGE; high++) {
            for (int ends = 0; ends < 4; ends++) {
                const bool low_closed = ends & 1, high_closed = ends & 2;
                int best = GRID * RANGE + 1;
                for (int i = low + !low_closed; i <= high - !high_closed; i++) {
                    if (best > GRID * RANGE || birthday_by_days(grid(i)) < birthday_by_days(grid(best))) {
                        best = i;
                    }
                }
                dyadic x;
                const bool found = dyadic_simplest(grid(low), low_closed, grid(high), high_closed, &x);
                if (best <= GRID * RANGE) {
                    assert_true(found && x == grid(best));
                } else if (high > low) {
                    assert_true(found && x == (grid(low) + grid(high)) / 2); /* finer than the grid */
                } else {
                    assert_false(found);
                }
            }
        }
    }
}

static void infinite_intervals(void **state)
{
    (void)state;
    dyadic x;
    assert_true(dyadic_simplest(DYADIC_MINUS_INFINITY, false, DYADIC_PLUS_INFINITY, false, &x) && x == 0);
    assert_true(dyadic_simplest(DYADIC_ONE, false, DYADIC_PLUS_INFINITY, false, &x) && x == 2 * DYADIC_ONE);
    assert_true(dyadic_simplest(DYADIC_ONE / 2, true, DYADIC_PLUS_INFINITY, false, &x) && x == DYADIC_ONE);
    assert_true(dyadic_simplest(DYADIC_MINUS_INFINITY, false, -DYADIC_ONE, true, &x) && x == -DYADIC_ONE);
    assert_true(dyadic_simplest(DYADIC_MINUS_INFINITY, false, 0, false, &x) && x == -DYADIC_ONE);
    assert_false(dyadic_simplest(1, false, 2, false, &x)); /* finer than 2^-32 */
    assert_false(dyadic_simplest(DYADIC_MAX - DYADIC_ONE, false, DYADIC_PLUS_INFINITY, false, &x)); /* beyond 2^30 */
}

static void texts(void **state)
{
    (void)state;
    char text[DYADIC_MAX_TEXT];
    assert_int_equal(dyadic_format(-3 * (DYADIC_ONE / 4), text), 4);
    assert_string_equal(text, "-3/4");
    dyadic_format(-DYADIC_MAX, text);
    assert_string_equal(text, "-1073741824");
    dyadic_format(DYADIC_MAX - 1, text);
    assert_string_equal(text, "4611686018427387903/4294967296");
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(birthdays),
        cmocka_unit_test(simplest_number_is_the_oldest),
        cmocka_unit_test(infinite_intervals),
        cmocka_unit_test(texts),
    };
    return cmocka_run_group_tests_name("dyadic rationals", tests, NULL, NULL);
}
