/* Names of cells: a column letter (after z come aa, ab, ...) and a rank counted from the bottom, "d5".
 *
 * For every board of up to 400 cells, whatever represents it; cell c*rows + r is column c, rank r + 1.
 *
 * SPDX-License-Identifier: MIT
 */
#ifndef KONANE_CELL_H
#define KONANE_CELL_H

#include "src/papamu.h"

enum {
    KONANE_CELL_LIMIT = 400,                           /* cells of the largest board that has names */
    KONANE_CELL_WORDS = (KONANE_CELL_LIMIT + 63) / 64, /* words of a set of them */
    KONANE_MAX_CELL_TEXT = 12,                         /* longest name, terminating zero included */
};

/* Read the name of a cell, its letters in either case, at text[*offset], and move *offset past it. What follows
 * the last digit is not looked at. Errors: PM_BAD_INPUT with the offset of the bad character; *offset stays. */
pm_status konane_cell_parse(const char *text, size_t *offset, int rows, int cols, int *cell, pm_error *err);

/* Write the cells orthogonally next to `cell`, ascending. Returns their number, 1..4 on boards of two cells or more. */
int konane_cell_neighbours(int rows, int cols, int cell, int neighbours[4]);

/* Write the name of `cell` in lower case. Returns its length. */
int konane_cell_format(int rows, int cell, char text[KONANE_MAX_CELL_TEXT]);

/* Write the letters of column `col`, 0 = a. Returns their number. */
int konane_column_format(int col, char text[KONANE_MAX_CELL_TEXT]);

/* The colour of `cell` on a board of that many rows whose top-left cell has the colour `corner`. */
static inline pm_color konane_cell_color(int rows, pm_color corner, int cell)
{
    const int row = rows - 1 - cell % rows;
    return (pm_color)((unsigned)corner ^ ((unsigned)(row + cell / rows) & 1));
}

#endif
