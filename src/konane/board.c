/* The Konane board: see board.h. Everything derived from its measures is worked out once, here.
 *
 * SPDX-License-Identifier: MIT
 */
#include "src/konane/board.h"

#include "src/base/bits.h"
#include "src/base/status.h"
#include "src/konane/cell.h"
#include "src/konane/opening.h"
#include "src/konane/symmetry.h"

#include <assert.h>
#include <stdlib.h>

pm_status konane_size_check(int rows, int cols, pm_error *err)
{
    if (rows < 1 || cols < 1) {
        return status_fail(err, PM_BAD_INPUT, 0, "a board of %dx%d cells is impossible; both sides must be at least 1",
                           rows, cols);
    }
    if (rows == 1 && cols == 1) {
        return status_fail(err, PM_BAD_INPUT, 0,
                           "a board of 1x1 has no room for two stones; at least 2 cells are needed");
    }
    return PM_OK;
}

static pm_status check_cells(int rows, int cols, pm_error *err)
{
    const long long n_cells = (long long)rows * cols;
    if (n_cells > PM_MAX_CELLS) {
        return status_fail(err, PM_BAD_INPUT, 0, "a board of %dx%d has %lld cells, more than the %d possible here",
                           rows, cols, n_cells, PM_MAX_CELLS);
    }
    return PM_OK;
}

static void set_cells(pm_board *board)
{
    board->all = bits_below(board->n_cells);
    for (int cell = 0; cell < board->n_cells; cell++) {
        board->cells[konane_cell_color(board->rows, board->corner, cell)] |= bits_one(cell);
    }
}

static void set_opening(pm_board *board, const konane_opening *opening)
{
    board->rule = opening->rule;
    board->fixed_reply = opening->reply;
    board->removable =
        opening->rule == KONANE_FIXED ? bits_one(opening->first) : konane_removable(board, opening->rule);
    assert((board->removable & ~board->cells[PM_BLACK]) == 0); /* Black removes his own */
}

/* The symmetries in bytes, which suffice here. Returns their number. */
static int list_symmetries(int rows, int cols, bool swaps, uint8_t permutations[KONANE_MAX_SYMMETRIES][PM_MAX_CELLS])
{
    uint16_t wide[KONANE_MAX_SYMMETRIES][PM_MAX_CELLS];
    const int n = konane_symmetry_list(rows, cols, swaps, PM_MAX_CELLS, wide[0]);
    assert(n <= KONANE_MAX_SYMMETRIES && rows * cols <= UINT8_MAX + 1);
    for (int i = 0; i < n; i++) {
        for (int cell = 0; cell < rows * cols; cell++) {
            permutations[i][cell] = (uint8_t)wide[i][cell];
        }
    }
    return n;
}

pm_status konane_board_new(int rows, int cols, pm_color corner, const char *opening, konane_variant variant,
                           pm_board **board, pm_error *err)
{
    konane_opening rule;
    pm_status status = status_check(err, board != NULL, "there is no place for the board: the pointer is NULL");
    if (status == PM_OK) {
        status = status_check(err, corner == PM_BLACK || corner == PM_WHITE,
                              "the colour of the corner is neither PM_BLACK nor PM_WHITE");
    }
    if (status == PM_OK) {
        status = konane_size_check(rows, cols, err);
    }
    if (status == PM_OK) {
        status = check_cells(rows, cols, err);
    }
    if (status == PM_OK) {
        status = konane_opening_parse(opening, rows, cols, corner, &rule, err);
    }
    if (status != PM_OK) {
        return status;
    }
    pm_board *b = calloc(1, sizeof *b);
    if (!b) {
        return status_no_memory(err, "a board", 0);
    }
    b->rows = rows;
    b->cols = cols;
    b->n_cells = rows * cols;
    b->corner = corner;
    b->variant = variant;
    set_cells(b);
    assert((b->cells[PM_BLACK] ^ b->cells[PM_WHITE]) == b->all); /* every cell has one colour */
    b->jumper = set64_jumps_jumper(rows, cols, corner, variant.chains);
    set_opening(b, &rule);
    b->n_symmetries = list_symmetries(rows, cols, false, b->symmetry);
    b->n_swaps = list_symmetries(rows, cols, true, b->swap);
    assert(b->n_symmetries >= 1); /* the identity */
    *board = b;
    return PM_OK;
}

pm_status pm_board_new(int rows, int cols, pm_color corner, const char *opening, pm_board **board, pm_error *err)
{
    return konane_board_new(rows, cols, corner, opening, (konane_variant){0}, board, err);
}

void pm_board_free(pm_board *board)
{
    free(board);
}

int pm_board_rows(const pm_board *board)
{
    return board ? board->rows : 0;
}

int pm_board_cols(const pm_board *board)
{
    return board ? board->cols : 0;
}

pm_color pm_board_corner(const pm_board *board)
{
    return board ? board->corner : PM_BLACK;
}

uint64_t pm_board_cells(const pm_board *board, pm_color color)
{
    return board && (color == PM_BLACK || color == PM_WHITE) ? board->cells[color] : 0;
}

uint64_t konane_neighbours(const pm_board *board, int cell)
{
    assert(cell >= 0 && cell < board->n_cells);
    int next[4];
    const int n = konane_cell_neighbours(board->rows, board->cols, cell, next);
    uint64_t set = 0;
    for (int i = 0; i < n; i++) {
        set |= bits_one(next[i]);
    }
    return set;
}
