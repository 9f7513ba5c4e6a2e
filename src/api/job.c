/* Jobs: see handles.h and src/papamu/job.h.
 *
 * SPDX-License-Identifier: MIT
 */
#include "src/api/handles.h"

#include "src/base/par.h"
#include "src/base/status.h"

#include <assert.h>
#include <unistd.h>

int job_threads(const pm_job *job)
{
    return job && job->threads > 0 ? job->threads : par_processors();
}

uint64_t job_memory(const pm_job *job)
{
    if (job && job->memory) {
        return job->memory;
    }
    const long pages = sysconf(_SC_PHYS_PAGES), bytes = sysconf(_SC_PAGESIZE);
    return pages > 0 && bytes > 0 ? (uint64_t)pages * (uint64_t)bytes / 2 : UINT64_C(1) << 30;
}

pm_status job_check(const pm_job *job, pm_error *err)
{
    return status_check(err, !job || (job->threads >= 0 && job->threads <= 4096),
                        "the number of threads must be 0 to 4096");
}

void job_watch_begin(job_watch *watch, const pm_job *job)
{
    *watch = (job_watch){.job = job};
    pthread_mutex_init(&watch->lock, NULL);
}

void job_watch_end(job_watch *watch)
{
    assert(!watch->has_stopped || watch->job->progress); /* nothing else stops a job */
    pthread_mutex_destroy(&watch->lock);
}

bool job_watch_step(void *ctx, uint64_t done, uint64_t total)
{
    assert(total == 0 || done <= total);
    job_watch *watch = ctx;
    if (!watch->job || !watch->job->progress) {
        return false;
    }
    pthread_mutex_lock(&watch->lock);
    watch->has_stopped = watch->has_stopped || watch->job->progress(watch->job->ctx, done, total);
    const bool stops = watch->has_stopped;
    pthread_mutex_unlock(&watch->lock);
    return stops;
}

bool job_watch_stop(void *ctx)
{
    return job_watch_step(ctx, 0, 0);
}

sweep_options job_sweep_options(const pm_job *job, job_watch *watch)
{
    return (sweep_options){.threads = job_threads(job),
                           .memory = job_memory(job),
                           .with_tiles = true,
                           .progress = job_watch_step,
                           .progress_ctx = watch};
}
