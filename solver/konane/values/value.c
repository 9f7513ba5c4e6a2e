/* Values by recursion over regions; see value.h.
 *
 * Threads. All threads value the same position, with one memory of regions between them, each trying moves in an
 * order of its own: what one has found the others do not compute again. Values do not depend on who found them.
 * Waking the others costs more than most positions do, so the caller's thread begins alone, and they join when it has
 * met some new regions.
 *
 * Numbers. Before they join, each large region is asked whether its value is a number, by a search for who wins
 * (value_bounds.h): that needs no values of other regions, and most large positions without gaps are numbers. What is
 * found is remembered, so that the recursion ends there.
 *
 * SPDX-License-Identifier: MIT
 */
#include "solver/konane/values/value.h"
#include "solver/cgt/value_cache_file.h"
#include "solver/konane/values/set_names.h"
#include "solver/konane/values/value_bounds.h"
#include "src/base/par.h"
#include "src/base/status.h"

#include <assert.h>
#include <stdatomic.h>
#include <stdlib.h>
#include <string.h>

enum {
    ALONE = 4096,           /* new regions before other threads join: some milliseconds */
    NUMBER_MIN_STONES = 20, /* of a region that is asked whether it is a number; smaller ones are soon valued */
    NUMBER_MIN_BYTES = 1 << 20,
    NUMBER_MAX_BYTES = 1 << 29, /* more does not save time */
    NUMBER_NODE_BYTES = 32,     /* a position that is looked at has at most one entry */
    NUMBER_MAX_NODES_LOG = 27,  /* half a minute */
};

struct konane_values {
    konane_values_options options;
    bool is_alone;
    size_t n_alone; /* new regions that the one thread may still begin */
    cgt_table *table;
    value_cache *cache;
    region_frames *frames;
    set_names *names;   /* of the sets of wide regions */
    atomic_int failure; /* a pm_status: why the recursion ends early */
};

/* Five parts of the budget in eight are for regions, which on full boards need three times as much as the values; but
 * the table of values needs its least. */
static size_t cache_share(size_t bytes)
{
    const size_t share = bytes / 8 * 5;
    return share < bytes - CGT_MIN_BYTES ? share : bytes - CGT_MIN_BYTES;
}

static bool reserve(void *ctx, size_t bytes)
{
    const konane_values *v = ctx;
    return value_cache_reserve(v->cache, bytes);
}

pm_status konane_values_new(const konane_values_options *options, konane_values **values, pm_error *err)
{
    if (options->bytes < KONANE_VALUES_MIN_BYTES) {
        return status_over_budget(err, "the search for exact values", KONANE_VALUES_MIN_BYTES, options->bytes);
    }
    konane_values *v = calloc(1, sizeof *v);
    if (!v) {
        return status_no_memory(err, "exact values", 0);
    }
    v->options = *options;
    atomic_init(&v->failure, PM_OK);
    v->frames = region_frames_new();
    v->cache = value_cache_new(cache_share(options->bytes));
    v->names = set_names_new(reserve, v);
    pm_status status = v->frames && v->cache && v->names
                           ? cgt_table_new(options->bytes - cache_share(options->bytes), &v->table, err)
                           : status_no_memory(err, "exact values", 0);
    if (status != PM_OK) {
        konane_values_free(v);
        return status;
    }
    *values = v;
    return PM_OK;
}

void konane_values_free(konane_values *values)
{
    if (values) {
        cgt_table_free(values->table);
        value_cache_free(values->cache);
        region_frames_free(values->frames);
        set_names_free(values->names);
        free(values);
    }
}

cgt_table *konane_values_table(konane_values *values)
{
    return values->table;
}

size_t konane_values_n_regions(konane_values *values)
{
    return value_cache_size(values->cache);
}

pm_status konane_values_save(konane_values *values, const char *path, pm_error *err)
{
    return value_cache_save(values->cache, values->table, VALUE_CACHE_KONANE, path, err);
}

pm_status konane_values_load(konane_values *values, const char *path, pm_error *err)
{
    return value_cache_load(values->cache, values->table, VALUE_CACHE_KONANE, path, err);
}

