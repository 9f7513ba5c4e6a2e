/* Positions as text: see notation.h.
 *
 * One pass over the text collects the cells in the order of reading; the colour of the top-left cell follows from
 * the first stone, and every other stone must agree with it.
 *
 * SPDX-License-Identifier: MIT
 */
#include "src/konane/notation.h"

#include "src/base/status.h"

#include <assert.h>
#include <stdio.h>
#include <string.h>

typedef struct scan {
    const char *text;
    size_t at;
    bool is_grid;
    int max_cells;
    int rows, cols; /* so far; cols is 0 until the first row has ended */
    int n_cells, n_in_row;
    char cell[KONANE_CELL_LIMIT]; /* the character, '.' for every empty cell */
    size_t offset[KONANE_CELL_LIMIT];
    pm_error *err;
} scan;

static bool is_digit(char c)
{
    return c >= '0' && c <= '9';
}

static bool is_space(char c)
{
    return c == ' ' || c == '\n' || c == '\r' || c == '\t';
}

static bool is_blank_to_the_end(const char *text)
{
    while (is_space(*text)) {
        text++;
    }
    return !*text;
}

/* Whether `c` is one of `set`, which the end of the text is not. */
static bool is_one_of(char c, const char *set)
{
    return c && strchr(set, c);
}

static pm_status fail(const scan *s, size_t offset, const char *expected)
{
    char found[STATUS_CHAR_TEXT];
    return status_fail(s->err, PM_BAD_INPUT, offset, "expected %s, found %s", expected,
                       status_char(s->text[offset], found));
}

/* ---- rows ------------------------------------------------------------------------------------- */

/* Add `n` cells like `c`, written at offset `at`. */
static pm_status add_cells(scan *s, char c, int n, size_t at)
{
    if (s->cols && s->n_in_row + n > s->cols) {
        return status_fail(s->err, PM_BAD_INPUT, at, "row %d from the top has more cells than the %d of the first",
                           s->rows + 1, s->cols);
    }
    if (n > s->max_cells - s->n_cells) {
        return status_fail(s->err, PM_BAD_INPUT, at, "the position has more than %d cells, the most possible here",
                           s->max_cells);
    }
    for (int i = 0; i < n; i++) {
        s->cell[s->n_cells] = c;
        assert(s->n_cells < KONANE_CELL_LIMIT);
        s->offset[s->n_cells] = at;
        s->n_cells++;
    }
    s->n_in_row += n;
    return PM_OK;
}

static pm_status read_count(scan *s)
{
    const size_t start = s->at;
    int n = 0;
    for (; is_digit(s->text[s->at]); s->at++) {
        n = n > KONANE_CELL_LIMIT ? n : 10 * n + (s->text[s->at] - '0');
    }
    if (s->text[start] == '0') {
        return fail(s, start, "a count of empty cells that does not begin with 0");
    }
    return add_cells(s, '.', n, start);
}

static pm_status read_row(scan *s)
{
    s->n_in_row = 0;
    for (;;) {
        const char c = s->text[s->at];
        pm_status status;
        if (is_one_of(c, s->is_grid ? "xo" : "bw")) {
            status = add_cells(s, c, 1, s->at++);
        } else if (!s->is_grid && is_one_of(c, "Pp")) {
            status = add_cells(s, c == 'P' ? 'b' : 'w', 1, s->at++);
        } else if (c == '_' || (s->is_grid && is_one_of(c, ".-"))) {
            status = add_cells(s, '.', 1, s->at++);
        } else if (!s->is_grid && is_digit(c)) {
            status = read_count(s);
        } else {
            break;
        }
        if (status != PM_OK) {
            return status;
        }
    }
    if (s->n_in_row == 0) {
        return fail(s, s->at, s->is_grid ? "a cell ('x', 'o', '.' or '-')" : "a cell ('b', 'w' or a count)");
    }
    if (s->cols && s->n_in_row < s->cols && is_one_of(s->text[s->at], " |/\n\r")) {
        return status_fail(s->err, PM_BAD_INPUT, s->at, "row %d from the top has %d cells, the first has %d",
                           s->rows + 1, s->n_in_row, s->cols);
    }
    return PM_OK;
}

/* Move past the separator of rows at the current place; false if there is none. */
static bool skip_separator(scan *s)
{
    const char *text = s->text + s->at;
    const size_t n = strspn(text, "\r") + (text[strspn(text, "\r")] == '\n');
    if (s->is_grid && n && text[n - 1] == '\n') {
        const size_t blank = strspn(text, " \t\r\n");
        s->at += text[blank] ? n : 0;
        return text[blank] != 0;
    }
    if (*text == '/' || (s->is_grid && *text == '|')) {
        s->at++;
        return true;
    }
    return false;
}

static pm_status read_rows(scan *s)
{
    do {
        const pm_status status = read_row(s);
        if (status != PM_OK) {
            return status;
        }
        s->cols = s->cols ? s->cols : s->n_in_row;
        s->rows++;
    } while (skip_separator(s));
    const char c = s->text[s->at];
    if (c != ' ' && !is_blank_to_the_end(s->text + s->at)) {
        return fail(s, s->at,
                    s->is_grid ? "a cell ('x', 'o', '.' or '-'), '|' or the end of the row"
                               : "a cell ('b', 'w' or a count), '/' or a space");
    }
    if (s->n_in_row < s->cols) {
        return status_fail(s->err, PM_BAD_INPUT, s->at, "row %d from the top has %d cells, the first has %d", s->rows,
                           s->n_in_row, s->cols);
    }
    return PM_OK;
}

static pm_color color_of(char c)
{
    return c == 'w' || c == 'o' ? PM_WHITE : PM_BLACK;
}

