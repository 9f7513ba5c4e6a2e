/* papamu search: proves who wins openings, or a position, of boards too large to sweep.
 *
 * SPDX-License-Identifier: MIT
 */
#include "solver/konane/search/search_questions.h"
#include "src/cli/search/openings.h"
#include "src/cli/solve/openings.h"

#include <assert.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { DEFAULT_MEMORY_SHIFT = 32 };

typedef struct search_job {
    cli *c;
    pm_board *board;
    konane_opening_result openings[KONANE_MAX_OPENINGS];
    pm_position positions[KONANE_MAX_OPENINGS];
    int n; /* openings; 1 with --position */
    bool is_position;
    search_questions *questions;
    proof_file proof; /* what was written of it: sizes alone */
} search_job;

/* ---- what is to be proven ---------------------------------------------------------------------- */

/* Search on a board with the corner of a position, which knows it. */
static int take_corner(cli *c, search_job *job, pm_color corner)
{
    const pm_board *old = job->board;
    pm_board *board;
    pm_error err;
    const pm_status status = konane_board_new(old->rows, old->cols, corner, c->opening, old->variant, &board, &err);
    if (status == PM_OK) {
        pm_board_free(job->board);
        job->board = board;
    }
    return cli_check(c, status, &err);
}

static int read_position(cli *c, search_job *job, const char *text)
{
    pm_board *board;
    pm_position pos;
    pm_error err;
    if (strcmp(text, "start") == 0) {
        return cli_error(c, CLI_BAD_INPUT, "the start is in the opening: without --position all openings are searched");
    }
    const pm_status status = pm_position_parse(text, c->opening, c->corner, false, &board, &pos, &err);
    if (status != PM_OK) {
        return cli_fail_in(c, "position", text, status, &err);
    }
    int code = CLI_DONE;
    if (board->rows != job->board->rows || board->cols != job->board->cols) {
        code = cli_error(c, CLI_BAD_INPUT, "the position is on %dx%d, the board is %dx%d", board->rows, board->cols,
                         job->board->rows, job->board->cols);
    } else if (pm_position_is_opening(board, pos)) {
        code =
            cli_error(c, CLI_BAD_INPUT, "the position is in the opening: without --position all openings are searched");
    }
    code = code ? code : take_corner(c, job, board->corner);
    pm_board_free(board);
    job->positions[0] = pos;
    job->n = 1;
    job->is_position = true;
    return code;
}

static int read_question(cli *c, search_job *job)
{
    const char *position = cli_value(c, "position"), *list = cli_value(c, "openings");
    if (position) {
        return read_position(c, job, position);
    }
    const int code = search_openings_read(c, job->board, list, job->openings, &job->n);
    assert(job->n >= 0 && job->n <= KONANE_MAX_OPENINGS);
    for (int i = 0; i < job->n; i++) {
        job->positions[i] = search_opening_position(job->board, &job->openings[i]);
    }
    return code;
}

/* ---- progress ---------------------------------------------------------------------------------- */

/* Numbers of the position that the first thread works on, and further down its line. */
static void show_numbers(const search_job *job)
{
    search_engine *engine = search_questions_engine(job->questions);
    const search_numbers root = search_engine_line_numbers(engine, 0), line = search_engine_line_numbers(engine, 10);
    char text[CLI_PROGRESS_TEXT];
    size_t n_over;
    const size_t n = search_questions_count(job->questions, &n_over);
    assert(n_over <= n);
    snprintf(text, sizeof text, "%zu of %zu, table %.0f %%, numbers %.3g %.3g, 10 plies on %.3g %.3g", n_over, n,
             100 * search_table_load(&search_engine_shared(engine)->table), (double)root.phi, (double)root.delta,
             (double)line.phi, (double)line.delta);
    cli_progress_rename(text, 0);
}