/* ---- the recursion ---- */

static cgt_value give_up(konane_values *v, pm_status why)
{
    int expected = PM_OK;
    atomic_compare_exchange_strong(&v->failure, &expected, (int)why);
    return CGT_NONE;
}

static bool has_given_up(const konane_values *v)
{
    return atomic_load_explicit(&v->failure, memory_order_relaxed) != PM_OK;
}

static value_key key_of_region(const region *r)
{
    assert(r->rows > 0 && r->rows < VALUE_KEY_OF_PROCESS); /* a shape of zero marks a free slot */
    return (value_key){.word = {set128_word(r->cells, 0), set128_word(r->cells, 1), set128_word(r->stones, 0),
                                set128_word(r->stones, 1)},
                       .shape = r->rows};
}

/* False: memory was refused. */
static bool key_of_wide(konane_values *v, const region_wide_frame *frame, const region_wide *r, value_key *key)
{
    uint32_t cells, stones;
    if (!set_names_of(v->names, r->cells, &cells) || !set_names_of(v->names, r->stones, &stones)) {
        return false;
    }
    *key = (value_key){.word = {cells, stones}, .shape = (uint32_t)(VALUE_KEY_OF_PROCESS + frame->rows)};
    return true;
}

/* The k-th of n in the order of thread number `turn`: forwards or backwards, from different places. */
static int in_turn(int k, int n, int turn)
{
    assert(k >= 0 && k < n);
    const int shifted = (k + turn / 2) % n;
    return turn % 2 ? n - 1 - shifted : shifted;
}

static cgt_value value_of_region(konane_values *v, const region *r, int turn);
static cgt_value value_of_wide(konane_values *v, const region_wide_frame *frame, const region_wide *r, int turn);

static cgt_value value_of_parts(konane_values *v, const region_parts *parts, int turn)
{
    cgt_value sum = CGT_ZERO;
    for (int i = 0; i < parts->n && sum != CGT_NONE; i++) {
        const cgt_value part = value_of_region(v, &parts->part[i], turn);
        sum = cgt_sum(v->table, sum, parts->is_negated[i] ? cgt_negative(v->table, part) : part);
    }
    return sum;
}

/* The value of stones on some cells of a frame. */
static cgt_value value_of_cells(konane_values *v, const region_frame *frame, pm_color origin, set128 cells,
                                set128 stones, int turn)
{
    region_parts parts;
    region_split(frame, origin, cells, stones, &parts);
    return value_of_parts(v, &parts, turn);
}

/* Likewise on a wide frame. */
static cgt_value value_of_wide_cells(konane_values *v, const region_wide_frame *frame, pm_color origin, set512 cells,
                                     set512 stones, int turn)
{
    region_parts parts;
    region_wide_parts wide;
    region_wide_split(frame, origin, cells, stones, &parts, &wide);
    cgt_value sum = value_of_parts(v, &parts, turn);
    for (int i = 0; i < wide.n && sum != CGT_NONE; i++) {
        const cgt_value part = value_of_wide(v, frame, &wide.part[i], turn);
        sum = cgt_sum(v->table, sum, origin == PM_WHITE ? cgt_negative(v->table, part) : part);
    }
    return sum;
}

/* Write the values of the positions after each jump of `mover`. Returns their number, or -1. */
static int values_of_children(konane_values *v, const region *r, pm_color mover, int turn,
                              cgt_value values[REGION_MAX_MOVES])
{
    const region_frame *frame = region_frame_of(v->frames, r);
    set128 children[REGION_MAX_MOVES];
    const int n = region_children(frame, r, mover, children);
    assert(n <= REGION_MAX_MOVES);
    for (int k = 0; k < n; k++) {
        values[k] = value_of_cells(v, frame, PM_BLACK, r->cells, children[in_turn(k, n, turn)], turn);
        if (values[k] == CGT_NONE) {
            return -1;
        }
    }
    return n;
}

