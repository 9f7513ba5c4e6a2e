/* Parallel loops over ranges.
 *
 * par_run starts a team of threads once; par_for hands it the pieces of a loop. Between loops, and at
 * the end of one, threads that have nothing to do sleep: spinning at the barriers of many small loops is
 * what ruins a solver on a busy machine. Loops of no more than one piece run in the caller without waking anybody.
 *
 * Workers are plain functions on [begin, end) that write only their own range, and return totals through
 * slots indexed by `worker`. Results must not depend on how the range is cut.
 *
 * SPDX-License-Identifier: MIT
 */
#ifndef BASE_PAR_H
#define BASE_PAR_H

#include <stddef.h>

typedef struct par_team par_team;
typedef void par_worker(size_t begin, size_t end, int worker, void *ctx);

/* Number of processors that this process may use. */
int par_processors(void);

/* How many of `threads` >= 1 threads, the caller included, this process can have at the same time now: they are
 * started, meet and end. Less than `threads` where memory, address space or the number of processes is limited. */
int par_startable(int threads);

/* Run job(team, ctx) in the calling thread with a team of `threads` >= 1 threads, and return
 * when it returns. If fewer threads can be started, the team is smaller; par_size says how small. */
void par_run(int threads, void (*job)(par_team *team, void *ctx), void *ctx);

/* Number of workers of the team, the caller included; 1 for NULL. */
int par_size(const par_team *team);

/* Call work(begin, end, worker, ctx) on pieces of at most `grain` >= 1 items that cover [0, n), each with
 * worker in 0..par_size(team)-1, no two at once with the same worker. Only from the job of the team, never
 * nested. A NULL team runs the loop in the caller. */
void par_for(par_team *team, size_t n, size_t grain, par_worker *work, void *ctx);

#endif
