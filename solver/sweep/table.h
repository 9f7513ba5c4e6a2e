/* A whole table in memory: Black's rows of every layer of a sweep, kept as they pass.
 *
 * White's values are not kept: they follow from Black's by one move. 2 GiB on 6x6.
 *
 * SPDX-License-Identifier: MIT
 */
#ifndef SOLVER_SWEEP_TABLE_H
#define SOLVER_SWEEP_TABLE_H

#include "solver/sweep/sweep.h"

typedef struct sweep_table sweep_table;

/* Bytes that a table for this plan takes. */
size_t sweep_table_bytes(const sweep_plan *plan);

/* An empty table for the layers of `s`, which must outlive it; PM_NO_MEMORY. sweep_table_free accepts NULL. */
pm_status sweep_table_new(const sweep *s, sweep_table **t, pm_error *err);
void sweep_table_free(sweep_table *t);

/* Keep Black's rows of one layer; to be called from a sweep_visitor. */
void sweep_table_add(sweep_table *t, par_team *team, const sweep_layer *black);

/* Whether Black, to move, wins (b, w), the layer of which has been added. */
bool sweep_table_black_wins(const sweep_table *t, uint32_t b, uint32_t w);

#endif