static bool show(void *ctx)
{
    search_job *job = ctx;
    show_numbers(job);
    const double nodes = (double)atomic_load(&search_engine_shared(search_questions_engine(job->questions))->nodes);
    return !cli_progress_step(nodes, 0);
}

/* ---- results ------------------------------------------------------------------------------------ */

static const char *winner_name(const search_job *job, int i)
{
    pm_color winner;
    return search_questions_winner(job->questions, (size_t)i, &winner) ? color_name(winner) : "unknown";
}

/* The winner and the work; that on images of one another is listed with the first of them. */
static bool put_result(cli *c, const search_job *job, int i)
{
    assert(i >= 0 && i < job->n);
    return cli_put_row(c, winner_name(job, i), search_questions_nodes(job->questions, (size_t)i),
                       search_questions_seconds(job->questions, (size_t)i));
}

static void put_openings(cli *c, const search_job *job)
{
    cli_table_of(c, "openings", "rows# cols# corner black_removes white_removes winner nodes# seconds.3");
    for (int i = 0; i < job->n; i++) {
        solve_put_opening(c, job->board, &job->openings[i]);
        if (!put_result(c, job, i)) {
            return;
        }
    }
    cli_table_end(c);
}

/* Black wins the game if after one of his removals every answer loses, White if each of them has an answer that wins.
 */
static const char *game_winner(const search_job *job)
{
    bool is_open = false;
    for (int i = 0; i < job->n;) {
        bool all_black = true, has_white = false;
        const int cell = job->openings[i].black_removes;
        for (; i < job->n && job->openings[i].black_removes == cell; i++) {
            const char *winner = winner_name(job, i);
            assert(i == 0 ||
                   job->openings[i - 1].black_removes <= cell); /* those with one removal of Black are together */
            all_black = all_black && strcmp(winner, "black") == 0;
            has_white = has_white || strcmp(winner, "white") == 0;
        }
        if (all_black) {
            return "black";
        }
        is_open = is_open || !has_white;
    }
    return is_open ? "unknown" : "white";
}

static void put_position(cli *c, const search_job *job)
{
    char text[PM_MAX_TEXT];
    pm_position_format(job->board, job->positions[0], text);
    cli_table_of(c, "positions", "position winner nodes# seconds.3");
    cli_put(c, text);
    put_result(c, job, 0);
    cli_table_end(c);
}

/* ---- the command -------------------------------------------------------------------------------- */

/* Without --memory: four gibibytes, or half of what is free if that is less. */
static int ask(cli *c, search_job *job)
{
    const uint64_t free_memory = cli_memory(c), usual = UINT64_C(1) << DEFAULT_MEMORY_SHIFT;
    uint64_t memory = c->memory ? c->memory : free_memory / 2 < usual ? free_memory / 2 : usual;
    pm_error err;
    if (memory < search_engine_overhead(c->threads) + SEARCH_MIN_TABLE) {
        char needed[24], given[24];
        return cli_error(c, CLI_SYSTEM, "this needs %s of memory at least and %s %s; see --memory",
                         cli_bytes_format(search_engine_overhead(c->threads) + SEARCH_MIN_TABLE, needed),
                         cli_bytes_format(memory, given), c->memory ? "was given" : "are free");
    }
    const engine_options options = {
        .memory = memory - search_engine_overhead(c->threads),
        .threads = c->threads,
        .small_stones = -1,
    };
    assert(options.memory >= SEARCH_MIN_TABLE);
    const pm_status status =
        search_questions_new(job->board, (size_t)job->n, job->positions, &options, &job->questions, &err);
    return cli_check(c, status, &err);
}

static int search(cli *c, search_job *job)
{
    const search_limits limits = {
        .max_nodes = cli_number(c, "nodes", 0),
        .max_seconds = (double)cli_number(c, "time", 0),
        .checkpoint = cli_value(c, "checkpoint"),
        .interval = (double)cli_number(c, "interval", SEARCH_CHECKPOINT_SECONDS),
        .stop = show,
        .stop_ctx = job,
    };
    pm_error err;
    cli_progress_begin(c, "search", "nodes");
    const pm_status status = search_questions_run(job->questions, &limits, &err);
    cli_progress_end();
    return cli_check(c, status, &err);
}

