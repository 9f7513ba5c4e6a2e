/* What retrograde analysis finds: the code of a position, the counts of a slice, and the solution that answers for
 * them.
 *
 * SPDX-License-Identifier: MIT
 */
#ifndef SOLVER_RETRO_CODES_H
#define SOLVER_RETRO_CODES_H

#include "src/base/verdict.h"

#include <stdbool.h>
#include <stdint.h>

/* A value: 0 for a draw, else the distance to the end in plies plus one. Even distances are losses, odd ones wins. */
typedef uint16_t retro_code;

enum {
    RETRO_DRAW = 0,
    RETRO_LOST_NOW = 1,   /* no move */
    RETRO_MAX_CODE = 511, /* a distance of 510 plies; more is an error */
};

static inline bool retro_is_win(retro_code code)
{
    return code != RETRO_DRAW && code % 2 == 0;
}

static inline bool retro_is_loss(retro_code code)
{
    return code % 2 == 1;
}

/* What a code says. */
static inline verdict retro_verdict(retro_code code)
{
    return code == RETRO_DRAW ? (verdict){0, -1} : (verdict){retro_is_win(code) ? 1 : -1, code - 1};
}

/* The mover's better of what two moves lead to, given as the codes of the positions after them, whose mover is the
 * other side: a loss there is a win here. */
static inline retro_code retro_better(retro_code a, retro_code b)
{
    return verdict_order(retro_verdict(a), retro_verdict(b)) <= 0 ? a : b;
}

/* What the best of these codes makes of the position before the move. */
static inline retro_code retro_before(retro_code best)
{
    return best == RETRO_DRAW ? RETRO_DRAW : (retro_code)(best + 1);
}

/* Counts over a slice. */
typedef struct retro_counts {
    uint64_t won, lost, drawn;
    int longest_win;     /* plies; -1 if there is none */
    uint64_t longest_at; /* the first position with it */
} retro_counts;

/* The codes of all slices, as retro_solve makes it. */
typedef struct retro_solution retro_solution;

void retro_free(retro_solution *solution);

/* The value of a position of a solved slice. */
retro_code retro_value(const retro_solution *solution, int slice, uint64_t position);

/* The values of the positions begin..end-1 of a slice. */
void retro_read(const retro_solution *solution, int slice, uint64_t begin, uint64_t end, retro_code *codes);

retro_counts retro_count(const retro_solution *solution, int slice);

#endif
