/* Going on with a sweep whose first layers were finished by another process.
 *
 * All that a sweep needs of the past is the last few layers of Black's rows (sweep_plan.n_layers_back) and an order by
 * layers. Whoever has them, such as a half written database, puts them back.
 *
 * SPDX-License-Identifier: MIT
 */
#ifndef SOLVER_SWEEP_CHECKPOINT_H
#define SOLVER_SWEEP_CHECKPOINT_H

#include "solver/sweep/sweep.h"

/* Write row i of the layer to `row`, as sweep_row_read gave it: 2^row_bits bits. */
typedef pm_status sweep_row_source(void *ctx, size_t i, uint64_t *row, int row_bits, pm_error *err);

/* Put Black's rows of layer k back; sweep_run then begins with layer k + 1. To be called for the last n_layers_back
 * finished layers, in ascending order. Errors: those of `source`, PM_NO_MEMORY. */
pm_status sweep_restore(sweep *s, int k, sweep_row_source *source, void *ctx, pm_error *err);

#endif
