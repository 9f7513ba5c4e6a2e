/* Databases of draughts on the command line: see draughts.h.
 *
 * SPDX-License-Identifier: MIT
 */
#include "src/cli/input/draughts.h"

#include "solver/draughts/histogram.h"
#include "solver/draughts/verify.h"
#include "src/cli/input/database.h"
#include "src/draughts/notation.h"

#include <inttypes.h>
#include <string.h>

int draughts_open(cli *c, const char *path, draughts_db **d)
{
    pm_error err;
    const pm_status status = draughts_db_open(path, c->memory, d, &err);
    if (status != PM_OK) {
        return database_fail(c, path, status, &err);
    }
    const draughts_db_info info = draughts_db_get_info(*d);
    if (draughts_rules_named(c->game) && strcmp(c->game, info.game) != 0) {
        draughts_db_close(*d);
        return cli_error(c, CLI_BAD_INPUT, "\"%s\" is a database of --game %s, not %s", path, info.game, c->game);
    }
    return CLI_DONE;
}

/* ---- info -------------------------------------------------------------------------------------- */

static void put_facts(cli *c, const draughts_db_info *info, const db_header *h)
{
    cli_fact_text(c, "game", info->game);
    cli_fact_count(c, "rows", (uint64_t)info->size);
    cli_fact_count(c, "cols", (uint64_t)info->size);
    cli_fact_count(c, "pieces", (uint64_t)info->pieces);
    cli_fact_text(c, "values", info->has_remoteness ? "remoteness" : "outcome");
    cli_fact_count(c, "positions", info->positions);
    database_put_facts(c, h, info->stored);
}

/* The row of one value of a slice. */
static bool put_value_count(cli *c, const draughts_db_info *info, draughts_material m, int code, uint64_t count)
{
    cli_put_integer(c, m.mover_men);
    cli_put_integer(c, m.mover_kings);
    cli_put_integer(c, m.other_men);
    cli_put_integer(c, m.other_kings);
    cli_put_text(c, code == RETRO_DRAW ? "draw" : code % 2 ? "loss" : "win");
    if (info->has_remoteness && code != RETRO_DRAW) {
        cli_put_integer(c, code - 1);
    } else {
        cli_put_none(c);
    }
    cli_put_count(c, count);
    return cli_row(c);
}

static int put_histogram(cli *c, const char *path, draughts_db *d)
{
    static const cli_column columns[] = {
        {.name = "mover_men", .kind = CLI_INTEGER}, {.name = "mover_kings", .kind = CLI_INTEGER},
        {.name = "other_men", .kind = CLI_INTEGER}, {.name = "other_kings", .kind = CLI_INTEGER},
        {.name = "value", .kind = CLI_WORD},        {.name = "plies", .kind = CLI_INTEGER},
        {.name = "positions", .kind = CLI_INTEGER}};
    const draughts_index *index = draughts_db_index(d);
    const draughts_db_info info = draughts_db_get_info(d);
    uint64_t count[DRAUGHTS_HISTOGRAM_CODES];
    cli_table(c, "histogram", columns, sizeof columns / sizeof columns[0]);
    cli_progress_begin(c, "count", "slices");
    for (int slice = 0; slice < index->n_slices; slice++) {
        pm_error err;
        const pm_status status = draughts_histogram(d, slice, c->threads, count, &err);
        if (status != PM_OK) {
            return database_fail(c, path, status, &err);
        }
        for (int code = 0; code < DRAUGHTS_HISTOGRAM_CODES; code++) {
            if (count[code] > 0 && !put_value_count(c, &info, index->slices[slice].material, code, count[code])) {
                return CLI_DONE;
            }
        }
        if (!cli_progress_step(slice + 1, index->n_slices)) {
            return CLI_INTERRUPTED;
        }
    }
    return CLI_DONE;
}

