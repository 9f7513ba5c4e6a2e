/* Outcomes and integer bounds by search; see value_bounds.h.
 *
 * SPDX-License-Identifier: MIT
 */
#include "solver/konane/values/value_bounds.h"

#include "src/base/hash.h"
#include "src/base/status.h"

#include <assert.h>
#include <stdlib.h>

/* ---- bounds by the stones ---- */

static void add_stones(int n_black, int n_white, konane_bounds *bounds)
{
    bounds->lower -= n_black;
    bounds->upper += n_white;
}

/* Every jump of White takes a black stone, and the other way round. */
static pm_status bounds_by_stones(const konane_stones *stones, konane_bounds *bounds, pm_error *err)
{
    region_frames *frames = region_frames_new();
    if (!frames) {
        return status_no_memory(err, "bounds of a value", 0);
    }
    const region_wide_frame frame = region_wide_frame_make(stones->rows, stones->cols);
    const pm_color origin = konane_cell_color(stones->rows, stones->corner, 0);
    region_parts parts;
    region_wide_parts wide;
    region_wide_split(&frame, origin, konane_cells_set512(stones->rows, stones->cols), konane_stones_set512(stones),
                      &parts, &wide);
    *bounds = (konane_bounds){0};
    for (int i = 0; i < parts.n; i++) {
        const set128 set = parts.part[i].stones, even = region_frame_of(frames, &parts.part[i])->even;
        const int n_even = set128_count(set & even), n_odd = set128_count(set & ~even);
        add_stones(parts.is_negated[i] ? n_odd : n_even, parts.is_negated[i] ? n_even : n_odd, bounds);
    }
    for (int i = 0; i < wide.n; i++) {
        const int n_even = set512_count(wide.part[i].stones & frame.even),
                  n_odd = set512_count(wide.part[i].stones & ~frame.even);
        add_stones(origin == PM_BLACK ? n_even : n_odd, origin == PM_BLACK ? n_odd : n_even, bounds);
    }
    assert(bounds->lower <= 0 && bounds->upper >= 0);
    region_frames_free(frames);
    return PM_OK;
}

/* ---- search ---- */

enum { POOL_SETS = 1 << 16 };

#define SET set128
#include "solver/konane/values/value_search_template.h"

#define SET set512
#include "solver/konane/values/value_search_template.h"

pm_status konane_value_bounds(const konane_stones *stones, const konane_values_options *options, uint64_t max_nodes,
                              konane_bounds *bounds, pm_error *err)
{
    const konane_stones upright = konane_stones_upright(stones);
    pm_status status = bounds_by_stones(&upright, bounds, err);
    if (status == PM_OK) {
        status = konane_stones_are_wide(&upright)
                     ? set512_bounds_search(&upright, konane_stones_set512(&upright), options, max_nodes, bounds, err)
                     : set128_bounds_search(&upright, konane_stones_set128(&upright), options, max_nodes, bounds, err);
    }
    if (status == PM_OK && options->stop && options->stop(options->stop_ctx)) {
        status = status_fail(err, PM_INTERRUPTED, 0, "interrupted");
    }
    return status;
}
