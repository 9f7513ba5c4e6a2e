/* A draughts board and a position on it, as sets of bits.
 *
 * The dark squares are bits row by row from the top left, with one unused bit after each even row, so that a step in
 * one direction is the same shift everywhere, and what leaves the board lands on an unused bit. On 8x8:
 *
 *       0     1     2     3     (4)         steps, with h = N/2 squares in a row:
 *          5     6     7     8
 *       9    10    11    12    (13)            -(h+1)    -h
 *         14    15    16    17                        x
 *      18    ...                                +h     +(h+1)
 *
 * The player at the bottom, who begins, is PM_WHITE here and moves up, whatever the game calls him. Numbers of squares
 * are those of the game's notation, less one: see rules.h.
 *
 * SPDX-License-Identifier: MIT
 */
#ifndef DRAUGHTS_BOARD_H
#define DRAUGHTS_BOARD_H

#include "src/base/bits.h"
#include "src/draughts/rules.h"

#include <assert.h>

enum {
    DRAUGHTS_MIN_SIZE = 4,
    DRAUGHTS_MAX_SIZE = 10,
    DRAUGHTS_MAX_SQUARES = 50,
    DRAUGHTS_MAX_CAPTURES = 32, /* of one move: the squares of 10x10 that are not on the rim */
};

/* Directions; d ^ 3 is the opposite one. */
enum { DRAUGHTS_NW, DRAUGHTS_NE, DRAUGHTS_SW, DRAUGHTS_SE, DRAUGHTS_N_DIRECTIONS };

typedef struct draughts_board {
    draughts_rules rules;
    int size, half; /* N and N/2 */
    int n_squares;
    uint64_t all;      /* every square */
    uint64_t home[2];  /* the men of each colour at the start */
    uint64_t crown[2]; /* where men of each colour become kings */

    /* A capture's rank is the sum of the weights of what it does; see board.c. The order weight of the piece captured
     * as number i, from 0, is order_weight >> i. */
    uint64_t piece_weight, mover_weight, king_weight, order_weight;

    uint8_t square_of[64];                /* bit -> number in the game's notation, less one */
    uint8_t bit_of[DRAUGHTS_MAX_SQUARES]; /* and back */
    uint8_t
        cell_of[DRAUGHTS_MAX_SQUARES]; /* number, less one -> row * N + column as the game's notation sees the board */
} draughts_board;

typedef struct draughts_position {
    uint64_t pieces[2]; /* by colour: PM_BLACK at the top, PM_WHITE at the bottom */
    uint64_t kings;
    uint32_t mover; /* a pm_color */
    uint32_t unused;
} draughts_position;

/* Set up the board of N x N squares. PM_BAD_INPUT if N is not even, or not in 4..10. */
pm_status draughts_board_init(const draughts_rules *rules, int rows, int cols, draughts_board *board, pm_error *err);

/* The start of the game with `men_rows` rows of men on each side; draughts_men_rows() is the usual number. */
draughts_position draughts_start(const draughts_board *board, int men_rows);
int draughts_men_rows(const draughts_board *board);

/* The same position with the colours exchanged and the board turned by half a turn: nothing that matters changes. */
draughts_position draughts_turned(const draughts_board *board, draughts_position pos);

/* The colour that the game's notation gives to a colour of a position, and the reverse. */
static inline pm_color draughts_color(const draughts_board *board, pm_color color)
{
    return board->rules.first == PM_WHITE ? color : (pm_color)!color;
}

/* The squares of `set` moved by one step; what leaves the board lands outside board->all. */
static inline uint64_t draughts_step(const draughts_board *board, int direction, uint64_t set)
{
    switch (direction) {
    case DRAUGHTS_NW:
        return set >> (board->half + 1);
    case DRAUGHTS_NE:
        return set >> board->half;
    case DRAUGHTS_SW:
        return set << board->half;
    default:
        assert(direction == DRAUGHTS_SE);
        return set << (board->half + 1);
    }
}

/* The square in row r from the top and place i of that row, from 0, as a bit number. */
static inline int draughts_bit(const draughts_board *board, int row, int place)
{
    return row * board->half + (row + 1) / 2 + place;
}

#endif
