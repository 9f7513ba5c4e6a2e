/* Functions of probability theory: see distributions.h.
 *
 * SPDX-License-Identifier: MIT
 */
#include "analysis/stats/distributions.h"

#include <assert.h>
#include <float.h>
#include <math.h>

enum { MAX_TERMS = 10000 };

static const double precision = 1e-15;

static double log_gamma(double x)
{
    int sign;
    return lgamma_r(x, &sign); /* lgamma would write to a global variable */
}

/* ---- continued fractions ----------------------------------------------------------------------- */

/* b0 + a1 / (b1 + a2 / (b2 + ...)) by the modified Lentz algorithm (W. J. Lentz, Applied Optics 15, 1976;
 * DLMF 3.10(iii)): the ratios of successive numerators and denominators, of which none may be zero. */
typedef struct lentz {
    double value, numerators, denominators;
} lentz;

static double not_zero(double x)
{
    return fabs(x) < DBL_MIN / DBL_EPSILON ? DBL_MIN / DBL_EPSILON : x;
}

static lentz lentz_begin(double b0)
{
    const double first = not_zero(b0);
    return (lentz){first, first, 0};
}

/* Take one more pair a, b. Returns whether the value has settled. */
static int lentz_step(lentz *f, double a, double b)
{
    f->denominators = 1 / not_zero(b + a * f->denominators);
    f->numerators = not_zero(b + a / f->numerators);
    const double factor = f->numerators * f->denominators;
    f->value *= factor;
    return fabs(factor - 1) < precision;
}

/* ---- beta -------------------------------------------------------------------------------------- */

/* The coefficient d_n of the continued fraction in DLMF 8.17.22: 8.17.23. */
static double beta_coefficient(int n, double x, double a, double b)
{
    const double m = floor(n / 2.0);
    if (n % 2) {
        return -(a + m) * (a + b + m) * x / ((a + 2 * m) * (a + 2 * m + 1));
    }
    return m * (b - m) * x / ((a + 2 * m - 1) * (a + 2 * m));
}

double incomplete_beta(double x, double a, double b)
{
    assert(x >= 0 && x <= 1 && a > 0 && b > 0);
    if (x == 0 || x == 1) {
        return x;
    }
    if (x > (a + 1) / (a + b + 2)) { /* where the fraction converges slowly: DLMF 8.17.4 */
        return 1 - incomplete_beta(1 - x, b, a);
    }
    const double log_factor = a * log(x) + b * log1p(-x) + log_gamma(a + b) - log_gamma(a) - log_gamma(b);
    lentz f = lentz_begin(1);
    int n = 1;
    while (n < MAX_TERMS && !lentz_step(&f, beta_coefficient(n, x, a, b), 1)) {
        n++;
    }
    assert(n < MAX_TERMS); /* the fraction settled */
    return exp(log_factor) / (a * f.value);
}

/* ---- gamma ------------------------------------------------------------------------------------- */

/* P(a, x) by its power series, DLMF 8.7.1; for x < a + 1. */
static double gamma_series(double a, double x)
{
    assert(x > 0 && x < a + 1);
    double term = 1 / a, sum = term;
    for (int n = 1; n < MAX_TERMS && term > precision * sum; n++) {
        term *= x / (a + n);
        sum += term;
    }
    return sum * exp(a * log(x) - x - log_gamma(a));
}

/* Q(a, x) by its continued fraction, DLMF 8.9.2 in its even part (A&S 6.5.31); for x >= a + 1. */
static double gamma_fraction(double a, double x)
{
    assert(x >= a + 1);
    lentz f = lentz_begin(x + 1 - a);
    int n = 1;
    while (n < MAX_TERMS && !lentz_step(&f, -n * (n - a), x + 2 * n + 1 - a)) {
        n++;
    }
    assert(n < MAX_TERMS); /* the fraction settled */
    return exp(a * log(x) - x - log_gamma(a)) / f.value;
}

double incomplete_gamma_upper(double a, double x)
{
    assert(a > 0 && x >= 0);
    if (x == 0) {
        return 1;
    }
    return x < a + 1 ? 1 - gamma_series(a, x) : gamma_fraction(a, x);
}

double chi_square_upper(double x, double degrees)
{
    return incomplete_gamma_upper(degrees / 2, x / 2); /* DLMF 8.23, A&S 26.4.19 */
}

/* ---- Student ----------------------------------------------------------------------------------- */

/* The expansion in powers of 1 / degrees, A&S 26.7.5. */
static double student_expansion(double degrees)
{
    const double z = NORMAL_975, s = z * z;
    const double g1 = z * (s + 1) / 4;
    const double g2 = z * ((5 * s + 16) * s + 3) / 96;
    const double g3 = z * (((3 * s + 19) * s + 17) * s - 15) / 384;
    const double g4 = z * ((((79 * s + 776) * s + 1482) * s - 1920) * s - 945) / 92160;
    return z + (g1 + (g2 + (g3 + g4 / degrees) / degrees) / degrees) / degrees;
}

double student_975(double degrees)
{
    enum { MANY_DEGREES = 300 }; /* from here on the expansion is good to 1e-11 */
    assert(degrees >= 1);
    if (degrees >= MANY_DEGREES) {
        return student_expansion(degrees);
    }
    /* P(|T| > t) = I_x(degrees / 2, 1 / 2) with x = degrees / (degrees + t^2), A&S 26.7.1 and 26.5.27, falls in t. */
    double low = NORMAL_975, high = 13; /* the value for one degree is 12.7 */
    while (high - low > precision * high) {
        const double t = (low + high) / 2;
        if (t <= low || t >= high) {
            break;
        }
        if (incomplete_beta(degrees / (degrees + t * t), degrees / 2, 0.5) > 0.05) {
            low = t;
        } else {
            high = t;
        }
    }
    assert(low > NORMAL_975 && high < 13); /* between the normal distribution and one degree of freedom */
    return (low + high) / 2;
}

/* ---- counting ---------------------------------------------------------------------------------- */

double binomial(int n, int k)
{
    if (k < 0 || k > n) {
        return 0;
    }
    double product = 1;
    for (int i = 1; i <= k; i++) {
        product = product * (n - k + i) / i; /* a binomial coefficient after each step, so the division is exact */
    }
    return product;
}
