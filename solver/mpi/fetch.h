/* How a rank comes by rows of other nodes: it sends a rank of each node a list of parts of rows, and gets each of them
 * as a message.
 *
 * Messages, and not MPI's one-sided gets: Open MPI 4 has those over the hardware of some networks alone, and ends the
 * job elsewhere, such as over TCP or in a container that forbids reading another process's memory. MPI moves messages
 * only while it is called, so every rank must serve the others now and then: while it builds rows, and in all waits.
 *
 * Private to solver/mpi.
 *
 * SPDX-License-Identifier: MIT
 */
#ifndef SOLVER_MPI_FETCH_H
#define SOLVER_MPI_FETCH_H

#include "solver/mpi/packed.h"
#include "solver/mpi/rows.h"

typedef struct mpi_fetch {
    const mpi_rows *rows;
    mpi_packed *packed;                 /* what is asked of the folder, or NULL */
    int *server;                        /* of each node: whom this rank asks */
    uint64_t *asked;                    /* a list that has come in */
    MPI_Request *sends;                 /* of rows */
    size_t n_done, n_sends, most_sends; /* the first n_done are done */
    bool is_out_of_memory;
} mpi_fetch;

/* What a batch waits for. */
typedef struct mpi_fetching {
    uint64_t *lists; /* runs of parts asked for, node by node: see run_of */
    size_t *first;   /* where the list of each node begins, and the end */
    MPI_Request *requests;
    int n_requests;
} mpi_fetching;

/* From now on every wait of the job serves. False if memory is short; both _clear accept zeroed ones. */
bool mpi_fetch_make(const mpi_rows *rows, mpi_fetch *f);
void mpi_fetch_clear(mpi_fetch *f);
bool mpi_fetching_make(const mpi_rows *rows, mpi_fetching *x);
void mpi_fetching_clear(mpi_fetching *x);

/* Begin to fetch the rows of `mover` that a batch needs, each to its slot of `buffer`. */
void mpi_fetch_begin(const mpi_fetch *f, pm_color mover, const batch *b, uint64_t *buffer, mpi_fetching *x);

/* Send what others have asked for. */
void mpi_fetch_serve(mpi_fetch *f);

/* Wait until all that was sent is gone, so that rows may be overwritten: after all ranks have met. */
pm_status mpi_fetch_finish(mpi_fetch *f, pm_error *err);

#endif
