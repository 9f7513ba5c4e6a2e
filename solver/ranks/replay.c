/* Replaying a sweep among ranks without data: see plan.h.
 *
 * SPDX-License-Identifier: MIT
 */
#include "solver/ranks/batch.h"
#include "solver/ranks/deal.h"
#include "solver/ranks/plan.h"
#include "src/base/status.h"

#include <assert.h>
#include <math.h>
#include <stdlib.h>

typedef struct replaying {
    sweep *s;
    const ranks_plan *plan;
    const ranks_rates *rates;
    batch_cutter cutter;
    batch_need *needs;
    double *weight[2]; /* work of a move's term, by mover and step */
    double *fetched;   /* by rank, in all */
    ranks_replay *out;
} replaying;

/* Bits that a term combines: those of a row that its conditions leave. */
static bool make_weights(replaying *r)
{
    const sweep *s = r->s;
    const int n_symmetries = s->orbits.n_symmetries;
    for (int mover = 0; mover < 2; mover++) {
        const size_t n = (size_t)(s->n_moves[mover] * n_symmetries);
        r->weight[mover] = malloc((n + 1) * sizeof *r->weight[mover]);
        if (!r->weight[mover]) {
            return false;
        }
        for (size_t i = 0; i < n; i++) {
            const row_op *op = &s->moves[mover][i / (size_t)n_symmetries].op;
            r->weight[mover][i] = ldexp(1, s->n_index + (int)s->element - __builtin_popcount(op->fixed));
        }
    }
    return true;
}

static double work_of(const replaying *r, pm_color mover, const batch *b)
{
    double work = 0;
    for (size_t i = b->begin; i < b->end; i++) {
        const sweep_term *terms = r->s->terms + i * r->s->term_stride;
        for (uint32_t t = 0; t < r->s->n_terms[i]; t++) {
            work += r->weight[mover][terms[t].step];
        }
    }
    return work;
}

typedef struct phase {
    double fetched, work, seconds; /* the most of any rank */
} phase;

static int ranks_of_node(const ranks_shape *shape, int node)
{
    const int left = shape->n_ranks - node * shape->ranks_per_node;
    return left < shape->ranks_per_node ? left : shape->ranks_per_node;
}

/* What one rank does in a half. In one node ranks take the next batch when they are done with one: all do alike. */
static void replay_rank(replaying *r, const sweep_half *half, int node, int rank, phase *most)
{
    const ranks_shape *shape = &r->plan->shape;
    const uint64_t n_rows = sweep_order(r->s)->all[half->place].n_rows;
    const deal_range rows = deal_rows(n_rows, node, shape->n_nodes, rank, ranks_of_node(shape, node));
    batch_cutter *c = &r->cutter;
    c->half = half;
    c->node = node;
    c->n_nodes = shape->n_nodes;
    c->at = rows.begin;
    c->end = rows.end;
    c->most_rows = ranks_batch_rows(r->plan, rows.end - rows.begin);
    batch b = {.needs = r->needs};
    double fetched = 0, work = 0;
    while (batch_cut(c, &b)) {
        fetched += (double)batch_n_parts(&b) * (double)(r->plan->sweep.row_bytes >> r->plan->part_bits);
        work += work_of(r, half->mover, &b);
        r->out->n_batches++;
    }
    const double seconds = fmax(work * r->rates->seconds_per_work, fetched / r->rates->bytes_per_second);
    r->fetched[node * shape->ranks_per_node + rank] += fetched;
    r->out->fetched_bytes += fetched;
    r->out->work += work;
    most->fetched = fmax(most->fetched, fetched);
    most->work = fmax(most->work, work);
    most->seconds = fmax(most->seconds, seconds);
}

static void replay_half(replaying *r, int place, pm_color mover)
{
    const ranks_shape *shape = &r->plan->shape;
    sweep *s = r->s;
    const sweep_half half = {.s = s, .mover = mover, .place = place, .sets = s->sets + s->first[place]};
    phase most = {0};
    const double before = r->out->work;
    for (int node = 0; node < shape->n_nodes; node++) {
        for (int rank = 0; rank < ranks_of_node(shape, node); rank++) {
            replay_rank(r, &half, node, rank, &most);
        }
    }
    if (shape->n_nodes == 1) {
        most.work = (r->out->work - before) / shape->n_ranks;
        most.seconds = most.work * r->rates->seconds_per_work;
    }
    r->out->fetched_of_phase += most.fetched;
    r->out->work_of_phase += most.work;
    r->out->longest += most.seconds;
}

/* From the sublayers that were replayed to all. */
static void scale(ranks_replay *x, double factor)
{
    x->fetched_bytes *= factor;
    x->fetched_of_phase *= factor;
    x->work *= factor;
    x->work_of_phase *= factor;
    x->longest *= factor;
    x->n_batches = (uint64_t)((double)x->n_batches * factor + 0.5);
    x->busiest_fetched_bytes *= factor;
}

static pm_status replay_all(replaying *r, int every, sweep_progress *progress, void *ctx, pm_error *err)
{
    const sublayers *order = sweep_order(r->s);
    uint64_t done = 0;
    for (int place = every / 2; place < order->n; place += every) {
        replay_half(r, place, PM_WHITE);
        replay_half(r, place, PM_BLACK);
        done += order->all[place].n_rows;
        const uint64_t total = every == 1 ? order->rows : order->rows / (uint64_t)every + order->largest;
        if (progress && progress(ctx, done < total ? done : total, total)) {
            return status_fail(err, PM_INTERRUPTED, 0, "interrupted in sublayer %d of %d", place + 1, order->n);
        }
    }
    assert(done > 0 && (every > 1 || done == order->rows));
    for (int i = 0; i < r->plan->shape.n_ranks; i++) {
        r->out->busiest_fetched_bytes = fmax(r->out->busiest_fetched_bytes, r->fetched[i]);
    }
    scale(r->out, (double)order->rows / (double)done);
    r->out->n_phases = 2 * (uint64_t)order->n;
    r->out->longest += (double)r->out->n_phases * r->rates->seconds_to_meet;
    return PM_OK;
}

pm_status ranks_replay_run(const sweep_spec *spec, const ranks_plan *plan, const ranks_rates *rates, int every,
                           sweep_progress *progress, void *ctx, ranks_replay *replay, pm_error *err)
{
    assert(rates->bytes_per_second > 0 && every >= 1);
    *replay = (ranks_replay){0};
    replaying r = {.plan = plan, .rates = rates, .out = replay};
    const sweep_options options = {.threads = 1, .keep = plan->shape.keep};
    pm_status status = sweep_new_without_arena(spec, &options, plan->tile_bits, &r.s, err);
    if (status != PM_OK) {
        return status;
    }
    r.needs = malloc((plan->slots + 1) * sizeof *r.needs);
    r.fetched = calloc((size_t)plan->shape.n_ranks, sizeof *r.fetched);
    const bool has_all =
        batch_cutter_make(r.s, plan->slots, 1, plan->part_bits, &r.cutter) && r.needs && r.fetched && make_weights(&r);
    status = has_all ? replay_all(&r, every < r.s->plan.order.n ? every : r.s->plan.order.n, progress, ctx, err)
                     : status_no_memory(err, "the replay", 0);
    batch_cutter_clear(&r.cutter);
    free(r.needs);
    free(r.fetched);
    free(r.weight[0]);
    free(r.weight[1]);
    sweep_free(r.s);
    return status;
}
