/* Perft of Konane on up to 64 cells, many positions at once: one source for each width of vectors (the Makefile says
 * which); see playouts.h.
 *
 * The positions of a ply lie one after the other. LANES of them are expanded together: their jumps over one stone
 * vertically, over two, ..., then horizontally, are sets in lanes, and each turn of a loop makes one jump of each lane
 * that has one left; the children of these lanes are stored side by side. Jumps are made as in
 * src/konane/jumps_template.h.
 *
 *   PLAYOUTS_LANES   the header of the lanes
 *   PERFT_KERNEL     the name of the function
 *
 * SPDX-License-Identifier: MIT
 */
#include "src/konane/lanes/playouts.h"

#include "src/base/bits.h"
#include "src/konane/jumps.h"

#include PLAYOUTS_LANES

#include <assert.h>
#include <string.h>

/* Children that are gathered before they are expanded in turn; and the most that LANES positions have: each empty cell
 * is reached by one stone from each side. */
enum { ROOM = 1024, MOST = 128 * LANES };

/* Where the jumps of some positions go: counted, made and added up, or kept. */
typedef struct leaves {
    lanes counts, sums; /* in each lane */
    uint64_t *kept;     /* the children */
    size_t n_kept;
} leaves;

typedef enum leaf_use { COUNT, MAKE, KEEP } leaf_use;

/* The jumps that take `n_stones` stones, the last of which are `last`; the ones before lie towards smaller cells if
 * `is_up`. */
static inline __attribute__((always_inline)) void make_jumps(lanes stones, lanes last, int step, int n_stones,
                                                             bool is_up, leaf_use use, leaves *to)
{
    if (use == COUNT) {
        to->counts += lanes_count(last);
        return;
    }
    lane_mask more = lanes_any(last);
    while (lanes_bits(more)) {
        const lanes lowest = last & -last;
        lanes taken = lowest, earlier = lowest;
        for (int i = 1; i < n_stones; i++) {
            earlier = is_up ? earlier >> 2 * step : earlier << 2 * step;
            taken |= earlier;
        }
        const lanes child = stones ^ taken ^ (taken << step) ^ (taken >> step);
        if (use == MAKE) {
            to->sums += lanes_where(more, child);
            to->counts += lanes_where(more, lanes_all(1));
        } else {
            to->n_kept += (size_t)lanes_store_some(child, more, to->kept + to->n_kept);
        }
        last ^= lowest;
        more = lanes_any(last);
    }
}

/* All jumps along an axis. */
static inline __attribute__((always_inline)) void expand_axis(const set64_jumper *jumper, lanes stones, int mover,
                                                              int axis, leaf_use use, leaves *to)
{
    const int step = jumper->step[axis];
    const lanes above = stones >> step, below = stones << step;
    const lanes enemies = stones & lanes_all(jumper->over[mover][axis]);
    const lanes ready = enemies & (above ^ below);
    const lanes open = enemies & lanes_all(jumper->chains) & ~(above | below);
    make_jumps(stones, ready, step, 1, true, use, to);
    lanes up = (ready << 2 * step) & open, down = (ready >> 2 * step) & open;
    make_jumps(stones, up, step, 2, true, use, to);
    make_jumps(stones, down, step, 2, false, use, to);
    for (int n = 3; up = (up << 2 * step) & open, down = (down >> 2 * step) & open, lanes_bits(lanes_any(up | down));
         n++) {
        make_jumps(stones, up, step, n, true, use, to);
        make_jumps(stones, down, step, n, false, use, to);
    }
}

/* The next LANES of n positions; an empty board, which has no jumps, where there are no more. */
static inline lanes load(const uint64_t *stones, size_t n)
{
    lanes x = {0};
    memcpy(&x, stones, (n < LANES ? n : LANES) * sizeof *stones);
    return x;
}

static inline __attribute__((always_inline)) uint64_t last_ply(const set64_jumper *jumper, const uint64_t *stones,
                                                               size_t n, int mover, leaf_use use, uint64_t *sum)
{
    leaves to = {.kept = NULL};
    for (size_t i = 0; i < n; i += LANES) {
        const lanes x = n - i >= LANES ? load(stones + i, LANES) : load(stones + i, n - i);
        expand_axis(jumper, x, mover, 0, use, &to);
        expand_axis(jumper, x, mover, 1, use, &to);
    }
    uint64_t count = 0;
    for (int lane = 0; lane < LANES; lane++) {
        count += lanes_get(to.counts, lane);
        if (use == MAKE) {
            *sum += lanes_get(to.sums, lane);
        }
    }
    return count;
}

/* The sequences of exactly `depth` jumps from all of n positions. */
static uint64_t walk(const set64_jumper *jumper, const uint64_t *stones, size_t n, int mover, int depth, uint64_t *sum)
{
    if (depth == 1) {
        return sum ? last_ply(jumper, stones, n, mover, MAKE, sum) : last_ply(jumper, stones, n, mover, COUNT, NULL);
    }
    uint64_t children[ROOM + MOST + LANES], total = 0; /* storing some lanes writes all */
    leaves to = {.kept = children};
    for (size_t i = 0; i < n; i += LANES) {
        const lanes x = load(stones + i, n - i);
        expand_axis(jumper, x, mover, 0, KEEP, &to);
        expand_axis(jumper, x, mover, 1, KEEP, &to);
        assert(to.n_kept <= ROOM + MOST);
        if (to.n_kept > ROOM) {
            total += walk(jumper, children, to.n_kept, 1 - mover, depth - 1, sum);
            to.n_kept = 0;
        }
    }
    return to.n_kept ? total + walk(jumper, children, to.n_kept, 1 - mover, depth - 1, sum) : total;
}

uint64_t PERFT_KERNEL(const set64_jumper *jumper, uint64_t stones, int mover, int depth, uint64_t *sum);

uint64_t PERFT_KERNEL(const set64_jumper *jumper, uint64_t stones, int mover, int depth, uint64_t *sum)
{
    assert(depth >= 1 && !jumper->takes_all);
    return walk(jumper, &stones, 1, mover, depth, sum);
}
