/* Jobs: see job.h.
 *
 * SPDX-License-Identifier: MIT
 */
#include "solver/mpi/job.h"

#include "solver/mpi/state.h"
#include "src/base/clock.h"
#include "src/base/status.h"

#include <assert.h>
#include <errno.h>
#include <signal.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>
#include <unistd.h>

enum { BUSY_TESTS = 100, END_SECONDS = 5 };

/* Seconds from the signal after which a rank that has not come is taken for dead; mpirun kills after one second. */
static const double patience = 0.4;

/* ---- waiting ------------------------------------------------------------------------------------------------------
 */

static pm_status lost(mpi_job *job, pm_error *err)
{
    job->is_lost = true;
    return status_fail(err, PM_INTERRUPTED, 0, "the job was ended from outside, or a rank of it died");
}

/* Ask often at first, then sleep: there may be more ranks than processors, and who sleeps is woken at once where who
 * yields waits for the others' turns. */
static void pause_after(int n_tests)
{
    if (n_tests >= BUSY_TESTS) {
        const struct timespec t = {.tv_nsec = n_tests < 100 * BUSY_TESTS ? 10000 : 200000};
        nanosleep(&t, NULL);
    }
}

static bool is_out_of_patience(mpi_job *job)
{
    if (!job->is_interrupted()) {
        return false;
    }
    const double now = clock_seconds();
    job->interrupted_at = job->interrupted_at > 0 ? job->interrupted_at : now;
    return now - job->interrupted_at > patience;
}

/* One request after another: to test all at once takes as long as there are many, each time. */
pm_status mpi_await_all(mpi_job *job, int n_requests, MPI_Request requests[], pm_error *err)
{
    if (job->is_lost) {
        return lost(job, err);
    }
    for (int i = 0, n_tests = 0; i < n_requests;) {
        int is_done = 0;
        MPI_Test(&requests[i], &is_done, MPI_STATUS_IGNORE);
        if (is_done) {
            n_tests = 0;
            i++;
            continue;
        }
        if (job->serve) {
            job->serve(job->serve_ctx);
        }
        if (is_out_of_patience(job)) {
            return lost(job, err);
        }
        pause_after(n_tests++);
    }
    return PM_OK;
}

pm_status mpi_await(mpi_job *job, MPI_Request *request, pm_error *err)
{
    return mpi_await_all(job, 1, request, err);
}

/* ---- beginning and end --------------------------------------------------------------------------------------------
 */

static void free_nodes(mpi_job *job)
{
    if (job->leaders != MPI_COMM_NULL) {
        MPI_Comm_free(&job->leaders);
    }
    if (job->node != MPI_COMM_NULL) {
        MPI_Comm_free(&job->node);
    }
}

/* The nodes of this machine, of at most n ranks each; numbered by their first ranks. */
static void make_nodes(mpi_job *job, int n)
{
    MPI_Comm_split(job->host, job->host_rank / n, job->host_rank, &job->node);
    MPI_Comm_rank(job->node, &job->node_rank);
    MPI_Comm_size(job->node, &job->node_size);
    MPI_Comm_split(job->all, job->node_rank == 0 ? 0 : MPI_UNDEFINED, job->rank, &job->leaders);
    int number[2] = {0, 0};
    if (job->leaders != MPI_COMM_NULL) {
        MPI_Comm_rank(job->leaders, &number[0]);
        MPI_Comm_size(job->leaders, &number[1]);
    }
    MPI_Bcast(number, 2, MPI_INT, 0, job->node);
    MPI_Allreduce(&job->node_size, &job->largest_node, 1, MPI_INT, MPI_MAX, job->all);
    MPI_Allreduce(&job->node_size, &job->smallest_node, 1, MPI_INT, MPI_MIN, job->all);
    job->n_nodes_here = (job->host_size + n - 1) / n;
    job->node_number = number[0];
    job->n_nodes = number[1];
}

pm_status mpi_job_begin(int *argc, char ***argv, bool (*is_interrupted)(void), mpi_job **out, pm_error *err)
{
    mpi_job *job = calloc(1, sizeof *job);
    if (!job) {
        return status_no_memory(err, "the job", 0);
    }
    int has;
    if (MPI_Init_thread(argc, argv, MPI_THREAD_FUNNELED, &has) != MPI_SUCCESS || has < MPI_THREAD_FUNNELED) {
        free(job);
        return status_fail(err, PM_IO, 0, "MPI cannot be started with threads");
    }
    job->is_interrupted = is_interrupted;
    MPI_Comm_dup(MPI_COMM_WORLD, &job->all);
    MPI_Comm_rank(job->all, &job->rank);
    MPI_Comm_size(job->all, &job->size);
    MPI_Comm_split_type(job->all, MPI_COMM_TYPE_SHARED, job->rank, MPI_INFO_NULL, &job->host);
    MPI_Comm_size(job->host, &job->host_size);
    MPI_Comm_rank(job->host, &job->host_rank);
    gethostname(job->host_name, sizeof job->host_name - 1);
    job->pids = calloc((size_t)job->host_size, sizeof *job->pids);
    if (!job->pids) {
        return status_no_memory(err, "the job", 0);
    }
    const pid_t own = getpid();
    MPI_Allgather(&own, sizeof own, MPI_BYTE, job->pids, sizeof own, MPI_BYTE, job->host);
    int first = job->rank;
    MPI_Bcast(&first, 1, MPI_INT, 0, job->host);
    job->is_first_here = first == 0;
    make_nodes(job, job->host_size);
    *out = job;
    return PM_OK;
}

