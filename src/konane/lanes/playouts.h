/* Many positions of Konane at once: random games, for large runs, and perft.
 *
 * There is a kernel for processors with AVX-512 and one for those with AVX2; the third works on one position after the
 * other and runs on all. Each plays the same games with the same draws as play_random does.
 *
 * SPDX-License-Identifier: MIT
 */
#ifndef KONANE_PLAYOUTS_H
#define KONANE_PLAYOUTS_H

#include "src/game/game.h"
#include "src/konane/jumps.h"

typedef struct konane_playouts {
    const char *name; /* "v512", "v256", "single" */

    /* Play `n` games to the end that are past their openings, on a board with the jumper `jumper` of sets of 64, 128,
     * 256 or 512 cells. NULL: there one game after the other is faster. */
    void (*play[4])(const void *jumper, game_playout *games, int n);

    /* set64_jumps_perft_made, or without `sum` set64_jumps_perft, unless jumps are longest; NULL: there is nothing
     * better than these. */
    uint64_t (*perft)(const set64_jumper *jumper, uint64_t stones, int mover, int depth, uint64_t *sum);
} konane_playouts;

/* Number of sequences of `depth` >= 1 jumps on up to 64 cells, by a kernel; see konane_perft for `sum`. */
static inline uint64_t konane_playouts_perft(const konane_playouts *kernel, const set64_jumper *jumper, uint64_t stones,
                                             int mover, int depth, uint64_t *sum)
{
    if (kernel->perft && !jumper->takes_all) {
        return kernel->perft(jumper, stones, mover, depth, sum);
    }
    return sum ? set64_jumps_perft_made(jumper, stones, mover, depth, sum)
               : set64_jumps_perft(jumper, stones, mover, depth);
}

/* konane_perft (src/konane/board.h) by one kernel, for tests and measurements. */
uint64_t konane_perft_by(const konane_playouts *kernel, const pm_board *board, pm_position pos, int depth,
                         uint64_t *sum);

/* The kernels that this processor can run, ended by NULL: the fastest first. */
const konane_playouts *const *konane_playouts_kernels(void);

/* Let a game of Konane take the kernel called `name`, for tests and measurements. False if there is none. Before the
 * game is used by several threads. */
bool konane_playouts_use(game *g, const char *name);

/* The kernel called `name`, NULL for the fastest. NULL if there is none. */
const konane_playouts *konane_playouts_named(const char *name);

#endif
