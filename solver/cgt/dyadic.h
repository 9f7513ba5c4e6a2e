/* Exact dyadic rationals m/2^k as 64-bit fixed-point numbers: the numbers of the theory of games.
 *
 * A dyadic is an integer multiple of 2^-32, so comparing and adding are single instructions; values lie within
 * +-2^30. Whatever might leave that range or need a finer denominator reports it: results are exact or absent.
 *
 * SPDX-License-Identifier: MIT
 */
#ifndef SOLVER_CGT_DYADIC_H
#define SOLVER_CGT_DYADIC_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

typedef int64_t dyadic;

enum {
    DYADIC_BITS = 32,     /* k of the finest denominator 2^k */
    DYADIC_MAX_TEXT = 48, /* longest text, terminating zero included */
    DYADIC_MAX_WHOLE_LOG = 30,
};
#define DYADIC_ONE (INT64_C(1) << DYADIC_BITS)
#define DYADIC_MAX (DYADIC_ONE << DYADIC_MAX_WHOLE_LOG)
#define DYADIC_MINUS_INFINITY INT64_MIN /* ends of intervals only */
#define DYADIC_PLUS_INFINITY INT64_MAX

static inline dyadic dyadic_integer(int n)
{
    return n * DYADIC_ONE;
}

static inline bool dyadic_is_integer(dyadic x)
{
    return (x & (DYADIC_ONE - 1)) == 0;
}

static inline bool dyadic_in_range(dyadic x)
{
    return -DYADIC_MAX < x && x < DYADIC_MAX; /* so that a sum of two never overflows */
}

/* The exponent k of the denominator 2^k in lowest terms. */
static inline int dyadic_denominator_log(dyadic x)
{
    return dyadic_is_integer(x) ? 0 : DYADIC_BITS - __builtin_ctzll((unsigned long long)x);
}

static inline dyadic dyadic_floor(dyadic x)
{
    return x & -DYADIC_ONE;
}

/* The two options of a number in canonical form: n-1 (or none) for an integer n > 0, the two neighbours with a
 * smaller denominator for a fraction. False if there is none on that side. */
bool dyadic_left_option(dyadic x, dyadic *option);
bool dyadic_right_option(dyadic x, dyadic *option);

/* The birthday of a number: the day on which it is created. */
uint32_t dyadic_birthday(dyadic x);

/* The simplest number x with low < x < high, or low <= x, x <= high where an end is closed. The ends may be
 * infinite. False if there is no number, or none within the precision. */
bool dyadic_simplest(dyadic low, bool low_is_closed, dyadic high, bool high_is_closed, dyadic *x);

/* Write `x` as "-3/4". Returns the length. */
int dyadic_format(dyadic x, char text[DYADIC_MAX_TEXT]);

#endif
