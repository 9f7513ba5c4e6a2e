/* Jumps and removals on sets of each size: the instances of src/konane/jumps_template.h.
 *
 * set64_jumps_* serve boards of up to 64 cells, set128_jumps_* up to 128, and so on.
 *
 * SPDX-License-Identifier: MIT
 */
#ifndef KONANE_JUMPS_H
#define KONANE_JUMPS_H

#include "src/konane/cell.h"
#include "src/konane/sets.h"
#include "src/konane/variant.h"
#include "src/papamu.h"

/* A jump or removal of boards of any size, and the stones that it takes. */
typedef struct konane_choice {
    int from, to, n_taken;
} konane_choice;

#define SET set64
#include "src/konane/jumps_template.h"
#undef SET

#define SET set128
#include "src/konane/jumps_template.h"
#undef SET

#define SET set256
#include "src/konane/jumps_template.h"
#undef SET

#define SET set512
#include "src/konane/jumps_template.h"
#undef SET

#endif
