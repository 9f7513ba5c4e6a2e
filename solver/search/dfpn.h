/* What the threads of one proof-number search share.
 *
 * SPDX-License-Identifier: MIT
 */
#ifndef SOLVER_SEARCH_DFPN_H
#define SOLVER_SEARCH_DFPN_H

#include "solver/search/table.h"

enum {
    DFPN_BUSY = 1 << 16,          /* counters of positions being visited, shared by all that fall on one */
    DFPN_REPORT_NODES = 1 << 8,   /* a thread adds to the total after so many */
    DFPN_APART_NODES = 1 << 10,   /* threads keep apart among the children of positions of so many */
    DFPN_REFRESH_NODES = 1 << 10, /* after visits of so many a thread looks at what others found */
};
#define DFPN_VIRTUAL_LOSS 1.0F
#define DFPN_STEP 1.0001F

/* One position to prove. */
typedef struct dfpn_job {
    uint64_t word;
    _Atomic uint64_t nodes; /* spent on it by all threads */
    _Atomic uint64_t data;  /* its numbers as in the table; 0: not begun */
    _Atomic bool is_over;   /* proven, or given up */
    _Atomic int workers;
} dfpn_job;

typedef struct dfpn_shared {
    search_table table;
    float epsilon; /* how far a visit may go beyond the second best child */
    float limit;   /* of finite numbers: SEARCH_LIMIT, or less in tests */
    int threads;
    uint64_t max_nodes; /* for each position; 0: no limit */
    _Atomic uint64_t nodes;
    _Atomic bool stop;
    _Atomic uint8_t busy[DFPN_BUSY];
    /* Called by the first thread now and then; false stops the search. May be NULL. */
    bool (*tick)(void *ctx);
    void *tick_ctx;
} dfpn_shared;

static inline int dfpn_busy(dfpn_shared *shared, uint64_t key)
{
    return atomic_load_explicit(&shared->busy[key % DFPN_BUSY], memory_order_relaxed);
}

static inline void dfpn_enter(dfpn_shared *shared, uint64_t key)
{
    atomic_fetch_add_explicit(&shared->busy[key % DFPN_BUSY], 1, memory_order_relaxed);
}

static inline void dfpn_leave(dfpn_shared *shared, uint64_t key)
{
    const uint8_t before = atomic_fetch_sub_explicit(&shared->busy[key % DFPN_BUSY], 1, memory_order_relaxed);
    assert(before > 0); /* what was entered; fewer than 256 threads keep it from wrapping */
    (void)before;
}

/* Add to the nodes of a job and of all, and end the job if that is enough. */
void dfpn_report(dfpn_shared *shared, dfpn_job *job, int thread, uint64_t nodes);

/* Take over what a thread found out about the position of a job; a proof ends it. */
void dfpn_conclude(dfpn_job *job, search_numbers numbers);

/* A job for a free thread: one that nobody works on, or else the one with the fewest workers; NULL if all are over. */
dfpn_job *dfpn_take_job(dfpn_job jobs[], size_t n);

static inline search_numbers dfpn_job_numbers(const dfpn_job *job)
{
    const uint64_t data = atomic_load_explicit(&job->data, memory_order_relaxed);
    return data ? search_data_numbers(data) : (search_numbers){1, 1};
}

#endif
