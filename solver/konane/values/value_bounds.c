/* Outcomes and integer bounds by search; see value_bounds.h.
 *
 * SPDX-License-Identifier: MIT
 */
#include "solver/konane/values/value_bounds.h"

#include "src/base/hash.h"
#include "src/base/pages.h"
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

enum {
    POOL_SETS = 1 << 16,
    ENEMY_WEIGHT = 8,   /* of the opponent's jumps against one's own, in the order of moves */
    STUCK = -(1 << 16), /* less than any sum of these */
    SPARE_ONE = 32,     /* a number that is added to a position has a denominator of at most this: */
    SPARE_MAX = KONANE_CELL_LIMIT * SPARE_ONE,
};

/* Who is known to win with which numbers; all zero: nothing is known. */
typedef struct spare_known {
    uint16_t black; /* Black wins with x if x + black > SPARE_MAX */
    uint16_t white; /* White wins with x if white - x > SPARE_MAX */
} spare_known;
static_assert(2 * SPARE_MAX + 1 <= UINT16_MAX, "one more than any sum of numbers fits");

static bool spare_find(const spare_known *known, int spare, pm_color *winner)
{
    const bool black_wins = spare + known->black > SPARE_MAX, white_wins = known->white - spare > SPARE_MAX;
    assert(!black_wins || !white_wins);
    *winner = black_wins ? PM_BLACK : PM_WHITE;
    return black_wins || white_wins;
}

static void spare_learn(spare_known *known, int spare, pm_color winner)
{
    assert(spare >= -SPARE_MAX && spare <= SPARE_MAX);
    const int sure = SPARE_MAX + 1 + (winner == PM_BLACK ? -spare : spare);
    uint16_t *most = winner == PM_BLACK ? &known->black : &known->white;
    *most = (uint16_t)(sure > *most ? sure : *most);
}

/* What a move of `mover` in the number `spare` leaves of it (its canonical option); false if he has none there. */
static bool spare_move(int spare, int mover, int *left)
{
    const int unit = spare & -spare, step = unit < SPARE_ONE ? unit : SPARE_ONE;
    const int own = mover == PM_BLACK ? spare : -spare;
    *left = mover == PM_BLACK ? spare - step : spare + step;
    return own > 0 || spare % SPARE_ONE != 0;
}

#define SET set128
#include "solver/konane/values/value_search_template.h"

#define SET set512
#include "solver/konane/values/value_search_template.h"

pm_status konane_value_bounds(const konane_stones *stones, const konane_values_options *options, uint64_t max_nodes,
                              konane_bounds *bounds, pm_error *err)
{
    const konane_stones upright = konane_stones_upright(stones);
    const int rows = upright.rows, cols = upright.cols;
    const pm_status status = bounds_by_stones(&upright, bounds, err);
    if (status != PM_OK) {
        return status;
    }
    if (konane_stones_are_wide(&upright)) {
        const set512_jumper jumper = set512_jumps_jumper(rows, cols, upright.corner, KONANE_CHAINS_ANY);
        return set512_bounds_search(&jumper, konane_stones_set512(&upright), options, max_nodes, bounds, NULL, err);
    }
    const set128_jumper jumper = set128_jumps_jumper(rows, cols, upright.corner, KONANE_CHAINS_ANY);
    return set128_bounds_search(&jumper, konane_stones_set128(&upright), options, max_nodes, bounds, NULL, err);
}

pm_status konane_value_number(const region_frame *frame, const region *r, const konane_values_options *options,
                              uint64_t max_nodes, konane_number *number, pm_error *err)
{
    const set128_jumper jumper = region_jumper(frame, r);
    const int n_black = set128_count(r->stones & frame->even), n_white = set128_count(r->stones & ~frame->even);
    konane_bounds bounds = {.lower = -n_black, .upper = n_white};
    return set128_bounds_search(&jumper, r->stones, options, max_nodes, &bounds, number, err);
}
