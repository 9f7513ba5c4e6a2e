/* papamu solve --values remoteness: see remoteness.h.
 *
 * SPDX-License-Identifier: MIT
 */
#include "src/cli/solve/remoteness.h"

#include "solver/konane/remoteness_line.h"
#include "solver/sweep/remoteness.h"
#include "src/konane/board.h"

#include <assert.h>

static pm_status visit(void *ctx, par_team *team, const sweep_layer *white, const sweep_layer *black, pm_error *err)
{
    return remoteness_add(ctx, team, white, black, err);
}

static int count(sweeping *s, size_t reserved, remoteness_census *census)
{
    remoteness_begin(census);
    const int code = sweeping_prepare(s, reserved);
    return code == CLI_DONE ? sweeping_run(s, visit, census) : code;
}

static void put_board(cli *c, const pm_board *board)
{
    cli_put(c, board->rows, board->cols, color_name(board->corner));
}

int solve_remoteness_histogram(cli *c, sweeping *s)
{
    remoteness_census census;
    const int code = count(s, 0, &census);
    if (code != CLI_DONE) {
        return code;
    }
    assert(census.peak.remoteness >= 0 && census.peak.remoteness <= REMOTENESS_MAX);
    cli_table_of(c, "histogram", "rows# cols# corner remoteness# black_to_move# white_to_move#");
    for (int r = 0; r <= census.peak.remoteness; r++) {
        put_board(c, s->board);
        if (!cli_put_row(c, r, census.count[PM_BLACK][r], census.count[PM_WHITE][r])) {
            return CLI_DONE;
        }
    }
    cli_table_end(c);
    cli_fact_real(c, "seconds", 3, s->seconds);
    return CLI_DONE;
}

int solve_remoteness_longest(cli *c, sweeping *s)
{
    remoteness_census census;
    const int code = count(s, konane_perfect_line_bytes(), &census);
    if (code != CLI_DONE) {
        return code;
    }
    const remoteness_peak peak = census.peak;
    assert(peak.remoteness <= PM_MAX_CELLS); /* every jump takes a stone */
    const pm_position pos = {konane_space_occupied(s->space, peak.set, peak.index), peak.mover};
    sweep_free(s->s); /* the line makes sweeps of its own */
    s->s = NULL;
    pm_move moves[PM_MAX_CELLS];
    pm_error err;
    cli_progress_begin(c, "line", "positions");
    const pm_status status = konane_perfect_line(s->space, &s->options, pos, peak.remoteness, moves, &err);
    cli_progress_end();
    if (status != PM_OK) {
        return cli_fail(c, status, &err);
    }
    char text[PM_MAX_TEXT], line[CLI_MOVES_TEXT];
    pm_position_format(s->board, pos, text);
    cli_table_of(c, "longest", "rows# cols# corner remoteness# position line*");
    put_board(c, s->board);
    cli_put_row(c, peak.remoteness, text, cli_moves_format(s->board, moves, peak.remoteness, line));
    cli_table_end(c);
    return CLI_DONE;
}
