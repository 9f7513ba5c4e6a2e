/* How often each value occurs among the stored positions of a slice.
 *
 * SPDX-License-Identifier: MIT
 */
#ifndef SOLVER_DRAUGHTS_HISTOGRAM_H
#define SOLVER_DRAUGHTS_HISTOGRAM_H

#include "solver/draughts/probe.h"
#include "src/base/par.h"

enum { DRAUGHTS_HISTOGRAM_CODES = 257 };

/* Add up the codes of a slice. Errors: PM_DAMAGED, PM_IO, PM_NO_MEMORY. */
pm_status draughts_histogram(draughts_db *d, int slice, int threads, uint64_t count[DRAUGHTS_HISTOGRAM_CODES],
                             pm_error *err);

#endif
