/* See draughts_bridge.h.
 *
 * SPDX-License-Identifier: MIT
 */
#include "tests/oracle/draughts_bridge.h"

#include <stdio.h>
#include <stdlib.h>

void bridge_board(const draughts_rules *rules, int size, draughts_board *board)
{
    pm_error err;
    if (draughts_board_init(rules, size, size, board, &err) != PM_OK) {
        fprintf(stderr, "%s\n", err.message);
        exit(1);
    }
}

/* The oracle counts dark squares from the top left, and so do the bits, with gaps. */
static int oracle_square(const draughts_board *board, int bit)
{
    return bits_count(board->all & bits_below(bit)) + 1;
}

static int board_bit(const draughts_board *board, int square)
{
    int bit = 0;
    while (!(board->all >> bit & 1) || oracle_square(board, bit) != square) {
        bit++;
    }
    return bit;
}

od_position bridge_to_oracle(const draughts_board *board, const draughts_position *pos)
{
    od_position image = {
        .rules = od_rules_named(board->rules.name), .n = board->size, .is_blacks_turn = pos->mover == PM_BLACK};
    for (int bit = 0; bit < 64; bit++) {
        const uint64_t one = bits_one(bit);
        const bool is_king = pos->kings & one;
        if (pos->pieces[PM_WHITE] & one) {
            image.on[oracle_square(board, bit)] = is_king ? OD_WHITE_KING : OD_WHITE_MAN;
        } else if (pos->pieces[PM_BLACK] & one) {
            image.on[oracle_square(board, bit)] = is_king ? OD_BLACK_KING : OD_BLACK_MAN;
        }
    }
    return image;
}

draughts_position bridge_from_oracle(const draughts_board *board, const od_position *pos)
{
    draughts_position image = {.mover = pos->is_blacks_turn ? PM_BLACK : PM_WHITE};
    for (int square = 1; square <= board->n_squares; square++) {
        const uint64_t one = bits_one(board_bit(board, square));
        const od_piece piece = pos->on[square];
        image.pieces[PM_WHITE] |= piece == OD_WHITE_MAN || piece == OD_WHITE_KING ? one : 0;
        image.pieces[PM_BLACK] |= piece == OD_BLACK_MAN || piece == OD_BLACK_KING ? one : 0;
        image.kings |= piece == OD_WHITE_KING || piece == OD_BLACK_KING ? one : 0;
    }
    return image;
}

static int compare(const void *a, const void *b)
{
    const bridge_move *x = a, *y = b;
    if (x->from != y->from) {
        return x->from - y->from;
    }
    if (x->to != y->to) {
        return x->to - y->to;
    }
    return (x->taken > y->taken) - (x->taken < y->taken);
}

int bridge_moves(const draughts_board *board, const draughts_position *pos, bridge_move *moves)
{
    draughts_move found[DRAUGHTS_MAX_MOVES];
    const int n = draughts_moves(board, pos, found);
    for (int i = 0; i < n; i++) {
        uint64_t taken = 0;
        for (uint64_t set = found[i].taken; set; set = bits_rest(set)) {
            taken |= bits_one(oracle_square(board, bits_first(set)) - 1);
        }
        moves[i] = (bridge_move){oracle_square(board, found[i].from), oracle_square(board, found[i].to), taken};
    }
    qsort(moves, (size_t)n, sizeof *moves, compare);
    return n;
}

int bridge_oracle_moves(const od_position *pos, bridge_move *moves)
{
    static od_move found[OD_MAX_MOVES]; /* two thirds of a MiB, which address sanitizers would clear at each call */
    const int n = od_moves(pos, found);
    for (int i = 0; i < n; i++) {
        moves[i] = (bridge_move){found[i].path[0], found[i].path[found[i].n_squares - 1], od_taken_set(&found[i])};
    }
    qsort(moves, (size_t)n, sizeof *moves, compare);
    return n;
}

draughts_position bridge_random(const draughts_board *board, rng *r)
{
    draughts_position pos = {.mover = rng_below(r, 2)};
    const uint32_t density = 10 + rng_below(r, 50); /* pieces in a hundred squares */
    const uint32_t kings = rng_below(r, 101);
    for (uint64_t set = board->all; set; set = bits_rest(set)) {
        const uint64_t one = set & -set;
        const pm_color color = (pm_color)rng_below(r, 2);
        if (rng_below(r, 100) < density) {
            pos.pieces[color] |= one;
            pos.kings |= rng_below(r, 100) < kings || one & board->crown[color] ? one : 0;
        }
    }
    return pos;
}
