/* A whole table in memory: the rows of one mover of every layer of a sweep, kept as they pass.
 *
 * Black's suffice to know all values: White's follow from them by one move. 2 GiB on 6x6.
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

/* Keep the rows of one layer, always of the same mover; to be called from a sweep_visitor. */
void sweep_table_add(sweep_table *t, par_team *team, const sweep_layer *layer);

/* The kept row that the row of b is, or is an image of: see sweep_row_read. */
const uint64_t *sweep_table_row(const sweep_table *t, uint32_t b);

/* Element w of the row of b: a bit, or a remoteness. Its layer has been added. */
unsigned sweep_table_value(const sweep_table *t, uint32_t b, uint32_t w);

/* Whether Black, whose rows these are, wins (b, w) if he is to move. */
bool sweep_table_black_wins(const sweep_table *t, uint32_t b, uint32_t w);

#endif
