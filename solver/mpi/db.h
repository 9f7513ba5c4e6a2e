/* A database that several ranks write: byte by byte the one that solver/db/write.h writes alone, but for its date.
 *
 * Each rank packs its own rows of a finished layer, in memory. Then all know how long each row has become, and so where
 * in the file its blocks belong: each rank writes its own there, through MPI. The first rank has the writer: it opens
 * the file under its temporary name, collects the index, and gives the file its name.
 *
 * Where several rows make a block, which are those of small boards, all ranks have the rows of a layer and pack equal
 * shares of its blocks.
 *
 * SPDX-License-Identifier: MIT
 */
#ifndef SOLVER_MPI_DB_H
#define SOLVER_MPI_DB_H

#include "solver/db/write.h"
#include "solver/mpi/job.h"
#include "solver/sweep/sweep.h"

typedef struct mpi_db mpi_db;

/* Write row i of a layer to `row` as it is stored; `row` is aligned and has room for a row of the sweep and for
 * DB_ROW_BUFFER_BYTES. Called by several threads at a time. */
typedef void mpi_db_read(const sweep_layer *layer, size_t i, void *row);

/* Begin to write `path`, which all ranks must see. options->orbits, which may not be NULL, and the checkpoint's name
 * must outlive it. By all ranks, as all functions but the last; errors are the same in all: those of db_writer_new, and
 * PM_IO if a rank does not see the file. */
pm_status mpi_db_new(mpi_job *job, const char *path, const db_subject *subject, const db_options *options,
                     mpi_db_read *read, mpi_db **db, pm_error *err);

/* Memory that this rank needs, at most. */
uint64_t mpi_db_bytes(const mpi_db *db, int threads);

/* Check that the layers of fewer than `size` elements are there, from the checkpoint: PM_BAD_INPUT if not. */
pm_status mpi_db_begin(mpi_db *db, int size, pm_error *err);

/* Add a layer, of which white[i] and black[i] are this rank's rows of n sublayers. What is there already is left. */
pm_status mpi_db_add(mpi_db *db, par_team *team, int n, const sweep_layer white[], const sweep_layer black[],
                     pm_error *err);

/* Give the file its name. `*digest` is that of the content and `*bytes` the length of the file, in the first rank. */
pm_status mpi_db_finish(mpi_db *db, uint8_t digest[DB_DIGEST_BYTES], uint64_t *bytes, pm_error *err);

/* NULL is accepted. What is not finished is removed, unless there is a checkpoint. */
void mpi_db_free(mpi_db *db);

#endif
