/* Checkpoints of a sweep among ranks. Private to solver/mpi.
 *
 * A folder that all ranks see, of one run at a time:
 *
 *     papamu-ranks        the state, replaced whole after each sublayer (see run_folder.h). Little-endian: finished
 *                         sublayers (8), bytes of the client's state (8), that state
 *     papamu-ranks.lock   locked by the first rank
 *     black-I-J           Black's rows of sublayer (I, J), as the sweep has them, row after row; then XXH3-64 of each
 *
 * Each rank writes and reads its own rows, wherever they lie in the file, so the number of ranks does not matter.
 *
 * SPDX-License-Identifier: MIT
 */
#ifndef SOLVER_MPI_CHECKPOINT_H
#define SOLVER_MPI_CHECKPOINT_H

#include "solver/mpi/state.h"
#include "solver/sweep/state.h"

typedef struct mpi_checkpoint {
    mpi_job *job;
    const sweep *s;
    const char *directory, *identity;
    size_t client_bytes;
    int lock;             /* in the first rank */
    int n_committed;      /* finished sublayers of the state in the folder, likewise */
    double bytes_written; /* by this rank */
} mpi_checkpoint;

/* Lock the folder, which is made if there is none, and check that all ranks see it. The same in all ranks. */
pm_status mpi_checkpoint_open(mpi_checkpoint *k, pm_error *err);
void mpi_checkpoint_close(mpi_checkpoint *k);

/* Read the state to `client_state` of the first rank: how many sublayers are finished, 0 if there is none. */
pm_status mpi_checkpoint_load(mpi_checkpoint *k, uint8_t *client_state, int *n_done, pm_error *err);

/* Rows [begin, end) of Black's of a sublayer, which `rows` holds: not yet for anybody to continue from. */
pm_status mpi_checkpoint_put(mpi_checkpoint *k, int place, const sweep_block *rows, size_t begin, size_t end,
                             pm_error *err);
pm_status mpi_checkpoint_get(mpi_checkpoint *k, int place, const sweep_block *rows, size_t begin, size_t end,
                             pm_error *err);

/* When all ranks have put their rows: replace the state. Then the files that nobody will read any more can go. By the
 * first rank. */
pm_status mpi_checkpoint_commit(mpi_checkpoint *k, int n_done, const uint8_t *client_state, pm_error *err);

#endif
