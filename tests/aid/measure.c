/* Times, medians, an option: see measure.h.
 *
 * SPDX-License-Identifier: MIT
 */
#include "tests/aid/measure.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

static double read_clock(clockid_t clock)
{
    struct timespec t;
    clock_gettime(clock, &t);
    return (double)t.tv_sec + 1e-9 * (double)t.tv_nsec;
}

double measure_processor_seconds(void)
{
    return read_clock(CLOCK_PROCESS_CPUTIME_ID);
}

double measure_wall_seconds(void)
{
    return read_clock(CLOCK_MONOTONIC);
}

static int compare(const void *a, const void *b)
{
    const double x = *(const double *)a, y = *(const double *)b;
    return (x > y) - (x < y);
}

double measure_median(double *numbers, int n)
{
    qsort(numbers, (size_t)n, sizeof *numbers, compare);
    return n % 2 ? numbers[n / 2] : (numbers[n / 2 - 1] + numbers[n / 2]) / 2;
}

const char *measure_kernel(int argc, char **argv)
{
    if (argc == 1) {
        return NULL;
    }
    if (argc != 3 || strcmp(argv[1], "--kernel") != 0) {
        fprintf(stderr, "%s: the only option is --kernel NAME\n", argv[0]);
        exit(2);
    }
    return argv[2];
}
