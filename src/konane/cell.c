/* Names of cells: see cell.h. Columns are numbers in base 26 whose digits are a = 1 ... z = 26, so that no name has
 * two readings and aa follows z.
 *
 * SPDX-License-Identifier: MIT
 */
#include "src/konane/cell.h"

#include "src/base/status.h"

#include <assert.h>
#include <stdio.h>

static int letter_value(char c)
{
    if (c >= 'a' && c <= 'z') {
        return c - 'a' + 1;
    }
    return c >= 'A' && c <= 'Z' ? c - 'A' + 1 : 0;
}

static bool is_digit(char c)
{
    return c >= '0' && c <= '9';
}

static pm_status fail_column(const char *text, size_t at, size_t end, int rows, int cols, pm_error *err)
{
    char last[KONANE_MAX_CELL_TEXT];
    konane_column_format(cols - 1, last);
    return status_fail(err, PM_BAD_INPUT, at, "column '%.*s' is not on the %dx%d board, whose columns are a to %s",
                       end - at < 8 ? (int)(end - at) : 8, text + at, rows, cols, last);
}

static pm_status parse_column(const char *text, size_t *offset, int rows, int cols, int *col, pm_error *err)
{
    const size_t start = *offset;
    size_t at = start;
    int number = 0;
    for (; letter_value(text[at]); at++) {
        number = number > KONANE_CELL_LIMIT ? number : 26 * number + letter_value(text[at]);
    }
    if (at == start) {
        char found[STATUS_CHAR_TEXT];
        return status_fail(err, PM_BAD_INPUT, at, "expected a cell such as 'a1', found %s",
                           status_char(text[at], found));
    }
    if (number > cols) {
        return fail_column(text, start, at, rows, cols, err);
    }
    *col = number - 1;
    assert(*col >= 0 && *col < cols);
    *offset = at;
    return PM_OK;
}

static pm_status parse_rank(const char *text, size_t *offset, int rows, int cols, int *rank, pm_error *err)
{
    const size_t start = *offset;
    size_t at = start;
    int number = 0;
    for (; is_digit(text[at]); at++) {
        number = number > KONANE_CELL_LIMIT ? number : 10 * number + (text[at] - '0');
    }
    if (at == start) {
        char found[STATUS_CHAR_TEXT];
        return status_fail(err, PM_BAD_INPUT, at, "expected a rank of 1 to %d after the column letter, found %s", rows,
                           status_char(text[at], found));
    }
    if (text[start] == '0' || number > rows) {
        return status_fail(err, PM_BAD_INPUT, start, "rank '%.*s' is not on the %dx%d board, whose ranks are 1 to %d",
                           at - start < 8 ? (int)(at - start) : 8, text + start, rows, cols, rows);
    }
    *rank = number - 1;
    assert(*rank >= 0 && *rank < rows);
    *offset = at;
    return PM_OK;
}

pm_status konane_cell_parse(const char *text, size_t *offset, int rows, int cols, int *cell, pm_error *err)
{
    size_t at = *offset;
    int col = 0, rank = 0;
    pm_status status = parse_column(text, &at, rows, cols, &col, err);
    if (status == PM_OK) {
        status = parse_rank(text, &at, rows, cols, &rank, err);
    }
    if (status == PM_OK) {
        *cell = col * rows + rank;
        *offset = at;
    }
    return status;
}

int konane_column_format(int col, char text[KONANE_MAX_CELL_TEXT])
{
    assert(col >= 0 && col < KONANE_CELL_LIMIT);
    int length = 0;
    if (col >= 26) {
        text[length++] = (char)('a' + col / 26 - 1);
    }
    text[length++] = (char)('a' + col % 26);
    text[length] = '\0';
    assert(col < 26 * 27); /* two letters */
    return length;
}

int konane_cell_format(int rows, int cell, char text[KONANE_MAX_CELL_TEXT])
{
    assert(rows >= 1 && cell >= 0 && cell < KONANE_CELL_LIMIT);
    const int length = konane_column_format(cell / rows, text);
    return length + snprintf(text + length, (size_t)(KONANE_MAX_CELL_TEXT - length), "%d", cell % rows + 1);
}

int konane_cell_neighbours(int rows, int cols, int cell, int neighbours[4])
{
    const int col = cell / rows, rank = cell % rows;
    int n = 0;
    assert(col < cols);
    if (col > 0) {
        neighbours[n++] = cell - rows;
    }
    if (rank > 0) {
        neighbours[n++] = cell - 1;
    }
    if (rank < rows - 1) {
        neighbours[n++] = cell + 1;
    }
    if (col < cols - 1) {
        neighbours[n++] = cell + rows;
    }
    return n;
}
