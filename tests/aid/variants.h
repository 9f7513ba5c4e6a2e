/* All variants of the rules of Konane: misere or normal play, with each kind of jumps; the standard rules first.
 *
 * SPDX-License-Identifier: MIT
 */
#ifndef TESTS_AID_VARIANTS_H
#define TESTS_AID_VARIANTS_H

#include "src/konane/variant.h"

static const konane_variant variants[] = {
    {false, KONANE_CHAINS_ANY},   {true, KONANE_CHAINS_ANY},      {false, KONANE_CHAINS_SINGLE},
    {true, KONANE_CHAINS_SINGLE}, {false, KONANE_CHAINS_LONGEST}, {true, KONANE_CHAINS_LONGEST},
};
enum { N_VARIANTS = sizeof variants / sizeof variants[0], FIRST_OTHER = 1 };

#endif
