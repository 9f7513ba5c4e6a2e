/* Setting up a draughts board: see board.h.
 *
 * SPDX-License-Identifier: MIT
 */
#include "src/draughts/board.h"

#include "src/base/status.h"

#include <assert.h>

static uint64_t row_squares(const draughts_board *board, int row)
{
    return bits_below(board->half) << draughts_bit(board, row, 0);
}

/* What the game's notation calls the square in `row` and `place`, and where a drawing with White at the bottom has it.
 * The player who begins sees our board, reflected left to right if its bottom-left corner is dark. */
static void number_square(draughts_board *board, int row, int place)
{
    const int n = board->size;
    const draughts_rules *rules = &board->rules;
    const int bit = draughts_bit(board, row, place);
    const int our_column = 2 * place + (row & 1);
    const int column = rules->is_mirrored ? n - 1 - our_column : our_column;
    const bool from_bottom = rules->corner == DRAUGHTS_BOTTOM_LEFT || rules->corner == DRAUGHTS_BOTTOM_RIGHT;
    const bool from_right = rules->corner == DRAUGHTS_BOTTOM_RIGHT || rules->corner == DRAUGHTS_TOP_RIGHT;
    const int square = (from_bottom ? n - 1 - row : row) * board->half + (from_right ? n - 1 - column : column) / 2;
    const bool is_turned = rules->first == PM_BLACK;
    assert(square >= 0 && square < board->n_squares && bit < 64);
    board->square_of[bit] = (uint8_t)square;
    board->bit_of[square] = (uint8_t)bit;
    board->cell_of[square] = (uint8_t)(is_turned ? (n - 1 - row) * n + (n - 1 - column) : row * n + column);
}

/* Turn the ordered list of keys into weights of one 64-bit sum, the first key in the highest bits, so that comparing
 * two captures is comparing two numbers. A key that is not listed has weight 0. A capture takes pieces off the rim
 * only, at most DRAUGHTS_MAX_CAPTURES of them: so many bits for the sequence of kinds, and six for a count. */
static void weigh_captures(draughts_board *board)
{
    enum { COUNT_BITS = 6, ORDER_BITS = DRAUGHTS_MAX_CAPTURES };
    int shift = 64;
    for (const draughts_key *key = board->rules.precedence; *key != DRAUGHTS_END; key++) {
        switch (*key) {
        case DRAUGHTS_MOST_PIECES:
            board->piece_weight = bits_one(shift -= COUNT_BITS);
            break;
        case DRAUGHTS_WITH_KING:
            board->mover_weight = bits_one(shift -= 1);
            break;
        case DRAUGHTS_MOST_KINGS:
            board->king_weight = bits_one(shift -= COUNT_BITS);
            break;
        default:
            board->order_weight = bits_one(shift - 1);
            shift -= ORDER_BITS;
            break;
        }
    }
    assert(shift >= 0);
}

pm_status draughts_board_init(const draughts_rules *rules, int rows, int cols, draughts_board *board, pm_error *err)
{
    const int n = rows;
    if (rows != cols || n % 2 || n < DRAUGHTS_MIN_SIZE || n > DRAUGHTS_MAX_SIZE) {
        return status_fail(err, PM_BAD_INPUT, 0,
                           "a board of %dx%d is not one of the draughts boards %dx%d, 6x6, 8x8, %dx%d", rows, cols,
                           DRAUGHTS_MIN_SIZE, DRAUGHTS_MIN_SIZE, DRAUGHTS_MAX_SIZE, DRAUGHTS_MAX_SIZE);
    }
    *board = (draughts_board){.rules = *rules, .size = n, .half = n / 2, .n_squares = n * n / 2};
    for (int row = 0; row < n; row++) {
        board->all |= row_squares(board, row);
        for (int place = 0; place < n / 2; place++) {
            number_square(board, row, place);
        }
    }
    assert(bits_count(board->all) == board->n_squares); /* rows do not overlap */
    board->crown[PM_WHITE] = row_squares(board, 0);
    board->crown[PM_BLACK] = row_squares(board, n - 1);
    const draughts_position start = draughts_start(board, draughts_men_rows(board));
    board->home[PM_BLACK] = start.pieces[PM_BLACK];
    board->home[PM_WHITE] = start.pieces[PM_WHITE];
    weigh_captures(board);
    return PM_OK;
}

int draughts_men_rows(const draughts_board *board)
{
    const int rows = (board->size - board->rules.gap) / 2;
    return rows > 1 ? rows : 1; /* on 4x4 two empty rows are left, whatever the gap */
}

draughts_position draughts_start(const draughts_board *board, int men_rows)
{
    assert(men_rows >= 1 && 2 * men_rows <= board->size);
    draughts_position pos = {.mover = PM_WHITE};
    for (int row = 0; row < men_rows; row++) {
        pos.pieces[PM_BLACK] |= row_squares(board, row);
        pos.pieces[PM_WHITE] |= row_squares(board, board->size - 1 - row);
    }
    return pos;
}

/* Half a turn reverses the order of the bits: the unused bits come after the even rows from either end. */
static uint64_t turn_set(const draughts_board *board, uint64_t set)
{
    assert((set & ~board->all) == 0);
    uint64_t x = set;
    x = (x >> 1 & UINT64_C(0x5555555555555555)) | (x & UINT64_C(0x5555555555555555)) << 1;
    x = (x >> 2 & UINT64_C(0x3333333333333333)) | (x & UINT64_C(0x3333333333333333)) << 2;
    x = (x >> 4 & UINT64_C(0x0f0f0f0f0f0f0f0f)) | (x & UINT64_C(0x0f0f0f0f0f0f0f0f)) << 4;
    return __builtin_bswap64(x) >> (63 - draughts_bit(board, board->size - 1, board->half - 1));
}

draughts_position draughts_turned(const draughts_board *board, draughts_position pos)
{
    return (draughts_position){
        .pieces = {turn_set(board, pos.pieces[PM_WHITE]), turn_set(board, pos.pieces[PM_BLACK])},
        .kings = turn_set(board, pos.kings),
        .mover = !pos.mover,
    };
}
