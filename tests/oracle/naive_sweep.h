/* The sweep of one position at a time, in the plainest way: for tests to compare with and for the bench to start from.
 *
 * SPDX-License-Identifier: MIT
 */
#ifndef TESTS_ORACLE_NAIVE_SWEEP_H
#define TESTS_ORACLE_NAIVE_SWEEP_H

#include "solver/sweep/sweep.h"

/* Who wins every position: bit (b << n_index | w) of wins[mover], least significant first. */
typedef struct naive_table {
    uint64_t *wins[2];
} naive_table;

/* Sweep all positions of `spec`, without symmetry; ends the program if memory is short. */
naive_table naive_sweep(const sweep_spec *spec);
void naive_table_clear(naive_table *t);

#endif
