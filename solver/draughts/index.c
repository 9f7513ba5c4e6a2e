/* Numbering draughts positions: see index.h.
 *
 * SPDX-License-Identifier: MIT
 */
#include "solver/draughts/index.h"

#include <assert.h>
#include <string.h>

static void fill_choose(draughts_index *index)
{
    for (int n = 0; n <= DRAUGHTS_MAX_SQUARES; n++) {
        index->choose[n][0] = 1;
        for (int k = 1; k <= INDEX_MAX_PIECES; k++) {
            index->choose[n][k] = n == 0 ? 0 : index->choose[n - 1][k - 1] + index->choose[n - 1][k];
        }
    }
}

static uint32_t choose(const draughts_index *index, int n, int k)
{
    return n < 0 ? 0 : (uint32_t)index->choose[n][k];
}

static void lay_out(const draughts_index *index, draughts_material m, index_slice *slice)
{
    const int half = index->board->half;
    const int n = index->board->n_squares;
    *slice = (index_slice){.material = m};
    slice->n_mover_kings = choose(index, n - m.mover_men - m.other_men, m.mover_kings);
    slice->n_other_kings = choose(index, n - m.mover_men - m.other_men - m.mover_kings, m.other_kings);
    const uint64_t kings = (uint64_t)slice->n_mover_kings * slice->n_other_kings;
    for (int k = 0; k <= m.mover_men; k++) {
        const int in_the_middle = m.mover_men - k;
        slice->n_rest[k] = choose(index, n - 2 * half, in_the_middle);
        slice->n_other[k] = choose(index, n - half - in_the_middle, m.other_men);
        slice->block[k] = slice->size;
        slice->size += choose(index, half, k) * (uint64_t)slice->n_rest[k] * slice->n_other[k] * kings;
    }
    slice->block[m.mover_men + 1] = slice->size;
    assert(slice->block[0] == 0);
}

static void add_slice(draughts_index *index, draughts_material m)
{
    assert(index->n_slices < INDEX_MAX_SLICES);
    assert(index->slice_of[m.mover_men][m.mover_kings][m.other_men][m.other_kings] < 0);
    index->slice_of[m.mover_men][m.mover_kings][m.other_men][m.other_kings] = (int16_t)index->n_slices;
    lay_out(index, m, &index->slices[index->n_slices++]);
}

/* All slices with this many pieces and men in all. */
static void add_slices(draughts_index *index, int pieces, int men)
{
    for (int mover = 1; mover < pieces; mover++) {
        for (int mover_men = 0; mover_men <= mover && mover_men <= men; mover_men++) {
            const int other = pieces - mover, other_men = men - mover_men;
            if (other_men <= other) {
                add_slice(index, (draughts_material){(uint8_t)mover_men, (uint8_t)(mover - mover_men),
                                                     (uint8_t)other_men, (uint8_t)(other - other_men)});
            }
        }
    }
}

void draughts_index_init(draughts_index *index, const draughts_board *board, int max_pieces)
{
    assert(max_pieces >= 2 && max_pieces <= INDEX_MAX_PIECES);
    memset(index, 0, sizeof *index);
    memset(index->slice_of, -1, sizeof index->slice_of);
    index->board = board;
    index->max_pieces = max_pieces;
    index->top = board->crown[PM_WHITE];
    index->back = board->crown[PM_BLACK];
    index->middle = board->all & ~index->top & ~index->back;
    fill_choose(index);
    for (int pieces = 2; pieces <= max_pieces; pieces++) {
        for (int men = 0; men <= pieces; men++) {
            add_slices(index, pieces, men);
        }
    }
}

int draughts_index_partner(const draughts_index *index, int slice)
{
    const draughts_material m = index->slices[slice].material;
    return index->slice_of[m.other_men][m.other_kings][m.mover_men][m.mover_kings];
}

int draughts_index_slice(const draughts_index *index, const draughts_position *pos)
{
    const uint64_t own = pos->pieces[PM_WHITE], other = pos->pieces[PM_BLACK];
    if (bits_count(own | other) > index->max_pieces) {
        return -1;
    }
    return index->slice_of[bits_count(own & ~pos->kings)][bits_count(own & pos->kings)][bits_count(other & ~pos->kings)]
                          [bits_count(other & pos->kings)];
}

/* The number of `set`, a subset of `squares`. */
static inline uint64_t rank_set(const draughts_index *index, uint64_t set, uint64_t squares)
{
    uint64_t rank = 0;
    assert((set & ~squares) == 0);
    for (int i = 1; set; set = bits_rest(set), i++) {
        rank += index->choose[bits_count(squares & ((set & -set) - 1))][i];
    }
    return rank;
}

