/* papamu search: proves who wins openings, or a position, of boards too large to sweep.
 *
 * SPDX-License-Identifier: MIT
 */
#include "solver/konane/search/search_proof.h"
#include "solver/search/checkpoint.h"
#include "src/base/clock.h"
#include "src/cli/search/openings.h"
#include "src/cli/solve/openings.h"

#include <assert.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { CHECKPOINT_SECONDS = 600, DEFAULT_MEMORY_SHIFT = 32 };

/* Openings that are images of one another are one job. */
typedef struct search_job {
    cli *c;
    pm_board *board;
    konane_opening_result openings[KONANE_MAX_OPENINGS];
    pm_position positions[KONANE_MAX_OPENINGS];
    int job_of[KONANE_MAX_OPENINGS];
    int n; /* openings; 1 with --position */
    bool is_position;
    dfpn_job jobs[KONANE_MAX_OPENINGS];
    double seconds[KONANE_MAX_OPENINGS]; /* of each job, by this run and those before */
    bool was_over[KONANE_MAX_OPENINGS];
    int n_jobs;
    search_engine *engine;
    search_subject subject;
    const char *checkpoint;
    uint64_t interval, max_seconds;
    double begin, last_tick, last_save;
    uint64_t nodes_before; /* by earlier runs */
    uint64_t proof_positions, proof_bytes;
    pm_status save_status;
    pm_error save_error;
} search_job;

static bool is_over(const search_job *job, int i)
{
    return atomic_load_explicit(&job->jobs[i].is_over, memory_order_relaxed);
}

/* ---- what is to be proven ---------------------------------------------------------------------- */

static uint64_t normal_word(const search_job *job, pm_position pos)
{
    const search_board *board = search_engine_board(job->engine);
    return search_normal(board, pos.occupied, search_board_class(job->board, pos.mover));
}

static void make_jobs(search_job *job)
{
    for (int i = 0; i < job->n; i++) {
        const uint64_t word = normal_word(job, job->positions[i]);
        int at = 0;
        while (at < job->n_jobs && job->jobs[at].word != word) {
            at++;
        }
        job->job_of[i] = at;
        if (at == job->n_jobs) {
            job->jobs[job->n_jobs++].word = word;
            assert(job->n_jobs <= i + 1); /* no more than openings so far */
        }
    }
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
    const bool fits = board->rows == job->board->rows && board->cols == job->board->cols;
    const bool is_opening = pm_position_is_opening(board, pos);
    if (fits) {
        pm_board_free(job->board);
        job->board = board;
    } else {
        const int code = cli_error(c, CLI_BAD_INPUT, "the position is on %dx%d, the board is %dx%d", board->rows,
                                   board->cols, job->board->rows, job->board->cols);
        pm_board_free(board);
        return code;
    }
    if (is_opening) {
        return cli_error(c, CLI_BAD_INPUT,
                         "the position is in the opening: without --position all openings are searched");
    }
    job->positions[0] = pos;
    job->n = 1;
    job->is_position = true;
    return CLI_DONE;
}

static int read_question(cli *c, search_job *job)
{
    const char *position = cli_value(c, "position"), *list = cli_value(c, "openings");
    if (position) {
        return read_position(c, job, position);
    }
    const int code = search_openings_read(c, job->board, list, job->openings, &job->n);
    for (int i = 0; i < job->n; i++) {
        job->positions[i] = search_opening_position(job->board, &job->openings[i]);
    }
    return code;
}

/* ---- the checkpoint ---------------------------------------------------------------------------- */

static pm_status save(search_job *job, pm_error *err)
{
    search_progress progress[KONANE_MAX_OPENINGS];
    for (int i = 0; i < job->n_jobs; i++) {
        progress[i] = (search_progress){
            .word = job->jobs[i].word,
            .nodes = atomic_load(&job->jobs[i].nodes),
            .data = atomic_load(&job->jobs[i].data),
            .microseconds = (uint64_t)(job->seconds[i] * 1e6),
        };
    }
    job->last_save = clock_seconds();
    return search_checkpoint_save(job->checkpoint, &job->subject, &search_engine_shared(job->engine)->table, progress,
                                  (size_t)job->n_jobs, err);
}

