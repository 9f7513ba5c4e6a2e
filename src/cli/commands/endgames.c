/* papamu endgames: solves all draughts positions of a few pieces; who wins a position, and with which moves.
 *
 * SPDX-License-Identifier: MIT
 */
#include "solver/draughts/db.h"
#include "solver/draughts/search.h"
#include "src/cli/input/database.h"
#include "src/draughts/notation.h"

#include <assert.h>
#include <stdio.h>
#include <string.h>

enum { DEFAULT_PIECES = 4, DEFAULT_PLIES = 100, MAX_PLIES = 250 };

typedef struct endgames_job {
    cli *c;
    draughts_board board;
    int pieces;
    const char *path, *directory; /* of the database and the checkpoint; NULL: none */
    db_options writing;
    db_writer *writer;
    draughts_checkpoint *checkpoint;
    retro_draughts *solved;
    double seconds, processor_seconds;
} endgames_job;

static bool show_nodes(void *ctx, uint64_t nodes)
{
    (void)ctx;
    return !cli_progress_step((double)nodes, 0);
}

/* ---- all slices ------------------------------------------------------------------------------- */

static void put_slice(const endgames_job *job, int slice)
{
    cli *c = job->c;
    const draughts_material m = job->solved->index.slices[slice].material;
    const retro_counts counts = retro_count(job->solved->solution, slice);
    assert(counts.won + counts.lost + counts.drawn == job->solved->index.slices[slice].size);
    assert((counts.longest_win >= 0) == (counts.won > 0));
    assert(counts.longest_win < 0 || counts.longest_win % 2 == 1); /* who wins makes the last move */
    cli_put(c, job->board.size, job->board.size, m.mover_men, m.mover_kings, m.other_men, m.other_kings,
            job->solved->index.slices[slice].size, counts.won, counts.lost, counts.drawn);
    if (counts.longest_win < 0) {
        cli_put(c, CLI_NONE, CLI_NONE);
        return;
    }
    char text[DRAUGHTS_MAX_FEN];
    const draughts_position longest = draughts_index_unrank(&job->solved->index, slice, counts.longest_at);
    assert((uint64_t)counts.longest_at < job->solved->index.slices[slice].size);
    draughts_fen_format(&job->board, &longest, text);
    cli_put(c, counts.longest_win, text);
}

static void put_slices(const endgames_job *job)
{
    uint64_t total = 0;
    cli_table_of(job->c, "slices",
                 "rows# cols# mover_men# mover_kings# other_men# other_kings# positions# won# lost# drawn# "
                 "longest_win# longest_win_position");
    for (int slice = 0; slice < job->solved->index.n_slices; slice++) {
        total += job->solved->index.slices[slice].size;
        if (job->solved->index.slices[slice].size > 0) {
            put_slice(job, slice);
            if (!cli_row(job->c)) {
                return;
            }
        }
    }
    cli_table_end(job->c);
    cli_fact_count(job->c, "positions", total);
    cli_fact_count(job->c, "peak_memory_bytes", cli_peak_memory());
    cli_fact_real(job->c, "processor_seconds", 3, job->processor_seconds);
    cli_fact_real(job->c, "million_positions_per_second", 2, (double)total / job->seconds / 1e6);
    cli_fact_real(job->c, "seconds", 3, job->seconds);
}

/* ---- one position ------------------------------------------------------------------------------ */

/* Who wins if the mover's value is `value`. */
static const char *winner_name(const draughts_board *board, const draughts_position *pos, int value)
{
    const pm_color mover = draughts_color(board, (pm_color)pos->mover);
    return value == 0 ? "draw" : (mover == PM_BLACK) == (value > 0) ? "black" : "white";
}

/* One cell for the winner, one for the plies to the end. */
static int put_value(const endgames_job *job, draughts_search *search, const draughts_position *pos)
{
    cli *c = job->c;
    search_bounds bounds;
    pm_error err;
    const pm_status status = draughts_search_value(search, pos, &bounds, &err);
    if (status != PM_OK) {
        return cli_fail(c, status, &err);
    }
    retro_code code;
    assert(bounds.lower <= bounds.upper);
    cli_put(c, CLI_IF(bounds.lower == bounds.upper, winner_name(&job->board, pos, bounds.lower)),
            CLI_IF(retro_draughts_value(job->solved, pos, &code) && code != RETRO_DRAW, code - 1));
    return CLI_DONE;
}

