/* Measures the processor itself: a chain of additions, shifts and look-ups in a small table, which no change of the
 * project can make faster. scripts/bench.sh runs it before and after each other program, so that speeds of different
 * machines and hours can be compared as multiples of this one. Prints a record for it; a median of several runs, with
 * the last number of the chain as a signature.
 *
 * SPDX-License-Identifier: MIT
 */
#include "tests/aid/measure.h"

#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>

enum { N_RUNS = 5, N_STEPS = 10000000, TABLE = 1024 };

static uint64_t chain(const uint64_t table[TABLE])
{
    uint64_t x = 1;
    for (int i = 0; i < N_STEPS; i++) {
        x = (x << 7 | x >> 57) + table[x >> 54];
        x ^= x >> 29;
    }
    return x;
}

int main(void)
{
    uint64_t table[TABLE], last = 0;
    double rates[N_RUNS];
    for (uint64_t i = 0; i < TABLE; i++) {
        table[i] = (i + 1) * UINT64_C(0x9e3779b97f4a7c15);
    }
    for (int i = 0; i < N_RUNS; i++) {
        const double before = measure_processor_seconds();
        last = chain(table);
        rates[i] = N_STEPS / (measure_processor_seconds() - before);
    }
    printf("yardstick\t%.2f\tM steps/s\t%d steps end in %016" PRIx64 "\n", measure_median(rates, N_RUNS) / 1e6, N_STEPS,
           last);
    return EXIT_SUCCESS;
}