/* ---- the side to move --------------------------------------------------------------------------- */

static pm_status read_mover(scan *s, bool mover_default, pm_color *mover)
{
    *mover = PM_BLACK;
    if (is_blank_to_the_end(s->text + s->at)) {
        return s->is_grid || mover_default
                   ? PM_OK
                   : status_fail(s->err, PM_BAD_INPUT, s->at, "the side to move is missing; add \" b\" or \" w\"");
    }
    while (s->text[s->at] == ' ') {
        s->at++;
    }
    const char c = s->text[s->at];
    if (!is_one_of(c, s->is_grid ? "bwxo" : "bw")) {
        return fail(s, s->at, "the side to move ('b' or 'w')");
    }
    *mover = color_of(c);
    do {
        s->at++;
    } while (is_space(s->text[s->at]));
    return s->text[s->at] ? fail(s, s->at, "nothing after the side to move") : PM_OK;
}

/* ---- cells to stones ------------------------------------------------------------------------------ */

/* Number, as in cell.h, of the i-th cell of the text. */
static int cell_number(const scan *s, int i)
{
    assert(s->n_cells == s->rows * s->cols && i < s->n_cells);
    return i % s->cols * s->rows + s->rows - 1 - i / s->cols;
}

static pm_status fail_parity(const scan *s, int first, int i)
{
    char here[KONANE_MAX_CELL_TEXT], there[KONANE_MAX_CELL_TEXT];
    konane_cell_format(s->rows, cell_number(s, i), here);
    konane_cell_format(s->rows, cell_number(s, first), there);
    return status_fail(s->err, PM_BAD_INPUT, s->offset[i],
                       "'%c' on %s and '%c' on %s cannot both be: cells alternate in colour, and stones keep to theirs",
                       s->cell[i], here, s->cell[first], there);
}

static pm_status place_stones(const scan *s, konane_diagram *d)
{
    int first = -1;
    for (int i = 0; i < s->n_cells; i++) {
        if (s->cell[i] == '.') {
            continue;
        }
        first = first < 0 ? i : first;
        const int cell = cell_number(s, i);
        d->occupied[cell / 64] |= UINT64_C(1) << (cell % 64);
        const pm_color corner = (pm_color)((unsigned)color_of(s->cell[i]) ^ ((i / s->cols + i % s->cols) & 1u));
        if (i != first && corner != d->corner) {
            return fail_parity(s, first, i);
        }
        d->corner = corner;
    }
    d->has_stones = first >= 0;
    d->first_stone = first >= 0 ? s->offset[first] : 0;
    return PM_OK;
}

/* ---- the interface ------------------------------------------------------------------------------------ */

/* Whether `text` is the form with x and o. An underline begins either form: what comes first after it decides. */
static bool is_grid(const char *text)
{
    return text[0] == '_' ? is_one_of(text[strcspn(text, "xobwPp .-")], "xo.- ") : is_one_of(text[0], "xo.-");
}

pm_status konane_diagram_parse(const char *text, bool mover_default, int max_cells, konane_diagram *d, pm_error *err)
{
    assert(max_cells >= 2 && max_cells <= KONANE_CELL_LIMIT);
    scan s = {.text = text, .max_cells = max_cells, .err = err, .is_grid = is_grid(text)};
    if (!s.is_grid && !is_one_of(text[0], "bwPp_") && !is_digit(text[0])) {
        return fail(&s, 0, "a position such as \"2bw/wbwb/bwbw/wbwb b\" or \"..xo|oxox\"");
    }
    konane_diagram read = {.corner = PM_BLACK};
    pm_status status = read_rows(&s);
    if (status == PM_OK && s.n_cells < 2) {
        status = status_fail(err, PM_BAD_INPUT, 0, "a board has at least 2 cells, this one has 1");
    }
    if (status == PM_OK) {
        status = read_mover(&s, mover_default, &read.mover);
    }
    if (status == PM_OK) {
        status = place_stones(&s, &read);
    }
    if (status == PM_OK) {
        read.rows = s.rows;
        read.cols = s.cols;
        *d = read;
    }
    return status;
}

pm_status konane_diagram_fit(konane_diagram *d, int rows, int cols, pm_color corner, pm_error *err)
{
    if (d->rows != rows || d->cols != cols) {
        return status_fail(err, PM_BAD_INPUT, 0, "the position is %dx%d, the board %dx%d", d->rows, d->cols, rows,
                           cols);
    }
    if (d->has_stones && d->corner != corner) {
        static const char *const names[] = {"black", "white"};
        return status_fail(err, PM_BAD_INPUT, d->first_stone,
                           "by its stones the top-left cell is %s, but the corner was said to be %s", names[d->corner],
                           names[corner]);
    }
    d->corner = corner;
    return PM_OK;
}

int konane_diagram_format(const konane_diagram *d, char *text)
{
    assert(d->rows * d->cols <= KONANE_CELL_LIMIT);
    int n = 0;
    for (int row = 0; row < d->rows; row++) {
        int n_empty = 0;
        if (row) {
            text[n++] = '/';
        }
        for (int col = 0; col < d->cols; col++) {
            const int cell = col * d->rows + d->rows - 1 - row;
            if (!konane_diagram_has(d, cell)) {
                n_empty++;
                continue;
            }
            n += n_empty ? sprintf(text + n, "%d", n_empty) : 0;
            n_empty = 0;
            text[n++] = konane_cell_color(d->rows, d->corner, cell) == PM_WHITE ? 'w' : 'b';
        }
        n += n_empty ? sprintf(text + n, "%d", n_empty) : 0;
    }
    return n + sprintf(text + n, " %c", d->mover == PM_WHITE ? 'w' : 'b');
}