/* A row for the position, whose move is left empty, then one for each legal move with the value of what it leads to. */
static int put_moves(const endgames_job *job, draughts_search *search, const draughts_position *pos)
{
    char fen[DRAUGHTS_MAX_FEN], text[DRAUGHTS_MAX_MOVE_TEXT];
    draughts_move moves[DRAUGHTS_MAX_MOVES];
    const int n = draughts_sorted_moves(&job->board, pos, moves);
    cli_table_of(job->c, "moves", "rows# cols# position move winner plies#");
    draughts_fen_format(&job->board, pos, fen);
    for (int i = -1; i < n; i++) {
        cli_put(job->c, job->board.size, job->board.size, fen);
        draughts_position next = *pos;
        if (i < 0) {
            cli_put(job->c, CLI_NONE);
        } else {
            draughts_move_format(&job->board, pos, &moves[i], text);
            cli_put(job->c, text);
            next = draughts_make(&job->board, *pos, moves[i]);
        }
        const int code = put_value(job, search, &next);
        if (code != CLI_DONE || !cli_row(job->c)) {
            return code;
        }
    }
    cli_table_end(job->c);
    return CLI_DONE;
}

static int parse_position(const endgames_job *job, const char *text, draughts_position *pos)
{
    pm_error err;
    if (strcmp(text, "start") == 0) {
        *pos = draughts_start(&job->board, draughts_men_rows(&job->board));
        return CLI_DONE;
    }
    const pm_status status = draughts_fen_parse(&job->board, text, pos, &err);
    return status == PM_OK ? CLI_DONE : cli_fail_in(job->c, "position", text, status, &err);
}

/* The table of answers gets half of the memory that the endgames leave, and no more than a gigabyte. */
static int answer_position(const endgames_job *job, const draughts_position *pos, uint64_t plies, uint64_t left)
{
    draughts_search *search;
    pm_error err;
    const search_options options = {.memory = left / 2 < (uint64_t)1 << 30 ? left / 2 : (uint64_t)1 << 30,
                                    .max_plies = (int)plies,
                                    .progress = show_nodes};
    const pm_status status = draughts_search_new(job->solved, &options, &search, &err);
    if (status != PM_OK) {
        return cli_fail(job->c, status, &err);
    }
    cli_progress_begin(job->c, "search", "positions");
    const int code = put_moves(job, search, pos);
    cli_progress_end();
    cli_fact_count(job->c, "positions_searched", draughts_search_nodes(search));
    draughts_search_free(search);
    return code;
}

/* ---- the command -------------------------------------------------------------------------------- */

static int read_board(endgames_job *job)
{
    cli *c = job->c;
    const draughts_rules *rules = draughts_rules_named(c->game);
    pm_error err;
    if (!rules) {
        return cli_usage(
            c, "endgames are for draughts: give --game italian or another of 'papamu help variants', not --game %s",
            c->game);
    }
    return cli_check(c, draughts_board_init(rules, c->rows, c->cols, &job->board, &err), &err);
}

/* Read --db and what belongs to it. */
static void read_database(endgames_job *job)
{
    const cli *c = job->c;
    job->path = cli_value(c, "db");
    job->directory = cli_value(c, "checkpoint");
    job->writing = (db_options){.level = (int)cli_number(c, "level", DB_DRAUGHTS_LEVEL),
                                .kind = cli_word(c, "values") == 1 ? DB_REMOTENESS : DB_OUTCOME,
                                .command = c->command_line,
                                .date = database_date()};
}

/* Solve, beginning with what the checkpoint has. */
static pm_status solve_slices(endgames_job *job, int pieces, uint64_t memory, pm_error *err)
{
    retro_options options = {.threads = job->c->threads, .memory = memory, .progress = cli_progress_count};
    pm_status status = PM_OK;
    if (job->directory) {
        status = draughts_checkpoint_open(job->directory, &job->board, pieces, &job->checkpoint, &options.store, err);
    }
    return status == PM_OK ? retro_draughts_solve(&job->board, pieces, &options, &job->solved, err) : status;
}

