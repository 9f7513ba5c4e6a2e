/* Exact values for a game in progress: see exact.h.
 *
 * A sweep answers jump positions alone. What is asked for is a position and the ones behind it; those of the opening
 * are taken apart until only jump positions are left, one sweep answers all of these, and the rest follows by minimax.
 *
 * SPDX-License-Identifier: MIT
 */
#include "src/cli/play/exact.h"

#include "solver/konane/query.h"
#include "src/base/status.h"
#include "src/cli/input/database.h"
#include "src/cli/input/draughts.h"

#include <stdlib.h>
#include <string.h>

enum { MAX_QUERIES = KONANE_MAX_OPENINGS + PM_MAX_MOVES };

struct exact {
    const cli *c;
    pm_board *board; /* NULL: not Konane, or too large */
    konane_space *space;
    pm_db *database;
    draughts_db *endgames;
    konane_query queries[MAX_QUERIES];
    int n_queries, n_used;
};

/* ---- by a sweep ------------------------------------------------------------------------------- */

static pm_status visit(void *ctx, par_team *team, const sweep_layer *white, const sweep_layer *black, pm_error *err)
{
    exact *e = ctx;
    (void)team;
    (void)err;
    konane_queries_visit(e->space, white, black, e->queries, e->n_queries);
    return PM_OK;
}

static bool must_stop(void *ctx, uint64_t done, uint64_t total)
{
    (void)ctx;
    (void)done;
    (void)total;
    return cli_is_interrupted();
}

static pm_status sweep_all(exact *e, pm_error *err)
{
    const sweep_options options = {
        .threads = e->c->threads, .memory = cli_memory(e->c), .with_tiles = true, .progress = must_stop};
    sweep *s;
    pm_status status = sweep_new(&e->space->spec, &options, &s, err);
    if (status == PM_OK) {
        status = sweep_run(s, visit, e, err);
        sweep_free(s);
    }
    return status;
}

/* Ask for `pos`, or in the opening for all jump positions behind it. */
static void ask(exact *e, pm_position pos)
{
    if (!pm_position_is_opening(e->board, pos)) {
        e->queries[e->n_queries++] = (konane_query){.pos = pos};
        return;
    }
    pm_move moves[PM_MAX_MOVES];
    const int n = pm_moves(e->board, pos, moves);
    for (int i = 0; i < n; i++) {
        ask(e, pm_move_make(e->board, pos, moves[i]));
    }
}

/* Whether the player who moves to a position of remoteness `a` does better than with one of `b`; an even one is lost
 * for the player who is to move there. */
static bool is_better(int a, int b)
{
    return a % 2 == 0 ? b % 2 == 1 || a < b : b % 2 == 1 && a > b;
}

static int remoteness_of(exact *e, pm_position pos);

/* Remoteness of a position from those behind it, which are taken from the answers in the order in which they were asked
 * for. `next` receives theirs. */
static int best_of(exact *e, pm_position pos, const pm_move *moves, int n, int next[PM_MAX_MOVES])
{
    int best = -1;
    for (int i = 0; i < n; i++) {
        next[i] = remoteness_of(e, pm_move_make(e->board, pos, moves[i]));
        best = best < 0 || is_better(next[i], best) ? next[i] : best;
    }
    return best + 1;
}

static int remoteness_of(exact *e, pm_position pos)
{
    if (!pm_position_is_opening(e->board, pos)) {
        return e->queries[e->n_used++].value;
    }
    pm_move moves[PM_MAX_MOVES];
    int next[PM_MAX_MOVES];
    const int n = pm_moves(e->board, pos, moves);
    return best_of(e, pos, moves, n, next);
}

static pm_status find_by_sweep(exact *e, pm_position pos, exact_value *value, pm_error *err)
{
    pm_move moves[PM_MAX_MOVES], best[PM_MAX_MOVES];
    int next[PM_MAX_MOVES], n_best = 0;
    const int n = pm_moves(e->board, pos, moves);
    e->n_queries = e->n_used = 0;
    for (int i = 0; i < n; i++) {
        ask(e, pm_move_make(e->board, pos, moves[i]));
    }
    const pm_status status = n > 0 ? sweep_all(e, err) : PM_OK;
    if (status != PM_OK) {
        return status;
    }
    value->remoteness = best_of(e, pos, moves, n, next);
    value->winner = value->remoteness % 2 == 1 ? pos.mover : (pm_color)!pos.mover;
    for (int i = 0; i < n; i++) {
        if (next[i] + 1 == value->remoteness) {
            best[n_best++] = moves[i];
        }
    }
    cli_moves_format(e->board, best, n_best, value->best);
    return PM_OK;
}

/* ---- by a database ---------------------------------------------------------------------------- */

static pm_status find_in_database(exact *e, pm_position pos, exact_value *value, pm_error *err)
{
    pm_value found;
    pm_move best[PM_MAX_MOVES];
    int n_best = 0;
    pm_status status = pm_db_probe(e->database, e->board, pos, &found, err);
    if (status == PM_OK) {
        value->winner = found.winner;
        value->remoteness = found.remoteness;
        status = pm_db_best_moves(e->database, e->board, pos, best, &n_best, err);
        cli_moves_format(e->board, best, n_best, value->best);
    }
    return status;
}

