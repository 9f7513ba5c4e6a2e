/* Captures: what moves.c needs of capture.c, and notation.c for the paths.
 *
 * SPDX-License-Identifier: MIT
 */
#ifndef DRAUGHTS_CAPTURE_H
#define DRAUGHTS_CAPTURE_H

#include "src/draughts/moves.h"

/* The own pieces that have a capture. */
uint64_t draughts_capturers(const draughts_board *board, const draughts_position *pos);

/* Write the captures of the pieces in `capturers` that the precedence leaves; returns their number. */
int draughts_captures(const draughts_board *board, const draughts_position *pos, uint64_t capturers,
                      draughts_move moves[static DRAUGHTS_MAX_MOVES]);

/* One way in which a capture can be made: the squares (bits) it touches, the first and the last included. */
typedef struct draughts_path {
    draughts_move move;
    int n;
    uint8_t squares[DRAUGHTS_MAX_CAPTURES + 1];
} draughts_path;

/* Call visit(path, ctx) for every way of making every capture that the precedence leaves. */
void draughts_each_path(const draughts_board *board, const draughts_position *pos,
                        void (*visit)(const draughts_path *path, void *ctx), void *ctx);

#endif
