/* Rows in windows: see rows.h.
 *
 * SPDX-License-Identifier: MIT
 */
#include "solver/mpi/rows.h"

#include "solver/ranks/deal.h"
#include "src/base/pages.h"
#include "src/base/status.h"

#include <assert.h>
#include <stdlib.h>
#include <sys/statvfs.h>

/* Before the rows: counters of what ranks have taken. */
enum { HEAD_BYTES = 8192 };
static_assert(2 * SUBLAYERS_MAX * sizeof(atomic_ullong) + ROW_ALIGNMENT <= HEAD_BYTES, "a counter for each half");

static const char shared_folder[] = "/dev/shm"; /* where Linux has shared memory */

/* MPI may not say that it is too small: writing to a page that there is no room for would end the process. */
static pm_status check_shared_memory(const mpi_rows *r, pm_error *err)
{
    struct statvfs v;
    if (statvfs(shared_folder, &v) != 0) {
        return PM_OK;
    }
    const uint64_t has = (uint64_t)v.f_bavail * v.f_frsize, needs = r->bytes * (uint64_t)r->job->n_nodes_here;
    char a[STATUS_BYTES_TEXT], b[STATUS_BYTES_TEXT];
    return needs <= has
               ? PM_OK
               : status_fail(err, PM_NO_MEMORY, 0,
                             "the rows of this machine need %s of shared memory, and %s has %s; enlarge it, or "
                             "start one rank a machine, with threads",
                             status_bytes(needs, a), shared_folder, status_bytes(has, b));
}

static pm_status allocate_shared(mpi_rows *r, pm_error *err)
{
    mpi_job *job = r->job;
    pm_status status = check_shared_memory(r, err);
    status = mpi_job_agree(job, status, err);
    if (status != PM_OK) {
        return status;
    }
    void *own;
    MPI_Comm_set_errhandler(job->node, MPI_ERRORS_RETURN);
    if (MPI_Win_allocate_shared(job->node_rank == 0 ? (MPI_Aint)r->bytes : 0, 1, MPI_INFO_NULL, job->node, &own,
                                &r->shared) != MPI_SUCCESS) {
        r->shared = MPI_WIN_NULL;
        return status_no_memory(err, "the rows, in shared memory", r->bytes);
    }
    MPI_Aint n;
    int unit;
    MPI_Win_shared_query(r->shared, 0, &n, &unit, &r->block);
    MPI_Win_lock_all(MPI_MODE_NOCHECK, r->shared);
    return PM_OK;
}

static void align(mpi_rows *r)
{
    const uintptr_t at = (uintptr_t)r->block;
    r->n_taken = (atomic_ullong *)((at + sizeof(atomic_ullong) - 1) / sizeof(atomic_ullong) * sizeof(atomic_ullong));
    r->rows = (uint64_t *)((at + HEAD_BYTES) / ROW_ALIGNMENT * ROW_ALIGNMENT);
}

pm_status mpi_rows_make(mpi_job *job, const ranks_plan *plan, mpi_rows *r, pm_error *err)
{
    *r = (mpi_rows){.job = job, .plan = plan, .shared = MPI_WIN_NULL};
    r->bytes = HEAD_BYTES + plan->node_bytes;
    pm_status status;
    if (plan->shape.ranks_per_node > 1) { /* of any node, as all ranks must do the same */
        status = allocate_shared(r, err);
    } else {
        r->block = pages_new(r->bytes);
        status = r->block ? PM_OK : status_no_memory(err, "the rows", r->bytes);
    }
    status = mpi_job_agree(job, status, err);
    if (status != PM_OK) {
        return status;
    }
    align(r);
    if (job->node_rank == 0) {
        for (int i = 0; i < 2 * SUBLAYERS_MAX; i++) {
            atomic_init(&r->n_taken[i], 0);
        }
    }
    return mpi_job_agree(job, PM_OK, err);
}

void mpi_rows_clear(mpi_rows *r)
{
    if (!r->job || r->job->is_lost) { /* what MPI holds cannot be freed without the others */
        return;
    }
    if (r->shared != MPI_WIN_NULL) {
        MPI_Win_unlock_all(r->shared);
        MPI_Win_free(&r->shared);
    }
    if (r->plan->shape.ranks_per_node == 1) {
        pages_free(r->block, r->bytes);
    }
}

sweep_block mpi_rows_block(const mpi_rows *r, const sweep *s, int place, pm_color mover)
{
    const size_t words = sweep_row_words(s);
    const uint64_t n_rows = sweep_order(s)->all[place].n_rows;
    return (sweep_block){
        .rows = r->rows + mpi_rows_offset(r, place, mover) * words,
        .first = deal_first(n_rows, r->job->node_number, r->job->n_nodes),
        .row_stride = words,
        .tile_stride = row_words(sweep_tile_bits_inside(s)),
    };
}

void mpi_rows_sync(const mpi_rows *r)
{
    if (r->shared != MPI_WIN_NULL) {
        MPI_Win_sync(r->shared);
    }
}
