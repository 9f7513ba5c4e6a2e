/* Thermographs of canonical forms: exact walls, mean and temperature.
 *
 * For t >= 0 the walls are what Left (the left wall) or Right wins by beginning when each move costs t:
 * max over G^L of the right wall of G^L, minus t, and min over G^R of the left wall, plus t, up to the
 * temperature, where they meet; from there on both are the mean. The temperature of a number m/2^k in lowest terms is
 * -1/2^k, that of any other infinitesimal shift of a number is 0 (Siegel II.5).
 *
 * A cgt_thermographs keeps what it has computed; it is for one thread, and reads a table that no other thread adds to.
 *
 * SPDX-License-Identifier: MIT
 */
#ifndef SOLVER_CGT_THERMO_H
#define SOLVER_CGT_THERMO_H

#include "solver/cgt/cgt.h"

/* A corner of a wall: the value `x` at the temperature `t`. */
typedef struct thermo_point {
    dyadic t, x;
} thermo_point;

/* A wall is straight between its corners, the first of which has t = 0, and vertical after the last. */
typedef struct cgt_thermograph {
    const thermo_point *left, *right; /* owned by the cgt_thermographs */
    uint32_t n_left, n_right;
    dyadic mean, temperature;
} cgt_thermograph;

typedef struct cgt_thermographs cgt_thermographs;

/* NULL: no memory. */
cgt_thermographs *cgt_thermographs_new(cgt_table *table);
void cgt_thermographs_free(cgt_thermographs *t);

/* The thermograph of g. PM_NO_MEMORY, or PM_BAD_INPUT if a corner needs a denominator beyond 2^32. */
pm_status cgt_thermograph_of(cgt_thermographs *t, cgt_value g, cgt_thermograph *graph, pm_error *err);

#endif
