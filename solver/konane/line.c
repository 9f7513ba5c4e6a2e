/* A principal line: see line.h.
 *
 * SPDX-License-Identifier: MIT
 */
#include "solver/konane/line.h"

#include "src/konane/board.h"

#include <assert.h>

typedef struct line_context {
    const konane_space *space;
    const pm_board *board;
    const sweep_table *t;
} line_context;

static bool mover_wins(const line_context *c, pm_position pos);

/* How many moves win; more than there can be if there is none and that wins. */
static int count_winning(const line_context *c, pm_position pos)
{
    pm_move moves[PM_MAX_MOVES];
    const int n = pm_moves(c->board, pos, moves);
    int n_winning = n == 0 && c->board->variant.is_misere ? PM_MAX_MOVES : 0;
    for (int i = 0; i < n; i++) {
        n_winning += !mover_wins(c, pm_move_make(c->board, pos, moves[i]));
    }
    return n_winning;
}

/* The table has Black's values of the jump phase; all others are one move, or in the opening two, away from it. */
static bool mover_wins(const line_context *c, pm_position pos)
{
    if (pos.mover == PM_BLACK && !pm_position_is_opening(c->board, pos)) {
        return sweep_table_black_wins(c->t, konane_space_b(c->space, pos.occupied),
                                      konane_space_w(c->space, pos.occupied));
    }
    return count_winning(c, pos) > 0;
}

static pm_move choose(const line_context *c, pm_position pos, const pm_move moves[], int n)
{
    int best = 0;
    int fewest = PM_MAX_MOVES + 1;
    for (int i = 0; i < n && fewest > 0; i++) {
        const int n_answers = count_winning(c, pm_move_make(c->board, pos, moves[i]));
        if (n_answers < fewest) {
            fewest = n_answers;
            best = i;
        }
    }
    assert(n > 0);
    return moves[best];
}

int konane_line(const konane_space *space, const pm_board *board, const sweep_table *t, pm_position pos,
                pm_move line[PM_MAX_CELLS])
{
    const line_context c = {space, board, t};
    pm_move moves[PM_MAX_MOVES];
    int n_moves, length = 0;
    while ((n_moves = pm_moves(board, pos, moves)) > 0) {
        assert(length < PM_MAX_CELLS);
        line[length] = choose(&c, pos, moves, n_moves);
        pos = pm_move_make(board, pos, line[length++]);
    }
    return length;
}
