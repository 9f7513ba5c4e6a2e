/* papamu plan: what a sweep of a board will need, before it is begun.
 *
 * Memory is exact. Time is the work of the board times the time that a unit of work takes here, measured by sweeping a
 * small board.
 *
 * SPDX-License-Identifier: MIT
 */
#include "src/cli/solve/calibrate.h"
#include "src/cli/solve/passing.h"
#include "src/cli/solve/plan_ranks.h"
#include "src/cli/solve/scratch.h"
#include "src/cli/solve/sweeping.h"

#include <assert.h>
#include <sys/statvfs.h>

static void put_plan(cli *c, const sweeping *s, double seconds)
{
    const sweep_plan *plan = &s->plan;
    assert(plan->kept_pairs <= plan->pairs && plan->order.largest <= plan->rows);
    const uint64_t memory = cli_memory(c);
    char bytes[24];
    cli_fact_count(c, "cells", (uint64_t)(s->space->spec.n_sets + s->space->spec.n_index));
    cli_fact_count(c, "position_mover_pairs", plan->pairs);
    cli_fact_count(c, "pairs_computed", plan->kept_pairs);
    cli_fact_count(c, "symmetries", (uint64_t)s->space->spec.n_symmetries);
    cli_fact_count(c, "rows", plan->rows);
    cli_fact_count(c, "bytes_per_row", plan->row_bytes);
    cli_fact_count(c, "sublayers", (uint64_t)plan->order.n);
    cli_fact_count(c, "rows_of_the_largest_sublayer", plan->order.largest);
    cli_fact_count(c, "rows_in_memory", plan->order.arena);
    cli_fact_count(c, "memory_bytes", plan->bytes);
    cli_fact_text(c, "memory", cli_bytes_format(plan->bytes, bytes));
    cli_fact_text(c, c->memory ? "memory_given" : "memory_free_now", cli_bytes_format(memory, bytes));
    cli_fact_text(c, "fits", plan->bytes <= memory ? "yes" : "no");
    cli_fact_real(c, "estimated_seconds", seconds < 10 ? 2 : 0, seconds);
}

/* ---- with a scratch folder ---- */

/* Free bytes of the disk that `directory` is on, or will be on; 0 if not known. */
static uint64_t free_bytes(const char *directory)
{
    struct statvfs v;
    return statvfs(directory, &v) == 0 || statvfs(".", &v) == 0 ? (uint64_t)v.f_bavail * v.f_frsize : 0;
}

static void put_scratch_plan(cli *c, const scratch_plan *plan, const scratch_rates *rates, bool fits, double seconds)
{
    const uint64_t disk = free_bytes(cli_value(c, "scratch"));
    const uint64_t live = (uint64_t)((double)plan->live_bytes * rates->ratio);
    char bytes[24];
    cli_fact_count(c, "rows", plan->sweep.rows);
    cli_fact_count(c, "bytes_per_row", plan->sweep.row_bytes);
    cli_fact_count(c, "sublayers", (uint64_t)plan->sweep.order.n);
    cli_fact_count(c, "sublayers_built_in_parts", (uint64_t)plan->n_cut);
    cli_fact_count(c, "rows_in_a_part", plan->rows_per_part);
    cli_fact_count(c, "memory_bytes", plan->memory);
    cli_fact_text(c, "memory", cli_bytes_format(plan->memory, bytes));
    cli_fact_text(c, c->memory ? "memory_given" : "memory_free_now", cli_bytes_format(cli_memory(c), bytes));
    cli_fact_real(c, "packed_to", 3, rates->ratio);
    cli_fact_text(c, "disk", cli_bytes_format(live, bytes));
    cli_fact_text(c, "disk_free_now", cli_bytes_format(disk, bytes));
    cli_fact_count(c, "bytes_written_unpacked", plan->written_bytes);
    cli_fact_count(c, "bytes_read_unpacked", plan->read_bytes);
    cli_fact_real(c, "bytes_written", 0, (double)plan->written_bytes * rates->ratio);
    cli_fact_real(c, "bytes_read", 0, (double)plan->read_bytes * rates->ratio);
    cli_fact_real(c, "packing_bytes_per_second", 0, rates->pack);
    cli_fact_real(c, "unpacking_bytes_per_second", 0, rates->unpack);
    cli_fact_real(c, "disk_write_bytes_per_second", 0, rates->disk_write);
    cli_fact_real(c, "disk_read_bytes_per_second", 0, rates->disk_read);
    cli_fact_text(c, "fits", !fits ? "no: too little memory" : live > disk ? "no: too little disk" : "yes");
    cli_fact_real(c, "estimated_seconds", seconds < 10 ? 2 : 0, seconds);
}

