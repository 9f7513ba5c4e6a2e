/* Histograms of draughts endgames: see histogram.h.
 *
 * SPDX-License-Identifier: MIT
 */
#include "solver/draughts/histogram.h"

#include "src/base/status.h"

#include <assert.h>
#include <stdlib.h>
#include <string.h>

enum { GRAIN = 1 << 16 };

/* A thread's own counts. */
typedef struct counter {
    uint64_t count[DRAUGHTS_HISTOGRAM_CODES];
    pm_status status;
    pm_error err;
} counter;

typedef struct counting {
    draughts_db *d;
    int slice;
    counter *counters;
} counting;

static void count_range(size_t begin, size_t end, int worker, void *ctx)
{
    const counting *c = ctx;
    counter *own = &c->counters[worker];
    const draughts_index *index = draughts_db_index(c->d);
    index_cursor cursor = draughts_index_cursor(index, c->slice);
    for (uint64_t number = begin; number < end && own->status == PM_OK; number++) {
        const draughts_position pos = draughts_index_at(&cursor, number);
        retro_code code;
        if (draughts_must_capture(index->board, &pos)) {
            continue;
        }
        own->status = draughts_db_stored(c->d, c->slice, number, &code, &own->err);
        if (own->status == PM_OK) {
            assert(code < DRAUGHTS_HISTOGRAM_CODES);
            own->count[code]++;
        }
    }
}

static void count_slice(par_team *team, void *ctx)
{
    const counting *c = ctx;
    par_for(team, draughts_db_index(c->d)->slices[c->slice].size, GRAIN, count_range, ctx);
}

pm_status draughts_histogram(draughts_db *d, int slice, int threads, uint64_t count[DRAUGHTS_HISTOGRAM_CODES],
                             pm_error *err)
{
    counting c = {d, slice, calloc((size_t)threads, sizeof(counter))};
    if (!c.counters) {
        return status_no_memory(err, "the histogram", 0);
    }
    par_run(threads, count_slice, &c);
    pm_status status = PM_OK;
    memset(count, 0, DRAUGHTS_HISTOGRAM_CODES * sizeof *count);
    for (int i = 0; i < threads; i++) {
        for (int code = 0; code < DRAUGHTS_HISTOGRAM_CODES; code++) {
            count[code] += c.counters[i].count[code];
        }
        if (status == PM_OK && c.counters[i].status != PM_OK) {
            status = c.counters[i].status;
            *err = c.counters[i].err;
        }
    }
    free(c.counters);
    return status;
}