static pm_status write_database(endgames_job *job, pm_error *err)
{
    uint8_t digest[DB_DIGEST_BYTES];
    char text[DB_DIGEST_TEXT];
    const pm_status status =
        db_draughts_write(job->writer, job->solved, job->c->threads, cli_progress_count, NULL, digest, err);
    if (status == PM_OK) {
        cli_fact_count(job->c, "database_bytes", db_writer_bytes(job->writer));
        cli_fact_text(job->c, "digest", db_digest_format(digest, text));
    }
    return status;
}

static int solve(endgames_job *job, int pieces, uint64_t memory)
{
    pm_error err;
    pm_status status = PM_OK;
    if (job->path) {
        status = db_draughts_new(job->path, &job->board, pieces, &job->writing, &job->writer, &err);
    }
    cli_progress_begin(job->c, "endgames", "positions");
    const double spent = cli_processor_seconds();
    if (status == PM_OK) {
        status = solve_slices(job, pieces, memory, &err);
    }
    job->seconds = cli_progress_end();
    job->processor_seconds = cli_processor_seconds() - spent;
    if (status == PM_OK && job->writer) {
        cli_progress_begin(job->c, "database", "positions");
        status = write_database(job, &err);
    }
    cli_progress_end();
    db_writer_free(job->writer);
    draughts_checkpoint_close(job->checkpoint, status == PM_OK);
    return cli_check(job->c, status, &err);
}

static int run(cli *c)
{
    endgames_job job = {.c = c};
    const int pieces = (int)cli_number(c, "pieces", DEFAULT_PIECES);
    const char *text = cli_value(c, "position");
    draughts_position pos;
    int code = read_board(&job);
    if (code == CLI_DONE && text) {
        code = parse_position(&job, text, &pos);
    }
    read_database(&job);
    const uint64_t memory = cli_memory(c);
    code = code ? code : solve(&job, pieces, memory);
    if (code == CLI_DONE && text) {
        const uint64_t used = retro_draughts_plan(&job.board, pieces, c->threads);
        assert(used <= memory); /* or it would not be solved */
        code = answer_position(&job, &pos, cli_number(c, "plies", DEFAULT_PLIES), memory - used);
    } else if (code == CLI_DONE) {
        put_slices(&job);
    }
    retro_draughts_free(job.solved);
    return code;
}

static const cli_option options[] = {
    {"pieces", "N", "solve all positions of up to N pieces, 2 to 8 (default 4)"},
    {"position", "POSITION", "value this position and each of its moves, searching down to N pieces if need be"},
    {"plies", "N", "give up a search N plies deep, captures not counted (default 100)"},
    {"db", "FILE", "write a database of all these positions, for probe, info, verify and agents"},
    {"values", "KIND", "of the database: {outcome remoteness}; remoteness: the number of plies to the end"},
    {"level", "N", "compression level of the database, 1 to 19 (default 15)"},
    {"checkpoint", "DIR", "keep what is solved in DIR until all is done, and continue with what is there"},
    {0},
};

static const cli_range ranges[] = {
    {"pieces", 2, INDEX_MAX_PIECES}, {"plies", 0, MAX_PLIES}, {"level", 1, DB_MAX_LEVEL}, {0}};

static const cli_rule rules[] = {
    {"values", "!db", "--values belongs to a database: give --db FILE as well"},
    {"level", "!db", "--level belongs to a database: give --db FILE as well"},
    {"plies", "!position", "--plies limits the search for a position: give --position as well"},
    {0},
};

const cli_command cmd_endgames = {
    .name = "endgames",
    .operands = "SIZE",
    .summary = "Solve all draughts positions of a few pieces",
    .details =
        "Retrograde analysis: won, lost and drawn positions for each distribution of men and kings between the side "
        "to\n"
        "move and the other, with the longest win (plies) and a position that has it. No draw by repetition or by\n"
        "counting moves. With --position, who wins it and each of its moves, and in how many plies where the tables\n"
        "say so; what has more pieces is searched, and left empty if that finds no end. 8x8: 5 pieces take 180 MiB,\n"
        "6 pieces 3 GiB.\n\n"
        "Examples: papamu endgames 6x6 --game italian --pieces 6 --position start\n"
        "          papamu endgames 8x8 --game italian --pieces 4 --db 8x8-4.papamu --values remoteness",
    .options = options,
    .ranges = ranges,
    .rules = rules,
    .uses = CLI_USES_GAME | CLI_USES_THREADS | CLI_USES_MEMORY | CLI_USES_PROGRESS,
    .run = run,
};
