/* Depth-first proof-number search, to be included by a game.
 *
 * The search of Nagai with sums: the mover of a position wins if one move leads to a position that its mover loses, so
 *
 *     phi(n) = min over children of delta(c),    delta(n) = sum over children of phi(c),
 *
 * and a visit goes on in the most promising child until phi or delta reaches its threshold. The threshold that the
 * second best child sets is stretched by 1 + epsilon (Pawlewicz and Lew), so that the search does not jump between
 * children at each step. A visit keeps the numbers of its children to itself and reads them from the table once;
 * children that were never expanded start from an evaluation and do not enter the table. Positions never repeat in the
 * games that this serves, so proofs do not depend on the way to a position.
 *
 * The game defines before including this
 *
 *     DFPN_GAME                                 its type
 *     int DFPN_EXPAND(const DFPN_GAME *, const search_table *, uint64_t word, uint64_t children[],
 *                     search_numbers numbers[])
 *         The words of all children and their first numbers; if one of them is lost for its mover, that one suffices.
 *         Prefetches their lines of the table, unless that is NULL. Returns their number, 0 if the mover has lost, at
 * most DFPN_MAX_CHILDREN. bool DFPN_IS_SMALL(const DFPN_GAME *, uint64_t word)     whether a position is searched in
 * full at once, bool DFPN_SMALL(DFPN_GAME *, uint64_t word, uint64_t *nodes)      which says whether its mover wins
 *     DFPN_MAX_CHILDREN, DFPN_MAX_DEPTH
 *
 * Several threads share a table, each with a dfpn of its own. A position being visited is counted in `busy`, and a
 * child seems so many times costlier to other threads, which sends them elsewhere; only the order of work depends on
 * it.
 *
 * SPDX-License-Identifier: MIT
 */
#include "solver/search/dfpn.h"

typedef struct dfpn_frame {
    uint64_t word[DFPN_MAX_CHILDREN];
    search_numbers numbers[DFPN_MAX_CHILDREN];
    bool is_known[DFPN_MAX_CHILDREN]; /* the table had it, or a visit put it there */
    int n;
    int visited; /* the child that is being visited */
} dfpn_frame;

typedef struct dfpn {
    dfpn_shared *shared;
    DFPN_GAME *game;
    dfpn_job *job;
    int thread;
    int depth; /* of the position that is being visited */
    uint64_t nodes, reported;
    dfpn_frame frames[DFPN_MAX_DEPTH];
} dfpn;

/* What a position's children say about it, and which of them to visit. */
typedef struct dfpn_choice {
    search_numbers sum;
    int best, next; /* children; next is the second best, or the best if there is no other */
    float second;   /* delta of the second best */
} dfpn_choice;

static inline dfpn_choice dfpn_choose(const dfpn_frame *frame, float limit)
{
    float sum = 0, best = SEARCH_INFINITY, second = SEARCH_INFINITY;
    int chosen = 0, next = 0;
    for (int i = 0; i < frame->n; i++) {
        const float delta = frame->numbers[i].delta;
        sum += frame->numbers[i].phi;
        if (delta < best) {
            second = best;
            next = chosen;
            best = delta;
            chosen = i;
        } else if (delta < second) {
            second = delta;
            next = i;
        }
    }
    return (dfpn_choice){{best, search_cut(sum, limit)}, chosen, next, second};
}

/* The same among several threads: children that others are visiting seem costlier. */
static dfpn_choice dfpn_choose_apart(const dfpn *d, const dfpn_frame *frame)
{
    dfpn_choice choice = dfpn_choose(frame, d->shared->limit);
    float best = SEARCH_INFINITY, second = SEARCH_INFINITY;
    for (int i = 0; i < frame->n; i++) {
        const int busy = dfpn_busy(d->shared, search_key(frame->word[i]));
        const float delta = frame->numbers[i].delta * (1 + DFPN_VIRTUAL_LOSS * (float)busy);
        if (delta < best) {
            second = best;
            choice.next = choice.best;
            best = delta;
            choice.best = i;
        } else if (delta < second) {
            second = delta;
            choice.next = i;
        }
    }
    choice.second = second;
    return choice;
}

