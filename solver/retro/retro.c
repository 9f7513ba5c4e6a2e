/* Retrograde analysis by levels of distance: see retro.h.
 *
 * While a pair of slices is worked on, each position has a 16-bit state:
 *
 *     15    14     13 ... 8   7 ... 0
 *     done  found  count      half      of a position that is not found
 *     done  found  code                 of one that is
 *
 * Found: its value is `code`; if it is not done, a shorter win may still replace it.
 *
 * Not found: it is not a win yet; when its `count` quiet moves that do not lose yet are counted off, it is lost, with
 * the code 2 * half + 1 (of the slowest conversion that loses: the code of a loss is odd) or the level's next code,
 * whichever is more. A count of 63 says that a conversion draws, so that it is never lost: no position has as many
 * quiet moves, so it cannot be counted off.
 *
 * Done: nothing changes any more. A position without quiet moves is done at once, found or drawn.
 *
 * A block of positions is looked through for the code of the present level only if it can hold one: `least` is the
 * least code above the present level that the last look has seen in it, `is_marked` says whether it has changed since
 * then.
 *
 * SPDX-License-Identifier: MIT
 */
#include "solver/retro/retro.h"

#include "solver/retro/solution.h"
#include "src/base/status.h"

#include <assert.h>
#include <stdlib.h>
#include <string.h>

enum {
    DONE = 1 << 15,
    FOUND = 1 << 14,
    COUNT_ONE = 1 << 8,
    COUNT_MASK = 63 << 8,
    HALF_MASK = 255,
    CODE_MASK = FOUND - 1,
    NONE = 1 << 13, /* no code: above all */
    BLOCK = 1 << 12,
    RANGE_BLOCKS = RETRO_RANGE / BLOCK,
    CHUNK_BLOCKS = 64 * RANGE_BLOCKS, /* between two calls of the progress function */
};

/* One of the two slices that are worked on; both may be the same. */
typedef struct workspace {
    int slice;
    uint64_t size;
    uint16_t *states;
    uint16_t *least;
    uint8_t *is_marked;
} workspace;

/* What one thread needs. */
typedef struct scratch {
    uint64_t positions[RETRO_BATCH];
    uint64_t predecessors[RETRO_BATCH * RETRO_MAX_PREDECESSORS];
    retro_start starts[RETRO_RANGE];
    bool is_too_far; /* a distance did not fit */
} scratch;

typedef struct solver {
    const retro_game *game;
    retro_solution *solution;
    workspace work[2];
    int n_work; /* 1 if the slice is its own partner */
    int code;   /* of the level */
    scratch **scratch;
    par_team *team;
    retro_counts *block_counts;
    size_t memory, used; /* bytes */
    size_t offset;       /* of the work items of a loop */
    const retro_options *options;
    uint64_t done, total; /* positions, for the progress function */
    bool is_stopped;
} solver;

static size_t n_blocks(uint64_t size)
{
    return (size_t)((size + BLOCK - 1) / BLOCK);
}

/* ---- one level ---------------------------------------------------------------------------------- */

/* The two updates. Within a level all that find a position at once find the same code. */
static inline void make_win(const solver *s, workspace *w, uint64_t position)
{
    assert(position < w->size && s->code % 2); /* from a loss */
    const unsigned code = (unsigned)s->code + 1;
    uint16_t *state = &w->states[position];
    const unsigned old = __atomic_load_n(state, __ATOMIC_RELAXED);
    if (old & DONE || (old & FOUND && (old & CODE_MASK) <= code)) {
        return;
    }
    __atomic_store_n(state, (uint16_t)(FOUND | code), __ATOMIC_RELAXED);
    __atomic_store_n(&w->is_marked[position / BLOCK], 1, __ATOMIC_RELAXED);
}

static inline void count_off(const solver *s, workspace *w, uint64_t position)
{
    assert(position < w->size);
    const unsigned code = (unsigned)s->code + 1;
    uint16_t *state = &w->states[position];
    if (__atomic_load_n(state, __ATOMIC_RELAXED) & (DONE | FOUND)) {
        return;
    }
    const unsigned old = __atomic_fetch_sub(state, (uint16_t)COUNT_ONE, __ATOMIC_RELAXED);
    assert(old & COUNT_MASK);
    if ((old & COUNT_MASK) == COUNT_ONE) {
        const unsigned slowest = 2 * (old & HALF_MASK) + 1;
        assert(slowest % 2 == 1 && code % 2 == 1); /* losses */
        __atomic_store_n(state, (uint16_t)(DONE | FOUND | (slowest > code ? slowest : code)), __ATOMIC_RELAXED);
        __atomic_store_n(&w->is_marked[position / BLOCK], 1, __ATOMIC_RELAXED);
    }
}