/* The words of a state of draughts are the sets of a position. */
static pm_status find_in_endgames(exact *e, const game_state *s, exact_value *value, pm_error *err)
{
    const draughts_board *board = draughts_db_index(e->endgames)->board;
    const pm_color mover = (pm_color)s->mover;
    const draughts_position pos = {
        .pieces = {s->bits[0], s->bits[1]}, .kings = s->bits[2], .mover = draughts_color(board, mover)};
    draughts_move best[DRAUGHTS_MAX_MOVES];
    draughts_value found;
    int n_best = 0;
    pm_status status = draughts_db_value(e->endgames, pos.pieces, pos.kings, mover, &found, err);
    if (status == PM_OK) {
        status = draughts_db_best_moves(e->endgames, &pos, best, &n_best, err);
    }
    if (status == PM_OK) {
        value->is_draw = found.outcome == 0;
        value->winner = found.outcome > 0 ? mover : (pm_color)!mover;
        value->remoteness = found.plies;
        draughts_list(board, &pos, best, n_best, value->best);
    }
    return status;
}

/* ---- both ------------------------------------------------------------------------------------- */

/* The board, and what a sweep of it needs if it is small. */
static pm_status open_board(exact *e, const game *g, pm_error *err)
{
    const int n_cells = g->rows * g->cols;
    if (strcmp(g->rules->name, "konane") != 0 || n_cells > PM_MAX_CELLS) {
        return PM_OK;
    }
    pm_status status = pm_board_new(g->rows, g->cols, e->c->corner, e->c->opening, &e->board, err);
    if (status == PM_OK && n_cells <= EXACT_MAX_CELLS) {
        status = konane_space_new(e->board, &e->space, err);
    }
    if (status == PM_OK && e->space) {
        e->space->spec.question = SWEEP_REMOTENESS;
    }
    return status;
}

static pm_status open_endgames(exact *e, const game *g, const char *path, pm_error *err)
{
    const pm_status status = draughts_db_open(path, e->c->memory, &e->endgames, err);
    if (status != PM_OK) {
        database_name_in(path, status, err);
        return status;
    }
    const draughts_db_info info = draughts_db_get_info(e->endgames);
    if (strcmp(info.game, g->rules->name) != 0 || info.size != g->rows) {
        return status_fail(err, PM_BAD_INPUT, 0, "the database \"%.100s\" is of %s on %dx%d, the game is %s on %dx%d",
                           path, info.game, info.size, info.size, g->rules->name, g->rows, g->cols);
    }
    return PM_OK;
}

static pm_status open_database(exact *e, const game *g, const char *path, pm_error *err)
{
    if (strcmp(g->rules->name, "konane") != 0) {
        return open_endgames(e, g, path, err);
    }
    if (!e->board) {
        return status_fail(err, PM_BAD_INPUT, 0, "databases hold Konane on up to %d cells; this board is larger",
                           PM_MAX_CELLS);
    }
    const pm_status status = pm_db_open(path, e->c->memory, &e->database, err);
    if (status != PM_OK) {
        database_name_in(path, status, err);
        return status;
    }
    const pm_db_info info = pm_db_get_info(e->database);
    const int rows = pm_board_rows(e->board), cols = pm_board_cols(e->board);
    if (info.rows != rows || info.cols != cols) {
        return status_fail(err, PM_BAD_INPUT, 0, "the database \"%.100s\" is of %dx%d, the board is %dx%d", path,
                           info.rows, info.cols, rows, cols);
    }
    return PM_OK;
}

pm_status exact_open(const cli *c, const game *g, const char *path, exact **made, pm_error *err)
{
    exact *e = calloc(1, sizeof *e);
    if (!e) {
        return status_no_memory(err, "exact values", 0);
    }
    e->c = c;
    pm_status status = open_board(e, g, err);
    if (status == PM_OK && path) {
        status = open_database(e, g, path, err);
    }
    if (status != PM_OK) {
        exact_close(e);
        return status;
    }
    *made = e;
    return PM_OK;
}

void exact_close(exact *e)
{
    if (e) {
        pm_db_close(e->database);
        draughts_db_close(e->endgames);
        konane_space_free(e->space);
        pm_board_free(e->board);
        free(e);
    }
}

static pm_status fail_uncovered(const exact *e, pm_error *err)
{
    if (!e->board) {
        return status_fail(err, PM_NOT_FOUND, 0,
                           "there are exact values of Konane on up to %d cells, and of draughts by --db", PM_MAX_CELLS);
    }
    return status_fail(err, PM_NOT_FOUND, 0,
                       "%dx%d has more than %d cells, too many for a sweep at once; give a database of it by --db",
                       pm_board_rows(e->board), pm_board_cols(e->board), EXACT_MAX_CELLS);
}

pm_status exact_find(exact *e, const game_state *s, exact_value *value, pm_error *err)
{
    value->is_draw = false;
    if (e->endgames) {
        return find_in_endgames(e, s, value, err);
    }
    if (!e->database && !e->space) {
        return fail_uncovered(e, err);
    }
    const pm_position pos = {s->bits[0], (pm_color)s->mover};
    return e->database ? find_in_database(e, pos, value, err) : find_by_sweep(e, pos, value, err);
}