/* Read what the table says of the children that are not proven. */
static void dfpn_read_children(const dfpn *d, dfpn_frame *frame)
{
    for (int i = 0; i < frame->n; i++) {
        if (!search_is_proven(frame->numbers[i])) {
            frame->is_known[i] |= search_table_find(&d->shared->table, search_key(frame->word[i]), &frame->numbers[i]);
        }
    }
}

/* List the children of `word` with their first numbers. */
static void dfpn_open(dfpn *d, uint64_t word, dfpn_frame *frame, const search_table *prefetch)
{
    frame->n = DFPN_EXPAND(d->game, prefetch, word, frame->word, frame->numbers);
    memset(frame->is_known, 0, (size_t)frame->n * sizeof frame->is_known[0]);
}

static void dfpn_count(dfpn *d)
{
    const uint64_t nodes = d->nodes - d->reported;
    d->reported = d->nodes;
    dfpn_report(d->shared, d->job, d->thread, nodes);
}

/* Between visits: whether to stop. */
static bool dfpn_must_stop(dfpn *d)
{
    if (d->nodes - d->reported >= DFPN_REPORT_NODES) {
        dfpn_count(d);
    }
    return atomic_load_explicit(&d->shared->stop, memory_order_relaxed) ||
           atomic_load_explicit(&d->job->is_over, memory_order_relaxed);
}

static search_numbers dfpn_visit(dfpn *d, int depth, uint64_t word, bool is_known, search_numbers threshold);

static inline float dfpn_min(float a, float b)
{
    return a < b ? a : b;
}

static inline float dfpn_max(float a, float b)
{
    return a > b ? a : b;
}

/* Visit the most promising child of a frame once. The line of the next is on its way meanwhile. */
static void dfpn_visit_child(dfpn *d, int depth, dfpn_frame *frame, const dfpn_choice *choice, search_numbers threshold)
{
    const float limit = d->shared->limit;
    search_table_prefetch(&d->shared->table, search_key(frame->word[choice->next]));
    search_numbers *child = &frame->numbers[choice->best];
    search_numbers next = {
        .phi = threshold.delta - (choice->sum.delta - child->phi),
        .delta = dfpn_min(threshold.phi, choice->second * (1 + d->shared->epsilon)),
    };
    /* Rounding and cut sums must not leave the child without a step to take. */
    next.phi = dfpn_max(next.phi, child->phi * DFPN_STEP);
    next.delta = dfpn_max(next.delta, child->delta * DFPN_STEP);
    next.phi = next.phi > limit || isnan(next.phi) ? SEARCH_INFINITY : next.phi;
    next.delta = next.delta > limit ? SEARCH_INFINITY : next.delta;
    assert(choice->best < frame->n && !search_is_proven(*child));
    frame->visited = choice->best;
    d->depth = depth + 1;
    *child = dfpn_visit(d, depth + 1, frame->word[choice->best], frame->is_known[choice->best], next);
    frame->is_known[choice->best] = true;
    d->depth = depth;
}

static search_numbers dfpn_small(dfpn *d, uint64_t word)
{
    uint64_t nodes = 0;
    const search_numbers numbers = DFPN_SMALL(d->game, word, &nodes) ? search_won() : search_lost();
    d->nodes += nodes;
    search_table_put(&d->shared->table, search_key(word), search_data_pack(numbers, search_work_code(nodes)));
    return numbers;
}

/* Visits of a frame's children until a number reaches its threshold. From so much work on that threads may meet there,
 * they keep apart: the child that one visits is marked, and the others look at the marks. */
