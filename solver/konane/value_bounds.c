/* Outcomes and integer bounds by search; see value_bounds.h.
 *
 * SPDX-License-Identifier: MIT
 */
#include "solver/konane/value_bounds.h"
#include "src/base/status.h"

#include <assert.h>
#include <stdlib.h>

/* ---- bounds by the stones ---- */

static set128 all_cells(const konane_stones *stones)
{
    const int n = stones->rows * stones->cols;
    return n == REGION_MAX_CELLS ? ~(set128)0 : set128_one(n) - 1;
}

/* Every jump of White takes a black stone, and the other way round. */
static pm_status bounds_by_stones(const konane_stones *stones, konane_bounds *bounds, pm_error *err)
{
    region_frames *frames = region_frames_new();
    if (!frames) {
        return status_no_memory(err, "bounds of a value", 0);
    }
    const region_frame frame = region_frame_make(stones->rows, stones->cols);
    region_parts parts;
    region_split(&frame, konane_cell_color(stones->rows, stones->corner, 0), all_cells(stones), stones->set, &parts);
    *bounds = (konane_bounds){0};
    for (int i = 0; i < parts.n; i++) {
        const set128 even = region_frame_of(frames, &parts.part[i])->even;
        const int n_even = set128_count(parts.part[i].stones & even),
                  n_odd = set128_count(parts.part[i].stones & ~even);
        bounds->lower -= parts.is_negated[i] ? n_odd : n_even;
        bounds->upper += parts.is_negated[i] ? n_even : n_odd;
    }
    region_frames_free(frames);
    return PM_OK;
}

/* ---- search ---- */

/* Who wins a position plus `spare` free moves, for Black if positive, for White if negative. Entries overwrite each
 * other. */
typedef struct searched {
    set128 stones;
    int16_t spare;
    uint8_t mover, is_known, mover_wins;
} searched;

typedef struct searcher {
    set128_jumper jumper;
    searched *memo;
    uint64_t mask, n_nodes, max_nodes;
    const konane_values_options *options;
    bool is_over; /* no nodes left, or interrupted */
} searcher;

static uint64_t hash_of(set128 stones, int spare, int mover)
{
    const uint64_t rest = (uint64_t)(spare + 256) << 1 | (uint64_t)mover;
    uint64_t hash = set128_word(stones, 0) * UINT64_C(0x9e3779b97f4a7c15);
    hash = (hash ^ hash >> 32 ^ set128_word(stones, 1)) * UINT64_C(0x94d049bb133111eb);
    hash = (hash ^ hash >> 32 ^ rest) * UINT64_C(0xbf58476d1ce4e5b9);
    return hash ^ hash >> 31;
}

/* Put positions first in which the other side has few jumps. */
static void sort_children(const searcher *s, set128 *children, int n, int enemy)
{
    int mobility[REGION_MAX_MOVES];
    for (int i = 0; i < n; i++) {
        const set128 child = children[i];
        const int moves = set128_jumps_count(&s->jumper, child, enemy);
        int j = i;
        for (; j > 0 && mobility[j - 1] > moves; j--) {
            mobility[j] = mobility[j - 1];
            children[j] = children[j - 1];
        }
        mobility[j] = moves;
        children[j] = child;
    }
}

static bool mover_wins(searcher *s, set128 stones, int spare, int mover);

static bool mover_wins_by_moving(searcher *s, set128 stones, int spare, int mover)
{
    set128 children[REGION_MAX_MOVES];
    const int n = set128_jumps_children(&s->jumper, stones, mover, children);
    sort_children(s, children, n, 1 - mover);
    for (int i = 0; i < n && !s->is_over; i++) {
        if (!mover_wins(s, children[i], spare, 1 - mover)) {
            return true;
        }
    }
    /* a spare move is never better than every jump (number avoidance), so it comes last */
    const int own = mover == PM_BLACK ? spare : -spare;
    return own > 0 && !mover_wins(s, stones, mover == PM_BLACK ? spare - 1 : spare + 1, 1 - mover);
}

/* Whether `mover` wins; without meaning once the search is over. */
static bool mover_wins(searcher *s, set128 stones, int spare, int mover)
{
    searched *entry = &s->memo[hash_of(stones, spare, mover) & s->mask];
    if (entry->is_known && entry->stones == stones && entry->spare == spare && entry->mover == mover) {
        return entry->mover_wins;
    }
    s->is_over = s->is_over || ++s->n_nodes > s->max_nodes ||
                 (s->n_nodes % 1024 == 0 && s->options->stop && s->options->stop(s->options->stop_ctx));
    if (s->is_over) {
        return false;
    }
    const bool wins = mover_wins_by_moving(s, stones, spare, mover);
    if (!s->is_over) {
        *entry = (searched){stones, (int16_t)spare, (uint8_t)mover, true, wins};
    }
    return wins;
}

