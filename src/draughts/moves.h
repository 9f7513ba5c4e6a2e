/* Moves of the draughts family on bitboards.
 *
 * Moves with equal start, end and captured set (and, where a man may become a king on the way, equal promotion) are one
 * move, whatever the order of the captures. Paths, which only the notation needs, are in notation.h.
 *
 * SPDX-License-Identifier: MIT
 */
#ifndef DRAUGHTS_MOVES_H
#define DRAUGHTS_MOVES_H

#include "src/draughts/board.h"

/* More than any position of the short kings has (24 pieces with four moves each, or captures along the 13 edges of a
 * lattice); flying kings on crowded boards could exceed it in theory, and what exceeds it is not listed. */
enum { DRAUGHTS_MAX_MOVES = 512 };

/* From and to are bits of the board. */
typedef struct draughts_move {
    uint64_t taken;
    uint8_t from, to;
    bool is_crowned; /* becomes a king on the way, wherever it ends */
} draughts_move;

/* Write all legal moves, in no particular order; returns their number. None: the mover has lost. */
int draughts_moves(const draughts_board *board, const draughts_position *pos,
                   draughts_move moves[static DRAUGHTS_MAX_MOVES]);

/* The number of legal moves. */
int draughts_count_moves(const draughts_board *board, const draughts_position *pos);

/* Whether the mover has a capture, and so must capture. */
bool draughts_must_capture(const draughts_board *board, const draughts_position *pos);

/* Number of sequences of exactly `depth` >= 0 moves. With `bulk` the moves at the last level are counted without being
 * made, which must not change the result. */
uint64_t draughts_perft(const draughts_board *board, const draughts_position *pos, int depth, bool bulk);

/* The quiet moves, promotions excepted, that the mover of `pos` may have made as his last one, so with him to move
 * again before it: each takes a piece back from `from` to `to`. Whether he was free to make it, for want of a capture,
 * is not looked at. Returns their number. */
int draughts_unmoves(const draughts_board *board, const draughts_position *pos,
                     draughts_move moves[static DRAUGHTS_MAX_MOVES]);

/* The position before such a move; its mover is that of `pos`. */
static inline draughts_position draughts_unmake(draughts_position pos, draughts_move move)
{
    const uint64_t from = bits_one(move.from), to = bits_one(move.to);
    pos.pieces[pos.mover] ^= from | to;
    pos.kings ^= pos.kings & from ? from | to : 0;
    return pos;
}

/* The position after a legal move. */
static inline draughts_position draughts_make(const draughts_board *board, draughts_position pos, draughts_move move)
{
    const uint64_t from = bits_one(move.from);
    const uint64_t to = bits_one(move.to);
    const pm_color mover = (pm_color)pos.mover;
    const bool is_king = pos.kings & from || move.is_crowned || to & board->crown[mover];
    pos.pieces[mover] = (pos.pieces[mover] & ~from) | to;
    pos.pieces[!mover] &= ~move.taken;
    pos.kings = (pos.kings & ~from & ~move.taken) | (is_king ? to : 0);
    pos.mover = !mover;
    return pos;
}

#endif
