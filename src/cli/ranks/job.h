/* The job that this process is a rank of, for the commands that use its ranks.
 *
 * SPDX-License-Identifier: MIT
 */
#ifndef CLI_RANKS_JOB_H
#define CLI_RANKS_JOB_H

#include "solver/mpi/job.h"
#include "src/cli/frame/ranks.h"

mpi_job *ranks_job(void);

/* Print the error of a job that has ended, once: by the rank that speaks. Returns the exit code that goes with it. */
int ranks_fail(cli *c, pm_status status, const pm_error *err);

/* Cut the ranks into nodes as --ranks-per-node says, and check that all were started alike. */
int ranks_prepare(cli *c);

#endif
