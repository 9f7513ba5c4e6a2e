/* The tables behind the first proof and disproof numbers.
 *
 * SPDX-License-Identifier: MIT
 */
#include "solver/konane/search/search_evaluate.h"

#include <xxhash.h>

static const double FACTOR = 0.5, EXPONENT = 4.5, SLOPE = 0.5;

void evaluation_init(const search_board *board, evaluation *e)
{
    for (int x = 0; x < EVALUATE_MAX; x++) {
        e->polynomial[x] = (float)(1 + FACTOR * pow((double)x / EVALUATE_UNIT, EXPONENT));
    }
    for (int z = -EVALUATE_ODDS; z <= EVALUATE_ODDS; z++) {
        e->odds[EVALUATE_ODDS + z] = (float)exp2(SLOPE * z / PATTERN_UNITS);
    }
    search_patterns_init(board, &e->patterns);
}

/* From the weights, since the last digits of what follows from them may depend on the machine. */
uint32_t evaluation_number(konane_variant variant)
{
    const double weights[] = {FACTOR, EXPONENT, SLOPE, EVALUATE_UNIT};
    const uint64_t patterns =
        XXH64(pattern_weights, sizeof pattern_weights, XXH64(pattern_bias, sizeof pattern_bias, 0));
    const uint64_t standard = XXH64(weights, sizeof weights, patterns);
    const double rules[] = {EVALUATE_MISERE, variant.is_misere, variant.chains};
    return (uint32_t)(konane_variant_is_standard(variant) ? standard : XXH64(rules, sizeof rules, standard));
}
