/* A job of several processes, the ranks, that MPI has started together: who takes part, waiting, agreeing, ending.
 *
 * Ranks that can share memory are a node. Every wait looks for an interruption: if a rank dies, mpirun ends the others
 * with a signal, which they would otherwise not see while they wait for the dead one.
 *
 * This folder alone knows MPI (src/cli/ranks asks it through this header). All functions are to be called by the main
 * thread of every rank, in the same order, unless they say otherwise.
 *
 * SPDX-License-Identifier: MIT
 */
#ifndef SOLVER_MPI_JOB_H
#define SOLVER_MPI_JOB_H

#include "src/papamu.h"

typedef struct mpi_job mpi_job;

enum { MPI_JOB_HOST_TEXT = 64 };

/* Begin. `is_interrupted` says whether the process was asked to end. There is one job in a process. */
pm_status mpi_job_begin(int *argc, char ***argv, bool (*is_interrupted)(void), mpi_job **job, pm_error *err);

/* End the job in all ranks with the worst exit code of any, which is returned; may not return if a rank is lost or does
 * not get here. Accepts NULL. */
int mpi_job_end(mpi_job *job, int exit_code);

int mpi_job_rank(const mpi_job *job);
int mpi_job_size(const mpi_job *job);
int mpi_job_n_nodes(const mpi_job *job);
int mpi_job_n_on_host(const mpi_job *job); /* ranks on this machine */
const char *mpi_job_host(const mpi_job *job);

/* Cut the ranks of each machine into nodes of at most n ranks, which share memory among themselves alone. */
pm_status mpi_job_cut_nodes(mpi_job *job, int n, pm_error *err);

/* Wait for all ranks. Returns the same in all: PM_OK, or the error of the first rank that has one, with its number and
 * host. PM_INTERRUPTED if a rank was lost, which mpi_job_is_lost then says. `own` is this rank's. */
pm_status mpi_job_agree(mpi_job *job, pm_status own, pm_error *err);

/* Check that `text` is the same in all ranks: PM_BAD_INPUT says which rank has another `what`. */
pm_status mpi_job_compare(mpi_job *job, const char *what, const char *text, pm_error *err);

/* The least of a number over all ranks, and which rank has it. */
pm_status mpi_job_least(mpi_job *job, uint64_t *n, int *rank, pm_error *err);

/* Whether the job is being ended from outside, or a rank of this node is dead. Needs no other rank. */
bool mpi_job_is_lost(const mpi_job *job);

/* Whether it is this rank that speaks for the job: the first, or if that is dead and was on this machine, the first
 * that lives. Needs no other rank. */
bool mpi_job_speaks(const mpi_job *job);

#endif
