/* Positions to prove, shared out among threads: counting, stopping, concluding.
 *
 * SPDX-License-Identifier: MIT
 */
#include "solver/search/dfpn.h"

#include <assert.h>
#include <limits.h>

void dfpn_report(dfpn_shared *shared, dfpn_job *job, int thread, uint64_t nodes)
{
    atomic_fetch_add_explicit(&shared->nodes, nodes, memory_order_relaxed);
    const uint64_t spent = atomic_fetch_add_explicit(&job->nodes, nodes, memory_order_relaxed) + nodes;
    if (shared->max_nodes && spent >= shared->max_nodes) {
        atomic_store_explicit(&job->is_over, true, memory_order_relaxed);
    }
    if (thread == 0 && shared->tick && !shared->tick(shared->tick_ctx)) {
        atomic_store_explicit(&shared->stop, true, memory_order_relaxed);
    }
}

void dfpn_conclude(dfpn_job *job, search_numbers numbers)
{
    assert(!(search_is_won(numbers) && search_is_lost(numbers)));
    const bool is_proven = search_is_proven(numbers);
    if (is_proven || !search_is_proven(dfpn_job_numbers(job))) {
        atomic_store_explicit(&job->data, search_data_pack(numbers, 1), memory_order_relaxed);
    }
    if (is_proven) {
        atomic_store_explicit(&job->is_over, true, memory_order_relaxed);
    }
}

dfpn_job *dfpn_take_job(dfpn_job jobs[], size_t n)
{
    for (;;) {
        dfpn_job *job = NULL;
        int fewest = INT_MAX;
        for (size_t i = 0; i < n; i++) {
            const int workers = atomic_load_explicit(&jobs[i].workers, memory_order_relaxed);
            assert(workers >= 0);
            if (!atomic_load_explicit(&jobs[i].is_over, memory_order_relaxed) && workers < fewest) {
                job = &jobs[i];
                fewest = workers;
            }
        }
        if (!job || atomic_compare_exchange_strong(&job->workers, &fewest, fewest + 1)) {
            return job;
        }
    }
}