/* Whether the value is known to be at least, or at most, n. */
static bool is_at_least(searcher *s, set128 stones, int n)
{
    const bool white_wins = mover_wins(s, stones, -n, PM_WHITE);
    return !white_wins && !s->is_over;
}

static bool is_at_most(searcher *s, set128 stones, int n)
{
    const bool black_wins = mover_wins(s, stones, -n, PM_BLACK);
    return !black_wins && !s->is_over;
}

/* Who wins; and what either half of the answer says of the bounds. */
static void find_outcome(searcher *s, set128 stones, konane_bounds *bounds)
{
    const bool left = mover_wins(s, stones, 0, PM_BLACK);
    if (!s->is_over && !left) {
        bounds->upper = bounds->upper < 0 ? bounds->upper : 0;
    }
    const bool right = mover_wins(s, stones, 0, PM_WHITE);
    if (!s->is_over && !right) {
        bounds->lower = bounds->lower > 0 ? bounds->lower : 0;
    }
    bounds->has_outcome = !s->is_over;
    bounds->outcome = left && right ? CGT_NEXT_PLAYER : left ? CGT_LEFT : right ? CGT_RIGHT : CGT_PREVIOUS_PLAYER;
}

/* Raise a bound from 0, one at a time, for as long as more is known; or look for one below 0, where nothing is known
 * until the search answers. */
static void find_lower(searcher *s, set128 stones, bool is_above_zero, konane_bounds *bounds)
{
    int n = 0;
    if (is_above_zero) {
        while (n < bounds->upper && is_at_least(s, stones, n + 1)) {
            n++;
        }
    } else {
        do {
            n--;
        } while (n > bounds->lower && !s->is_over && !is_at_least(s, stones, n));
    }
    if (is_above_zero || !s->is_over) {
        bounds->lower = n > bounds->lower ? n : bounds->lower;
    }
}

/* Likewise from above. */
static void find_upper(searcher *s, set128 stones, bool is_below_zero, konane_bounds *bounds)
{
    int n = 0;
    if (is_below_zero) {
        while (n > bounds->lower && is_at_most(s, stones, n - 1)) {
            n--;
        }
    } else {
        do {
            n++;
        } while (n < bounds->upper && !s->is_over && !is_at_most(s, stones, n));
    }
    if (is_below_zero || !s->is_over) {
        bounds->upper = n < bounds->upper ? n : bounds->upper;
    }
}

static uint64_t memo_entries(size_t bytes)
{
    uint64_t n = 1024;
    while (2 * n * sizeof(searched) <= bytes) {
        n *= 2;
    }
    return n;
}

static pm_status search_bounds(const konane_stones *stones, const konane_values_options *options, uint64_t max_nodes,
                               konane_bounds *bounds, pm_error *err)
{
    const uint64_t n = memo_entries(options->bytes);
    searcher s = {.jumper = set128_jumps_jumper(stones->rows, stones->cols, stones->corner),
                  .memo = calloc(n, sizeof(searched)),
                  .mask = n - 1,
                  .max_nodes = max_nodes,
                  .options = options};
    if (!s.memo) {
        return status_no_memory(err, "bounds of a value", 0);
    }
    find_outcome(&s, stones->set, bounds);
    if (bounds->has_outcome && bounds->outcome != CGT_PREVIOUS_PLAYER) {
        find_lower(&s, stones->set, bounds->outcome == CGT_LEFT, bounds);
        find_upper(&s, stones->set, bounds->outcome == CGT_RIGHT, bounds);
    }
    free(s.memo);
    return PM_OK;
}

pm_status konane_value_bounds(const konane_stones *stones, const konane_values_options *options, uint64_t max_nodes,
                              konane_bounds *bounds, pm_error *err)
{
    pm_status status = bounds_by_stones(stones, bounds, err);
    if (status == PM_OK) {
        status = search_bounds(stones, options, max_nodes, bounds, err);
    }
    if (status == PM_OK && options->stop && options->stop(options->stop_ctx)) {
        status = status_fail(err, PM_INTERRUPTED, 0, "interrupted");
    }
    return status;
}
