/* papamu solve --scratch: see scratch.h.
 *
 * SPDX-License-Identifier: MIT
 */
#include "src/cli/solve/scratch.h"

#include "src/cli/solve/calibrate.h"
#include "src/cli/solve/passing.h"
#include "src/cli/solve/sweeping.h"

#include <assert.h>
#include <string.h>

size_t solve_scratch_memory(const cli *c, const pm_board *board)
{
    return passing_memory(cli_memory(c), board);
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
    const passing *p = ctx;
    const double pairs = p->pairs;
    char bytes[24], what[64];
    assert(s->share >= s->resumed_share && s->place < s->n_places);
    snprintf(what, sizeof what, "sublayer %d of %d (%d+%d), %s on disk,", s->place + 1, s->n_places, s->first,
             s->second, cli_bytes_format(s->disk_bytes, bytes));
    cli_progress_rename(what, s->resumed_share * pairs);
    return !cli_progress_step(s->share * pairs, pairs);
}

static void warn(void *ctx, const char *text)
{
    const passing *p = ctx;
    cli_warn(p->c, "%s", text);
}

static void put_facts(cli *c, const scratch_status *s)
{
    cli_fact_count(c, "peak_memory_bytes", cli_peak_memory());
    cli_fact_count(c, "peak_disk_bytes", s->peak_disk_bytes);
    cli_fact_count(c, "bytes_read", s->read_bytes);
    cli_fact_count(c, "bytes_written", s->written_bytes);
    cli_fact_count(c, "bytes_read_unpacked", s->raw_read_bytes);
    cli_fact_count(c, "bytes_written_unpacked", s->raw_written_bytes);
    cli_fact_real(c, "processor_seconds_of_this_run", 0, cli_processor_seconds());
    cli_fact_real(c, "seconds", 3, s->seconds);
}

/* The result stays in the folder until the output has been written. */
static int solve(passing *p, uint64_t disk)
{
    cli *c = p->c;
    const scratch_options options = {
        .directory = cli_value(c, "scratch"),
        .threads = c->threads,
        .memory = solve_scratch_memory(c, p->board),
        .disk = disk,
        .progress = show,
        .progress_ctx = p,
        .notice = warn,
        .notice_ctx = p,
    };
    pm_error err = {0};
    konane_scratch_result result;
    cli_progress_begin(c, "sweep", "positions");
    const pm_status status = konane_scratch_solve(p->board, &options, p->queries, passing_n_queries(p), &result, &err);
    cli_progress_end();
    if (status != PM_OK) {
        return cli_fail(c, status, &err);
    }
    p->census = result.census;
    memcpy(p->digest, result.digest, sizeof p->digest);
    passing_put(p);
    put_facts(c, &result.status);
    const int code = passing_put_files(p);
    if (code == CLI_DONE) {
        scratch_remove(options.directory);
    }
    return code;
}

int solve_scratch(cli *c)
{
    passing p;
    uint64_t disk = 0;
    int code = passing_open(c, &p);
    if (code == CLI_DONE && cli_has(c, "disk")) {
        code = cli_bytes_parse(c, "--disk", cli_value(c, "disk"), &disk);
    }
    code = code ? code : solve(&p, disk);
    passing_close(&p);
    return code;
}