static bool stop_proof(void *ctx)
{
    (void)ctx;
    return !cli_progress_step(0, 0);
}

/* Write what proves all that was proven. */
static int write_proof(cli *c, search_job *job, const char *path)
{
    pm_error err;
    cli_progress_begin(c, "proof", "positions");
    const pm_status status = search_questions_prove(job->questions, path, stop_proof, NULL, &job->proof, &err);
    cli_progress_end();
    return cli_check(c, status, &err);
}

static int run_on_board(cli *c, search_job *job)
{
    int code = read_question(c, job);
    code = code ? code : ask(c, job);
    code = code ? code : search(c, job);
    if (code == CLI_DONE && cli_has(c, "proof")) {
        code = write_proof(c, job, cli_value(c, "proof"));
    }
    if (code != CLI_DONE) {
        return code;
    }
    if (job->is_position) {
        put_position(c, job);
    } else {
        put_openings(c, job);
    }
    if (!job->is_position && !cli_has(c, "openings")) {
        cli_fact_text(c, "game_winner", game_winner(job));
    }
    if (cli_has(c, "proof")) {
        cli_fact_count(c, "proof_positions", job->proof.n_words);
        cli_fact_count(c, "proof_bytes", job->proof.file_bytes);
    }
    return CLI_DONE;
}

static int run(cli *c)
{
    search_job *job = calloc(1, sizeof *job);
    if (!job) {
        return cli_no_memory(c, "the search");
    }
    job->c = c;
    int code = cli_board_new(c, "can be searched", &job->board);
    code = code ? code : run_on_board(c, job);
    search_questions_free(job->questions);
    pm_board_free(job->board);
    free(job);
    return code;
}

static const cli_option options[] = {
    {"openings", "LIST", "search these openings: pairs of cells such as a8b8, or Black's cell alone, with commas"},
    {"position", "POSITION", "search this position instead"},
    {"nodes", "N", "give an opening up after N nodes; its winner is then unknown"},
    {"time", "SECONDS", "give an opening up after so many seconds"},
    {"proof", "FILE", "write a proof of what was proven, for info, verify and probe"},
    {"checkpoint", "DIR", "keep the state here, and continue from it if there is one"},
    {"interval", "SECONDS", "how often the checkpoint is written; default 600, and always at the end"},
    {0},
};

static const cli_range ranges[] = {
    {"nodes", 1, UINT64_MAX / 2}, {"time", 1, 1000000000}, {"interval", 1, 1000000}, {0}};

static const cli_rule rules[] = {
    {"openings", "position", "--openings and --position cannot both be given"},
    {"interval", "!checkpoint", "--interval needs --checkpoint"},
    {0},
};

const cli_command cmd_search = {
    .name = "search",
    .operands = "SIZE",
    .summary = "Prove who wins openings of boards too large to sweep",
    .details =
        "Proof-number search of boards of up to 64 cells. Lists the openings that --opening admits, with the winner,\n"
        "the positions expanded, and seconds. Openings that are images of each other are searched once, and the work\n"
        "is listed with the first of them. Several threads share the work; the winner does not depend on their "
        "number.\n"
        "--play and --jumps search other rules, which a proof names and is checked by; a checkpoint of other rules is\n"
        "refused.\n\n"
        "Examples: papamu search 6x7 --memory 2G\n"
        "          papamu search 8x8 --openings a8b8 --checkpoint state --progress",
    .options = options,
    .ranges = ranges,
    .rules = rules,
    .uses = CLI_USES_RULES | CLI_USES_VARIANTS | CLI_USES_THREADS | CLI_USES_MEMORY | CLI_USES_PROGRESS,
    .run = run,
};