int draughts_info(cli *c, const char *path)
{
    draughts_db *d;
    int code = draughts_open(c, path, &d);
    if (code != CLI_DONE) {
        return code;
    }
    const draughts_db_info info = draughts_db_get_info(d);
    const db_header *h = db_get_header(draughts_db_inside(d));
    const bool wants_histogram = cli_has(c, "histogram");
    if (c->format != CLI_CSV) {
        put_facts(c, &info, h);
    } else if (!wants_histogram) {
        database_put_csv(c, h, info.stored);
    }
    if (wants_histogram) {
        code = put_histogram(c, path, d);
    }
    draughts_db_close(d);
    return code;
}

/* ---- probe ------------------------------------------------------------------------------------- */

const char *draughts_list(const draughts_board *board, const draughts_position *pos, const draughts_move moves[], int n,
                          char list[CLI_MOVES_TEXT])
{
    char text[DRAUGHTS_MAX_MOVE_TEXT];
    size_t length = 0;
    list[0] = '\0';
    for (int i = 0; i < n; i++) {
        const size_t more = (size_t)draughts_move_format(board, pos, &moves[i], text) + (i > 0);
        if (length + more >= CLI_MOVES_TEXT) {
            break; /* no position of a few pieces has moves for so much text */
        }
        snprintf(list + length, CLI_MOVES_TEXT - length, "%s%s", i > 0 ? " " : "", text);
        length += more;
    }
    return list;
}

static const char *winner_name(const draughts_board *board, const draughts_position *pos, retro_code code)
{
    if (code == RETRO_DRAW) {
        return "draw";
    }
    const pm_color mover = draughts_color(board, (pm_color)pos->mover);
    return (mover == PM_BLACK) == retro_is_win(code) ? "black" : "white";
}

pm_status draughts_answer(cli *c, draughts_db *d, const char *text, pm_error *err)
{
    const draughts_board *board = draughts_db_index(d)->board;
    draughts_position pos;
    draughts_move moves[DRAUGHTS_MAX_MOVES];
    retro_code code = RETRO_DRAW;
    int n = 0;
    pm_status status = PM_OK;
    if (strcmp(text, "start") == 0) {
        pos = draughts_start(board, draughts_men_rows(board));
    } else {
        status = draughts_fen_parse(board, text, &pos, err);
    }
    if (status == PM_OK) {
        status = draughts_db_code(d, &pos, &code, err);
    }
    if (status == PM_OK) {
        status = draughts_db_best_moves(d, &pos, moves, &n, err);
    }
    if (status != PM_OK) {
        return status;
    }
    char fen[DRAUGHTS_MAX_FEN], list[CLI_MOVES_TEXT];
    draughts_fen_format(board, &pos, fen);
    cli_put_text(c, fen);
    cli_put_text(c, winner_name(board, &pos, code));
    if (draughts_db_get_info(d).has_remoteness && code != RETRO_DRAW) {
        cli_put_integer(c, code - 1);
    } else {
        cli_put_none(c);
    }
    cli_put_text(c, draughts_list(board, &pos, moves, n, list));
    return PM_OK;
}

/* ---- verify ------------------------------------------------------------------------------------ */

int draughts_verify(cli *c, const char *path, uint64_t n_samples)
{
    draughts_db *d;
    const int code = draughts_open(c, path, &d);
    if (code != CLI_DONE) {
        return code;
    }
    const verify_options options = database_verify_options(c, n_samples);
    verify_result result;
    pm_error err = {0};
    char text[DRAUGHTS_MAX_FEN] = "";
    cli_progress_begin(c, "verify", "items");
    const pm_status status = draughts_db_verify(d, &options, &result, &err);
    cli_progress_end();
    if (status == PM_CHECK_FAILED && result.disagreements > 0) {
        const draughts_index *index = draughts_db_index(d);
        const draughts_position pos = draughts_index_unrank(index, result.wrong_slice, result.wrong_number);
        draughts_fen_format(index->board, &pos, text);
    }
    const int answer = status == PM_OK || status == PM_CHECK_FAILED
                           ? database_report(c, path, db_get_header(draughts_db_inside(d))->digest, &result, text)
                           : database_fail(c, path, status, &err);
    draughts_db_close(d);
    return answer;
}
