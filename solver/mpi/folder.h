/* The rows of a sweep among ranks on their disks. Private to solver/mpi.
 *
 * Each rank has a folder of its own below the one that is given, which may be on a disk that others do not see:
 *
 *     rank-K/papamu-ranks        the state, replaced whole after each sublayer (see run_folder.h). Little-endian:
 *                                finished sublayers (8), bytes of the client's state (8), shares of each sublayer in
 *                                the order of work (SUBLAYERS_MAX of 4), the client's state
 *     rank-K/papamu-ranks.lock   locked by that rank
 *     rank-K/black-I-J           share K of Black's rows of sublayer (I, J): see row_file.h, a row a block
 *
 * A run continues with any number of ranks: what earlier ones have left stays where it is, and each share is served by
 * a rank that sees it. All ranks save the same state, and the furthest one that any of them sees counts: a file is
 * deleted when all have saved that it is not needed.
 *
 * SPDX-License-Identifier: MIT
 */
#ifndef SOLVER_MPI_FOLDER_H
#define SOLVER_MPI_FOLDER_H

#include "solver/mpi/state.h"
#include "solver/sweep/row_file.h"
#include "solver/sweep/state.h"

#include <stdatomic.h>

/* What comes before the bytes of a row on its way: how many, and their checksum. */
enum { FOLDER_HEAD_BYTES = 16 };

typedef struct mpi_folder {
    mpi_job *job;
    const sweep *s;
    const char *directory, *identity;
    size_t client_bytes;
    int lock;
    char *own;                      /* the folder of this rank */
    int n_shares[SUBLAYERS_MAX];    /* of each sublayer */
    int *server[SUBLAYERS_MAX];     /* of each share the rank that has it; NULL: it is the rank of that number */
    row_file *files[SUBLAYERS_MAX]; /* by share, those that this rank serves */
    row_codec **codecs;             /* one for each thread */
    uint8_t *packed;                /* a row for each thread */
    int threads;
    int n_committed;                      /* finished sublayers of the state in the folders */
    double bytes_written;                 /* packed, by this rank */
    atomic_ullong bytes_read;             /* likewise */
    uint64_t disk_bytes, most_disk_bytes; /* of the files that it serves */
} mpi_folder;

/* Bytes that a thread needs besides the rows. */
uint64_t mpi_folder_thread_bytes(uint64_t row_bytes);

/* Make and lock this rank's folder, and find out how far the run is: `n_done` sublayers, and the state of the client.
 * mpi_folder_close accepts a zeroed one. The same in all ranks, as all functions that say nothing else. */
pm_status mpi_folder_open(mpi_folder *k, int threads, uint8_t *client_state, int *n_done, pm_error *err);
void mpi_folder_close(mpi_folder *k);

/* Write own rows [begin, end) of a sublayer, with room for `n_slots` packed rows at `slots`. By each rank. */
pm_status mpi_folder_put(mpi_folder *k, par_team *team, int place, const sweep_block *rows, size_t begin, size_t end,
                         uint8_t *slots, size_t n_slots, pm_error *err);

/* When all ranks have: save the state, then delete what nobody will read any more. */
pm_status mpi_folder_commit(mpi_folder *k, int n_done, const uint8_t *client_state, pm_error *err);

/* The rank that has a row of an earlier sublayer. */
int mpi_folder_server(const mpi_folder *k, int place, uint64_t row);

/* Read a row that this rank has, packed, behind its head. Returns bytes with the head. By any thread. */
size_t mpi_folder_read(mpi_folder *k, int place, uint64_t row, uint8_t *packed, pm_status *status, pm_error *err);

/* Unpack a row that came behind its head; false if it is spoilt, which mpi_folder_damaged says. By any thread. */
bool mpi_folder_unpack(const mpi_folder *k, int worker, const uint8_t *packed, uint64_t *row);
pm_status mpi_folder_damaged(const mpi_folder *k, int place, uint64_t row, pm_error *err);

#endif
