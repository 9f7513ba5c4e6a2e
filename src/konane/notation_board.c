/* The notation of src/papamu.h, for boards of up to 64 cells, by way of notation.h.
 *
 * SPDX-License-Identifier: MIT
 */
#include "src/base/status.h"
#include "src/konane/board.h"
#include "src/konane/notation.h"

static konane_diagram diagram_of(const pm_board *board, pm_position pos)
{
    return (konane_diagram){.rows = board->rows,
                            .cols = board->cols,
                            .occupied = {pos.occupied},
                            .has_stones = pos.occupied != 0,
                            .corner = board->corner,
                            .mover = pos.mover};
}

pm_status pm_position_parse(const char *text, const char *opening, pm_color corner, bool mover_default,
                            pm_board **board, pm_position *pos, pm_error *err)
{
    konane_diagram d;
    pm_status status = status_check(err, text && board && pos, "the text, the board or the position is NULL");
    if (status == PM_OK) {
        status = status_check(err, corner == PM_BLACK || corner == PM_WHITE,
                              "the colour of the corner is neither PM_BLACK nor PM_WHITE");
    }
    if (status == PM_OK) {
        status = konane_diagram_parse(text, mover_default, PM_MAX_CELLS, &d, err);
    }
    if (status == PM_OK) {
        status = pm_board_new(d.rows, d.cols, d.has_stones ? d.corner : corner, opening, board, err);
    }
    if (status == PM_OK) {
        *pos = (pm_position){.occupied = d.occupied[0], .mover = d.mover};
    }
    return status;
}

int pm_position_format(const pm_board *board, pm_position pos, char text[PM_MAX_TEXT])
{
    if (!text) {
        return 0;
    }
    if (!pm_position_is_valid(board, pos)) {
        text[0] = '\0';
        return 0;
    }
    const konane_diagram d = diagram_of(board, pos);
    return konane_diagram_format(&d, text);
}

pm_status pm_move_parse(const pm_board *board, pm_position pos, const char *text, pm_move *move, pm_error *err)
{
    int from, to;
    pm_status status = status_check(err, board && text && move, "the board, the text or the move is NULL");
    if (status == PM_OK) {
        status = status_check(err, pm_position_is_valid(board, pos), "the position is not one of the board");
    }
    if (status != PM_OK) {
        return status;
    }
    status = konane_move_parse(text, board->rows, board->cols, &from, &to, err);
    if (status != PM_OK) {
        return status;
    }
    pm_move moves[PM_MAX_MOVES];
    const int n = pm_moves(board, pos, moves);
    for (int i = 0; i < n; i++) {
        if (moves[i].from == from && moves[i].to == to) {
            *move = moves[i];
            return PM_OK;
        }
    }
    const konane_diagram d = diagram_of(board, pos);
    return konane_move_fail(&d, pm_position_is_opening(board, pos), from, to, err);
}

int pm_move_format(const pm_board *board, pm_move move, char text[PM_MAX_MOVE_TEXT])
{
    if (!text) {
        return 0;
    }
    text[0] = '\0';
    const bool is_move = board && move.from < board->n_cells && move.to < board->n_cells;
    return is_move ? konane_move_format(board->rows, move.from, move.to, text) : 0;
}
