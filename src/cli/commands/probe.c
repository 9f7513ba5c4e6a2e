/* papamu probe: the values of positions in a database, and their best moves.
 *
 * SPDX-License-Identifier: MIT
 */
#include "src/cli/input/database.h"
#include "src/cli/input/draughts.h"
#include "src/cli/input/positions.h"
#include "src/cli/solve/sweeping.h"

#include <string.h>

/* The database and the boards that positions may stand on, by the colour of the corner. */
typedef struct prober {
    cli *c;
    const char *path;
    draughts_db *draughts; /* if the database is of draughts; else: */
    pm_db *database;
    pm_db_info info;
    pm_board *boards[2];
    int code; /* what the command ends with: bad positions are left out, all others answered */
} prober;

static void put_value(prober *p, const pm_board *board, pm_position pos, pm_value value, const pm_move moves[], int n)
{
    char text[PM_MAX_TEXT], list[CLI_MOVES_TEXT];
    pm_position_format(board, pos, text);
    cli_put_text(p->c, text);
    cli_put_text(p->c, color_name(value.winner));
    if (value.remoteness >= 0) {
        cli_put_integer(p->c, value.remoteness);
    } else {
        cli_put_none(p->c);
    }
    cli_put_text(p->c, cli_moves_format(board, moves, n, list));
}

static pm_status read_position(prober *p, const char *text, const pm_board **board, pm_position *pos, pm_error *err)
{
    cli *c = p->c;
    if (strcmp(text, "start") == 0) {
        *board = p->boards[c->corner];
        return pm_start(*board, pos, err);
    }
    konane_diagram d;
    pm_status status = konane_diagram_parse(text, false, PM_MAX_CELLS, &d, err);
    if (status == PM_OK) {
        const pm_color corner = c->has_corner || !d.has_stones ? c->corner : d.corner;
        status = konane_diagram_fit(&d, p->info.rows, p->info.cols, corner, err);
    }
    if (status == PM_OK) {
        *board = p->boards[d.corner];
        *pos = (pm_position){d.occupied[0], d.mover};
    }
    return status;
}

/* Answer a position of Konane. */
static pm_status answer_konane(prober *p, const char *text, pm_error *err)
{
    const pm_board *board = NULL;
    pm_position pos = {0};
    pm_value value;
    pm_move moves[PM_MAX_MOVES];
    int n = 0;
    pm_status status = read_position(p, text, &board, &pos, err);
    if (status == PM_OK) {
        status = pm_db_probe(p->database, board, pos, &value, err);
    }
    if (status == PM_OK) {
        status = pm_db_best_moves(p->database, board, pos, moves, &n, err);
    }
    if (status == PM_OK) {
        put_value(p, board, pos, value, moves, n);
    }
    return status;
}

/* Answer one position; false to stop. */
static bool answer(void *ctx, const char *text, size_t number)
{
    prober *p = ctx;
    pm_error err = {0};
    const pm_status status =
        p->draughts ? draughts_answer(p->c, p->draughts, text, &err) : answer_konane(p, text, &err);
    if (status == PM_BAD_INPUT || status == PM_NOT_FOUND) {
        p->code = positions_refuse(p->c, text, number, err.message, err.offset);
        return true;
    }
    if (status != PM_OK) {
        p->code = database_fail(p->c, p->path, status, &err);
        return false;
    }
    return cli_row(p->c);
}

static int answer_all(prober *p)
{
    static const cli_column columns[] = {{.name = "position", .kind = CLI_WORD, .width = 24},
                                         {.name = "winner", .kind = CLI_WORD, .width = 6},
                                         {.name = "remoteness", .kind = CLI_INTEGER, .width = 10},
                                         {.name = "best_moves", .kind = CLI_LIST, .width = 1}};
    cli_table(p->c, "positions", columns, 4);
    if (p->c->n_operands == 1) {
        const int code = positions_read(p->c, answer, p);
        return code > p->code ? code : p->code;
    }
    for (int i = 1; i < p->c->n_operands && answer(p, p->c->operands[i], 0); i++) {
    }
    return p->code;
}

static int probe_draughts(prober *p)
{
    int code = draughts_open(p->c, p->path, &p->draughts);
    if (code == CLI_DONE) {
        code = answer_all(p);
        draughts_db_close(p->draughts);
    }
    return code;
}

static int run(cli *c)
{
    prober p = {.c = c, .path = c->operands[0]};
    if (draughts_db_is(p.path)) {
        return probe_draughts(&p);
    }
    int code = database_open(c, p.path, &p.database);
    if (code != CLI_DONE) {
        return code;
    }
    p.info = pm_db_get_info(p.database);
    const pm_color corner = c->corner;
    for (int i = 0; i < 2 && code == CLI_DONE; i++) {
        c->corner = (pm_color)i;
        code = cli_board_new(c, p.info.rows, p.info.cols, &p.boards[i]);
    }
    c->corner = corner;
    if (code == CLI_DONE) {
        code = answer_all(&p);
    }
    pm_board_free(p.boards[0]);
    pm_board_free(p.boards[1]);
    pm_db_close(p.database);
    return code;
}

const cli_command cmd_probe = {
    .name = "probe",
    .operands = "FILE [POSITION...]",
    .summary = "Values and best moves of positions, from a database",
    .details =
        "Without positions these are read from standard input, one a line; lines that begin with # are left "
        "out, and so,\n"
        "with a remark and exit code 2, are positions that cannot be answered. The best moves are all that win; "
        "none in a\n"
        "lost position. If the database has remoteness they are all that win soonest or lose latest. A position "
        "may be\n"
        "\"start\"; in the opening the moves are removals. Either corner colour is answered. --memory limits "
        "the cache.\n"
        "Of draughts endgames the best moves of a drawn position are all that draw, and what has too many pieces "
        "cannot be\n"
        "answered.\n\n"
        "Example: papamu probe 6x6.papamu \"bwbwbw/wbwbwb/bw2bw/wbwbwb/bwbwbw/wbwbwb b\"",
    .uses = CLI_USES_RULES | CLI_USES_MEMORY,
    .is_streaming = true,
    .run = run,
};
