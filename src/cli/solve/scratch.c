/* papamu solve --scratch: see scratch.h.
 *
 * SPDX-License-Identifier: MIT
 */
#include "src/cli/solve/scratch.h"

#include "src/cli/solve/calibrate.h"
#include "src/cli/solve/census_table.h"
#include "src/cli/solve/openings.h"
#include "src/cli/solve/sweeping.h"
#include "src/konane/board.h"

#include <assert.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>

enum { SAMPLE_SEED = 1, SAMPLE = 100000, SMALL_SAMPLE = 1000, SMALL_CELLS = 30, OUTPUT_BYTES = 6 << 20 };

typedef struct scratch_job {
    cli *c;
    pm_board *board;
    double pairs; /* of a set of stones and a mover */
    konane_opening_result openings[KONANE_MAX_OPENINGS];
    int n_openings, n_sample;
    konane_query *queries; /* the openings, then the sample */
    konane_scratch_result *result;
} scratch_job;

int solve_scratch_sample(const pm_board *board)
{
    return board->n_cells < SMALL_CELLS ? SMALL_SAMPLE : SAMPLE;
}

/* The positions, and what is printed of them. */
size_t solve_scratch_memory(const cli *c, const pm_board *board)
{
    const size_t own =
        (size_t)(KONANE_MAX_OPENINGS + solve_scratch_sample(board)) * 2 * sizeof(konane_query) + OUTPUT_BYTES;
    const uint64_t given = cli_memory(c);
    return given > own ? given - own : 0;
}

void solve_scratch_help(const sweeping *s, char text[SWEEPING_HELP_TEXT])
{
    const char *size = s->c->operands[0];
    scratch_plan plan;
    char bytes[24];
    if (scratch_plan_make(&s->space->spec, solve_scratch_memory(s->c, s->board), s->c->threads, 0, &plan)) {
        const double packed = (double)plan.live_bytes * scratch_rates_usual().ratio;
        snprintf(text, SWEEPING_HELP_TEXT, "; `papamu solve %s --scratch DIR` keeps rows in files instead, about %s",
                 size, cli_bytes_format((uint64_t)packed, bytes));
    } else {
        snprintf(text, SWEEPING_HELP_TEXT, "; `papamu search %s` proves openings without a sweep", size);
    }
}

static bool show(void *ctx, const scratch_status *s)
{
    const scratch_job *job = ctx;
    char bytes[24], what[64];
    assert(s->share >= s->resumed_share && s->place < s->n_places);
    snprintf(what, sizeof what, "sublayer %d of %d (%d+%d), %s on disk,", s->place + 1, s->n_places, s->first,
             s->second, cli_bytes_format(s->disk_bytes, bytes));
    cli_progress_rename(what, s->resumed_share * job->pairs);
    return !cli_progress_step(s->share * job->pairs, job->pairs);
}

static void warn(void *ctx, const char *text)
{
    const scratch_job *job = ctx;
    cli_warn(job->c, "%s", text);
}

/* ---- what comes out ---------------------------------------------------------------------------------------------- */

static void put_sample(cli *c, const scratch_job *job)
{
    cli_table_of(c, "sample", "position winner");
    for (int i = 0; i < job->n_sample; i++) {
        const konane_query *q = &job->queries[job->n_openings + i];
        assert(q->is_answered);
        char text[PM_MAX_TEXT];
        pm_position_format(job->board, q->pos, text);
        if (!cli_put_row(c, text, color_name(q->mover_wins ? q->pos.mover : (pm_color)!q->pos.mover))) {
            return;
        }
    }
}

static void put_census(cli *c, const scratch_job *job)
{
    solve_put_census(c, job->board, &job->result->census);
}

/* A table in a file of its own, if the option names one. */
static int put_beside(scratch_job *job, const char *option, void (*put)(cli *c, const scratch_job *job))
{
    const char *path = cli_value(job->c, option);
    cli side;
    if (!path) {
        return CLI_DONE;
    }
    const int code = cli_side_open(job->c, path, CLI_CSV, &side);
    if (code != CLI_DONE) {
        return code;
    }
    put(&side, job);
    return cli_side_close(job->c, &side, CLI_WHOLE);
}

