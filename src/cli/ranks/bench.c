/* papamu-mpi bench: the constants of the time of a plan, measured on the ranks of the job.
 *
 * SPDX-License-Identifier: MIT
 */
#include "solver/mpi/measure.h"
#include "src/cli/ranks/job.h"
#include "src/cli/solve/sweeping.h"

static int run(cli *c)
{
    mpi_job *job = ranks_job();
    double seconds_per_work, network, meeting;
    pm_error err = {0};
    const int code = sweeping_measure(c, &seconds_per_work); /* while all other ranks do the same */
    pm_status status = mpi_job_agree(job, code == CLI_DONE ? PM_OK : PM_NO_MEMORY, &err);
    if (code != CLI_DONE) {
        return code;
    }
    double speed = 1 / seconds_per_work;
    status = status == PM_OK ? mpi_least(job, &speed, &err) : status;
    status = status == PM_OK ? mpi_measure(job, &network, &meeting, &err) : status;
    if (status != PM_OK) {
        return ranks_fail(c, status, &err);
    }
    cli_fact_count(c, "ranks", (uint64_t)mpi_job_size(job));
    cli_fact_count(c, "nodes", (uint64_t)mpi_job_n_nodes(job));
    cli_fact_count(c, "threads_of_a_rank", (uint64_t)c->threads);
    cli_fact_real(c, "bits_combined_per_second", 0, speed);
    cli_fact_real(c, "network_bytes_per_second", 0, network);
    cli_fact_real(c, "microseconds_to_meet", 0, meeting * 1e6);
    cli_print(c, "\npapamu plan SIZE --ranks P --threads %d --speed %.0f --network %.0f --meeting %.0f\n", c->threads,
              speed, network, meeting * 1e6);
    return CLI_DONE;
}

static const cli_command cmd_bench = {
    .name = "bench",
    .operands = "",
    .summary = "Measure the ranks of the job: the constants of `papamu plan --ranks`",
    .details =
        "All ranks sweep a small board at the same time, exchange messages of the length of rows, and meet; printed "
        "is the\n"
        "slowest of each, and the options that give the figures to a plan.\n\n"
        "Example: mpirun -n 64 papamu-mpi bench",
    .uses = CLI_USES_THREADS | CLI_USES_RANKS,
    .has_no_csv = true,
    .run = run,
};

const cli_command *const ranks_command = &cmd_bench;
