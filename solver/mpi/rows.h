/* The rows of a sweep in the memory of a node: its ranks map one window of shared memory and read and write rows in
 * place. Nodes of one rank need none.
 *
 * Private to solver/mpi.
 *
 * SPDX-License-Identifier: MIT
 */
#ifndef SOLVER_MPI_ROWS_H
#define SOLVER_MPI_ROWS_H

#include "solver/mpi/state.h"
#include "solver/ranks/batch.h"
#include "solver/ranks/plan.h"

#include <stdatomic.h>

typedef struct mpi_rows {
    mpi_job *job;
    const ranks_plan *plan;
    uint64_t *rows;         /* of this node */
    atomic_ullong *n_taken; /* by half, 2 * place + mover: rows that the ranks of this node have begun */
    void *block;            /* what both lie in */
    size_t bytes;
    MPI_Win shared; /* MPI_WIN_NULL: not needed */
} mpi_rows;

/* Allocate a node's rows. PM_NO_MEMORY, also if the machine has too little shared memory. */
pm_status mpi_rows_make(mpi_job *job, const ranks_plan *plan, mpi_rows *r, pm_error *err);
void mpi_rows_clear(mpi_rows *r);

/* This node's rows of a sublayer. */
sweep_block mpi_rows_block(const mpi_rows *r, const sweep *s, int place, pm_color mover);

/* Make rows that this rank has written visible to the others of its node, and theirs to this one: to be called before
 * and after waiting for each other. */
void mpi_rows_sync(const mpi_rows *r);

/* Where a mover's rows of a sublayer begin in the memory of any node, in rows. */
static inline uint64_t mpi_rows_offset(const mpi_rows *r, int place, pm_color mover)
{
    const sublayer *x = &r->plan->share.all[place];
    return mover == PM_BLACK ? x->black : x->white;
}

#endif