/* Pass the value of a batch of positions on to their predecessors in the other slice. */
static void expand(solver *s, int which, size_t n, scratch *own)
{
    enum { AHEAD = 16 };
    workspace *other = &s->work[s->n_work - 1 - which];
    const size_t n_found =
        s->game->predecessors(s->game->ctx, s->work[which].slice, own->positions, n, own->predecessors);
    assert(n_found <= n * RETRO_MAX_PREDECESSORS);
    assert(n <= RETRO_BATCH);
    if (n_found && s->code + 1 > RETRO_MAX_CODE) {
        own->is_too_far = true;
        return;
    }
    for (size_t i = 0; i < n_found; i++) {
        if (i + AHEAD < n_found) {
            __builtin_prefetch(&other->states[own->predecessors[i + AHEAD]], 1);
        }
        if (s->code % 2) {
            make_win(s, other, own->predecessors[i]);
        } else {
            count_off(s, other, own->predecessors[i]);
        }
    }
}

/* A run of blocks of one of the two slices. */
typedef struct span {
    int which;
    size_t begin, end;
} span;

/* Work items are the blocks of the first slice, then those of the second: those among items begin..end-1 that begin
 * lies among. */
static span first_span(const solver *s, size_t begin, size_t end)
{
    const size_t n_first = n_blocks(s->work[0].size);
    if (begin >= n_first) {
        return (span){1, begin - n_first, end - n_first};
    }
    return (span){0, begin, end < n_first ? end : n_first};
}

/* Position number `block * BLOCK`, or the end of the slice if that is before it. */
static uint64_t block_start(const workspace *w, size_t block)
{
    const uint64_t position = (uint64_t)block * BLOCK;
    return position < w->size ? position : w->size;
}

/* Look through one block for positions with the level's code. */
static void look_through(solver *s, int which, size_t block, scratch *own)
{
    const workspace *w = &s->work[which];
    const uint64_t end = block_start(w, block + 1);
    unsigned least = NONE;
    size_t n = 0;
    for (uint64_t p = block_start(w, block); p < end; p++) {
        const unsigned state = __atomic_load_n(&w->states[p], __ATOMIC_RELAXED);
        const unsigned code = state & CODE_MASK;
        if (!(state & FOUND) || code < (unsigned)s->code) {
            continue;
        }
        if (code > (unsigned)s->code) {
            least = code < least ? code : least;
            continue;
        }
        own->positions[n++] = p;
        if (n == RETRO_BATCH) {
            expand(s, which, n, own);
            n = 0;
        }
    }
    if (n) {
        expand(s, which, n, own);
    }
    assert(least > (unsigned)s->code);
    w->least[block] = (uint16_t)least;
}

static void level_worker(size_t begin, size_t end, int worker, void *ctx)
{
    solver *s = ctx;
    while (begin < end) {
        const span part = first_span(s, s->offset + begin, s->offset + end);
        for (size_t block = part.begin; block < part.end; block++) {
            if (s->work[part.which].least[block] == s->code) {
                look_through(s, part.which, block, s->scratch[worker]);
            }
        }
        begin += part.end - part.begin;
    }
}

static size_t n_work_blocks(const solver *s)
{
    return n_blocks(s->work[0].size) + (s->n_work == 2 ? n_blocks(s->work[1].size) : 0);
}

/* Whether any position still waits for its level; marked blocks wait for the next one. */
static bool is_anything_left(solver *s)
{
    bool is_left = false;
    for (int which = 0; which < s->n_work; which++) {
        workspace *w = &s->work[which];
        for (size_t block = 0; block < n_blocks(w->size); block++) {
            if (w->is_marked[block] && w->least[block] > s->code + 1) {
                w->least[block] = (uint16_t)(s->code + 1);
            }
            w->is_marked[block] = 0;
            is_left = is_left || w->least[block] != NONE;
        }
    }
    return is_left;
}

/* ---- beginning and end of a slice ---------------------------------------------------------------- */

