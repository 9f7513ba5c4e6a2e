/* Sampling positions for ancestors: see ancestry_sample.h.
 *
 * SPDX-License-Identifier: MIT
 */
#include "solver/konane/ancestry_sample.h"

#include "src/base/par.h"
#include "src/base/rng.h"
#include "src/base/status.h"
#include "src/konane/board.h"

#include <assert.h>
#include <stdatomic.h>
#include <stdlib.h>

typedef struct sampling {
    const pm_board *board;
    const ancestry_options *options;
    ancestry **searches; /* by worker, as the counts */
    ancestry_counts *counts;
    atomic_uint_fast64_t n_done;
    atomic_bool is_stopped;
} sampling;

static pm_position draw(const sampling *s, uint64_t i)
{
    rng r = rng_stream(s->options->seed, i);
    const uint64_t occupied = rng_next(&r) & s->board->all;
    return (pm_position){.occupied = occupied, .mover = rng_below(&r, 2) ? PM_WHITE : PM_BLACK};
}

static void ask(size_t begin, size_t end, int worker, void *ctx)
{
    sampling *s = ctx;
    for (size_t i = begin; i < end && !atomic_load(&s->is_stopped); i++) {
        s->counts[worker].n[ancestry_find(s->searches[worker], draw(s, i))]++;
        const uint64_t done = atomic_fetch_add(&s->n_done, 1) + 1;
        if (s->options->progress && s->options->progress(s->options->ctx, done, s->options->samples)) {
            atomic_store(&s->is_stopped, true);
        }
    }
}

static void ask_all(par_team *team, void *ctx)
{
    sampling *s = ctx;
    par_for(team, s->options->samples, 1, ask, s);
}

static pm_status searches_open(sampling *s, pm_error *err)
{
    const int n = s->options->threads;
    s->searches = calloc((size_t)n, sizeof(ancestry *));
    s->counts = calloc((size_t)n, sizeof *s->counts);
    pm_status status = s->searches && s->counts ? PM_OK : status_no_memory(err, "the sample", 0);
    for (int i = 0; i < n && status == PM_OK; i++) {
        status = ancestry_new(s->board, s->options->width, &s->searches[i], err);
    }
    return status;
}

static void searches_close(sampling *s)
{
    for (int i = 0; s->searches && i < s->options->threads; i++) {
        ancestry_free(s->searches[i]);
    }
    free(s->searches);
    free(s->counts);
}

pm_status ancestry_sample(const pm_board *board, const ancestry_options *options, ancestry_counts *counts,
                          pm_error *err)
{
    assert(options->samples >= 1 && options->threads >= 1);
    *counts = (ancestry_counts){{0}};
    sampling s = {.board = board, .options = options};
    pm_status status = searches_open(&s, err);
    if (status == PM_OK) {
        par_run(options->threads, ask_all, &s);
        for (int i = 0; i < options->threads; i++) {
            for (int answer = ANCESTRY_NONE; answer <= ANCESTRY_OPEN; answer++) {
                counts->n[answer] += s.counts[i].n[answer];
            }
        }
        if (atomic_load(&s.is_stopped)) {
            status = status_fail(err, PM_INTERRUPTED, 0, "interrupted");
        }
    }
    searches_close(&s);
    return status;
}
