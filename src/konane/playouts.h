/* Random games of Konane, many at once, for large runs.
 *
 * There is a kernel for processors with AVX-512 and one for those with AVX2; the third plays one game after the other
 * and runs on all. Each plays the same games with the same draws as play_random does.
 *
 * SPDX-License-Identifier: MIT
 */
#ifndef KONANE_PLAYOUTS_H
#define KONANE_PLAYOUTS_H

#include "src/game/game.h"

typedef struct konane_playouts {
    const char *name; /* "v512", "v256", "single" */

    /* Play `n` games to the end that are past their openings, on a board with the jumper `jumper` of sets of 64, 128,
     * 256 or 512 cells. NULL: there one game after the other is faster. */
    void (*play[4])(const void *jumper, game_playout *games, int n);
} konane_playouts;

/* The kernels that this processor can run, ended by NULL: the fastest first. */
const konane_playouts *const *konane_playouts_kernels(void);

/* Let a game of Konane take the kernel called `name`, for tests and measurements. False if there is none. Before the
 * game is used by several threads. */
bool konane_playouts_use(game *g, const char *name);

#endif