static int load(cli *c, search_job *job)
{
    search_progress *progress;
    size_t n;
    pm_error err;
    const pm_status status = search_checkpoint_load(job->checkpoint, &job->subject,
                                                    &search_engine_shared(job->engine)->table, &progress, &n, &err);
    if (status == PM_NOT_FOUND) {
        return CLI_DONE;
    }
    if (status != PM_OK) {
        return cli_fail(c, status, &err);
    }
    for (size_t i = 0; i < n; i++) {
        for (int j = 0; j < job->n_jobs; j++) {
            dfpn_job *own = &job->jobs[j];
            if (own->word == progress[i].word) {
                job->nodes_before += progress[i].nodes;
                job->seconds[j] = (double)progress[i].microseconds * 1e-6;
                own->nodes = progress[i].nodes;
                own->data = progress[i].data;
                own->is_over = progress[i].data != 0 && search_is_proven(search_data_numbers(progress[i].data));
            }
        }
    }
    free(progress);
    return CLI_DONE;
}

/* ---- progress and limits ------------------------------------------------------------------------ */

/* Numbers of the position that the first thread works on, and further down its line. */
static void show_numbers(search_job *job)
{
    const search_engine *engine = job->engine;
    const search_numbers root = search_engine_line_numbers(engine, 0), line = search_engine_line_numbers(engine, 10);
    char text[CLI_PROGRESS_TEXT];
    int n_over = 0;
    for (int i = 0; i < job->n_jobs; i++) {
        n_over += is_over(job, i);
    }
    snprintf(text, sizeof text, "%d of %d, table %.0f %%, numbers %.3g %.3g, 10 plies on %.3g %.3g", n_over,
             job->n_jobs, 100 * search_table_load(&search_engine_shared(job->engine)->table), (double)root.phi,
             (double)root.delta, (double)line.phi, (double)line.delta);
    cli_progress_rename(text, 0);
}

/* Time is counted for the jobs that are worked on; it is up to the first thread. */
static bool tick(void *ctx)
{
    search_job *job = ctx;
    const double now = clock_seconds(), step = now - job->last_tick;
    if (step < 0.05) {
        return !cli_is_interrupted();
    }
    job->last_tick = now;
    for (int i = 0; i < job->n_jobs; i++) {
        if (!is_over(job, i) && job->jobs[i].workers > 0) {
            job->seconds[i] += step;
            if (job->max_seconds && job->seconds[i] >= (double)job->max_seconds) {
                atomic_store(&job->jobs[i].is_over, true);
            }
        }
    }
    if (job->checkpoint && now - job->last_save >= (double)job->interval) {
        job->save_status = save(job, &job->save_error);
    }
    show_numbers(job);
    const double nodes = (double)atomic_load(&search_engine_shared(job->engine)->nodes);
    return cli_progress_step(nodes, 0) && job->save_status == PM_OK;
}

/* ---- the proof ---------------------------------------------------------------------------------- */

static search_numbers numbers_of(const search_job *job, int i)
{
    return dfpn_job_numbers(&job->jobs[job->job_of[i]]);
}

static bool go_on(void *ctx)
{
    (void)ctx;
    return cli_progress_step(0, 0);
}

/* Write what proves all that was proven. */
static int write_proof(cli *c, search_job *job, const char *path)
{
    proof_claim claims[KONANE_MAX_OPENINGS];
    proof_file proof = {.rows = job->board->rows,
                        .cols = job->board->cols,
                        .corner = job->board->corner,
                        .small = PROOF_SMALL,
                        .claims = claims};
    for (int i = 0; i < job->n; i++) {
        const search_numbers numbers = numbers_of(job, i);
        if (search_is_proven(numbers)) {
            const pm_position pos = job->positions[i];
            claims[proof.n_claims++] =
                (proof_claim){pos.occupied, (uint8_t)search_board_class(job->board, pos.mover), search_is_won(numbers)};
        }
    }
    pm_error err;
    search_engine_shared(job->engine)->tick = go_on;
    search_engine_shared(job->engine)->max_nodes = 0;
    cli_progress_begin(c, "proof", "positions");
    pm_status status = search_proof_collect(job->engine, &proof, &err);
    cli_progress_end();
    if (status == PM_OK) {
        status = proof_file_write(path, &proof, &err);
    }
    free(proof.words);
    if (status == PM_OK) {
        job->proof_positions = proof.n_words;
        job->proof_bytes = proof.file_bytes;
    }
    return cli_check(c, status, &err);
}

