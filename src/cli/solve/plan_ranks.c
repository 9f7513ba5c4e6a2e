/* papamu plan --ranks: see plan_ranks.h.
 *
 * SPDX-License-Identifier: MIT
 */
#include "src/cli/solve/plan_ranks.h"

#include "solver/ranks/plan.h"
#include "src/cli/solve/passing.h"

#include <assert.h>
#include <math.h>

/* Without --simulate sublayers of so many rows are replayed: a second. */
enum { SAMPLE_ROWS = 1 << 19 };

/* What ranks take to meet at the end of each phase, on a usual network, and what they fetch in a second at 10 Gbit/s:
 * `papamu-mpi bench` measures both. */
enum { USUAL_MEETING = 100 }; /* microseconds */
static const double usual_network = 1.25e9;

static ranks_shape read_shape(cli *c, const sweeping *s)
{
    const int n_ranks = (int)cli_number(c, "ranks", 1), most = (int)cli_number(c, "ranks-per-node", 1);
    const int per_node = most < n_ranks ? most : n_ranks;
    return (ranks_shape){
        .n_ranks = n_ranks,
        .n_nodes = (n_ranks + per_node - 1) / per_node,
        .ranks_per_node = per_node,
        .fewest_per_node = n_ranks - (n_ranks - 1) / per_node * per_node,
        .threads = c->threads,
        .memory = passing_memory(cli_memory(c), s->board),
        .client_bytes = konane_solving_bytes(s->board, KONANE_MAX_OPENINGS + passing_sample(s->board)),
    };
}

static void put_memory(cli *c, const ranks_plan *plan)
{
    char bytes[24];
    uint64_t peak, written;
    cli_fact_count(c, "ranks", cli_number(c, "ranks", 1));
    cli_fact_count(c, "nodes", (uint64_t)plan->shape.n_nodes);
    cli_fact_count(c, "threads_of_a_rank", (uint64_t)plan->shape.threads);
    cli_fact_count(c, "position_mover_pairs", plan->sweep.pairs);
    cli_fact_count(c, "rows", plan->sweep.rows);
    cli_fact_count(c, "bytes_per_row", plan->sweep.row_bytes);
    cli_fact_count(c, "sublayers", (uint64_t)plan->sweep.order.n);
    cli_fact_count(c, "rows_of_a_node", plan->share.arena);
    cli_fact_count(c, "rows_of_a_buffer", plan->slots);
    cli_fact_count(c, "memory_bytes_of_a_rank", plan->memory);
    cli_fact_text(c, "memory_of_a_rank", cli_bytes_format(plan->memory, bytes));
    cli_fact_text(c, c->memory ? "memory_given" : "memory_free_now", cli_bytes_format(cli_memory(c), bytes));
    cli_fact_text(c, "fits", plan->fits ? "yes" : "no");
    ranks_checkpoint_bytes(plan, &peak, &written);
    cli_fact_count(c, "checkpoint_bytes_at_the_peak", peak);
    cli_fact_count(c, "checkpoint_bytes_written", written);
}

/* Excess of the busiest over the mean, summed over the phases. */
static double imbalance(double of_phases, double all, int n_ranks)
{
    return all > 0 ? of_phases * n_ranks / all : 1;
}

static void put_work(cli *c, const ranks_plan *plan, const ranks_rates *rates, const ranks_replay *r)
{
    const int n_ranks = (int)cli_number(c, "ranks", 1);
    assert(r->busiest_fetched_bytes <= r->fetched_bytes + 1);
    cli_fact_text(c, "replayed", cli_has(c, "simulate") ? "all sublayers" : "a sample of sublayers");
    cli_fact_real(c, "bytes_fetched", 0, r->fetched_bytes);
    cli_fact_real(c, "bytes_fetched_by_the_busiest_rank", 0, r->busiest_fetched_bytes);
    cli_fact_real(c, "imbalance_of_fetching", 3, imbalance(r->fetched_of_phase, r->fetched_bytes, n_ranks));
    cli_fact_real(c, "imbalance_of_work", 3, imbalance(r->work_of_phase, r->work, n_ranks));
    cli_fact_count(c, "batches", r->n_batches);
    cli_fact_count(c, "meetings", r->n_phases);
    cli_fact_real(c, "network_bytes_per_second", 0, rates->bytes_per_second);
    cli_fact_real(c, "bits_combined_per_second", 0, 1 / rates->seconds_per_work);
    cli_fact_real(c, "seconds_of_work", 2, r->work_of_phase * rates->seconds_per_work);
    cli_fact_real(c, "seconds_of_fetching", 2, r->fetched_of_phase / rates->bytes_per_second);
    cli_fact_real(c, "core_hours", 2, r->longest * n_ranks * plan->shape.threads / 3600);
    cli_fact_real(c, "estimated_seconds", r->longest < 10 ? 2 : 0, r->longest);
}

int plan_ranks(cli *c, const sweeping *s, double seconds_per_work)
{
    uint64_t network = (uint64_t)usual_network;
    int code = cli_has(c, "network") ? cli_bytes_parse(c, "--network", cli_value(c, "network"), &network) : CLI_DONE;
    if (code == CLI_DONE && network == 0) {
        code = cli_usage(c, "--network 0: a network moves more than no bytes in a second");
    }
    if (code != CLI_DONE) {
        return code;
    }
    const ranks_shape shape = read_shape(c, s);
    const ranks_rates rates = {
        .seconds_per_work = cli_has(c, "speed") ? 1 / (double)cli_number(c, "speed", 1) : seconds_per_work,
        .bytes_per_second = (double)network,
        .seconds_to_meet = 1e-6 * (double)cli_number(c, "meeting", USUAL_MEETING),
    };
    ranks_plan plan;
    ranks_replay replay;
    pm_error err = {0};
    ranks_plan_make(&s->space->spec, &shape, &plan);
    const int every = cli_has(c, "simulate") ? 1 : (int)(plan.sweep.rows / SAMPLE_ROWS) + 1;
    cli_progress_begin(c, "replay", "rows");
    const pm_status status =
        ranks_replay_run(&s->space->spec, &plan, &rates, every, cli_progress_count, NULL, &replay, &err);
    cli_progress_end();
    if (status != PM_OK) {
        return cli_fail(c, status, &err);
    }
    put_memory(c, &plan);
    put_work(c, &plan, &rates, &replay);
    return CLI_DONE;
}
