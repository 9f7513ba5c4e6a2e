/* Numbering draughts positions: slices by material, and a dense index inside each.
 *
 * Positions are those with White (the player at the bottom) to move; Black to move is the same turned by half a turn. A
 * slice is the number of men and kings of the mover and of the other side. Inside a slice every number is a legal
 * placement and every legal placement has one number: no man is on its last row, no two pieces on one square.
 *
 * Order inside a slice: by the number of the mover's men on his own back row (where the other's men cannot be), then by
 * those men, the mover's other men, the other's men, the mover's kings, the other's kings; each is a combination of the
 * squares that are still free, numbered as in the combinatorial number system (Knuth, The Art of Computer Programming
 * 4A, 7.2.1.3, theorem L): the set {c1 < c2 < ...} is C(c1,1) + C(c2,2) + ...
 *
 * SPDX-License-Identifier: MIT
 */
#ifndef SOLVER_DRAUGHTS_INDEX_H
#define SOLVER_DRAUGHTS_INDEX_H

#include "src/draughts/moves.h"

enum {
    INDEX_MAX_PIECES = 8,
    INDEX_MAX_SLICES = 512, /* 8 pieces: 4-tuples of sum at most 8 with both sides present */
};

/* The pieces of the mover and of the other side. */
typedef struct draughts_material {
    uint8_t mover_men, mover_kings, other_men, other_kings;
} draughts_material;

typedef struct index_slice {
    draughts_material material;
    uint64_t size;
    uint64_t block[INDEX_MAX_PIECES + 2];   /* the first position with k mover's men on the back row */
    uint32_t n_rest[INDEX_MAX_PIECES + 1];  /* ways to place the mover's other men then */
    uint32_t n_other[INDEX_MAX_PIECES + 1]; /* and the other's men */
    uint32_t n_mover_kings, n_other_kings;
} index_slice;

typedef struct draughts_index {
    const draughts_board *board;
    int max_pieces;
    int n_slices;
    index_slice slices[INDEX_MAX_SLICES];
    int16_t slice_of[INDEX_MAX_PIECES + 1][INDEX_MAX_PIECES + 1][INDEX_MAX_PIECES + 1][INDEX_MAX_PIECES + 1];
    uint64_t choose[DRAUGHTS_MAX_SQUARES + 1][INDEX_MAX_PIECES + 1];
    uint64_t back, middle, top; /* the mover's back row, his last row, and what is between */
} draughts_index;

/* Number the positions with both sides present and 2..max_pieces pieces. A slice comes after all those that captures
 * and promotions lead to: fewer pieces first, then fewer men. Slices without positions are numbered too. */
void draughts_index_init(draughts_index *index, const draughts_board *board, int max_pieces);

/* The slice with the same pieces seen from the other side. */
int draughts_index_partner(const draughts_index *index, int slice);

/* The slice of a position with White to move, -1 if it has too many pieces or a side without any. */
int draughts_index_slice(const draughts_index *index, const draughts_position *pos);

/* The number of a position in its slice, and back. */
uint64_t draughts_index_rank(const draughts_index *index, int slice, const draughts_position *pos);
draughts_position draughts_index_unrank(const draughts_index *index, int slice, uint64_t number);

/* Unranking in ascending order, where neighbours share most of their pieces: what the last position had in common with
 * the next one is kept. A cursor belongs to one thread. */
typedef struct index_cursor {
    const draughts_index *index;
    int slice;
    uint64_t men_number, kings_number; /* number without the kings, and without the other's kings */
    uint64_t men[2], kings;            /* by pm_color; the mover's kings */
    uint64_t free;                     /* squares without men and without the mover's kings */
} index_cursor;

index_cursor draughts_index_cursor(const draughts_index *index, int slice);
draughts_position draughts_index_at(index_cursor *cursor, uint64_t number);

#endif
