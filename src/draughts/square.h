/* Squares as text: numbers from 1, or a letter and a rank, as the game's notation has them.
 *
 * SPDX-License-Identifier: MIT
 */
#ifndef DRAUGHTS_SQUARE_H
#define DRAUGHTS_SQUARE_H

#include "src/draughts/board.h"

enum { DRAUGHTS_SQUARE_TEXT = 4 }; /* with the terminating zero */

/* Write the name of a square, given by its number from 0. Returns the length. */
int draughts_square_format(const draughts_board *board, int square, char text[DRAUGHTS_SQUARE_TEXT]);

typedef enum draughts_square_found {
    DRAUGHTS_SQUARE,
    DRAUGHTS_NO_SQUARE,
    DRAUGHTS_SQUARE_OUTSIDE
} draughts_square_found;

/* Read a square at *at and move *at past it, also past one that is well formed but not on the board. */
draughts_square_found draughts_square_read(const draughts_board *board, const char **at, int *square);

/* Report a square that is not on the board; `name` is its text, `length` characters of it. Returns PM_BAD_INPUT. */
pm_status draughts_square_refuse(const draughts_board *board, const char *name, size_t length, size_t offset,
                                 pm_error *err);

/* A move and a capture of this game's notation, for messages: "21-17 or 22x13". */
const char *draughts_move_examples(const draughts_board *board);

#endif
