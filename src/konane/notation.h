/* Positions and moves as text, on boards of up to 400 cells: what lies between the texts of rules.md and whatever
 * represents a board. src/papamu.h has the same for boards of up to 64 cells (pm_position_parse, ...).
 *
 * A position is written "2bw/wbwb/bwbw/wbwb b": rows from the top, b and w and decimal counts of empty cells, then
 * the side to move. The grid "..xo|oxox|xoxo|oxox" is read too: x Black, o White, '.' or '-' empty, rows separated by
 * '|', '/' or a newline; the side to move may follow. An underline is an empty cell
 * in either form, and P and p, as other programs write them, are b and w: P is the stone of who begins. Moves: "e6-e4",
 * and as also read "e6e4", "e6xe4", "e6:e4" and the whole path "b2-d2-f2"; a removal is one cell.
 *
 * SPDX-License-Identifier: MIT
 */
#ifndef KONANE_NOTATION_H
#define KONANE_NOTATION_H

#include "src/konane/cell.h"
#include "src/papamu.h"

enum {
    KONANE_MAX_TEXT = 802,     /* longest text of a position, terminating zero included; 2 a cell and 2 suffice */
    KONANE_MAX_MOVE_TEXT = 24, /* longest text of a move, likewise */
};

/* A position as its text gives it. */
typedef struct konane_diagram {
    int rows, cols;
    uint64_t occupied[KONANE_CELL_WORDS]; /* bit n % 64 of word n / 64: cell n as in cell.h holds a stone */
    bool has_stones;
    pm_color corner;    /* colour of the top-left cell, if there are stones; else Black */
    size_t first_stone; /* offset of the first stone, 0 if there is none */
    pm_color mover;     /* Black if the text does not say */
} konane_diagram;

static inline bool konane_diagram_has(const konane_diagram *d, int cell)
{
    return d->occupied[cell / 64] >> (cell % 64) & 1;
}

/* Read a position of 2 to `max_cells` cells. `mover_default` says whether the form with b and w may leave out the side
 * to move. White space may follow. Errors: PM_BAD_INPUT with the offset of the bad character. */
pm_status konane_diagram_parse(const char *text, bool mover_default, int max_cells, konane_diagram *d, pm_error *err);

/* Check that a diagram that was read belongs to a board of rows x cols whose top-left cell has the colour `corner`;
 * one without stones takes that colour. Errors: PM_BAD_INPUT with the offset of the first stone. */
pm_status konane_diagram_fit(konane_diagram *d, int rows, int cols, pm_color corner, pm_error *err);

/* Write `d` in the form with b and w to `text`, which has room for what d may need (KONANE_MAX_TEXT suffices).
 * Returns the length. */
int konane_diagram_format(const konane_diagram *d, char *text);

/* Read a move in any of its forms. A removal has *from == *to. Only the form is judged: cells on the board, a path
 * of steps of two cells in one direction. Errors: PM_BAD_INPUT with the offset of the bad character. */
pm_status konane_move_parse(const char *text, int rows, int cols, int *from, int *to, pm_error *err);

/* Write a move as "e6-e4", or "d5" if from == to (KONANE_MAX_MOVE_TEXT suffices). Returns the length. */
int konane_move_format(int rows, int from, int to, char *text);

/* The error, at offset 0, that this move is not legal in `d`, and why. `is_opening` says whether `d` is in
 * the opening, where moves are removals. */
pm_status konane_move_fail(const konane_diagram *d, bool is_opening, int from, int to, pm_error *err);

#endif
