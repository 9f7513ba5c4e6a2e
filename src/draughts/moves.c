/* Legal moves: captures if there are any (capture.c), else quiet moves; and perft.
 *
 * SPDX-License-Identifier: MIT
 */
#include "src/draughts/moves.h"

#include "src/draughts/capture.h"

/* The two directions in which the men of a colour move, 0 and 1 of them. */
static inline int forward(pm_color color, int i)
{
    return color == PM_WHITE ? DRAUGHTS_NW + i : DRAUGHTS_SW + i;
}

static int add_steps(const draughts_board *board, int direction, uint64_t targets, draughts_move *moves)
{
    int n = 0;
    for (uint64_t set = targets; set; set = bits_rest(set)) {
        const int from = bits_first(draughts_step(board, direction ^ 3, set & -set));
        moves[n++] = (draughts_move){.from = (uint8_t)from, .to = (uint8_t)bits_first(set)};
    }
    return n;
}

/* Where the flying kings go in one direction: every square that one of them reaches, move by move. */
static int add_flights(const draughts_board *board, int direction, uint64_t kings, uint64_t empty, draughts_move *moves)
{
    int n = 0;
    for (uint64_t set = kings; set; set = bits_rest(set)) {
        uint64_t to = draughts_step(board, direction, set & -set) & empty;
        while (to) {
            moves[n++] = (draughts_move){.from = (uint8_t)bits_first(set), .to = (uint8_t)bits_first(to)};
            to = draughts_step(board, direction, to) & empty;
        }
    }
    return n;
}

/* Steps of the men of the mover in the directions of `heading`'s men, and moves of his kings. */
static int quiet_moves(const draughts_board *board, const draughts_position *pos, pm_color heading,
                       draughts_move *moves)
{
    const uint64_t own = pos->pieces[pos->mover];
    const uint64_t empty = board->all & ~(own | pos->pieces[!pos->mover]);
    const uint64_t kings = own & pos->kings;
    int n = 0;
    for (int i = 0; i < 2; i++) {
        const int d = forward(heading, i);
        n += add_steps(board, d, draughts_step(board, d, own & ~kings) & empty, moves + n);
    }
    for (int d = 0; kings && d < DRAUGHTS_N_DIRECTIONS; d++) {
        n += board->rules.king == DRAUGHTS_SHORT
                 ? add_steps(board, d, draughts_step(board, d, kings) & empty, moves + n)
                 : add_flights(board, d, kings, empty, moves + n);
    }
    return n;
}

static int count_quiet(const draughts_board *board, const draughts_position *pos)
{
    const uint64_t own = pos->pieces[pos->mover];
    const uint64_t empty = board->all & ~(own | pos->pieces[!pos->mover]);
    const uint64_t kings = own & pos->kings;
    int n = 0;
    for (int i = 0; i < 2; i++) {
        n += bits_count(draughts_step(board, forward((pm_color)pos->mover, i), own & ~kings) & empty);
    }
    for (int d = 0; kings && d < DRAUGHTS_N_DIRECTIONS; d++) {
        uint64_t to = draughts_step(board, d, kings) & empty;
        n += bits_count(to);
        while (to && board->rules.king != DRAUGHTS_SHORT) {
            to = draughts_step(board, d, to) & empty;
            n += bits_count(to);
        }
    }
    return n;
}

int draughts_moves(const draughts_board *board, const draughts_position *pos,
                   draughts_move moves[static DRAUGHTS_MAX_MOVES])
{
    const uint64_t capturers = draughts_capturers(board, pos);
    return capturers ? draughts_captures(board, pos, capturers, moves)
                     : quiet_moves(board, pos, (pm_color)pos->mover, moves);
}

int draughts_unmoves(const draughts_board *board, const draughts_position *pos,
                     draughts_move moves[static DRAUGHTS_MAX_MOVES])
{
    return quiet_moves(board, pos, (pm_color)!pos->mover, moves);
}

int draughts_count_moves(const draughts_board *board, const draughts_position *pos)
{
    const uint64_t capturers = draughts_capturers(board, pos);
    if (!capturers) {
        return count_quiet(board, pos);
    }
    draughts_move moves[DRAUGHTS_MAX_MOVES];
    return draughts_captures(board, pos, capturers, moves);
}

bool draughts_must_capture(const draughts_board *board, const draughts_position *pos)
{
    return draughts_capturers(board, pos) != 0;
}

uint64_t draughts_perft(const draughts_board *board, const draughts_position *pos, int depth, bool bulk)
{
    if (depth == 0) {
        return 1;
    }
    if (depth == 1 && bulk) {
        return (uint64_t)draughts_count_moves(board, pos);
    }
    draughts_move moves[DRAUGHTS_MAX_MOVES];
    const int n = draughts_moves(board, pos, moves);
    uint64_t leaves = 0;
    for (int i = 0; i < n; i++) {
        const draughts_position next = draughts_make(board, *pos, moves[i]);
        leaves += draughts_perft(board, &next, depth - 1, bulk);
    }
    return leaves;
}
