/* How a rank comes by rows that are in the folders of others: as fetch.h, but rows travel as they are in files, packed,
 * and who serves them reads them first. Those that cannot be sent at once wait in a queue, so that a rank needs no more
 * memory than its ring however many ask.
 *
 * Private to solver/mpi.
 *
 * SPDX-License-Identifier: MIT
 */
#ifndef SOLVER_MPI_PACKED_H
#define SOLVER_MPI_PACKED_H

#include "solver/mpi/folder.h"
#include "solver/ranks/batch.h"

enum { PACKED_TAG_LIST = 5, PACKED_TAG_ROW };

typedef struct mpi_packed {
    mpi_folder *folder;
    size_t slot_bytes; /* of a packed row with its head */
    /* What others have asked for and is not sent: queue[first..n). */
    struct packed_request {
        uint64_t row; /* see row_number */
        int to;
    } * queue;
    size_t first, n, room;
    uint8_t *ring; /* of n_slots packed rows that are being sent, from the oldest on */
    MPI_Request *sends;
    size_t n_slots, oldest, n_sends;
    double bytes_sent;
    pm_status failure; /* of reading what others have asked for: for the next time that all agree */
    pm_error err;
} mpi_packed;

/* Bytes of the ring. */
uint64_t mpi_packed_bytes(uint64_t row_bytes);

/* False if memory is short; clear accepts a zeroed one, and is to be called when all ranks have met. */
bool mpi_packed_make(mpi_folder *folder, uint64_t row_bytes, mpi_packed *p);
void mpi_packed_clear(mpi_packed *p);

/* Begin to fetch the rows of earlier sublayers that a batch needs, each packed to its slot, but for those that this
 * rank has itself. */
struct mpi_fetching;
void mpi_packed_begin(const mpi_packed *p, const batch *b, uint8_t *slots, struct mpi_fetching *x);

/* Take a list that has come in, of n rows, from a rank; false if memory is short. Send what can be sent. */
bool mpi_packed_take(mpi_packed *p, const uint64_t rows[], int n, int from);
void mpi_packed_serve(mpi_packed *p);

#endif
