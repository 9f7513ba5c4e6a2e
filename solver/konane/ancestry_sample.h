/* What share of all positions can arise, from a sample of them.
 *
 * SPDX-License-Identifier: MIT
 */
#ifndef SOLVER_KONANE_ANCESTRY_SAMPLE_H
#define SOLVER_KONANE_ANCESTRY_SAMPLE_H

#include "solver/konane/ancestry.h"

#include <stdint.h>

enum { ANCESTRY_MAX_SAMPLES = 1000000000 };
enum { ANCESTRY_WIDTH = 4096 }; /* by default */

typedef struct ancestry_options {
    uint64_t samples; /* 1..ANCESTRY_MAX_SAMPLES */
    size_t width;     /* of the widest beam, 1..ANCESTRY_MAX_WIDTH */
    uint64_t seed;
    int threads;                                                /* the result does not depend on it */
    bool (*progress)(void *ctx, uint64_t done, uint64_t total); /* samples; NULL; true stops */
    void *ctx;
} ancestry_options;

/* How many positions had which answer. */
typedef struct ancestry_counts {
    uint64_t n[ANCESTRY_OPEN + 1];
} ancestry_counts;

/* Draw sets of stones and a side to move, uniformly among all 2 * 2^cells pairs, and ask ancestry_find of each.
 * Sample i depends on (seed, i) alone. Errors: those of ancestry_new, PM_INTERRUPTED. */
pm_status ancestry_sample(const pm_board *board, const ancestry_options *options, ancestry_counts *counts,
                          pm_error *err);

#endif
