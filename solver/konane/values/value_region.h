/* Independent regions of a Konane position.
 *
 * A position is given by the cells that matter and the stones on them. Its possible jumps are over-estimated by
 * the least sets of cells with
 *
 *     reach  contains the stones, and the landing cell t of every possible jump;
 *     empty  contains the cells without a stone, and the cells f and o of every possible jump;
 *     possible jumps  are the triples (f, o, t) in line, o between, of cells that matter, with f, o in reach, t in
 * empty.
 *
 * Theorem. The game is the sum of its restrictions to the connected components of the triples, where triples that share
 * a cell are connected; stones and cells outside all triples do not matter. Proof. By induction over the moves from
 * here, after any moves by anyone, stones lie in `reach` only, and cells of the position without stones lie in `empty`
 * only: a move is a chain of jumps (f, o, t) of single stones, in a line; when it is made, f and o hold stones and t
 * does not, so the triple is possible, and what changes is that f and o become empty and t is reached. So whether a
 * chain can be made depends on, and its being made changes, only cells of possible triples that share cells (each jump
 * lands where the next begins): of one component. Moves in different components therefore neither help nor hinder each
 * other, which is the definition of a sum. []
 *
 * A region is such a component: its cells U and the stones on U. Every triple within U is possible: a cell of U is f, o
 * or t of a possible jump, so it is in `reach`, and in `empty` too. So (U, stones) alone determines the game, wherever
 * U lies on a board, and it may be moved, turned and mirrored; moved by an odd distance or turned so that cell 0
 * changes its colour it becomes the negative.
 *
 * The criterion is sufficient, not necessary: it lets a stone be used by jumps that exclude each other. One that bounds
 * the number of jumps of each group of stones was tried: on scattered positions of 8x8 a quarter to a third fewer
 * regions, but twice the time.
 *
 * SPDX-License-Identifier: MIT
 */
#ifndef SOLVER_KONANE_VALUES_VALUE_REGION_H
#define SOLVER_KONANE_VALUES_VALUE_REGION_H

#include "src/konane/jumps.h"

enum {
    REGION_MAX_CELLS = 128,                   /* of the frame of a region in its normal form */
    REGION_MAX_ROWS = 11,                     /* such frames are at most as high as they are wide */
    REGION_MAX_STEP = 31,                     /* rows of any frame: sets are shifted by up to twice as many cells */
    REGION_MAX_PARTS = KONANE_CELL_LIMIT / 3, /* regions of a position */
    REGION_MAX_MOVES = 2 * REGION_MAX_CELLS,  /* of one player: his 64 cells are each reached from at most four sides */
    REGION_WIDE_MAX_MOVES = 2 * KONANE_CELL_LIMIT,
    REGION_WIDE_MAX_PARTS =
        KONANE_CELL_LIMIT / 22, /* a connected set of cells with R * C > 128 has R + C - 1 or more */
};

/* A grid of rows x cols cells, numbered as on a board: what closures on it depend on. */
typedef struct region_frame {
    int rows, cols;
    int step[2];     /* distance of neighbours: vertical, horizontal */
    set128 inner[2]; /* cells that have neighbours on both sides along the axis */
    set128 even;     /* cells of the colour of cell 0 */
} region_frame;

/* The same for up to KONANE_CELL_LIMIT cells. */
typedef struct region_wide_frame {
    int rows, cols;
    int step[2];
    set512 inner[2];
    set512 even;
} region_wide_frame;

/* A region in its normal form: the least image in the frame that fits it, no higher than wide. Cell 0 is black. */
typedef struct region {
    set128 cells, stones;
    uint8_t rows, cols;
} region;

/* The regions that a position falls into; `is_negated` where Black and White are exchanged. */
typedef struct region_parts {
    int n;
    region part[REGION_MAX_PARTS];
    bool is_negated[REGION_MAX_PARTS];
} region_parts;

/* A region that no frame of normal forms holds, where it lies in a wide frame. */
typedef struct region_wide {
    set512 cells, stones;
} region_wide;

typedef struct region_wide_parts {
    int n;
    region_wide part[REGION_WIDE_MAX_PARTS];
} region_wide_parts;

/* Frames of all sizes that normal forms have; 128 KiB, never changed. NULL: no memory. */
typedef struct region_frames region_frames;
region_frames *region_frames_new(void);
void region_frames_free(region_frames *frames);
const region_frame *region_frame_of(const region_frames *frames, const region *r);

/* A frame of any size of up to REGION_MAX_CELLS or KONANE_CELL_LIMIT cells, and up to REGION_MAX_STEP rows. */
region_frame region_frame_make(int rows, int cols);
region_wide_frame region_wide_frame_make(int rows, int cols);

/* Split the position with stones on `cells` (a set of cells of the frame) into regions. `origin` is the colour of cell
 * 0. */
void region_split(const region_frame *frame, pm_color origin, set128 cells, set128 stones, region_parts *parts);

/* Split a position on a wide frame: regions that fit the frame of a normal form go to `parts`, the others to `wide`. */
void region_wide_split(const region_wide_frame *frame, pm_color origin, set512 cells, set512 stones,
                       region_parts *parts, region_wide_parts *wide);

/* Where the regions of a position on a wide frame lie, small ones too, in the order of their least cells. Returns their
 * number. */
int region_places(const region_wide_frame *frame, set512 cells, set512 stones, region_wide places[REGION_MAX_PARTS]);

/* Write the stones of a region after each jump of `mover`. Returns their number, at most REGION_MAX_MOVES. */
int region_children(const region_frame *frame, const region *r, pm_color mover, set128 children[REGION_MAX_MOVES]);

/* What the jumps of both players in a region depend on. */
set128_jumper region_jumper(const region_frame *frame, const region *r);

/* What the jumps of `mover` in a wide region depend on, cell 0 of the frame being black. */
set512_jumper region_wide_jumper(const region_wide_frame *frame, const region_wide *r, pm_color mover);

#endif
