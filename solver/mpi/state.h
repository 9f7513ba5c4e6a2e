/* The inside of a job: its communicators. Private to solver/mpi.
 *
 * SPDX-License-Identifier: MIT
 */
#ifndef SOLVER_MPI_STATE_H
#define SOLVER_MPI_STATE_H

#include "solver/mpi/job.h"

#include <mpi.h>
#include <sys/types.h>

struct mpi_job {
    MPI_Comm all, host, node, leaders; /* the ranks; of this machine; of this node; the first of each node, or null */
    int rank, size, host_size;
    int node_number, n_nodes, node_rank, node_size;
    int n_nodes_here;                /* nodes of this machine */
    int largest_node, smallest_node; /* ranks of a node */
    bool (*is_interrupted)(void);
    void (*serve)(void *ctx); /* what a rank does for others while it waits; NULL: nothing */
    void *serve_ctx;
    bool is_lost;
    double interrupted_at; /* when a wait first saw it; 0: not yet */
    char host_name[MPI_JOB_HOST_TEXT];
    pid_t *pids; /* of the ranks on this machine */
    bool is_first_here;
    int host_rank;
};

/* Wait until a request is done, looking for interruptions. PM_INTERRUPTED: it will never be; the job is lost. */
pm_status mpi_await(mpi_job *job, MPI_Request *request, pm_error *err);

/* The same for n requests. */
pm_status mpi_await_all(mpi_job *job, int n, MPI_Request requests[], pm_error *err);

#endif
