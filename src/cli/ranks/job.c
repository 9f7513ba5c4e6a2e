/* papamu-mpi as a program of several ranks: see src/cli/frame/ranks.h.
 *
 * SPDX-License-Identifier: MIT
 */
#include "src/cli/ranks/job.h"

#include "src/base/par.h"
#include "src/konane/game_konane.h"

#include <fcntl.h>
#include <string.h>
#include <unistd.h>

/* There is one for a process, as there is one MPI. */
static mpi_job *job;
static int own_stderr = -1;

mpi_job *ranks_job(void)
{
    return job;
}

/* Standard output and error of a rank that is not the first lead nowhere; the latter can be had back. */
static void be_silent(void)
{
    const int nowhere = open("/dev/null", O_RDWR | O_CLOEXEC);
    own_stderr = fcntl(STDERR_FILENO, F_DUPFD_CLOEXEC, 3);
    if (nowhere >= 0) {
        dup2(nowhere, STDOUT_FILENO);
        dup2(nowhere, STDERR_FILENO);
        close(nowhere);
    }
}

int ranks_begin(int *argc, char ***argv)
{
    pm_error err;
    if (mpi_job_begin(argc, argv, cli_is_interrupted, &job, &err) != PM_OK) {
        fprintf(stderr, "papamu-mpi: %s.\n", err.message);
        return CLI_SYSTEM;
    }
    if (mpi_job_rank(job) != 0) {
        be_silent();
    }
    return -1;
}

int ranks_end(int exit_code)
{
    fflush(stdout);
    return mpi_job_end(job, exit_code);
}

bool ranks_is_first(void)
{
    return mpi_job_rank(job) == 0;
}

int ranks_check(cli *c)
{
    return mpi_job_size(job) == 1 || c->command->uses & CLI_USES_RANKS
               ? CLI_DONE
               : cli_error(c, CLI_BAD_INPUT,
                           "this command works alone, and there are %d ranks: start it without mpirun",
                           mpi_job_size(job));
}

int ranks_processors(void)
{
    const int usable = par_processors(), all = (int)sysconf(_SC_NPROCESSORS_ONLN);
    const int share = all / mpi_job_n_on_host(job); /* where mpirun has bound no rank to processors of its own */
    return share < 1 || usable < share ? usable : share;
}

int ranks_fail(cli *c, pm_status status, const pm_error *err)
{
    if (mpi_job_rank(job) != 0 && mpi_job_speaks(job) && own_stderr >= 0) {
        dup2(own_stderr, STDERR_FILENO);
    }
    return mpi_job_is_lost(job) ? cli_error(c, CLI_SYSTEM, "%s", err->message) : cli_fail(c, status, err);
}

/* What all ranks must agree on, or they would wait for each other in vain. */
static void describe(const cli *c, char text[256])
{
    snprintf(text, 256, "%s %dx%d --play %s --jumps %s --corner %s --opening %.80s --ranks-per-node %d%s%s%s%s",
             c->command->name, c->rows, c->cols, konane_play_names[c->variant.is_misere],
             konane_jumps_names[c->variant.chains], color_name(c->corner), c->opening ? c->opening : "any",
             (int)cli_number(c, "ranks-per-node", 0), cli_has(c, "checkpoint") ? " --checkpoint" : "",
             cli_has(c, "sample") ? " --sample" : "", cli_has(c, "db") ? " --db" : "",
             cli_has(c, "scratch") ? " --scratch" : "");
}

int ranks_prepare(cli *c)
{
    pm_error err = {0};
    char text[256];
    snprintf(text, sizeof text, "%s (%s)", pm_version(), pm_git_id());
    pm_status status = mpi_job_compare(job, "version", text, &err);
    if (status == PM_OK) {
        describe(c, text);
        status = mpi_job_compare(job, "command", text, &err);
    }
    if (status == PM_OK && (cli_has(c, "ranks-per-node") || cli_has(c, "scratch"))) {
        status = mpi_job_cut_nodes(job, (int)cli_number(c, "ranks-per-node", 1), &err);
    }
    return status == PM_OK ? CLI_DONE : ranks_fail(c, status, &err);
}
