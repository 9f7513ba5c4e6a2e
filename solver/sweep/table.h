/* A whole table in memory: Black's rows of every layer of a sweep, kept as they pass.
 *
 * White's values are not kept: they follow from Black's by one move. 2 GiB on 6x6.
 *
 * SPDX-License-Identifier: MIT
 */
#ifndef SOLVER_SWEEP_TABLE_H
#define SOLVER_SWEEP_TABLE_H

#include "solver/sweep/sweep.h"

typedef struct table table;

/* Bytes that a table for this plan takes. */
size_t table_bytes(const sweep_plan *plan);

/* An empty table for the layers of `s`, which must outlive it; PM_NO_MEMORY. table_free accepts NULL. */
pm_status table_new(const sweep *s, table **t, pm_error *err);
void table_free(table *t);

/* Keep Black's rows of one layer; to be called from a sweep_visitor. */
void table_add(table *t, par_team *team, const sweep_layer *black);

/* Whether Black, to move, wins (b, w), the layer of which has been added. */
bool table_black_wins(const table *t, uint32_t b, uint32_t w);

#endif