static void put_facts(cli *c, const scratch_job *job)
{
    const konane_scratch_result *r = job->result;
    const scratch_status *s = &r->status;
    assert((double)census_wins(&r->census, PM_BLACK) + (double)census_wins(&r->census, PM_WHITE) <= job->pairs);
    char digest[DB_DIGEST_TEXT];
    cli_fact_real(c, "position_mover_pairs", 0, job->pairs);
    cli_fact_count(c, "won_with_black_to_move", census_wins(&r->census, PM_BLACK));
    cli_fact_count(c, "won_with_white_to_move", census_wins(&r->census, PM_WHITE));
    cli_fact_text(c, "digest", db_digest_format(r->digest, digest));
    cli_fact_count(c, "peak_memory_bytes", cli_peak_memory());
    cli_fact_count(c, "peak_disk_bytes", s->peak_disk_bytes);
    cli_fact_count(c, "bytes_read", s->read_bytes);
    cli_fact_count(c, "bytes_written", s->written_bytes);
    cli_fact_count(c, "bytes_read_unpacked", s->raw_read_bytes);
    cli_fact_count(c, "bytes_written_unpacked", s->raw_written_bytes);
    cli_fact_real(c, "processor_seconds_of_this_run", 0, cli_processor_seconds());
    cli_fact_real(c, "seconds", 3, s->seconds);
}

static int put_all(scratch_job *job)
{
    cli *c = job->c;
    konane_openings_finish(job->openings, job->queries, job->n_openings);
    solve_put_openings(c, job->board, job->openings, job->n_openings, false);
    if (strcmp(c->opening, "any") == 0) {
        solve_put_games(c, job->board, job->openings, job->n_openings, false);
    }
    put_census(c, job);
    put_facts(c, job);
    int code = put_beside(job, "census", put_census);
    code = code ? code : put_beside(job, "sample", put_sample);
    return code;
}

/* ---- the run --------------------------------------------------------------------------------------------------------
 */

/* The result stays in the folder until the output has been written. */
static int solve(scratch_job *job, uint64_t disk)
{
    cli *c = job->c;
    const scratch_options options = {
        .directory = cli_value(c, "scratch"),
        .threads = c->threads,
        .memory = solve_scratch_memory(c, job->board),
        .disk = disk,
        .progress = show,
        .progress_ctx = job,
        .notice = warn,
        .notice_ctx = job,
    };
    pm_error err = {0};
    cli_progress_begin(c, "sweep", "positions");
    const pm_status status =
        konane_scratch_solve(job->board, &options, job->queries, job->n_openings + job->n_sample, job->result, &err);
    cli_progress_end();
    if (status != PM_OK) {
        return cli_fail(c, status, &err);
    }
    const int code = put_all(job);
    if (code == CLI_DONE) {
        scratch_remove(options.directory);
    }
    return code;
}

static int prepare(scratch_job *job)
{
    cli *c = job->c;
    int code = cli_board_new(c, "can be swept", &job->board);
    code = code ? code : cli_board_check(c, job->board);
    if (code != CLI_DONE) {
        return code;
    }
    konane_space *space;
    code = sweeping_space(c, job->board, &space);
    if (code != CLI_DONE) {
        return code;
    }
    konane_space_free(space);
    job->pairs = ldexp(2, job->board->n_cells);
    job->n_sample = solve_scratch_sample(job->board);
    job->queries = calloc((size_t)(KONANE_MAX_OPENINGS + job->n_sample), sizeof *job->queries);
    job->result = calloc(1, sizeof *job->result);
    if (!job->queries || !job->result) {
        return cli_error(c, CLI_SYSTEM, "out of memory");
    }
    job->n_openings = konane_opening_queries(job->board, job->openings, job->queries);
    assert(job->n_openings <= KONANE_MAX_OPENINGS); /* the sample has room after them */
    konane_scratch_sample(job->board, SAMPLE_SEED, job->queries + job->n_openings, job->n_sample);
    return CLI_DONE;
}

int solve_scratch(cli *c)
{
    scratch_job job = {.c = c};
    uint64_t disk = 0;
    c->opening = c->opening ? c->opening : "any";
    int code = prepare(&job);
    if (code == CLI_DONE && cli_has(c, "disk")) {
        code = cli_bytes_parse(c, "--disk", cli_value(c, "disk"), &disk);
    }
    code = code ? code : solve(&job, disk);
    free(job.queries);
    free(job.result);
    pm_board_free(job.board);
    return code;
}
