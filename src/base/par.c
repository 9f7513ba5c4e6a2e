/* The team that runs par_for: see par.h. The only file with OpenMP in it.
 *
 * OpenMP starts the threads of a team, once; what they wait for is guarded by a mutex and two condition
 * variables, so that waiting is sleeping. A loop is a range and a shared cursor: each thread takes the next
 * piece until none is left.
 *
 * GNU's OpenMP ends the process if a thread cannot start. So before a team is formed as many threads of the same stack
 * size are started and ended again, and the team is no larger than they were. Between the two another thread of this
 * process, or another process of this user, may take what was free: that race remains.
 *
 * Compiled with PAR_PTHREAD the threads come from pthread_create instead. That build is for ThreadSanitizer, which
 * does not understand OpenMP's own barriers; for programs that fork after a loop, in whose children GNU's OpenMP
 * hangs; and for WebAssembly, which has no OpenMP. There, without threads at all, a team is its caller alone.
 *
 * SPDX-License-Identifier: MIT
 */
#include "src/base/par.h"

#include <assert.h>
#include <pthread.h>
#include <sched.h>
#include <stdatomic.h>
#include <stdbool.h>
#include <stdlib.h>
#include <sys/mman.h>
#ifndef PAR_PTHREAD
#include <omp.h>
#endif

typedef struct par_loop {
    size_t n, grain;
    par_worker *work;
    void *ctx;
} par_loop;

struct par_team {
    int size;
    pthread_mutex_t mutex;
    pthread_cond_t wake; /* a new loop, or the end of the team */
    pthread_cond_t done; /* the last helper has left the loop */
    unsigned generation; /* counts loops; guarded by mutex, like all but `next` */
    int n_inside;        /* helpers still in the loop */
    bool is_over;
    par_loop loop;
    atomic_size_t next; /* first item that nobody has taken yet */
};

int par_processors(void)
{
#ifdef __wasm__
    return 1;
#else
    cpu_set_t set;
    return sched_getaffinity(0, sizeof set, &set) ? 1 : CPU_COUNT(&set);
#endif
}

/* Where threads that are only tried wait for one another. */
typedef struct meeting {
    pthread_mutex_t mutex;
    pthread_cond_t end;
    bool is_over;
} meeting;

static void *attend(void *arg)
{
    meeting *m = arg;
    pthread_mutex_lock(&m->mutex);
    while (!m->is_over) {
        pthread_cond_wait(&m->end, &m->mutex);
    }
    pthread_mutex_unlock(&m->mutex);
    return NULL;
}

/* The threads have the default attributes, as those of OpenMP do unless OMP_STACKSIZE says otherwise. */
static int try_threads(int threads, pthread_t *started)
{
    meeting m = {.is_over = false};
    int n = 1;
    pthread_mutex_init(&m.mutex, NULL);
    pthread_cond_init(&m.end, NULL);
    while (n < threads && pthread_create(&started[n], NULL, attend, &m) == 0) {
        n++;
    }
    pthread_mutex_lock(&m.mutex);
    m.is_over = true;
    pthread_cond_broadcast(&m.end);
    pthread_mutex_unlock(&m.mutex);
    for (int i = 1; i < n; i++) {
        pthread_join(started[i], NULL);
    }
    pthread_cond_destroy(&m.end);
    pthread_mutex_destroy(&m.mutex);
    return n;
}

