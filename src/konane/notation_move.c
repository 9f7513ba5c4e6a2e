/* Moves as text: see notation.h.
 *
 * Between cells there may be '-', ':', 'x' or nothing. An 'x' before a letter is a separator: as part of a column
 * name it would belong to a column beyond the 400th.
 *
 * SPDX-License-Identifier: MIT
 */
#include "src/base/status.h"
#include "src/konane/notation.h"

#include <assert.h>
#include <stdio.h>
#include <stdlib.h>

enum { MAX_PATH = KONANE_CELL_LIMIT / 2 + 1 };

typedef struct path {
    int n;
    int cell[MAX_PATH];
    size_t offset[MAX_PATH];
} path;

static bool is_letter(char c)
{
    return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z');
}

static void skip_separator(const char *text, size_t *at)
{
    const char c = text[*at];
    const bool is_cross = (c == 'x' || c == 'X') && is_letter(text[*at + 1]);
    *at += c == '-' || c == ':' || is_cross;
}

static pm_status read_path(const char *text, int rows, int cols, path *p, pm_error *err)
{
    size_t at = 0;
    do {
        if (p->n) {
            skip_separator(text, &at);
        }
        if (p->n == MAX_PATH) {
            return status_fail(err, PM_BAD_INPUT, at, "the path is longer than any board");
        }
        if (p->n && !is_letter(text[at])) {
            char found[STATUS_CHAR_TEXT];
            return status_fail(err, PM_BAD_INPUT, at, "expected a further cell or the end of the move, found %s",
                               status_char(text[at], found));
        }
        p->offset[p->n] = at;
        const pm_status status = konane_cell_parse(text, &at, rows, cols, &p->cell[p->n], err);
        if (status != PM_OK) {
            return status;
        }
        p->n++;
    } while (text[at]);
    return PM_OK;
}

/* A path lists every landing cell, unless it is just from and to: then the step may be longer. */
static pm_status check_path(const path *p, int rows, pm_error *err)
{
    const int d_col = p->n < 2 ? 0 : p->cell[1] / rows - p->cell[0] / rows;
    const int d_rank = p->n < 2 ? 0 : p->cell[1] % rows - p->cell[0] % rows;
    const int length = abs(d_col + d_rank);
    for (int i = 1; i < p->n; i++) {
        const bool is_same =
            p->cell[i] / rows - p->cell[i - 1] / rows == d_col && p->cell[i] % rows - p->cell[i - 1] % rows == d_rank;
        const bool is_straight = (d_col == 0) != (d_rank == 0);
        if (!is_same || !is_straight || length % 2 || (p->n > 2 && length != 2)) {
            char from[KONANE_MAX_CELL_TEXT], to[KONANE_MAX_CELL_TEXT];
            konane_cell_format(rows, p->cell[i - 1], from);
            konane_cell_format(rows, p->cell[i], to);
            return status_fail(err, PM_BAD_INPUT, p->offset[i],
                               "%s to %s is not a step of a jump, which goes along a row or column, always in the same "
                               "direction, by two cells at a time",
                               from, to);
        }
    }
    return PM_OK;
}

pm_status konane_move_parse(const char *text, int rows, int cols, int *from, int *to, pm_error *err)
{
    path p = {.n = 0};
    pm_status status = read_path(text, rows, cols, &p, err);
    if (status == PM_OK) {
        status = check_path(&p, rows, err);
    }
    if (status == PM_OK) {
        *from = p.cell[0];
        assert(p.n >= 1);
        *to = p.cell[p.n - 1];
    }
    return status;
}

int konane_move_format(int rows, int from, int to, char *text)
{
    int n = konane_cell_format(rows, from, text);
    if (from != to) {
        text[n++] = '-';
        n += konane_cell_format(rows, to, text + n);
    }
    return n;
}

/* ---- why a move is not legal --------------------------------------------------------------------------- */

static int step_towards(int rows, int from, int to)
{
    const int d_col = to / rows - from / rows, d_rank = to % rows - from % rows;
    return d_col > 0 ? rows : d_col < 0 ? -rows : d_rank > 0 ? 1 : -1;
}

/* What is wrong with a jump from `from`, which holds a stone of the mover. */
static pm_status fail_jump(const konane_diagram *d, int from, int to, const char *move, pm_error *err)
{
    const int step = step_towards(d->rows, from, to);
    assert((to - from) % (2 * step) == 0); /* check_path has let through nothing else */
    char cell[KONANE_MAX_CELL_TEXT];
    for (int over = from + step; over != to + step; over += 2 * step) {
        if (!konane_diagram_has(d, over)) {
            konane_cell_format(d->rows, over, cell);
            return status_fail(err, PM_BAD_INPUT, 0, "%s is not legal: there is no stone on %s to jump over", move,
                               cell);
        }
        if (konane_diagram_has(d, over + step)) {
            konane_cell_format(d->rows, over + step, cell);
            return status_fail(err, PM_BAD_INPUT, 0, "%s is not legal: %s is not empty", move, cell);
        }
    }
    return status_fail(err, PM_BAD_INPUT, 0, "%s is not legal here", move);
}

pm_status konane_move_fail(const konane_diagram *d, bool is_opening, int from, int to, pm_error *err)
{
    static const char *const names[] = {"Black", "White"};
    char move[KONANE_MAX_MOVE_TEXT], cell[KONANE_MAX_CELL_TEXT];
    konane_move_format(d->rows, from, to, move);
    konane_cell_format(d->rows, from, cell);
    if (is_opening && from != to) {
        return status_fail(err, PM_BAD_INPUT, 0, "%s is not legal: the opening is not over, %s has to remove a stone",
                           move, names[d->mover]);
    }
    if (!konane_diagram_has(d, from)) {
        return status_fail(err, PM_BAD_INPUT, 0, "%s is not legal: %s is empty", move, cell);
    }
    if (konane_cell_color(d->rows, d->corner, from) != d->mover) {
        return status_fail(err, PM_BAD_INPUT, 0, "%s is not legal: the stone on %s is not one of %s, who is to move",
                           move, cell, d->mover == PM_BLACK ? "Black's" : "White's");
    }
    if (is_opening) {
        return status_fail(err, PM_BAD_INPUT, 0, "%s is not legal: %s", move,
                           d->mover == PM_BLACK ? "the opening rule does not let Black remove this stone"
                                                : "White removes a stone next to the hole, and the one that the "
                                                  "opening rule fixes, if it does");
    }
    if (from == to) {
        return status_fail(err, PM_BAD_INPUT, 0, "%s is not legal: stones are removed in the opening only", move);
    }
    return fail_jump(d, from, to, move, err);
}
