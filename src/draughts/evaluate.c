/* Static evaluation: material, advance of the men, a guarded back row, kings in the middle.
 *
 * Made for a shallow search that resolves captures; the figures are plain and not tuned. A king is worth more where
 * men cannot take him, and most where he flies.
 *
 * SPDX-License-Identifier: MIT
 */
#include "src/draughts/evaluate.h"

#include <assert.h>

enum {
    MAN = 100,
    ADVANCE = 3, /* for each row that a man has come forward */
    GUARD = 6,   /* for each man still on the back row: it keeps enemy men from becoming kings */
    CENTRE = 8,  /* for a king off the rim */
    TRADE = 400, /* a lead counts for more the fewer pieces there are: lead * TRADE / pieces */
};

static int king_worth(const draughts_board *board)
{
    if (board->rules.king != DRAUGHTS_SHORT) {
        return 300;
    }
    return board->rules.men_take_kings ? 150 : 230;
}

/* The squares that are not on the rim. */
static uint64_t interior(const draughts_board *board)
{
    uint64_t inner = board->all;
    for (int d = 0; d < DRAUGHTS_N_DIRECTIONS; d++) {
        inner &= draughts_step(board, d, board->all);
    }
    return inner;
}

/* Rows that the men of one colour have come forward, from their own back row, in all. */
static int advance(const draughts_board *board, uint64_t men, pm_color color)
{
    assert((men & board->crown[color]) == 0); /* a man there would be a king */
    const uint64_t row = bits_below(board->half);
    int rows = 0;
    for (int i = 1; i < board->size; i++) {
        const int from_top = color == PM_WHITE ? board->size - 1 - i : i;
        rows += i * bits_count(men & row << draughts_bit(board, from_top, 0));
    }
    return rows;
}

static int side(const draughts_board *board, const draughts_position *pos, pm_color color)
{
    const uint64_t kings = pos->pieces[color] & pos->kings;
    const uint64_t men = pos->pieces[color] & ~pos->kings;
    return MAN * bits_count(men) + king_worth(board) * bits_count(kings) + ADVANCE * advance(board, men, color) +
           GUARD * bits_count(men & board->crown[!color]) + CENTRE * bits_count(kings & interior(board));
}

int draughts_evaluate(const draughts_board *board, const draughts_position *pos)
{
    const int n_pieces = bits_count(pos->pieces[PM_BLACK] | pos->pieces[PM_WHITE]);
    const int material[2] = {
        MAN * bits_count(pos->pieces[PM_BLACK]) +
            (king_worth(board) - MAN) * bits_count(pos->pieces[PM_BLACK] & pos->kings),
        MAN * bits_count(pos->pieces[PM_WHITE]) +
            (king_worth(board) - MAN) * bits_count(pos->pieces[PM_WHITE] & pos->kings),
    };
    assert((pos->kings & ~(pos->pieces[PM_BLACK] | pos->pieces[PM_WHITE])) == 0);
    const int own = (int)pos->mover;
    const int lead = material[own] - material[!own];
    const int score = side(board, pos, (pm_color)own) - side(board, pos, (pm_color)!own);
    return score + (n_pieces ? lead * TRADE / (100 * n_pieces) : 0);
}
