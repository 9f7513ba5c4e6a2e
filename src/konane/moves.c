/* Positions and moves of boards of up to 64 cells: the public functions of src/papamu.h.
 *
 * The jumps are those of src/konane/jumps_template.h; here the opening is put before them.
 *
 * SPDX-License-Identifier: MIT
 */
#include "src/base/bits.h"
#include "src/konane/board.h"
#include "src/konane/lanes/playouts.h"

#include <assert.h>

bool pm_position_is_valid(const pm_board *board, pm_position pos)
{
    return board && !(pos.occupied & ~board->all) && (pos.mover == PM_BLACK || pos.mover == PM_WHITE);
}

bool pm_position_is_opening(const pm_board *board, pm_position pos)
{
    if (!board) {
        return false;
    }
    const set64_opening opening = konane_board_opening(board);
    return set64_jumps_is_opening(&opening, pos.occupied, (int)pos.mover);
}

static uint64_t removals(const pm_board *board, pm_position pos)
{
    const set64_opening opening = konane_board_opening(board);
    return set64_jumps_removals(&opening, pos.occupied, (int)pos.mover);
}

int pm_moves(const pm_board *board, pm_position pos, pm_move moves[PM_MAX_MOVES])
{
    assert(pm_position_is_valid(board, pos));
    if (!pm_position_is_opening(board, pos)) {
        return pm_jumps(board, pos, moves);
    }
    int n = 0;
    for (uint64_t rest = removals(board, pos); rest; rest = bits_rest(rest)) {
        const uint16_t cell = (uint16_t)bits_first(rest);
        moves[n++] = (pm_move){cell, cell};
    }
    return n;
}

int pm_jumps(const pm_board *board, pm_position pos, pm_move moves[PM_MAX_MOVES])
{
    assert(pm_position_is_valid(board, pos));
    return set64_jumps_list(&board->jumper, pos.occupied, (int)pos.mover, moves);
}

pm_position pm_move_make(const pm_board *board, pm_position pos, pm_move move)
{
    assert(pos.occupied & bits_one(move.from));
    const uint64_t after = move.from == move.to ? pos.occupied & ~bits_one(move.from)
                                                : set64_jumps_make(&board->jumper, pos.occupied, move.from, move.to);
    assert((after & ~board->all) == 0 && bits_count(after) < bits_count(pos.occupied)); /* every move takes a stone */
    return (pm_position){.occupied = after, .mover = (pm_color)(1 - (int)pos.mover)};
}

uint64_t konane_perft_by(const konane_playouts *kernel, const pm_board *board, pm_position pos, int depth,
                         uint64_t *sum)
{
    assert(pm_position_is_valid(board, pos) && depth >= 0);
    if (depth == 0) {
        if (sum) {
            *sum += pos.occupied;
        }
        return 1;
    }
    if (!pm_position_is_opening(board, pos)) {
        return konane_playouts_perft(kernel, &board->jumper, pos.occupied, (int)pos.mover, depth, sum);
    }
    uint64_t total = 0;
    for (uint64_t rest = removals(board, pos); rest; rest = bits_rest(rest)) {
        const uint16_t cell = (uint16_t)bits_first(rest);
        const pm_position after = pm_move_make(board, pos, (pm_move){cell, cell});
        total += konane_perft_by(kernel, board, after, depth - 1, sum);
    }
    return total;
}

uint64_t konane_perft(const pm_board *board, pm_position pos, int depth, uint64_t *sum)
{
    return konane_perft_by(konane_playouts_named(NULL), board, pos, depth, sum);
}

uint64_t pm_perft(const pm_board *board, pm_position pos, int depth)
{
    return konane_perft(board, pos, depth, NULL);
}
