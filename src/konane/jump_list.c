/* The list of every jump that a stone of one colour can ever make on a board, whatever the other stones.
 *
 * SPDX-License-Identifier: MIT
 */
#include "src/base/bits.h"
#include "src/konane/board.h"

#include <assert.h>

/* The jump of `k` captures from `from` with step `step`, all of whose cells are on the board. */
static konane_jump make_jump(int from, int step, int k)
{
    konane_jump jump = {.from = (uint8_t)from, .to = (uint8_t)(from + 2 * k * step)};
    for (int i = 0; i < k; i++) {
        jump.over |= bits_one(from + (2 * i + 1) * step);
        jump.landing |= bits_one(from + (2 * i + 2) * step);
    }
    return jump;
}

int konane_all_jumps(const pm_board *board, pm_color color, konane_jump jumps[KONANE_MAX_JUMPS])
{
    int n = 0;
    for (uint64_t rest = board->cells[color]; rest; rest = bits_rest(rest)) {
        const int from = bits_first(rest);
        const int col = from / board->rows, rank = from % board->rows;
        /* West, south, north, east, the farthest landing cell first in the first two: ascending by `to`. */
        for (int k = col / 2; k >= 1; k--) {
            jumps[n++] = make_jump(from, -board->rows, k);
        }
        for (int k = rank / 2; k >= 1; k--) {
            jumps[n++] = make_jump(from, -1, k);
        }
        for (int k = 1; k <= (board->rows - 1 - rank) / 2; k++) {
            jumps[n++] = make_jump(from, 1, k);
        }
        for (int k = 1; k <= (board->cols - 1 - col) / 2; k++) {
            jumps[n++] = make_jump(from, board->rows, k);
        }
    }
    assert(n <= KONANE_MAX_JUMPS);
    return n;
}
