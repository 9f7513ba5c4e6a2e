/* Uniform random play, exactly: see src/papamu/solve.h.
 *
 * SPDX-License-Identifier: MIT
 */
#include "analysis/stats/random_exact.h"
#include "src/api/handles.h"
#include "src/base/status.h"
#include "src/papamu/solve.h"

#include <assert.h>
#include <string.h>

enum { ROOM = sizeof((pm_random_table *)0)->length / sizeof(double) };

static bool on_ply(void *ctx, int ply, uint64_t states)
{
    (void)ply;
    return !job_watch_step(ctx, states, 0);
}

static void take(const random_exact *r, pm_random_table *table)
{
    assert(r->n <= ROOM);
    *table = (pm_random_table){
        .n = (int)r->n,
        .black_share = random_exact_black_share(r),
        .mean_jumps = random_exact_mean_jumps(r),
        .sd_jumps = random_exact_sd_jumps(r),
        .mean_branching = random_exact_mean_branching(r),
        .sd_branching = random_exact_sd_branching(r),
        .states = r->states,
    };
    assert(table->black_share >= 0 && table->black_share < 1 + 1e-9 && table->mean_jumps < (double)r->n);
    memcpy(table->length, r->length, r->n * sizeof *r->length);
    memcpy(table->black, r->black, r->n * sizeof *r->black);
    memcpy(table->moves_at, r->moves_at, r->n * sizeof *r->moves_at);
}

pm_status pm_random(const pm_game *g, const pm_job *job, pm_random_table *table, pm_error *err)
{
    pm_status status = status_check(err, g && table, "the game or the place for the table is NULL");
    status = status == PM_OK ? job_check(job, err) : status;
    if (status != PM_OK) {
        return status;
    }
    random_exact r;
    job_watch watch;
    job_watch_begin(&watch, job);
    status = random_exact_make(g->inside, job_memory(job), on_ply, &watch, &r, err);
    job_watch_end(&watch);
    if (status == PM_OK) {
        take(&r, table);
        random_exact_free(&r);
    }
    return status;
}
