/* Text of draughts positions (FEN) and moves, in the numbering and the colours of the game's own notation.
 *
 * FEN: `W:W21-32:B1-12`, `W:WK30:B10,12,K20`; `K` precedes a king's square or a range of kings. Moves: `21-17`,
 * `22x13`, and with all squares of the path, `22x13x6`, where two captures share their first and last square.
 *
 * SPDX-License-Identifier: MIT
 */
#ifndef DRAUGHTS_NOTATION_H
#define DRAUGHTS_NOTATION_H

#include "src/draughts/moves.h"

enum {
    DRAUGHTS_MAX_FEN = 256,       /* with the terminating zero: 50 squares of four characters */
    DRAUGHTS_MAX_MOVE_TEXT = 100, /* with the terminating zero: 33 squares of a path */
    DRAUGHTS_MAX_READINGS = 8,    /* moves that one text may mean; more are not listed */
};

/* Write the position; returns the length. */
int draughts_fen_format(const draughts_board *board, const draughts_position *pos, char text[DRAUGHTS_MAX_FEN]);

/* Read a position. Blanks, a final stop, sides in any order and squares in any order are read, as are two habits of
 * other programs: the mover written twice ("W:W:W21,22:B1,2") and counters at the end (":H0:F1", half-moves without
 * progress and the number of the move), which are checked and ignored. PM_BAD_INPUT with the offset of what is wrong:
 * another notation, squares that are not on the board or occupied twice, men on their last row, a side that is missing.
 */
pm_status draughts_fen_parse(const draughts_board *board, const char *text, draughts_position *pos, pm_error *err);

/* Write a legal move: from and to, or the whole path if another move has the same. Returns the length. */
int draughts_move_format(const draughts_board *board, const draughts_position *pos, const draughts_move *move,
                         char text[DRAUGHTS_MAX_MOVE_TEXT]);

/* Write a legal move with all squares of its path, the least one (by numbers) of several. */
int draughts_path_format(const draughts_board *board, const draughts_position *pos, const draughts_move *move,
                         char text[DRAUGHTS_MAX_MOVE_TEXT]);

/* Read a move that is legal in `pos`: two squares or more of the path, separated by `-`, `x` or `:`, whichever the
 * move is. Squares in between may be left out where one move only remains; a text that is a whole path means that
 * move. Squares of two digits may also follow one another without a separator ("1118"). PM_BAD_INPUT with the offset of
 * a bad character, or 0 for a well-formed move that is illegal, or ambiguous; the message lists the legal moves or the
 * readings. */
pm_status draughts_move_parse(const draughts_board *board, const draughts_position *pos, const char *text,
                              draughts_move *move, pm_error *err);

/* Write the legal moves that `text` may mean, in the order of the notation; returns their number, at most
 * DRAUGHTS_MAX_READINGS. If it is not 1, draughts_move_parse reports why. */
int draughts_move_readings(const draughts_board *board, const draughts_position *pos, const char *text,
                           draughts_move readings[static DRAUGHTS_MAX_READINGS]);

/* Legal moves in the order of the notation: from, to, captured squares. Returns their number. */
int draughts_sorted_moves(const draughts_board *board, const draughts_position *pos,
                          draughts_move moves[static DRAUGHTS_MAX_MOVES]);

#endif