static uint16_t first_state(const retro_start *start)
{
    const unsigned best = start->best;
    assert(start->n_quiet < 63 && (start->has_conversion || best == RETRO_DRAW));
    const unsigned done = start->n_quiet == 0 ? DONE : 0;
    if (!start->has_conversion) {
        return (uint16_t)(done ? DONE | FOUND | RETRO_LOST_NOW : (unsigned)start->n_quiet * COUNT_ONE);
    }
    if (best == RETRO_DRAW) {
        return (uint16_t)(done ? DONE : COUNT_MASK);
    }
    if (retro_is_win((retro_code)best) || done) {
        return (uint16_t)(done | FOUND | best);
    }
    assert(retro_is_loss((retro_code)best) && best / 2 <= HALF_MASK);
    return (uint16_t)(start->n_quiet * COUNT_ONE + best / 2);
}

/* The first states of a block, whose positions are classified in `starts`. */
static void begin_block(workspace *w, size_t block, const retro_start *starts, scratch *own)
{
    const uint64_t first = block_start(w, block), last = block_start(w, block + 1);
    unsigned least = NONE;
    for (uint64_t p = first; p < last; p++) {
        const retro_start *start = &starts[p - first];
        const unsigned state = first_state(start);
        w->states[p] = (uint16_t)state;
        if (state & FOUND && (state & CODE_MASK) < least) {
            least = state & CODE_MASK;
        }
        own->is_too_far = own->is_too_far || start->best > RETRO_MAX_CODE;
    }
    w->least[block] = (uint16_t)least;
    w->is_marked[block] = 0;
}

static void classify_worker(size_t begin, size_t end, int worker, void *ctx)
{
    solver *s = ctx;
    scratch *own = s->scratch[worker];
    while (begin < end) {
        const size_t stop = end < begin + RANGE_BLOCKS ? end : begin + RANGE_BLOCKS;
        const span part = first_span(s, s->offset + begin, s->offset + stop);
        workspace *w = &s->work[part.which];
        const uint64_t first = block_start(w, part.begin);
        s->game->classify(s->game->ctx, s->solution, w->slice, first, block_start(w, part.end), own->starts);
        for (size_t block = part.begin; block < part.end; block++) {
            begin_block(w, block, own->starts + (block_start(w, block) - first), own);
        }
        begin += part.end - part.begin;
    }
}

/* Reduce states to codes, block by block. */
static void finish_worker(size_t begin, size_t end, int worker, void *ctx)
{
    (void)worker;
    solver *s = ctx;
    const workspace *w = &s->work[0];
    const slice_codes *codes = &s->solution->codes[w->slice];
    for (size_t block = begin; block < end; block++) {
        retro_counts counts = {.longest_win = -1};
        const uint64_t last = block_start(w, block + 1);
        for (uint64_t p = block_start(w, block); p < last; p++) {
            const retro_code code = w->states[p] & FOUND ? w->states[p] & CODE_MASK : RETRO_DRAW;
            assert(code <= RETRO_MAX_CODE && (!codes->bytes || code <= UINT8_MAX));
            if (codes->bytes) {
                codes->bytes[p] = (uint8_t)code;
            } else {
                codes->words[p] = code;
            }
            retro_tally(&counts, code, p);
        }
        s->block_counts[block] = counts;
    }
}

/* Room for the values of a slice; the greatest code so far is that of the last level. */
static bool reserve_codes(solver *s, const workspace *w)
{
    slice_codes *codes = &s->solution->codes[w->slice];
    const size_t width = s->code > UINT8_MAX ? sizeof(uint16_t) : 1;
    assert(!codes->bytes && !codes->words);
    void *made = s->used + width * w->size <= s->memory ? malloc(width * w->size + 1) : NULL;
    s->used += width * w->size;
    if (width == 1) {
        codes->bytes = made;
    } else {
        codes->words = made;
    }
    return made != NULL;
}

/* Turn the states of the first workspace into the solution's codes and counts. */
static pm_status finish_slice(solver *s, pm_error *err)
{
    const workspace *w = &s->work[0];
    const size_t n = n_blocks(w->size);
    retro_counts total = {.longest_win = -1};
    if (!reserve_codes(s, w)) {
        char given[STATUS_BYTES_TEXT];
        return status_fail(err, PM_NO_MEMORY, 0, "the values with distances above %d plies do not fit %s of memory",
                           UINT8_MAX - 1, status_bytes(s->memory, given));
    }
    par_for(s->team, n, RANGE_BLOCKS, finish_worker, s);
    for (size_t block = 0; block < n; block++) {
        retro_add_counts(&total, &s->block_counts[block]);
    }
    assert(total.won + total.lost + total.drawn == w->size);
    s->solution->counts[w->slice] = total;
    return PM_OK;
}

