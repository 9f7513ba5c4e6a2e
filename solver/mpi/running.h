/* The state of a sweep among ranks, shared by what builds rows and what begins and ends a run. Private to
 * solver/mpi/sweep.c and half.c.
 *
 * SPDX-License-Identifier: MIT
 */
#ifndef SOLVER_MPI_RUNNING_H
#define SOLVER_MPI_RUNNING_H

#include "solver/mpi/checkpoint.h"
#include "solver/mpi/fetch.h"
#include "solver/mpi/sweep.h"
#include "solver/ranks/deal.h"

/* A batch on its way: being fetched, or being built. */
typedef struct turn {
    batch batch;
    uint64_t *buffer;
    mpi_fetching fetching;
    sweep_half half;
    sweep_block sources[BATCH_SOURCES];
} turn;

typedef struct running {
    mpi_job *job;
    const mpi_sweep_options *options;
    const scratch_client *client;
    mpi_sweep_status *status;
    sweep *s;
    par_team *team;
    mpi_rows rows;
    mpi_fetch fetch; /* if there is more than one node, or a folder */
    mpi_checkpoint checkpoint;
    mpi_folder folder; /* if there is one; then what follows is for White's half */
    mpi_packed packed;
    uint64_t *unpacked; /* what a batch needs */
    size_t unpacked_bytes;
    batch_cutter cutter;
    turn turns[2];
    size_t buffer_bytes;
    uint8_t *own_state, *all_state; /* the client's: of this rank, of all */
    double fetched_bytes, wait_seconds, meet_seconds;
    uint64_t n_rows_done; /* by all, before the half in work */
    bool is_stopped;
    pm_status pending; /* an error of this rank alone, of which the others learn when all meet next */
    pm_error *err;
} running;

/* Whether rows of others come as messages. */
static inline bool mpi_fetches(const running *r)
{
    return r->job->n_nodes > 1 || r->options->scratch;
}

static inline deal_range mpi_own_rows(const running *r, int place)
{
    const mpi_job *job = r->job;
    return deal_rows(sweep_order(r->s)->all[place].n_rows, job->node_number, job->n_nodes, job->node_rank,
                     job->node_size);
}

/* As mpi_job_agree, with what this rank could not read for others. */
pm_status mpi_sweep_agree(running *r, pm_status own);

/* Wait until all ranks are here, with what they have written. */
pm_status mpi_sweep_meet(running *r, pm_status own);

/* Build White's or Black's rows of a sublayer, and wait for each other. The same in all ranks. */
pm_status mpi_sweep_half(running *r, int place, pm_color mover);

#endif
