/* Variants of the rules of Konane: who wins at the end, and how far a jump goes.
 *
 * Normal play with jumps of any length is the game of all sources of the rules. Programs and theory know others: in
 * misere play whoever cannot jump at his turn wins; with single jumps a stone takes one stone a turn; with longest
 * jumps a stone that has jumped must continue, in its direction, for as long as it can.
 *
 * SPDX-License-Identifier: MIT
 */
#ifndef KONANE_VARIANT_H
#define KONANE_VARIANT_H

#include <stdbool.h>

typedef enum konane_chains {
    KONANE_CHAINS_ANY,     /* a jump may stop after each stone that it takes */
    KONANE_CHAINS_SINGLE,  /* it takes one */
    KONANE_CHAINS_LONGEST, /* it continues while it can */
} konane_chains;

typedef struct konane_variant {
    bool is_misere; /* whoever cannot move wins */
    konane_chains chains;
} konane_variant;

static inline bool konane_variant_is_standard(konane_variant v)
{
    return !v.is_misere && v.chains == KONANE_CHAINS_ANY;
}

#endif