/* ---- slices that are kept outside ---------------------------------------------------------------- */

/* Take a slice from the store. */
static pm_status restore_slice(solver *s, int slice, pm_error *err)
{
    const retro_store *store = s->options->store;
    const workspace w = {.slice = slice, .size = s->game->sizes[slice]};
    s->code = 0;
    if (!reserve_codes(s, &w)) {
        return status_no_memory(err, "the values of the checkpoint", 0);
    }
    const uint8_t *codes = s->solution->codes[slice].bytes;
    const pm_status status = store->read(store->ctx, slice, s->solution->codes[slice].bytes, err);
    retro_counts counts = {.longest_win = -1};
    for (uint64_t p = 0; p < w.size && status == PM_OK; p++) {
        retro_tally(&counts, codes[p], p);
    }
    s->solution->counts[slice] = counts;
    s->done += w.size;
    return status;
}

/* A slice whose partner was not kept is solved once more, with it. */
static void drop_slice(solver *s, int slice)
{
    slice_codes *codes = &s->solution->codes[slice];
    s->used -= s->game->sizes[slice];
    s->done -= s->game->sizes[slice];
    assert(codes->bytes && !codes->words); /* restored slices are bytes */
    free(codes->bytes);
    codes->bytes = NULL;
}

/* Take what the store has of pairs of slices, and nothing of pairs that are incomplete. */
static pm_status restore_slices(solver *s, pm_error *err)
{
    const int n = s->options->store ? s->options->store->n_slices : 0;
    pm_status status = PM_OK;
    for (int slice = 0; slice < n && status == PM_OK; slice++) {
        status = restore_slice(s, slice, err);
    }
    for (int slice = 0; slice < n && status == PM_OK; slice++) {
        if (s->game->partners[slice] >= n) {
            drop_slice(s, slice);
        }
    }
    return status;
}

static bool is_solved(const solver *s, int slice)
{
    return s->solution->codes[slice].bytes || s->solution->codes[slice].words;
}

/* Keep the slices from `*n_kept` on as far as they are solved. */
static pm_status keep_slices(solver *s, int *n_kept, pm_error *err)
{
    const retro_store *store = s->options->store;
    pm_status status = PM_OK;
    while (store && status == PM_OK && *n_kept < s->game->n_slices && is_solved(s, *n_kept)) {
        status = store->write(store->ctx, s->team, s->solution, *n_kept, err);
        (*n_kept)++;
    }
    return status;
}

/* ---- all slices ---------------------------------------------------------------------------------- */

static bool is_too_far(const solver *s)
{
    for (int i = 0; i < par_size(s->team); i++) {
        if (s->scratch[i]->is_too_far) {
            return true;
        }
    }
    return false;
}

/* Run a loop over the work items, a chunk at a time; false if it is to stop. */
static bool run_blocks(solver *s, par_worker *work)
{
    const size_t n = n_work_blocks(s);
    for (s->offset = 0; s->offset < n && !s->is_stopped; s->offset += CHUNK_BLOCKS) {
        const size_t left = n - s->offset;
        par_for(s->team, left < CHUNK_BLOCKS ? left : CHUNK_BLOCKS, RANGE_BLOCKS, work, s);
        s->is_stopped = s->options->progress && s->options->progress(s->options->progress_ctx, s->done, s->total);
    }
    return !s->is_stopped;
}

/* Solve a slice with its partner. */
static pm_status solve_pair(solver *s, int slice, pm_error *err)
{
    const int partner = s->game->partners[slice];
    s->n_work = partner == slice ? 1 : 2;
    s->work[0].slice = slice;
    s->work[0].size = s->game->sizes[slice];
    s->work[1].slice = partner;
    s->work[1].size = s->game->sizes[partner];
    s->code = 0;
    bool is_going_on = run_blocks(s, classify_worker);
    while (is_going_on && !is_too_far(s) && is_anything_left(s)) {
        s->code++;
        is_going_on = run_blocks(s, level_worker);
    }
    if (!is_going_on) {
        return status_fail(err, PM_INTERRUPTED, 0, "interrupted");
    }
    if (is_too_far(s)) {
        return status_fail(err, PM_BAD_INPUT, 0, "a win takes more than %d plies, the limit of this table",
                           RETRO_MAX_CODE - 1);
    }
    pm_status status = finish_slice(s, err);
    if (status == PM_OK && s->n_work == 2) {
        const workspace first = s->work[0];
        s->work[0] = s->work[1];
        s->work[1] = first;
        status = finish_slice(s, err);
    }
    return status;
}

