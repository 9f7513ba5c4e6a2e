/* The functions of probability theory against the GNU Scientific Library, which is linked to tests alone.
 *
 * SPDX-License-Identifier: MIT
 */
#include "analysis/stats/distributions.h"
#include "src/base/rng.h"

#include <gsl/gsl_cdf.h>
#include <gsl/gsl_errno.h>
#include <gsl/gsl_sf_gamma.h>
#include <math.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>

static const uint64_t seed = 20261130;

static void assert_near(double ours, double theirs, double relative)
{
    if (!(fabs(ours - theirs) <= relative * fabs(theirs))) {
        fail_msg("%.17g differs from %.17g", ours, theirs);
    }
}

static double uniform(rng *r)
{
    return ((double)rng_below(r, 1000000) + 0.5) / 1000000;
}

static void test_beta(void **state)
{
    (void)state;
    rng r = rng_stream(seed, 1);
    print_message("seed %llu\n", (unsigned long long)seed);
    for (int i = 0; i < 20000; i++) {
        const double a = exp(8 * uniform(&r) - 2), b = exp(8 * uniform(&r) - 2), x = uniform(&r);
        const double theirs = gsl_sf_beta_inc(a, b, x);
        if (theirs > 1e-200) {
            assert_near(incomplete_beta(x, a, b), theirs, 1e-9);
        }
    }
    assert_true(incomplete_beta(0, 2, 3) == 0);
    assert_true(incomplete_beta(1, 2, 3) == 1);
    assert_near(incomplete_beta(0.3, 1, 1), 0.3, 1e-14); /* the uniform distribution */
}

static void test_gamma(void **state)
{
    (void)state;
    rng r = rng_stream(seed, 2);
    for (int i = 0; i < 20000; i++) {
        const double a = exp(8 * uniform(&r) - 1), x = a * exp(4 * uniform(&r) - 2);
        const double theirs = gsl_sf_gamma_inc_Q(a, x);
        if (theirs > 1e-200) {
            assert_near(incomplete_gamma_upper(a, x), theirs, 1e-9);
        }
    }
    assert_true(incomplete_gamma_upper(2, 0) == 1);
    assert_near(incomplete_gamma_upper(1, 700), exp(-700), 1e-12);
}

static void test_student(void **state)
{
    (void)state;
    for (double degrees = 1; degrees < 2e9; degrees = degrees < 400 ? degrees + 1 : degrees * 1.7) {
        assert_near(student_975(degrees), gsl_cdf_tdist_Pinv(0.975, degrees), 1e-10);
    }
    assert_near(student_975(1), 12.706204736174698, 1e-13); /* tan(0.475 pi) */
    assert_near(NORMAL_975, gsl_cdf_ugaussian_Pinv(0.975), 1e-15);
}

static void test_chi_square(void **state)
{
    (void)state;
    for (unsigned degrees = 1; degrees < 500; degrees += 1 + degrees / 5) {
        for (double x = 0.01; x < 1300; x *= 1.5) {
            assert_near(chi_square_upper(x, degrees), gsl_cdf_chisq_Q(x, degrees), 1e-9);
        }
    }
}

static void test_binomial(void **state)
{
    (void)state;
    for (int n = 0; n <= 64; n++) {
        assert_true(binomial(n, -1) == 0);
        assert_true(binomial(n, n + 1) == 0);
        for (int k = 0; k <= n; k++) {
            assert_near(binomial(n, k), gsl_sf_choose((unsigned)n, (unsigned)k), 1e-14);
        }
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_beta),       cmocka_unit_test(test_gamma),    cmocka_unit_test(test_student),
        cmocka_unit_test(test_chi_square), cmocka_unit_test(test_binomial),
    };
    gsl_set_error_handler_off(); /* it would end the program where a value underflows */
    return cmocka_run_group_tests_name("distributions", tests, NULL, NULL);
}