/* ---- results ------------------------------------------------------------------------------------ */

static const char *winner_name(const search_job *job, int i)
{
    const search_numbers numbers = numbers_of(job, i);
    const pm_color mover = job->positions[i].mover, other = mover == PM_BLACK ? PM_WHITE : PM_BLACK;
    return search_is_won(numbers) ? color_name(mover) : search_is_lost(numbers) ? color_name(other) : "unknown";
}

/* The winner and the work; that of a job is listed with the first opening it belongs to. */
static bool put_result(cli *c, const search_job *job, int i)
{
    const int at = job->job_of[i];
    bool is_first = true;
    for (int j = 0; j < i; j++) {
        is_first = is_first && job->job_of[j] != at;
    }
    return cli_put_row(c, winner_name(job, i), is_first ? atomic_load(&job->jobs[at].nodes) : 0,
                       is_first ? job->seconds[at] : 0);
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

static void read_limits(const cli *c, search_job *job)
{
    job->max_seconds = cli_number(c, "time", 0);
    job->interval = cli_number(c, "interval", CHECKPOINT_SECONDS);
    job->checkpoint = cli_value(c, "checkpoint");
}

/* Without --memory: four gibibytes, or half of what is free if that is less. */
static int make_engine(cli *c, search_job *job)
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
    const pm_status status = search_engine_new(job->board->rows, job->board->cols, &options, &job->engine, &err);
    if (status != PM_OK) {
        return cli_fail(c, status, &err);
    }
    job->subject = (search_subject){job->board->rows, job->board->cols, search_engine_weights()};
    return CLI_DONE;
}

static int search(cli *c, search_job *job, uint64_t max_nodes)
{
    dfpn_shared *shared = search_engine_shared(job->engine);
    shared->max_nodes = max_nodes;
    shared->tick = tick;
    shared->tick_ctx = job;
    cli_progress_begin(c, "search", "nodes");
    job->begin = job->last_tick = job->last_save = clock_seconds();
    search_engine_run(job->engine, job->jobs, (size_t)job->n_jobs);
    cli_progress_end();
    const bool is_interrupted = cli_is_interrupted();
    if (job->save_status == PM_OK && job->checkpoint) {
        job->save_status = save(job, &job->save_error);
    }
    if (job->save_status != PM_OK) {
        return cli_fail(c, job->save_status, &job->save_error);
    }
    return is_interrupted ? CLI_INTERRUPTED : CLI_DONE;
}

static int run_on_board(cli *c, search_job *job)
{
    read_limits(c, job);
    int code = read_question(c, job);
    code = code ? code : make_engine(c, job);
    if (code == CLI_DONE) {
        make_jobs(job);
        code = job->checkpoint ? load(c, job) : CLI_DONE;
    }
    code = code ? code : search(c, job, cli_number(c, "nodes", 0));
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
        cli_fact_count(c, "proof_positions", job->proof_positions);
        cli_fact_count(c, "proof_bytes", job->proof_bytes);
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
    search_engine_free(job->engine);
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
        "number.\n\n"
        "Examples: papamu search 6x7 --memory 2G\n"
        "          papamu search 8x8 --openings a8b8 --checkpoint state --progress",
    .options = options,
    .ranges = ranges,
    .rules = rules,
    .uses = CLI_USES_RULES | CLI_USES_THREADS | CLI_USES_MEMORY | CLI_USES_PROGRESS,
    .run = run,
};
