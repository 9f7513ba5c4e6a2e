/* What the network between the ranks of a job gives: the constants of the time of a plan (solver/ranks/plan.h).
 *
 * SPDX-License-Identifier: MIT
 */
#ifndef SOLVER_MPI_MEASURE_H
#define SOLVER_MPI_MEASURE_H

#include "solver/mpi/job.h"

/* Bytes that a rank receives in a second while all ranks do, each from the one half the job away, in messages of the
 * length of rows; and seconds that all ranks take to meet. Of a job of one rank, from itself. By all ranks; the same in
 * all. PM_NO_MEMORY. */
pm_status mpi_measure(mpi_job *job, double *bytes_per_second, double *seconds_to_meet, pm_error *err);

/* The least of a number over all ranks, in all of them. */
pm_status mpi_least(mpi_job *job, double *x, pm_error *err);

#endif
