/* papamu endgames: solves all draughts positions of a few pieces; who wins a position, and with which moves.
 *
 * SPDX-License-Identifier: MIT
 */
#include "solver/search_draughts.h"
#include "src/cli/cli.h"
#include "src/draughts/notation.h"

#include <stdio.h>
#include <string.h>

enum { DEFAULT_PIECES = 4, DEFAULT_PLIES = 100, MAX_PLIES = 250 };

typedef struct endgames_job {
    cli *c;
    draughts_board board;
    int pieces;
    retro_draughts *solved;
    double seconds;
} endgames_job;

static bool show_progress(void *ctx, uint64_t done, uint64_t total)
{
    (void)ctx;
    return !cli_progress_step((double)done, (double)total);
}

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
    cli_put_integer(c, job->board.size);
    cli_put_integer(c, job->board.size);
    cli_put_integer(c, m.mover_men);
    cli_put_integer(c, m.mover_kings);
    cli_put_integer(c, m.other_men);
    cli_put_integer(c, m.other_kings);
    cli_put_count(c, job->solved->index.slices[slice].size);
    cli_put_count(c, counts.won);
    cli_put_count(c, counts.lost);
    cli_put_count(c, counts.drawn);
    if (counts.longest_win < 0) {
        cli_put_none(c);
        cli_put_none(c);
        return;
    }
    char text[DRAUGHTS_MAX_FEN];
    const draughts_position longest = draughts_index_unrank(&job->solved->index, slice, counts.longest_at);
    draughts_fen_format(&job->board, &longest, text);
    cli_put_integer(c, counts.longest_win);
    cli_put_text(c, text);
}

static void put_slices(const endgames_job *job)
{
    static const cli_column columns[] = {
        {.name = "rows", .kind = CLI_INTEGER},        {.name = "cols", .kind = CLI_INTEGER},
        {.name = "mover_men", .kind = CLI_INTEGER},   {.name = "mover_kings", .kind = CLI_INTEGER},
        {.name = "other_men", .kind = CLI_INTEGER},   {.name = "other_kings", .kind = CLI_INTEGER},
        {.name = "positions", .kind = CLI_INTEGER},   {.name = "won", .kind = CLI_INTEGER},
        {.name = "lost", .kind = CLI_INTEGER},        {.name = "drawn", .kind = CLI_INTEGER},
        {.name = "longest_win", .kind = CLI_INTEGER}, {.name = "longest_win_position", .kind = CLI_WORD},
    };
    uint64_t total = 0;
    cli_table(job->c, "slices", columns, sizeof columns / sizeof columns[0]);
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
    cli_fact_real(job->c, "million_positions_per_second", 2, (double)total / job->seconds / 1e6);
    cli_fact_real(job->c, "seconds", 3, job->seconds);
}

/* ---- one position ------------------------------------------------------------------------------ */

/* Who wins if the mover's value is `value`. */
static const char *winner_name(const draughts_board *board, const draughts_position *pos, int value)
{
    const pm_color mover = draughts_color(board, (pm_color)pos->mover);
    if (value == 0) {
        return "draw";
    }
    return (mover == PM_BLACK) == (value > 0) ? "black" : "white";
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
    if (bounds.lower == bounds.upper) {
        cli_put_text(c, winner_name(&job->board, pos, bounds.lower));
    } else {
        cli_put_none(c);
    }
    if (retro_draughts_value(job->solved, pos, &code) && code != RETRO_DRAW) {
        cli_put_integer(c, code - 1);
    } else {
        cli_put_none(c);
    }
    return CLI_DONE;
}

/* A row for the position, whose move is left empty, then one for each legal move with the value of what it leads to. */
static int put_moves(const endgames_job *job, draughts_search *search, const draughts_position *pos)
{
    static const cli_column columns[] = {
        {.name = "rows", .kind = CLI_INTEGER},  {.name = "cols", .kind = CLI_INTEGER},
        {.name = "position", .kind = CLI_WORD}, {.name = "move", .kind = CLI_WORD},
        {.name = "winner", .kind = CLI_WORD},   {.name = "plies", .kind = CLI_INTEGER}};
    char fen[DRAUGHTS_MAX_FEN], text[DRAUGHTS_MAX_MOVE_TEXT];
    draughts_move moves[DRAUGHTS_MAX_MOVES];
    const int n = draughts_sorted_moves(&job->board, pos, moves);
    cli_table(job->c, "moves", columns, sizeof columns / sizeof columns[0]);
    draughts_fen_format(&job->board, pos, fen);
    for (int i = -1; i < n; i++) {
        cli_put_integer(job->c, job->board.size);
        cli_put_integer(job->c, job->board.size);
        cli_put_text(job->c, fen);
        draughts_position next = *pos;
        if (i < 0) {
            cli_put_none(job->c);
        } else {
            draughts_move_format(&job->board, pos, &moves[i], text);
            cli_put_text(job->c, text);
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

static int read_board(endgames_job *job, uint64_t *pieces)
{
    cli *c = job->c;
    const draughts_rules *rules = draughts_rules_named(c->game);
    int rows, cols;
    pm_error err;
    if (!rules) {
        return cli_usage(c, "endgames are for draughts: give --game italian or --game american, not --game %s",
                         c->game);
    }
    int code = cli_size_parse(c, c->operands[0], &rows, &cols);
    if (code == CLI_DONE) {
        code = cli_value_integer(c, "pieces", 2, INDEX_MAX_PIECES, pieces);
    }
    if (code == CLI_DONE) {
        const pm_status status = draughts_board_init(rules, rows, cols, &job->board, &err);
        code = status == PM_OK ? CLI_DONE : cli_fail(c, status, &err);
    }
    return code;
}

static int solve(endgames_job *job, int pieces, uint64_t memory)
{
    pm_error err;
    const retro_options options = {.threads = job->c->threads, .memory = memory, .progress = show_progress};
    cli_progress_begin(job->c, "endgames", "positions");
    const double start = cli_clock();
    const pm_status status = retro_draughts_solve(&job->board, pieces, &options, &job->solved, &err);
    job->seconds = cli_clock() - start;
    cli_progress_end();
    return status == PM_OK ? CLI_DONE : cli_fail(job->c, status, &err);
}

static int run(cli *c)
{
    endgames_job job = {.c = c};
    uint64_t pieces = DEFAULT_PIECES, plies = DEFAULT_PLIES;
    const char *text = cli_value(c, "position");
    draughts_position pos;
    int code = read_board(&job, &pieces);
    if (code == CLI_DONE) {
        code = cli_value_integer(c, "plies", 0, MAX_PLIES, &plies);
    }
    if (code == CLI_DONE && text) {
        code = parse_position(&job, text, &pos);
    }
    const uint64_t memory = cli_memory(c);
    if (code == CLI_DONE) {
        code = solve(&job, (int)pieces, memory);
    }
    if (code == CLI_DONE && text) {
        const uint64_t used = retro_draughts_plan(&job.board, (int)pieces, c->threads);
        code = answer_position(&job, &pos, plies, memory - used);
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
    {NULL, NULL, NULL},
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
        "Example: papamu endgames 6x6 --game italian --pieces 6 --position start",
    .options = options,
    .uses = CLI_USES_GAME | CLI_USES_THREADS | CLI_USES_MEMORY | CLI_USES_PROGRESS,
    .run = run,
};
