/* The Konane board: geometry, colours and opening rule, for boards of up to 64 cells.
 *
 * What the rest of the rules and the solver read of a board. Cells are numbered column by column from a1
 * upwards (src/papamu.h), so a step north is +1 and a step east is +rows; the order of numbers is the order
 * in which moves are listed.
 *
 * SPDX-License-Identifier: MIT
 */
#ifndef KONANE_BOARD_H
#define KONANE_BOARD_H

#include "src/konane/jumps.h"
#include "src/konane/variant.h"
#include "src/papamu.h"

typedef enum konane_rule {
    KONANE_CORNER_CENTRE,
    KONANE_CORNER,
    KONANE_CENTRE,
    KONANE_ANY,
    KONANE_NEAR_CENTRE,
    KONANE_FIXED,
    KONANE_N_NAMED_RULES = KONANE_FIXED, /* the rules without parameters */
} konane_rule;

enum { KONANE_MAX_SYMMETRIES = 8 };

struct pm_board {
    int rows, cols, n_cells;
    pm_color corner; /* colour of the top-left cell */
    konane_variant variant;
    uint64_t all;        /* every cell */
    uint64_t cells[2];   /* of each colour */
    set64_jumper jumper; /* what its jumps depend on */
    konane_rule rule;    /* the opening rule */
    uint64_t removable;  /* what Black may remove first under the rule; may be empty */
    int fixed_reply;     /* White's removal under KONANE_FIXED, else -1 */
    int n_symmetries;    /* that keep the colours; the identity is number 0 */
    int n_swaps;         /* symmetries that exchange the colours, 0 on odd x odd boards */
    uint8_t symmetry[KONANE_MAX_SYMMETRIES][PM_MAX_CELLS]; /* cell -> image, distinct as permutations */
    uint8_t swap[KONANE_MAX_SYMMETRIES][PM_MAX_CELLS];
};

/* One jump that a stone of `color` can ever make, whatever the stones: the solver's raw material. */
typedef struct konane_jump {
    uint8_t from, to;
    uint64_t over;    /* the enemy cells that it captures */
    uint64_t landing; /* the cells m1, ..., mk that must be empty; `to` is the last */
} konane_jump;

enum { KONANE_MAX_JUMPS = 992 }; /* of one colour, reached on 1x64: 32 * 31 */

/* pm_board_new under a variant of the rules. */
pm_status konane_board_new(int rows, int cols, pm_color corner, const char *opening, konane_variant variant,
                           pm_board **board, pm_error *err);

/* Whether rows x cols is a board at all, of whatever size. Errors: PM_BAD_INPUT. */
pm_status konane_size_check(int rows, int cols, pm_error *err);

/* What the removals on `board` depend on. */
static inline set64_opening konane_board_opening(const pm_board *board)
{
    return (set64_opening){
        .all = board->all,
        .black = board->cells[PM_BLACK],
        .removable = board->removable,
        .rows = board->rows,
        .cols = board->cols,
        .reply = board->fixed_reply,
    };
}

/* The set of cells that Black may remove first under a named rule; empty if the rule has none on this board. */
uint64_t konane_removable(const pm_board *board, konane_rule rule);

/* Name of a named rule, as on the command line. */
const char *konane_rule_name(konane_rule rule);

/* The cells orthogonally next to `cell`. */
uint64_t konane_neighbours(const pm_board *board, int cell);

/* Every jump of one colour on this board, ascending by (from, to). Returns their number. */
int konane_all_jumps(const pm_board *board, pm_color color, konane_jump jumps[KONANE_MAX_JUMPS]);

/* pm_perft in two ways. With `sum` NULL the last moves are only counted; otherwise every move is made, and the sets
 * of stones of all final positions are added to *sum as integers modulo 2^64: a signature of the work done. */
uint64_t konane_perft(const pm_board *board, pm_position pos, int depth, uint64_t *sum);

/* The image of a set of cells under a permutation of cells. */
uint64_t konane_permute(const uint8_t permutation[64], uint64_t set);

#endif