/* Likewise of a wide region. Its jumps are listed rather than made, which takes less of the stack. */
static int values_of_wide_children(konane_values *v, const region_wide_frame *frame, const region_wide *r,
                                   pm_color mover, int turn, cgt_value values[REGION_WIDE_MAX_MOVES])
{
    const set512_jumper jumper = region_wide_jumper(frame, r, mover);
    pm_move moves[REGION_WIDE_MAX_MOVES];
    const int n = set512_jumps_list(&jumper, r->stones, (int)mover, moves);
    for (int k = 0; k < n; k++) {
        const pm_move *move = &moves[in_turn(k, n, turn)];
        const set512 after = set512_jumps_make(&jumper, r->stones, move->from, move->to);
        values[k] = value_of_wide_cells(v, frame, PM_BLACK, r->cells, after, turn);
        if (values[k] == CGT_NONE) {
            return -1;
        }
    }
    return n;
}

/* Whether work on a region that is not known may begin. */
static bool may_begin(konane_values *v)
{
    if (has_given_up(v) || (v->is_alone && v->n_alone == 0)) {
        return false;
    }
    if (v->is_alone) {
        v->n_alone--;
    }
    if (v->options.stop && v->options.stop(v->options.stop_ctx)) {
        give_up(v, PM_INTERRUPTED);
        return false;
    }
    return true;
}

/* The value of a region by the values after its jumps, which are not all known if n_right < 0. */
static cgt_value value_by_options(konane_values *v, const value_key *key, const cgt_value *left, int n_left,
                                  const cgt_value *right, int n_right)
{
    if (n_right < 0) {
        return CGT_NONE;
    }
    const cgt_value value = cgt_make(v->table, left, (size_t)n_left, right, (size_t)n_right);
    if (value != CGT_NONE && !value_cache_add(v->cache, key, value)) {
        return give_up(v, PM_NO_MEMORY);
    }
    return value;
}

static cgt_value value_of_region(konane_values *v, const region *r, int turn)
{
    const value_key key = key_of_region(r);
    cgt_value value = CGT_NONE;
    if (value_cache_find(v->cache, &key, &value) || !may_begin(v)) {
        return value;
    }
    cgt_value left[REGION_MAX_MOVES], right[REGION_MAX_MOVES];
    const int n_left = values_of_children(v, r, PM_BLACK, turn, left);
    const int n_right = n_left < 0 ? -1 : values_of_children(v, r, PM_WHITE, turn, right);
    return value_by_options(v, &key, left, n_left, right, n_right);
}

static cgt_value value_of_wide(konane_values *v, const region_wide_frame *frame, const region_wide *r, int turn)
{
    value_key key;
    if (!key_of_wide(v, frame, r, &key)) {
        return give_up(v, PM_NO_MEMORY);
    }
    cgt_value value = CGT_NONE;
    if (value_cache_find(v->cache, &key, &value) || !may_begin(v)) {
        return value;
    }
    cgt_value left[REGION_WIDE_MAX_MOVES], right[REGION_WIDE_MAX_MOVES];
    const int n_left = values_of_wide_children(v, frame, r, PM_BLACK, turn, left);
    const int n_right = n_left < 0 ? -1 : values_of_wide_children(v, frame, r, PM_WHITE, turn, right);
    return value_by_options(v, &key, left, n_left, right, n_right);
}

typedef struct valuation {
    konane_values *values;
    const konane_stones *stones;
    cgt_value *results; /* of each thread */
    size_t n;
} valuation;

static cgt_value value_of_stones(konane_values *v, const konane_stones *stones, int turn)
{
    const pm_color origin = konane_cell_color(stones->rows, stones->corner, 0);
    if (konane_stones_are_wide(stones)) {
        const region_wide_frame frame = region_wide_frame_make(stones->rows, stones->cols);
        const set512 all = konane_cells_set512(stones->rows, stones->cols);
        return value_of_wide_cells(v, &frame, origin, all, konane_stones_set512(stones), turn);
    }
    const region_frame frame = region_frame_make(stones->rows, stones->cols);
    const set128 all = konane_cells_set128(stones->rows, stones->cols);
    return value_of_cells(v, &frame, origin, all, konane_stones_set128(stones), turn);
}