int mpi_job_end(mpi_job *job, int exit_code)
{
    if (!job) {
        return exit_code;
    }
    int worst = exit_code, is_done = 0;
    MPI_Request request;
    MPI_Iallreduce(&exit_code, &worst, 1, MPI_INT, MPI_MAX, job->all, &request);
    const double begin = clock_seconds();
    for (int n = 0; !is_done; n++) {
        MPI_Test(&request, &is_done, MPI_STATUS_IGNORE);
        /* Ranks that work without this one may take long, unless it has failed. */
        if (!is_done &&
            (job->is_lost || is_out_of_patience(job) || (exit_code != 0 && clock_seconds() - begin > END_SECONDS))) {
            MPI_Abort(job->all, exit_code ? exit_code : 3);
        }
        pause_after(n);
    }
    free_nodes(job);
    MPI_Comm_free(&job->host);
    MPI_Comm_free(&job->all);
    MPI_Finalize();
    free(job->pids);
    free(job);
    return worst;
}

pm_status mpi_job_cut_nodes(mpi_job *job, int n, pm_error *err)
{
    assert(n >= 1);
    free_nodes(job);
    make_nodes(job, n);
    return mpi_job_agree(job, PM_OK, err);
}

/* ---- who takes part ------------------------------------------------------------------------------------------------
 */

int mpi_job_rank(const mpi_job *job)
{
    return job->rank;
}

int mpi_job_size(const mpi_job *job)
{
    return job->size;
}

int mpi_job_n_nodes(const mpi_job *job)
{
    return job->n_nodes;
}

int mpi_job_n_on_host(const mpi_job *job)
{
    return job->host_size;
}

const char *mpi_job_host(const mpi_job *job)
{
    return job->host_name;
}

static bool is_alive(pid_t pid)
{
    return kill(pid, 0) == 0 || errno != ESRCH;
}

bool mpi_job_is_lost(const mpi_job *job)
{
    return job->is_lost;
}

bool mpi_job_speaks(const mpi_job *job)
{
    if (!job->is_first_here) {
        return false;
    }
    for (int i = 0; i < job->host_rank; i++) {
        if (is_alive(job->pids[i])) {
            return false;
        }
    }
    return true;
}

/* ---- agreeing ------------------------------------------------------------------------------------------------------
 */

/* The error of rank `from`, in all ranks. */
static pm_status spread(mpi_job *job, int from, pm_status status, const pm_error *own, pm_error *err)
{
    struct {
        pm_status status;
        pm_error err;
        char host[MPI_JOB_HOST_TEXT];
    } said = {.status = status, .err = *own};
    memcpy(said.host, job->host_name, sizeof said.host);
    MPI_Request request;
    MPI_Ibcast(&said, sizeof said, MPI_BYTE, from, job->all, &request);
    const pm_status waited = mpi_await(job, &request, err);
    if (waited != PM_OK) {
        return waited;
    }
    return job->size == 1 ? status_fail(err, said.status, said.err.offset, "%s", said.err.message)
                          : status_fail(err, said.status, said.err.offset, "rank %d on %.40s: %s", from, said.host,
                                        said.err.message);
}

pm_status mpi_job_agree(mpi_job *job, pm_status own, pm_error *err)
{
    int first = own == PM_OK ? job->size : job->rank, least = 0;
    pm_error said = own != PM_OK && err ? *err : (pm_error){0};
    if (job->is_lost) {
        return lost(job, err);
    }
    MPI_Request request;
    MPI_Iallreduce(&first, &least, 1, MPI_INT, MPI_MIN, job->all, &request);
    const pm_status waited = mpi_await(job, &request, err);
    if (waited != PM_OK) {
        return waited;
    }
    return least == job->size ? PM_OK : spread(job, least, own, &said, err);
}

pm_status mpi_job_compare(mpi_job *job, const char *what, const char *text, pm_error *err)
{
    enum { LENGTH = 2048 };
    char first[LENGTH] = "";
    strncpy(first, text, LENGTH - 1);
    MPI_Request request;
    MPI_Ibcast(first, LENGTH, MPI_CHAR, 0, job->all, &request);
    pm_status status = mpi_await(job, &request, err);
    if (status == PM_OK && strncmp(first, text, LENGTH - 1) != 0) {
        status =
            status_fail(err, PM_BAD_INPUT, 0, "the %s is \"%.60s\", that of rank 0 is \"%.60s\"; start all ranks alike",
                        what, text, first);
    }
    return mpi_job_agree(job, status, err);
}

pm_status mpi_job_least(mpi_job *job, uint64_t *n, int *rank, pm_error *err)
{
    uint64_t *all = calloc((size_t)job->size, sizeof *all);
    pm_status status = mpi_job_agree(job, all ? PM_OK : status_no_memory(err, "the job", 0), err);
    if (status == PM_OK) {
        MPI_Request request;
        MPI_Iallgather(n, 1, MPI_UINT64_T, all, 1, MPI_UINT64_T, job->all, &request);
        status = mpi_await(job, &request, err);
    }
    *rank = 0;
    for (int i = 0; i < job->size && status == PM_OK; i++) {
        *rank = all[i] < all[*rank] ? i : *rank;
    }
    *n = status == PM_OK ? all[*rank] : *n;
    free(all);
    return status;
}
