/* Whether a position can arise: a search backward, from the position to an opening.
 *
 * Undone jumps give stones back, until two neighbouring cells are empty. Of the positions at each step a beam keeps
 * the `width` most promising: those with as many black holes as white ones, and with holes close together and in few
 * pieces. What it finds is certain. That there is nothing is certain too if no position was ever dropped; otherwise the
 * answer is open, and a wider beam may find more. solver/konane/reach.h counts what can arise on boards of which all
 * positions fit; this samples larger ones. Normal jumps only: a stone may stop early.
 *
 * SPDX-License-Identifier: MIT
 */
#ifndef SOLVER_KONANE_ANCESTRY_H
#define SOLVER_KONANE_ANCESTRY_H

#include "src/papamu.h"

#include <stddef.h>

enum { ANCESTRY_MAX_WIDTH = 1000000 };

typedef enum ancestry_answer {
    ANCESTRY_NONE,  /* it cannot arise */
    ANCESTRY_FOUND, /* it can */
    ANCESTRY_OPEN,  /* the beam was too narrow */
} ancestry_answer;

/* A search on one board under its opening rule; one for each thread. */
typedef struct ancestry ancestry;

/* Make room for beams of up to `width` positions, 1..ANCESTRY_MAX_WIDTH. `board` must outlive it. PM_BAD_INPUT if the
 * rules of the board are not those of usual jumps; PM_NO_MEMORY. ancestry_free accepts NULL. */
pm_status ancestry_new(const pm_board *board, size_t width, ancestry **search, pm_error *err);
void ancestry_free(ancestry *search);

/* Whether the jump-phase position `pos` can arise. Beams begin narrow and are widened while the answer is open. */
ancestry_answer ancestry_find(ancestry *search, pm_position pos);

#endif