/* The subset of `n` of the `squares` with this number: the greatest element is the greatest c with C(c,n) <= rank. */
static inline uint64_t unrank_set(const draughts_index *index, uint64_t rank, int n, uint64_t squares)
{
    assert(rank < index->choose[bits_count(squares)][n]);
    uint64_t set = 0;
    int c = bits_count(squares);
    for (; n > 0; n--) {
        uint64_t top;
        do {
            top = UINT64_C(1) << (63 - __builtin_clzll(squares));
            squares ^= top;
            c--;
        } while (index->choose[c][n] > rank);
        rank -= index->choose[c][n];
        set |= top;
    }
    return set;
}

uint64_t draughts_index_rank(const draughts_index *index, int slice, const draughts_position *pos)
{
    const index_slice *s = &index->slices[slice];
    const uint64_t own_men = pos->pieces[PM_WHITE] & ~pos->kings, own_kings = pos->pieces[PM_WHITE] & pos->kings;
    const uint64_t other_men = pos->pieces[PM_BLACK] & ~pos->kings, other_kings = pos->pieces[PM_BLACK] & pos->kings;
    const int k = bits_count(own_men & index->back);
    assert(pos->mover == PM_WHITE && (own_men & index->top) == 0 && (other_men & index->back) == 0);
    uint64_t free = (index->middle | index->top) & ~own_men;
    uint64_t rank = rank_set(index, own_men & index->back, index->back);
    rank = rank * s->n_rest[k] + rank_set(index, own_men & index->middle, index->middle);
    rank = rank * s->n_other[k] + rank_set(index, other_men, free);
    free = index->board->all & ~own_men & ~other_men;
    rank = rank * s->n_mover_kings + rank_set(index, own_kings, free);
    rank = rank * s->n_other_kings + rank_set(index, other_kings, free & ~own_kings);
    assert(rank < s->block[k + 1] - s->block[k]);
    return s->block[k] + rank;
}

index_cursor draughts_index_cursor(const draughts_index *index, int slice)
{
    return (index_cursor){.index = index, .slice = slice, .men_number = UINT64_MAX, .kings_number = UINT64_MAX};
}

/* Place the men of the positions whose number without kings is `number`. */
static void place_men(index_cursor *cursor, const index_slice *s, int k, uint64_t number)
{
    const draughts_index *index = cursor->index;
    const uint64_t other_men = number % s->n_other[k];
    const uint64_t own_men = number / s->n_other[k];
    const uint64_t men = unrank_set(index, own_men / s->n_rest[k], k, index->back) |
                         unrank_set(index, own_men % s->n_rest[k], s->material.mover_men - k, index->middle);
    cursor->men[PM_WHITE] = men;
    cursor->men[PM_BLACK] = unrank_set(index, other_men, s->material.other_men, (index->middle | index->top) & ~men);
}

draughts_position draughts_index_at(index_cursor *cursor, uint64_t number)
{
    const draughts_index *index = cursor->index;
    const index_slice *s = &index->slices[cursor->slice];
    assert(number < s->size);
    int k = 0;
    while (number >= s->block[k + 1]) {
        k++;
    }
    const uint64_t rank = number - s->block[k];
    const uint64_t kings_number = s->block[k] + rank / s->n_other_kings; /* distinct from that of other blocks */
    if (kings_number != cursor->kings_number) {
        const uint64_t kings_rank = rank / s->n_other_kings;
        const uint64_t men_rank = kings_rank / s->n_mover_kings;
        if (s->block[k] + men_rank != cursor->men_number) {
            place_men(cursor, s, k, men_rank);
            cursor->men_number = s->block[k] + men_rank;
        }
        const uint64_t free = index->board->all & ~cursor->men[0] & ~cursor->men[1];
        cursor->kings = unrank_set(index, kings_rank % s->n_mover_kings, s->material.mover_kings, free);
        cursor->free = free & ~cursor->kings;
        cursor->kings_number = kings_number;
    }
    assert(bits_count(cursor->free) ==
           bits_count(index->board->all) - s->material.mover_men - s->material.other_men - s->material.mover_kings);
    const uint64_t black = unrank_set(index, rank % s->n_other_kings, s->material.other_kings, cursor->free);
    return (draughts_position){.pieces = {cursor->men[PM_BLACK] | black, cursor->men[PM_WHITE] | cursor->kings},
                               .kings = cursor->kings | black,
                               .mover = PM_WHITE};
}

draughts_position draughts_index_unrank(const draughts_index *index, int slice, uint64_t number)
{
    index_cursor cursor = draughts_index_cursor(index, slice);
    return draughts_index_at(&cursor, number);
}