static uint64_t total_size(const retro_game *game)
{
    uint64_t total = 0;
    for (int s = 0; s < game->n_slices; s++) {
        total += game->sizes[s];
    }
    return total;
}

static uint64_t largest_slice(const retro_game *game)
{
    uint64_t largest = 0;
    for (int s = 0; s < game->n_slices; s++) {
        largest = game->sizes[s] > largest ? game->sizes[s] : largest;
    }
    return largest;
}

size_t retro_plan(const retro_game *game, int threads)
{
    const uint64_t largest = largest_slice(game);
    const size_t per_block = 2 * (sizeof(uint16_t) + 1) + sizeof(retro_counts);
    return (size_t)(total_size(game) + 2 * sizeof(uint16_t) * largest) + per_block * n_blocks(largest) +
           (size_t)threads * sizeof(scratch);
}

static bool solver_reserve(solver *s, int threads)
{
    const uint64_t largest = largest_slice(s->game);
    const size_t n = n_blocks(largest);
    bool is_complete = true;
    for (int i = 0; i < 2; i++) {
        workspace *w = &s->work[i];
        w->states = malloc((largest + 1) * sizeof *w->states);
        w->least = malloc((n + 1) * sizeof *w->least);
        w->is_marked = malloc(n + 1);
        is_complete = is_complete && w->states && w->least && w->is_marked;
    }
    s->block_counts = malloc((n + 1) * sizeof *s->block_counts);
    s->scratch = calloc((size_t)threads, sizeof *s->scratch);
    is_complete = is_complete && s->block_counts && s->scratch;
    for (int i = 0; is_complete && i < threads; i++) {
        s->scratch[i] = calloc(1, sizeof *s->scratch[i]);
        is_complete = s->scratch[i] != NULL;
    }
    return is_complete;
}

static void solver_release(solver *s, int threads)
{
    for (int i = 0; i < 2; i++) {
        free(s->work[i].states);
        free(s->work[i].least);
        free(s->work[i].is_marked);
    }
    for (int i = 0; s->scratch && i < threads; i++) {
        free(s->scratch[i]);
    }
    free(s->scratch);
    free(s->block_counts);
}

typedef struct solve_job {
    solver *solver;
    pm_error *err;
    pm_status status;
} solve_job;

static void run_solve(par_team *team, void *ctx)
{
    solve_job *job = ctx;
    solver *s = job->solver;
    s->team = team;
    int n_kept = s->options->store ? s->options->store->n_slices : 0;
    job->status = restore_slices(s, job->err);
    for (int slice = 0; job->status == PM_OK && slice < s->game->n_slices; slice++) {
        const int partner = s->game->partners[slice];
        assert(s->game->partners[partner] == slice);
        if (partner >= slice && !is_solved(s, slice)) {
            job->status = solve_pair(s, slice, job->err);
            s->done += s->game->sizes[slice] + (partner > slice ? s->game->sizes[partner] : 0);
        }
        if (job->status == PM_OK) {
            job->status = keep_slices(s, &n_kept, job->err);
        }
    }
}

pm_status retro_solve(const retro_game *game, const retro_options *options, retro_solution **solution, pm_error *err)
{
    const size_t bytes = retro_plan(game, options->threads);
    if (bytes > options->memory) {
        return status_over_budget(err, "the analysis", bytes, options->memory);
    }
    solver s = {.game = game,
                .solution = retro_solution_new(game->n_slices),
                .memory = options->memory,
                .used = bytes - (size_t)total_size(game),
                .options = options,
                .total = total_size(game)};
    solve_job job = {&s, err, PM_OK};
    if (!s.solution || !solver_reserve(&s, options->threads)) {
        job.status = status_no_memory(err, "the work on the values", 0);
    } else {
        par_run(options->threads, run_solve, &job);
    }
    solver_release(&s, options->threads);
    if (job.status != PM_OK) {
        retro_free(s.solution);
        return job.status;
    }
    *solution = s.solution;
    return PM_OK;
}
