/* Random games of Konane, many at once: one source for each width of vectors (the Makefile says which); see playouts.h.
 *
 *   PLAYOUTS_LANES   the header of the lanes
 *   PLAYOUTS_KERNEL  the name of the table, and PLAYOUTS_NAME the same as text
 *   PERFT_KERNEL     what perft_kernel.c defines
 *
 * SPDX-License-Identifier: MIT
 */
#include "src/konane/lanes/playouts.h"

#include "src/game/digest.h"
#include "src/konane/jumps.h"

#include PLAYOUTS_LANES

#include <assert.h>
#include <string.h>

/* The log of steps has room for the longest game, and as much again before it is moved. */
#define SET set64
#define WORDS 1
#define STEPS 256
#include "src/konane/lanes/playouts_template.h"

#define SET set128
#define WORDS 2
#define STEPS 448
#include "src/konane/lanes/playouts_template.h"

#define SET set256
#define WORDS 4
#define STEPS 832
#include "src/konane/lanes/playouts_template.h"

#define SET set512
#define WORDS GAME_CELL_WORDS
#define STEPS 1408
#include "src/konane/lanes/playouts_template.h"

uint64_t PERFT_KERNEL(const set64_jumper *jumper, uint64_t stones, int mover, int depth, uint64_t *sum);

const konane_playouts PLAYOUTS_KERNEL = {
    .name = PLAYOUTS_NAME,
    .play =
        {
            set64_playouts_play,
            set128_playouts_play,
            LANES_MOST_WORDS >= 4 ? set256_playouts_play : NULL,
            LANES_MOST_WORDS >= 7 ? set512_playouts_play : NULL,
        },
    .perft = PERFT_KERNEL,
};
