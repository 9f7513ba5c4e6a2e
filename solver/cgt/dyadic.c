/* Dyadic rationals: options, simplest numbers and text; see dyadic.h.
 *
 * SPDX-License-Identifier: MIT
 */
#include "solver/cgt/dyadic.h"

#include <assert.h>
#include <inttypes.h>
#include <stdio.h>

/* The distance from a fraction to its options: one unit of its denominator. */
static dyadic unit_of(dyadic x)
{
    assert(x != 0 && dyadic_in_range(x));
    return x & -x;
}

bool dyadic_left_option(dyadic x, dyadic *option)
{
    if (dyadic_is_integer(x)) {
        *option = x - DYADIC_ONE;
        return x > 0;
    }
    *option = x - unit_of(x);
    return true;
}

bool dyadic_right_option(dyadic x, dyadic *option)
{
    dyadic mirrored = 0;
    const bool exists = dyadic_left_option(-x, &mirrored);
    *option = -mirrored;
    return exists;
}

uint32_t dyadic_birthday(dyadic x)
{
    const dyadic size = x < 0 ? -x : x;
    assert(dyadic_in_range(x));
    const uint32_t whole = (uint32_t)(size >> DYADIC_BITS);
    return dyadic_is_integer(size) ? whole : whole + 1 + (uint32_t)dyadic_denominator_log(size);
}

/* dyadic_simplest for intervals of positive numbers: the least multiple of the coarsest unit that has one inside. */
static bool simplest_positive(dyadic low, bool low_is_closed, dyadic high, bool high_is_closed, dyadic *x)
{
    assert(low >= 0 && (low > 0 || !low_is_closed)); /* zero would be simpler than anything positive */
    for (int k = 0; k <= DYADIC_BITS; k++) {
        const dyadic unit = DYADIC_ONE >> k;
        const dyadic rounded = low & -unit;
        const dyadic candidate = rounded == low && low_is_closed ? low : rounded + unit;
        if (candidate < high || (candidate == high && high_is_closed)) {
            *x = candidate;
            return dyadic_in_range(candidate);
        }
    }
    return false;
}

bool dyadic_simplest(dyadic low, bool low_is_closed, dyadic high, bool high_is_closed, dyadic *x)
{
    assert(low == DYADIC_MINUS_INFINITY || dyadic_in_range(low));
    assert(high == DYADIC_PLUS_INFINITY || dyadic_in_range(high));
    const bool above_low = low < 0 || (low == 0 && low_is_closed);
    const bool below_high = high > 0 || (high == 0 && high_is_closed);
    if (above_low && below_high) {
        *x = 0;
        return true;
    }
    if (below_high) {
        return simplest_positive(low, low_is_closed, high, high_is_closed, x);
    }
    const dyadic mirrored_high = low == DYADIC_MINUS_INFINITY ? DYADIC_PLUS_INFINITY : -low;
    dyadic mirrored = 0;
    const bool found = above_low && simplest_positive(-high, high_is_closed, mirrored_high, low_is_closed, &mirrored);
    *x = -mirrored;
    return found;
}

int dyadic_format(dyadic x, char text[DYADIC_MAX_TEXT])
{
    const int k = dyadic_denominator_log(x);
    const int64_t numerator = x >> (DYADIC_BITS - k);
    assert(k == 0 || numerator % 2 != 0); /* lowest terms */
    return k == 0 ? snprintf(text, DYADIC_MAX_TEXT, "%" PRId64, numerator)
                  : snprintf(text, DYADIC_MAX_TEXT, "%" PRId64 "/%" PRId64, numerator, INT64_C(1) << k);
}
