/* papamu plan: what a sweep of a board will need, before it is begun.
 *
 * Memory is exact. Time is the work of the board times the time that a unit of work takes here, measured by sweeping a
 * small board.
 *
 * SPDX-License-Identifier: MIT
 */
#include "src/cli/solve/sweeping.h"

static const char yardstick[] = "5x6"; /* large enough to keep all threads busy, and done in a tenth of a second */

/* Seconds for each unit of work, with the threads of the command. The small board is not what --opening and --memory
 * are about. */
static int measure(cli *c, double *seconds_per_work)
{
    sweeping s;
    const char *opening = c->opening;
    const uint64_t memory = c->memory;
    c->opening = "any";
    c->memory = 0;
    int code = sweeping_open(c, yardstick, &s);
    double least = 0;
    for (int trial = 0; code == CLI_DONE && trial < 3; trial++) {
        code = sweeping_run(&s, NULL, NULL);
        least = trial == 0 || s.seconds < least ? s.seconds : least;
    }
    if (code == CLI_DONE) {
        *seconds_per_work = least / s.plan.work;
    }
    sweeping_close(&s);
    c->opening = opening;
    c->memory = memory;
    return code;
}

static void put_plan(cli *c, const sweeping *s, double seconds)
{
    const sweep_plan *plan = &s->plan;
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

static int run(cli *c)
{
    sweeping s;
    double seconds_per_work = 0;
    int code = sweeping_board(c, c->operands[0], &s);
    if (code == CLI_DONE) {
        code = measure(c, &seconds_per_work);
    }
    if (code == CLI_DONE) {
        sweeping_plan(&s);
        put_plan(c, &s, s.plan.work * seconds_per_work);
    }
    sweeping_close(&s);
    return code;
}

const cli_command cmd_plan = {
    .name = "plan",
    .operands = "SIZE",
    .summary = "Say what memory and time a sweep of the board will need",
    .details = "The memory is exact; the time is estimated from a sweep of 5x6 on this machine, whose caches a larger "
               "board exceeds:\n"
               "expect up to twice as long.\n\n"
               "Example: papamu plan 6x7",
    .uses = CLI_USES_RULES | CLI_USES_THREADS | CLI_USES_MEMORY,
    .has_no_csv = true,
    .run = run,
};
