/* The tables behind the first proof and disproof numbers.
 *
 * SPDX-License-Identifier: MIT
 */
#include "solver/konane/search/search_evaluate.h"

#include <xxhash.h>

static const double FACTOR = 0.5, EXPONENT = 3, SLOPE = 0.4;

void evaluation_init(evaluation *e)
{
    for (int x = 0; x < EVALUATE_MAX; x++) {
        e->polynomial[x] = (float)(1 + FACTOR * pow((double)x / EVALUATE_UNIT, EXPONENT));
    }
    for (int x = 0; x < 2 * EVALUATE_MAX; x++) {
        const double log2_odds = SLOPE * (x - EVALUATE_MAX) / EVALUATE_UNIT;
        e->odds[x] = (float)fmin(exp2(log2_odds), 1e6);
        e->odds[x] = fmaxf(e->odds[x], 1e-6F);
    }
}

/* From the weights, since the last digits of what follows from them may depend on the machine. */
uint32_t evaluation_number(void)
{
    const double weights[] = {FACTOR, EXPONENT, SLOPE, EVALUATE_UNIT};
    return (uint32_t)XXH64(weights, sizeof weights, 0);
}