static int plan_scratch(cli *c, const sweeping *s, double seconds_per_work)
{
    const char *directory = cli_value(c, "scratch");
    scratch_rates rates = scratch_rates_usual();
    int code = cli_has(c, "calibrate") ? scratch_rates_measure(c, directory, &rates) : CLI_DONE;
    scratch_plan plan;
    bool fits;
    pm_error err;
    if (code == CLI_DONE) {
        const pm_status status =
            konane_scratch_plan(s->board, solve_scratch_memory(c, s->board), c->threads,
                                KONANE_MAX_OPENINGS + passing_sample(s->board), &plan, &fits, &err);
        code = cli_check(c, status, &err);
    }
    if (code == CLI_DONE) {
        const double seconds = scratch_seconds(&plan, &rates, plan.sweep.work * seconds_per_work, c->threads);
        assert(rates.ratio > 0 && seconds >= 0);
        put_scratch_plan(c, &plan, &rates, fits, seconds);
    }
    return code;
}

static int run(cli *c)
{
    sweeping s;
    double seconds_per_work = 0;
    int code = sweeping_board(c, &s);
    code = code || cli_has(c, "speed") ? code : sweeping_measure(c, &seconds_per_work);
    if (code == CLI_DONE && cli_has(c, "scratch")) {
        code = plan_scratch(c, &s, seconds_per_work);
    } else if (code == CLI_DONE && cli_has(c, "ranks")) {
        code = plan_ranks(c, &s, seconds_per_work);
    } else if (code == CLI_DONE) {
        sweeping_plan(&s);
        put_plan(c, &s, s.plan.work * seconds_per_work);
    }
    sweeping_close(&s);
    return code;
}

static const cli_option options[] = {
    {"scratch", "DIR", "plan a run of `papamu solve --scratch`, which keeps rows in files"},
    {"calibrate", NULL, "with --scratch: measure packing and the disk of DIR, which must exist, in a second or two"},
    {"ranks", "P", "plan a run of papamu-mpi, of P processes; --threads and --memory are those of one of them"},
    {"ranks-per-node", "N", "with --ranks: so many share memory; default 1"},
    {"network", "BYTES", "with --ranks: that a rank receives in a second, as in 12G; default 1.25e9, 10 Gbit/s"},
    {"speed", "BITS",
     "with --ranks: that a rank combines in a second, as `papamu-mpi bench` measures; default: as here"},
    {"meeting", "N", "with --ranks: microseconds in which all ranks meet, likewise; default 100"},
    {"simulate", NULL, "with --ranks: replay all sublayers, not a sample of them: half a minute for 7x7"},
    {0},
};

static const cli_range ranges[] = {{"ranks", 1, 1 << 16},
                                   {"ranks-per-node", 1, 4096},
                                   {"speed", 1, 1000000000000000000},
                                   {"meeting", 0, 1000000},
                                   {0}};

static const cli_rule rules[] = {
    {"calibrate", "!scratch", "--calibrate measures a disk: give --scratch DIR as well"},
    {"ranks", "scratch", "--ranks keeps rows in memory: it has no --scratch"},
    {"ranks-per-node", "!ranks", "--ranks-per-node belongs to --ranks P: give that as well"},
    {"network", "!ranks", "--network belongs to --ranks P: give that as well"},
    {"speed", "!ranks", "--speed belongs to --ranks P: give that as well"},
    {"meeting", "!ranks", "--meeting belongs to --ranks P: give that as well"},
    {"simulate", "!ranks", "--simulate belongs to --ranks P: give that as well"},
    {0},
};

const cli_command cmd_plan = {
    .options = options,
    .ranges = ranges,
    .rules = rules,
    .name = "plan",
    .operands = "SIZE",
    .summary = "Estimate the memory and time that a sweep of the board will need",
    .details = "The memory is exact; the time is estimated from a sweep of 5x6 on this machine, whose caches a larger "
               "board exceeds:\n"
               "expect up to twice as long.\n\n"
               "Example: papamu plan 6x7\n"
               "         papamu plan 6x7 --memory 14G --scratch . --calibrate\n"
               "         papamu plan 7x7 --ranks 64 --threads 32 --memory 100G --network 12G",
    .uses = CLI_USES_RULES | CLI_USES_THREADS | CLI_USES_MEMORY | CLI_USES_RANKS,
    .has_no_csv = true,
    .run = run,
};
