/* Numbers that are equal but for rounding: see near.h.
 *
 * SPDX-License-Identifier: MIT
 */
#include "tests/aid/near.h"

#include <math.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>

void assert_near(double a, double b, double relative)
{
    if (!(fabs(a - b) <= relative * fmax(1, fabs(b)))) {
        fail_msg("%.17g differs from %.17g", a, b);
    }
}
