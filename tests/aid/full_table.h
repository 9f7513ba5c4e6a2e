/* Who wins every position of a board by a sweep, to be held against the oracle and against other sweeps.
 *
 * SPDX-License-Identifier: MIT
 */
#ifndef TESTS_AID_FULL_TABLE_H
#define TESTS_AID_FULL_TABLE_H

#include "solver/konane/sweep.h"
#include "tests/oracle/oracle.h"

/* Bit (b << n_index | w) of wins[mover], least significant first. */
typedef struct full_table {
    int n_sets, n_index;
    uint64_t *wins[2];
} full_table;

/* Sweep the board of `space`, with its symmetries or without. A failure ends the test. */
full_table full_table_make(const konane_space *space, const sweep_options *options, bool with_symmetry);
void full_table_clear(full_table *t);

/* The 64-bit words of each mover. */
size_t full_table_words(const full_table *t);

/* Fail unless both have the same bits. */
void assert_full_tables_equal(const full_table *got, const full_table *expected);

/* Fail, naming the position, unless the table says of every position what `wins` says: whether the mover wins, by a
 * table of the oracle that is asked for nothing else. */
void assert_full_table_is(const konane_space *space, const full_table *t,
                          bool (*wins)(oracle_table *values, const oracle_position *pos));

#endif
