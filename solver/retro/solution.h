/* What retrograde analysis has found, and how it is held: bytes for a slice whose codes fit, else 16-bit words.
 * Internal to solver/retro; see codes.h for what others may ask.
 *
 * SPDX-License-Identifier: MIT
 */
#ifndef SOLVER_RETRO_SOLUTION_H
#define SOLVER_RETRO_SOLUTION_H

#include "solver/retro/codes.h"

#include <assert.h>

/* The values of a slice: one of the two is there once it is solved. */
typedef struct slice_codes {
    uint8_t *bytes;
    uint16_t *words;
} slice_codes;

struct retro_solution {
    int n_slices;
    slice_codes *codes;
    retro_counts *counts;
};

/* A solution in which no slice is solved. NULL: no memory. */
retro_solution *retro_solution_new(int n_slices);

/* Count one position, of code `code`; positions come in ascending order. */
static inline void retro_tally(retro_counts *counts, retro_code code, uint64_t position)
{
    assert(counts->longest_win < 0 || counts->longest_at < position); /* ascending, so the first stays */
    if (retro_is_win(code)) {
        counts->won++;
        if (code - 1 > counts->longest_win) {
            counts->longest_win = code - 1;
            counts->longest_at = position;
        }
    } else if (retro_is_loss(code)) {
        counts->lost++;
    } else {
        counts->drawn++;
    }
}

/* Add the counts of later positions. */
void retro_add_counts(retro_counts *total, const retro_counts *part);

#endif
