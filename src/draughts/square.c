/* Squares as text: see square.h.
 *
 * SPDX-License-Identifier: MIT
 */
#include "src/draughts/square.h"

#include "src/base/status.h"

#include <assert.h>
#include <ctype.h>
#include <stdio.h>

static bool has_letters(const draughts_board *board)
{
    return board->rules.notation == DRAUGHTS_LETTERS;
}

int draughts_square_format(const draughts_board *board, int square, char text[DRAUGHTS_SQUARE_TEXT])
{
    assert(square >= 0 && square < board->n_squares);
    if (!has_letters(board)) {
        return snprintf(text, DRAUGHTS_SQUARE_TEXT, "%d", square + 1);
    }
    const int cell = board->cell_of[square];
    return snprintf(text, DRAUGHTS_SQUARE_TEXT, "%c%d", 'a' + cell % board->size, board->size - cell / board->size);
}

/* A number; *at is past all of its digits, however many. */
static int read_number(const char **at)
{
    int n = 0;
    for (; isdigit((unsigned char)**at); ++*at) {
        n = n < 1000 ? 10 * n + (**at - '0') : n;
    }
    return n;
}

/* The square in a column from the left and a rank from the bottom, from 0; -1 if it is not one that is played on. */
static int square_at(const draughts_board *board, int column, int rank)
{
    assert(rank >= 0 && rank < board->size);
    const int cell = (board->size - 1 - rank) * board->size + column;
    for (int square = 0; square < board->n_squares; square++) {
        if (board->cell_of[square] == cell && column < board->size) {
            return square;
        }
    }
    return -1;
}

draughts_square_found draughts_square_read(const draughts_board *board, const char **at, int *square)
{
    int column = 0;
    if (has_letters(board)) {
        const int letter = tolower((unsigned char)**at);
        if (letter < 'a' || letter > 'z' || !isdigit((unsigned char)(*at)[1])) {
            return DRAUGHTS_NO_SQUARE;
        }
        column = letter - 'a';
        ++*at;
    } else if (!isdigit((unsigned char)**at)) {
        return DRAUGHTS_NO_SQUARE;
    }
    const int n = read_number(at);
    assert(n >= 0 && column >= 0);
    if (has_letters(board)) {
        *square = n >= 1 && n <= board->size ? square_at(board, column, n - 1) : -1;
    } else {
        *square = n <= board->n_squares ? n - 1 : -1;
    }
    return *square >= 0 ? DRAUGHTS_SQUARE : DRAUGHTS_SQUARE_OUTSIDE;
}

pm_status draughts_square_refuse(const draughts_board *board, const char *name, size_t length, size_t offset,
                                 pm_error *err)
{
    char first[DRAUGHTS_SQUARE_TEXT], last[DRAUGHTS_SQUARE_TEXT];
    draughts_square_format(board, 0, first);
    draughts_square_format(board, board->n_squares - 1, last);
    return status_fail(err, PM_BAD_INPUT, offset, "square %.*s is not on the board %dx%d, whose squares are %s to %s",
                       (int)(length < 8 ? length : 8), name, board->size, board->size, first, last);
}

const char *draughts_move_examples(const draughts_board *board)
{
    return has_letters(board) ? "c3-d4 or c3:e5" : "21-17 or 22x13";
}