static search_numbers dfpn_visit_children(dfpn *d, int depth, uint64_t nodes_known, search_numbers threshold)
{
    dfpn_frame *frame = &d->frames[depth];
    const uint64_t nodes_before = d->nodes - nodes_known;
    for (;;) {
        const bool is_apart = d->shared->threads > 1 && d->nodes - nodes_before >= DFPN_APART_NODES;
        const dfpn_choice choice = is_apart ? dfpn_choose_apart(d, frame) : dfpn_choose(frame, d->shared->limit);
        if (choice.sum.phi >= threshold.phi || choice.sum.delta >= threshold.delta || dfpn_must_stop(d)) {
            return choice.sum;
        }
        const uint64_t nodes = d->nodes, key = search_key(frame->word[choice.best]);
        if (is_apart) {
            dfpn_enter(d->shared, key);
        }
        dfpn_visit_child(d, depth, frame, &choice, threshold);
        if (is_apart) {
            dfpn_leave(d->shared, key);
        }
        if (depth == 0) {
            dfpn_conclude(d->job, dfpn_choose(frame, d->shared->limit).sum);
        }
        if (is_apart && d->nodes - nodes >= DFPN_REFRESH_NODES) {
            dfpn_read_children(d, frame);
        }
    }
}

/* Work on a position until it is proven or a number reaches its threshold. The table is expected to have one that
 * `is_known`. For others the line is fetched while the children are listed; and should it not have one, it is not asked
 * about its children either: most are new too, and to fetch their lines from memory takes longer than all the rest. */
static search_numbers dfpn_visit(dfpn *d, int depth, uint64_t word, bool is_known, search_numbers threshold)
{
    assert(depth < DFPN_MAX_DEPTH);
    if (DFPN_IS_SMALL(d->game, word)) {
        return dfpn_small(d, word);
    }
    const search_table *table = &d->shared->table;
    const uint64_t key = search_key(word), nodes_before = d->nodes;
    dfpn_frame *frame = &d->frames[depth];
    if (!is_known) {
        search_table_prefetch(table, key);
        dfpn_open(d, word, frame, NULL);
    }
    const uint64_t data = search_table_data(table, key);
    if (data) {
        const search_numbers known = search_data_numbers(data);
        if (known.phi >= threshold.phi || known.delta >= threshold.delta) {
            return known;
        }
    }
    if (is_known) {
        dfpn_open(d, word, frame, data ? table : NULL);
    }
    if (data) {
        dfpn_read_children(d, frame);
    }
    assert(frame->n <= DFPN_MAX_CHILDREN);
    d->nodes++;
    const search_numbers numbers = dfpn_visit_children(d, depth, search_work_nodes(search_data_work(data)), threshold);
    const unsigned work = search_work_code(d->nodes - nodes_before);
    search_table_put(&d->shared->table, key, search_data_pack(numbers, work));
    return numbers;
}

/* Work on jobs until all are over. */
static void dfpn_work(dfpn *d, dfpn_job jobs[], size_t n)
{
    while (!atomic_load_explicit(&d->shared->stop, memory_order_relaxed) && (d->job = dfpn_take_job(jobs, n)) != NULL) {
        dfpn_conclude(d->job, dfpn_visit(d, 0, d->job->word, true, (search_numbers){SEARCH_INFINITY, SEARCH_INFINITY}));
        dfpn_count(d);
        const int workers = atomic_fetch_sub_explicit(&d->job->workers, 1, memory_order_relaxed);
        assert(workers > 0);
        (void)workers;
    }
}

/* The numbers of the position at `depth` of the line that this thread is on, from what it knows at this moment, and to
 * be called by it alone: those that are kept wait for the end of a visit, which may be hours away. */
static search_numbers dfpn_line_numbers(const dfpn *d, int depth)
{
    search_numbers numbers = {1, 1};
    bool has_numbers = false;
    for (int at = d->depth; at >= depth; at--) {
        const dfpn_frame *frame = &d->frames[at];
        float sum = 0, least = SEARCH_INFINITY;
        for (int i = 0; i < frame->n; i++) {
            const search_numbers child = has_numbers && i == frame->visited ? numbers : frame->numbers[i];
            sum += child.phi;
            least = dfpn_min(least, child.delta);
        }
        numbers = (search_numbers){least, search_cut(sum, d->shared->limit)};
        has_numbers = true;
    }
    return numbers;
}
