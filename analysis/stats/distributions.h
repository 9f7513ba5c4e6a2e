/* The few functions of probability theory that estimates need.
 *
 * Each names its formula in the NIST Digital Library of Mathematical Functions (https://dlmf.nist.gov) or in Abramowitz
 * and Stegun, Handbook of Mathematical Functions, 1964 ("A&S"). They are accurate to ten digits, which the tests
 * compare with another library. All are pure and may be called from any thread.
 *
 * SPDX-License-Identifier: MIT
 */
#ifndef ANALYSIS_STATS_DISTRIBUTIONS_H
#define ANALYSIS_STATS_DISTRIBUTIONS_H

/* The 97.5 % point of the standard normal distribution: what two-sided intervals of 95 % are made with. */
#define NORMAL_975 1.959963984540054

/* The regularised incomplete beta function I_x(a, b), 0 <= x <= 1, a and b positive and at most some thousands. */
double incomplete_beta(double x, double a, double b);

/* The regularised upper incomplete gamma function Q(a, x) = Gamma(a, x) / Gamma(a), a > 0, x >= 0. */
double incomplete_gamma_upper(double a, double x);

/* The 97.5 % point of Student's distribution with `degrees` >= 1 degrees of freedom. */
double student_975(double degrees);

/* The probability that a chi-square variable with `degrees` >= 1 degrees of freedom exceeds x >= 0. */
double chi_square_upper(double x, double degrees);

/* The number of ways to choose k of n; 0 if k is not in 0..n. Exact below 2^53 / n. */
double binomial(int n, int k);

#endif
