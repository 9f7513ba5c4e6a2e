/* Whether the long tests are wanted: PAPAMU_LONG=1, as `make check-long` sets it.
 *
 * SPDX-License-Identifier: MIT
 */
#ifndef TESTS_AID_LONG_H
#define TESTS_AID_LONG_H

#include <stdbool.h>
#include <stdlib.h>
#include <string.h>

static inline bool is_long_run(void)
{
    const char *wanted = getenv("PAPAMU_LONG");
    return wanted && strcmp(wanted, "1") == 0;
}

#endif
