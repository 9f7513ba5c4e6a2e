/* Measuring the network: see measure.h.
 *
 * SPDX-License-Identifier: MIT
 */
#include "solver/mpi/measure.h"

#include "solver/mpi/state.h"
#include "src/base/clock.h"
#include "src/base/status.h"

#include <stdlib.h>
#include <string.h>

enum { MESSAGE_BYTES = 256 << 10, N_MESSAGES = 256, AT_ONCE = 16, N_MEETINGS = 200 };

pm_status mpi_least(mpi_job *job, double *x, pm_error *err)
{
    double least = *x;
    MPI_Request request;
    MPI_Iallreduce(x, &least, 1, MPI_DOUBLE, MPI_MIN, job->all, &request);
    const pm_status status = mpi_await(job, &request, err);
    *x = least;
    return status;
}

/* Send to one rank, receive from another, some messages at a time. */
static pm_status exchange(mpi_job *job, uint8_t *out, uint8_t *in, pm_error *err)
{
    const int half = job->size / 2, to = (job->rank + half) % job->size,
              from = (job->rank + job->size - half) % job->size;
    pm_status status = PM_OK;
    for (int i = 0; i < N_MESSAGES && status == PM_OK; i += AT_ONCE) {
        MPI_Request requests[2 * AT_ONCE];
        for (int k = 0; k < AT_ONCE; k++) {
            MPI_Irecv(in + (size_t)k * MESSAGE_BYTES, MESSAGE_BYTES, MPI_BYTE, from, 0, job->all, &requests[k]);
        }
        for (int k = 0; k < AT_ONCE; k++) {
            MPI_Isend(out + (size_t)k * MESSAGE_BYTES, MESSAGE_BYTES, MPI_BYTE, to, 0, job->all,
                      &requests[AT_ONCE + k]);
        }
        status = mpi_await_all(job, 2 * AT_ONCE, requests, err);
    }
    return status;
}

pm_status mpi_measure(mpi_job *job, double *bytes_per_second, double *seconds_to_meet, pm_error *err)
{
    uint8_t *out = malloc((size_t)AT_ONCE * MESSAGE_BYTES), *in = malloc((size_t)AT_ONCE * MESSAGE_BYTES);
    pm_status status = out && in ? PM_OK : status_no_memory(err, "the measurement", 0);
    status = mpi_job_agree(job, status, err);
    if (status == PM_OK) {
        memset(out, 1, (size_t)AT_ONCE * MESSAGE_BYTES);
        memset(in, 0, (size_t)AT_ONCE * MESSAGE_BYTES);
        status = exchange(job, out, in, err); /* the first time connections are made */
    }
    status = status == PM_OK ? mpi_job_agree(job, PM_OK, err) : status;
    const double begin = clock_seconds();
    status = status == PM_OK ? exchange(job, out, in, err) : status;
    *bytes_per_second = (double)N_MESSAGES * MESSAGE_BYTES / (clock_seconds() - begin);
    status = status == PM_OK ? mpi_least(job, bytes_per_second, err) : status;
    const double middle = clock_seconds();
    for (int i = 0; i < N_MEETINGS && status == PM_OK; i++) {
        status = mpi_job_agree(job, PM_OK, err);
    }
    *seconds_to_meet = (clock_seconds() - middle) / N_MEETINGS;
    free(out);
    free(in);
    return status;
}
