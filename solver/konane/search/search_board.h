/* Konane as the proof-number search sees it: a position is one word.
 *
 * Colours matter only as the two classes of cells, class 0 with a1. Bit n of a word is cell n (src/papamu.h). On a
 * board with an even side some reflection exchanges the classes, so every position is turned until class 0 moves, and
 * 64 cells fill the word; on odd boards, which have 63 cells at most, bit 63 is the class that moves. Of the images of
 * a position under the symmetries that are left the least is its normal form, the only one that tables and proofs know.
 *
 * SPDX-License-Identifier: MIT
 */
#ifndef SOLVER_KONANE_SEARCH_SEARCH_BOARD_H
#define SOLVER_KONANE_SEARCH_SEARCH_BOARD_H

#include "src/base/bits.h"
#include "src/konane/board.h"

#include <assert.h>
#ifdef __AVX512BITALG__
#include <immintrin.h>
#endif

enum { SEARCH_DIRECTIONS = 4, SEARCH_MOVER_BIT = 63, SEARCH_MAX_IMAGES = 8, SEARCH_MAX_JUMPS = 31 };

typedef struct search_board {
    int rows, cols, n_cells;
    konane_variant variant;             /* of the rules */
    int east;                           /* from a cell to the next one east */
    bool has_swap;                      /* some symmetry exchanges the classes */
    uint64_t all, cells[2];             /* of each class */
    uint64_t can[SEARCH_DIRECTIONS];    /* cells from which a jump stays on the board: north, east, south, west */
    uint64_t toward[SEARCH_DIRECTIONS]; /* cells that have a neighbour there */
    uint64_t pattern[SEARCH_DIRECTIONS][SEARCH_MAX_JUMPS + 1]; /* what k jumps change, its least cell at bit 0 */
    /* [class of the mover]: the symmetries that give a normal form, bit i of the image being bit image[i]. Where an
     * even side exists those of class 1 exchange the classes. */
    int n_images;
    uint8_t image[2][SEARCH_MAX_IMAGES][64];
#ifndef __AVX512BITALG__
    uint64_t scatter[2][SEARCH_MAX_IMAGES][8][256]; /* the image of each byte */
#endif
} search_board;

/* Describe a board of rows x cols <= 64 cells and the rules played on it. */
void search_board_init(int rows, int cols, konane_variant variant, search_board *board);

/* The class of the cells of `color` on `board`. */
int search_board_class(const pm_board *board, pm_color color);

/* The colour of the stones of class `class` on it. */
pm_color search_board_color(const pm_board *board, int class);

/* The occupied cells and the class that moves as a word; not yet normal. */
static inline uint64_t search_word(const search_board *board, uint64_t occupied, int mover)
{
    (void)board;
    assert(mover == 0 || board->n_cells < 64 || board->has_swap);
    return mover && !board->has_swap ? occupied | bits_one(SEARCH_MOVER_BIT) : occupied;
}

static inline int search_word_mover(const search_board *board, uint64_t word)
{
    return board->has_swap ? 0 : (int)(word >> SEARCH_MOVER_BIT);
}

static inline uint64_t search_word_occupied(const search_board *board, uint64_t word)
{
    return word & board->all;
}

/* The normal form of a position in which `mover` is to move. */
static inline uint64_t search_normal(const search_board *board, uint64_t occupied, int mover)
{
    uint64_t least = ~UINT64_C(0);
#ifdef __AVX512BITALG__
    const __m512i word = _mm512_set1_epi64((long long)occupied);
    for (int i = 0; i < board->n_images; i++) {
        const uint64_t image = _mm512_bitshuffle_epi64_mask(word, _mm512_loadu_si512(board->image[mover][i]));
        least = image < least ? image : least;
    }
#else
    for (int i = 0; i < board->n_images; i++) {
        uint64_t image = 0;
        for (int byte = 0; byte < 8; byte++) {
            image |= board->scatter[mover][i][byte][occupied >> 8 * byte & 255];
        }
        least = image < least ? image : least;
    }
#endif
    return search_word(board, least, mover);
}

/* Cells from which a stone, whatever its class, jumps over one stone in direction d. */
static inline uint64_t search_north(const search_board *board, uint64_t occupied)
{
    return board->can[0] & occupied >> 1 & ~(occupied >> 2);
}

static inline uint64_t search_east(const search_board *board, uint64_t occupied)
{
    return board->can[1] & occupied >> board->east & ~(occupied >> 2 * board->east % 64);
}

static inline uint64_t search_south(const search_board *board, uint64_t occupied)
{
    return board->can[2] & occupied << 1 & ~(occupied << 2);
}

static inline uint64_t search_west(const search_board *board, uint64_t occupied)
{
    return board->can[3] & occupied << board->east & ~(occupied << 2 * board->east % 64);
}

enum { SEARCH_MAX_MOVES = PM_MAX_MOVES };

/* The occupied cells after each jump of class `mover`. Returns their number, 0..SEARCH_MAX_MOVES. `chains` are those of
 * the board, given as a constant where it matters that nothing is decided here. */
static inline __attribute__((always_inline)) int search_jumps_by(const search_board *board, uint64_t occupied,
                                                                 int mover, konane_chains chains, uint64_t after[])
{
    const uint64_t own = occupied & board->cells[mover];
    const int east = board->east;
    int n = 0;
#define SEARCH_JUMPS(d, step, shifted, back)                                                                           \
    for (uint64_t steps = step(board, occupied), jumps = steps & own, k = 1; jumps; k++) {                             \
        const int length = (int)(2 * k) * ((d) % 2 ? east : 1);                                                        \
        const uint64_t pattern = board->pattern[d][k];                                                                 \
        const uint64_t further = chains == KONANE_CHAINS_SINGLE ? 0 : jumps & back(steps, length);                     \
        const uint64_t ends = chains == KONANE_CHAINS_LONGEST ? jumps & ~further : jumps;                              \
        for (uint64_t rest = shifted(ends, length); rest; rest = bits_rest(rest)) {                                    \
            after[n++] = occupied ^ pattern << bits_first(rest);                                                       \
        }                                                                                                              \
        jumps = further;                                                                                               \
    }
#define SEARCH_STAY(set, by) (set)
#define SEARCH_DOWN(set, by) ((by) < 64 ? (set) >> (by) : 0)
#define SEARCH_UP(set, by) ((by) < 64 ? (set) << (by) : 0)
    SEARCH_JUMPS(0, search_north, SEARCH_STAY, SEARCH_DOWN)
    SEARCH_JUMPS(1, search_east, SEARCH_STAY, SEARCH_DOWN)
    SEARCH_JUMPS(2, search_south, SEARCH_DOWN, SEARCH_UP)
    SEARCH_JUMPS(3, search_west, SEARCH_DOWN, SEARCH_UP)
#undef SEARCH_JUMPS
#undef SEARCH_STAY
#undef SEARCH_DOWN
#undef SEARCH_UP
    assert(n <= SEARCH_MAX_MOVES);
    return n;
}

/* The same where time does not matter. */
int search_jumps(const search_board *board, uint64_t occupied, int mover, uint64_t after[]);

/* Whether class `mover` has a jump. */
static inline bool search_can_jump(const search_board *board, uint64_t occupied, int mover)
{
    return (board->cells[mover] & occupied &
            (search_north(board, occupied) | search_east(board, occupied) | search_south(board, occupied) |
             search_west(board, occupied))) != 0;
}

#endif