static void value_in_turns(size_t begin, size_t end, int worker, void *ctx)
{
    (void)worker;
    const valuation *job = ctx;
    for (size_t turn = begin; turn < end; turn++) {
        job->results[turn] = value_of_stones(job->values, job->stones, (int)turn);
    }
}

static void value_as_team(par_team *team, void *ctx)
{
    valuation *job = ctx;
    par_for(team, job->n, 1, value_in_turns, job);
}

static pm_status failure_of(konane_values *v, pm_error *err)
{
    const pm_status status = cgt_table_status(v->table, err);
    if (status != PM_OK) {
        return status;
    }
    if (atomic_load(&v->failure) == PM_INTERRUPTED) {
        atomic_store(&v->failure, PM_OK);
        return status_fail(err, PM_INTERRUPTED, 0, "interrupted");
    }
    char given[STATUS_BYTES_TEXT];
    return status_fail(err, PM_NO_MEMORY, 0, "the %s given for exact values are used up (%zu regions known)",
                       status_bytes(v->options.bytes, given), value_cache_size(v->cache));
}

/* The value as far as one thread gets with ALONE new regions; else CGT_NONE, and what it found is remembered. */
static cgt_value value_alone(konane_values *values, const konane_stones *stones)
{
    cgt_value result = CGT_NONE;
    valuation job = {values, stones, &result, 1};
    values->is_alone = true;
    values->n_alone = ALONE;
    value_in_turns(0, 1, 0, &job);
    values->is_alone = false;
    return result;
}

/* The positions that a search for a number may look at: an opening of the 5x6 board has 28 stones and takes a million,
 * one of the 6x6 board has 34 and takes seventy. */
static uint64_t number_nodes(int n_stones)
{
    assert(n_stones >= NUMBER_MIN_STONES);
    const int log = n_stones - 7;
    return UINT64_C(1) << (log < NUMBER_MAX_NODES_LOG ? log : NUMBER_MAX_NODES_LOG);
}

/* Remember the value of a region if a search, for which there are `bytes`, proves it to be a number. */
static pm_status try_number(konane_values *v, const region *r, size_t bytes, pm_error *err)
{
    const value_key key = key_of_region(r);
    const int n_stones = set128_count(r->stones);
    cgt_value value;
    if (n_stones < NUMBER_MIN_STONES || value_cache_find(v->cache, &key, &value)) {
        return PM_OK;
    }
    konane_values_options options = v->options;
    const uint64_t nodes = number_nodes(n_stones), enough = nodes * NUMBER_NODE_BYTES;
    options.bytes = bytes < enough ? bytes : enough;
    konane_number number;
    const pm_status status = konane_value_number(region_frame_of(v->frames, r), r, &options, nodes, &number, err);
    if (status == PM_OK && number.is) {
        value = cgt_number(v->table, number.number);
        if (value == CGT_NONE || !value_cache_add(v->cache, &key, value)) {
            give_up(v, PM_NO_MEMORY);
        }
    }
    return status == PM_NO_MEMORY ? PM_OK : status; /* the recursion needs less at a time */
}

/* The same for all regions of a position that normal forms hold. */
static pm_status try_numbers(konane_values *v, const konane_stones *stones, pm_error *err)
{
    size_t bytes = value_cache_left(v->cache) / 2;
    bytes = bytes < NUMBER_MAX_BYTES ? bytes : NUMBER_MAX_BYTES;
    if (konane_stones_are_wide(stones) || bytes < NUMBER_MIN_BYTES || !value_cache_reserve(v->cache, bytes)) {
        return PM_OK;
    }
    const region_frame frame = region_frame_make(stones->rows, stones->cols);
    region_parts parts;
    region_split(&frame, PM_BLACK, konane_cells_set128(stones->rows, stones->cols), konane_stones_set128(stones),
                 &parts);
    pm_status status = PM_OK;
    for (int i = 0; i < parts.n && status == PM_OK; i++) {
        status = try_number(v, &parts.part[i], bytes, err);
    }
    value_cache_release(v->cache, bytes);
    return status;
}

static cgt_value value_together(konane_values *values, const konane_stones *stones, cgt_value results[])
{
    valuation job = {values, stones, results, (size_t)values->options.threads};
    par_run(values->options.threads, value_as_team, &job);
    return results[0];
}