int par_startable(int threads)
{
    assert(threads >= 1);
    enum { RESERVE = 16 << 20 }; /* address space for what OpenMP allocates itself: it ends the process, too */
    if (threads == 1) {
        return 1;
    }
    pthread_t *started = calloc((size_t)threads, sizeof *started);
    void *reserve = mmap(NULL, RESERVE, PROT_NONE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
    const int n = started && reserve != MAP_FAILED ? try_threads(threads, started) : 1;
    if (reserve != MAP_FAILED) {
        munmap(reserve, RESERVE);
    }
    free(started);
    return n;
}

int par_size(const par_team *team)
{
    return team ? team->size : 1;
}

static void team_pieces(par_team *team, const par_loop *loop, int worker)
{
    for (;;) {
        const size_t begin = atomic_fetch_add_explicit(&team->next, loop->grain, memory_order_relaxed);
        if (begin >= loop->n) {
            return;
        }
        const size_t left = loop->n - begin;
        assert(worker < team->size);
        loop->work(begin, begin + (left < loop->grain ? left : loop->grain), worker, loop->ctx);
    }
}

/* In pieces too: workers check between them whether they are asked to stop, and report how far they are. */
static void run_alone(const par_loop *loop)
{
    for (size_t begin = 0, end = 0; begin < loop->n; begin = end) {
        end = loop->n - begin < loop->grain ? loop->n : begin + loop->grain;
        loop->work(begin, end, 0, loop->ctx);
    }
}

/* What a thread other than the caller of par_run does until the team ends. */
static void team_help(par_team *team, int worker)
{
    unsigned seen = 0;
    pthread_mutex_lock(&team->mutex);
    for (;;) {
        while (team->generation == seen && !team->is_over) {
            pthread_cond_wait(&team->wake, &team->mutex);
        }
        if (team->is_over) {
            break;
        }
        seen = team->generation;
        assert(team->n_inside > 0); /* this thread is one of them */
        const par_loop loop = team->loop;
        pthread_mutex_unlock(&team->mutex);
        team_pieces(team, &loop, worker);
        pthread_mutex_lock(&team->mutex);
        if (--team->n_inside == 0) {
            pthread_cond_signal(&team->done);
        }
    }
    pthread_mutex_unlock(&team->mutex);
}

static void team_end(par_team *team)
{
    pthread_mutex_lock(&team->mutex);
    team->is_over = true;
    pthread_cond_broadcast(&team->wake);
    pthread_mutex_unlock(&team->mutex);
}

void par_for(par_team *team, size_t n, size_t grain, par_worker *work, void *ctx)
{
    assert(grain >= 1);
    if (n == 0) {
        return;
    }
    if (!team || team->size == 1 || n <= grain) {
        run_alone(&(par_loop){n, grain, work, ctx});
        return;
    }
    const par_loop loop = {n, grain, work, ctx};
    pthread_mutex_lock(&team->mutex);
    assert(team->n_inside == 0); /* loops do not nest */
    team->loop = loop;
    atomic_store_explicit(&team->next, 0, memory_order_relaxed);
    team->n_inside = team->size - 1;
    team->generation++;
    pthread_cond_broadcast(&team->wake);
    pthread_mutex_unlock(&team->mutex);
    team_pieces(team, &loop, 0);
    pthread_mutex_lock(&team->mutex);
    while (team->n_inside > 0) {
        pthread_cond_wait(&team->done, &team->mutex);
    }
    pthread_mutex_unlock(&team->mutex);
}

#ifdef PAR_PTHREAD

typedef struct helper {
    par_team *team;
    int worker;
    pthread_t thread;
} helper;

static void *helper_main(void *arg)
{
    const helper *h = arg;
    team_help(h->team, h->worker);
    return NULL;
}

static void team_run(par_team *team, int threads, void (*job)(par_team *, void *), void *ctx)
{
    helper *helpers = calloc((size_t)threads, sizeof *helpers);
    for (int i = 1; helpers && i < threads; i++) {
        helpers[i] = (helper){.team = team, .worker = i};
        if (pthread_create(&helpers[i].thread, NULL, helper_main, &helpers[i])) {
            break;
        }
        team->size++;
    }
    job(team, ctx);
    team_end(team);
    for (int i = 1; i < team->size; i++) {
        pthread_join(helpers[i].thread, NULL);
    }
    free(helpers);
}

#else

static void team_run(par_team *team, int threads, void (*job)(par_team *, void *), void *ctx)
{
    const int n = par_startable(threads);
#pragma omp parallel num_threads(n)
    {
#pragma omp single
        team->size = omp_get_num_threads();
        if (omp_get_thread_num() == 0) {
            job(team, ctx);
            team_end(team);
        } else {
            team_help(team, omp_get_thread_num());
        }
    }
}

#endif

void par_run(int threads, void (*job)(par_team *team, void *ctx), void *ctx)
{
    assert(threads >= 1);
    par_team team = {.size = 1};
    pthread_mutex_init(&team.mutex, NULL);
    pthread_cond_init(&team.wake, NULL);
    pthread_cond_init(&team.done, NULL);
    team_run(&team, threads, job, ctx);
    pthread_cond_destroy(&team.done);
    pthread_cond_destroy(&team.wake);
    pthread_mutex_destroy(&team.mutex);
}
