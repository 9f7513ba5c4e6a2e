/* The progress of a sweep with a scratch folder: see scratch_state.h.
 *
 * SPDX-License-Identifier: MIT
 */
#include "solver/sweep/scratch_state.h"
#include "src/base/clock.h"
#include "src/base/status.h"

pm_status scratch_step(scratch *r, double units, pm_error *err)
{
    r->status.share += units / r->total_units;
    r->status.seconds = clock_seconds() - r->started;
    if (r->options->progress && r->options->progress(r->options->progress_ctx, &r->status)) {
        return status_fail(err, PM_INTERRUPTED, 0, "interrupted in sublayer %d of %d", r->status.place + 1,
                           r->status.n_places);
    }
    return PM_OK;
}