pm_status konane_value(konane_values *values, const konane_stones *stones, cgt_value *value, pm_error *err)
{
    const konane_stones upright = konane_stones_upright(stones);
    cgt_value result = value_alone(values, &upright);
    if (result == CGT_NONE && !has_given_up(values)) {
        const pm_status status = try_numbers(values, &upright, err);
        if (status != PM_OK) {
            return status;
        }
        cgt_value *results = calloc((size_t)values->options.threads, sizeof *results);
        if (!results) {
            return status_no_memory(err, "exact values", 0);
        }
        result = value_together(values, &upright, results);
        free(results);
    }
    if (result == CGT_NONE) {
        return failure_of(values, err);
    }
    *value = result;
    return PM_OK;
}

/* The cells of a region of `upright` as `stones`, of which it is the upright form, numbers them. */
static void name_cells(const konane_stones *stones, const konane_stones *upright, set512 cells,
                       uint64_t named[KONANE_CELL_WORDS])
{
    memset(named, 0, KONANE_CELL_WORDS * sizeof *named);
    for (int cell = 0; cell < upright->rows * upright->cols; cell++) {
        if (set512_has(cells, cell)) {
            const int at = upright->rows == stones->rows ? cell : konane_stones_turned_cell(upright, cell);
            named[at / 64] |= UINT64_C(1) << at % 64;
        }
    }
}

/* Not hot, so that every grid is taken for a wide one. */
pm_status konane_value_places(konane_values *values, const konane_stones *stones,
                              konane_value_place places[REGION_MAX_PARTS], int *n, pm_error *err)
{
    const konane_stones upright = konane_stones_upright(stones);
    const region_wide_frame frame = region_wide_frame_make(upright.rows, upright.cols);
    const pm_color origin = konane_cell_color(upright.rows, upright.corner, 0);
    region_wide found[REGION_MAX_PARTS];
    *n = region_places(&frame, konane_cells_set512(upright.rows, upright.cols), konane_stones_set512(&upright), found);
    for (int i = 0; i < *n; i++) {
        places[i].value = value_of_wide_cells(values, &frame, origin, found[i].cells, found[i].stones, 0);
        if (places[i].value == CGT_NONE) {
            return failure_of(values, err);
        }
        name_cells(stones, &upright, found[i].cells, places[i].cells);
    }
    return PM_OK;
}

static int compare_moves(const void *a, const void *b)
{
    const pm_move *x = a, *y = b;
    return x->from != y->from ? x->from - y->from : x->to - y->to;
}

/* The jumps of `mover`, ordered by from- and to-cell. Not hot, so that every grid is taken for a wide one. */
static int list_moves(const konane_stones *stones, pm_color mover, pm_move moves[REGION_WIDE_MAX_MOVES])
{
    const konane_stones upright = konane_stones_upright(stones);
    const set512_jumper jumper = set512_jumps_jumper(upright.rows, upright.cols, upright.corner, KONANE_CHAINS_ANY);
    const int n = set512_jumps_list(&jumper, konane_stones_set512(&upright), (int)mover, moves);
    if (upright.rows == stones->rows) {
        return n;
    }
    for (int i = 0; i < n; i++) {
        moves[i] = (pm_move){konane_stones_turned_cell(&upright, moves[i].from),
                             konane_stones_turned_cell(&upright, moves[i].to)};
    }
    qsort(moves, (size_t)n, sizeof *moves, compare_moves);
    return n;
}

pm_status konane_value_moves(konane_values *values, const konane_stones *stones, pm_color mover,
                             pm_move moves[REGION_WIDE_MAX_MOVES], cgt_value after[REGION_WIDE_MAX_MOVES], int *n,
                             pm_error *err)
{
    *n = list_moves(stones, mover, moves);
    for (int i = 0; i < *n; i++) {
        const konane_stones next = konane_stones_after(stones, moves[i].from, moves[i].to);
        const pm_status status = konane_value(values, &next, &after[i], err);
        if (status != PM_OK) {
            return status;
        }
    }
    return PM_OK;
}
