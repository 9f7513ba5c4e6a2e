/* A sweep whose rows are in the memory of several ranks.
 *
 * For each sublayer: all ranks build their parts of White's rows, wait for each other, build Black's, wait, and hand
 * their own rows to the client. Rows of other nodes are fetched by batches, the next one while the present one is
 * built. Inside a node of several ranks that is alone, ranks take the next batch when they are done with one; where
 * there are more nodes the parts are fixed, so that what is fetched can be foretold (solver/ranks/replay.c).
 *
 * With a scratch folder Black's rows of earlier sublayers lie in files of the rank that has made them, each rank is a
 * node, and memory holds a sublayer at a time: what a batch reads of others comes packed from their files, what it
 * reads of this rank's from its own (folder.h, packed.h). A finished sublayer is then a checkpoint.
 *
 * Checkpoints otherwise, if there is a folder for them: after each sublayer its Black rows, as long as others will read
 * them, and what the client has gathered. A run continues from there with any number of ranks.
 *
 * SPDX-License-Identifier: MIT
 */
#ifndef SOLVER_MPI_SWEEP_H
#define SOLVER_MPI_SWEEP_H

#include "solver/mpi/job.h"
#include "solver/ranks/plan.h"
#include "solver/sweep/scratch.h"

/* Whom whole layers are for, besides the client's sublayers; then checkpoints are made after layers alone. */
typedef struct mpi_layers {
    sublayers_keep keep; /* not SUBLAYERS_KEEP_NONE */
    void *ctx;
    /* The layers of fewer than `size` elements were visited before the checkpoint from which the run continues. */
    pm_status (*begin)(void *ctx, int size, pm_error *err);
    /* A layer is finished, of which white[i] and black[i] are this rank's rows of n sublayers. By all ranks together;
     * errors must be the same in all. White's are there if `keep` says so. */
    pm_status (*visit)(void *ctx, par_team *team, int n, const sweep_layer white[], const sweep_layer black[],
                       pm_error *err);
} mpi_layers;

typedef struct mpi_sweep_options {
    int threads;
    size_t memory;          /* of this rank; the least of any counts for all */
    const char *checkpoint; /* a folder that all ranks see, or NULL */
    const char *scratch;    /* a folder for rows, which ranks may see each for itself, or NULL; then no checkpoint */
    const char *kernel;
    const mpi_layers *layers; /* NULL: for nobody */
    sweep_progress *progress; /* called in every rank */
    void *progress_ctx;
} mpi_sweep_options;

/* What it took. */
typedef struct mpi_sweep_status {
    ranks_plan plan;
    int n_places, n_done, n_resumed;             /* sublayers: in all, finished, of which by an earlier run */
    double fetched_bytes, busiest_fetched_bytes; /* by all ranks, and by the one that fetched most */
    double fetch_wait_seconds, meet_seconds;     /* mean over the ranks: nothing to do but wait for rows, for others */
    double checkpoint_bytes;
    double disk_written_bytes, disk_read_bytes; /* of all ranks */
    double most_disk_bytes;                     /* of the rank with most, at most */
    double seconds;
} mpi_sweep_status;

/* Run to the end; then the client of every rank has what those of all have gathered. `identity` says what is solved.
 * To be called by all ranks; errors are the same in all: PM_NO_MEMORY (also if a plan does not fit), PM_IO,
 * PM_BAD_INPUT (a folder of something else), PM_DAMAGED, PM_INTERRUPTED, the visitor's. */
pm_status mpi_sweep_run(mpi_job *job, const sweep_spec *spec, const char *identity, const mpi_sweep_options *options,
                        const scratch_client *client, mpi_sweep_status *status, pm_error *err);

/* Remove the folder of a finished run: that of checkpoints by one rank, that of rows by each. */
void mpi_sweep_remove(const char *checkpoint);
void mpi_sweep_remove_scratch(const char *scratch);

#endif
