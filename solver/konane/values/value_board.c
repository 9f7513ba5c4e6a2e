/* Valuing all positions of a board; see value_board.h.
 *
 * The sets of k stones are found without looking at the others: a set is a high part, over which the threads are
 * spread, and a low part taken from a list that is sorted by number of stones.
 *
 * SPDX-License-Identifier: MIT
 */
#include "solver/konane/values/value_board.h"
#include "src/base/pages.h"
#include "src/base/par.h"
#include "src/base/status.h"
#include "src/konane/board.h"

#include <assert.h>
#include <stdlib.h>
#include <string.h>

enum {
    MAX_IMAGES = 2 * KONANE_MAX_SYMMETRIES,
    MAX_LOW = BOARD_VALUES_MAX_CELLS / 2,
    SLICE_LOG = 22, /* positions between two calls of progress */
};

/* A permutation of cells, byte by byte. */
typedef struct cell_map {
    uint32_t of_byte[4][256];
} cell_map;

struct board_values {
    set64_jumper jumper;
    int n_cells, n_low;
    cgt_table *table;
    cgt_value *values;
    int n_maps, n_symmetries; /* maps: the symmetries, the identity first, then the exchanges of colours */
    cell_map maps[MAX_IMAGES];
    uint16_t *low; /* the low parts by number of stones */
    uint32_t low_start[MAX_LOW + 2];
    board_values_options options;
};

/* ---- setting up ---- */

static uint32_t map_apply(const cell_map *map, uint32_t set)
{
    return map->of_byte[0][set & 255] | map->of_byte[1][set >> 8 & 255] | map->of_byte[2][set >> 16 & 255] |
           map->of_byte[3][set >> 24];
}

static void map_fill(cell_map *map, const uint8_t permutation[64], int n_cells)
{
    for (int byte = 0; byte < 4; byte++) {
        for (uint32_t set = 0; set < 256; set++) {
            uint32_t image = 0;
            for (int bit = 0; bit < 8 && 8 * byte + bit < n_cells; bit++) {
                image |= (set >> bit & 1) << permutation[8 * byte + bit];
            }
            map->of_byte[byte][set] = image;
        }
    }
    assert(map_apply(map, (uint32_t)bits_below(n_cells)) ==
           bits_below(n_cells)); /* each cell has an image of its own */
}

static void set_up_maps(board_values *v, const pm_board *board)
{
    v->n_symmetries = board->n_symmetries;
    v->n_maps = board->n_symmetries + board->n_swaps;
    assert(v->n_maps <= MAX_IMAGES);
    for (int i = 0; i < v->n_maps; i++) {
        const bool is_swap = i >= v->n_symmetries;
        map_fill(&v->maps[i], is_swap ? board->swap[i - v->n_symmetries] : board->symmetry[i], v->n_cells);
    }
}

static bool set_up_low_parts(board_values *v)
{
    const uint32_t n = UINT32_C(1) << v->n_low;
    v->low = malloc(n * sizeof *v->low);
    if (!v->low) {
        return false;
    }
    uint32_t at = 0;
    for (int stones = 0; stones <= v->n_low; stones++) {
        v->low_start[stones] = at;
        for (uint32_t set = 0; set < n; set++) {
            if (bits_count(set) == stones) {
                v->low[at++] = (uint16_t)set;
            }
        }
    }
    v->low_start[v->n_low + 1] = at;
    assert(at == n); /* each low part has one place */
    return true;
}

/* ---- the work ---- */

static bool is_least_image(const board_values *v, uint32_t set)
{
    for (int i = 1; i < v->n_maps; i++) {
        if (map_apply(&v->maps[i], set) < set) {
            return false;
        }
    }
    return true;
}

/* Find the positions after the jumps of `mover`, and ask for their values, which lie far apart. */
static size_t find_children(const board_values *v, uint32_t set, pm_color mover, set64 children[PM_MAX_MOVES])
{
    const int n = set64_jumps_children(&v->jumper, set, (int)mover, children);
    for (int i = 0; i < n; i++) {
        assert(bits_count(children[i]) < bits_count(set)); /* valued with an earlier number of stones */
        __builtin_prefetch(&v->values[children[i]]);
    }
    return (size_t)n;
}

static void read_values(const board_values *v, const set64 children[], size_t n, cgt_value values[])
{
    for (size_t i = 0; i < n; i++) {
        values[i] = v->values[children[i]];
    }
}

/* Value a set that is the least of its orbit, for the whole orbit. */
static void value_orbit(const board_values *v, uint32_t set)
{
    assert(is_least_image(v, set));
    set64 after_left[PM_MAX_MOVES], after_right[PM_MAX_MOVES];
    cgt_value left[PM_MAX_MOVES], right[PM_MAX_MOVES];
    const size_t n_left = find_children(v, set, PM_BLACK, after_left);
    const size_t n_right = find_children(v, set, PM_WHITE, after_right);
    read_values(v, after_left, n_left, left);
    read_values(v, after_right, n_right, right);
    const cgt_value value = cgt_make(v->table, left, n_left, right, n_right);
    for (int i = 0; i < v->n_symmetries; i++) {
        v->values[map_apply(&v->maps[i], set)] = value;
    }
    if (v->n_maps > v->n_symmetries) {
        const cgt_value negative = cgt_negative(v->table, value);
        for (int i = v->n_symmetries; i < v->n_maps; i++) {
            v->values[map_apply(&v->maps[i], set)] = negative;
        }
    }
}

/* The sets of `stones` stones whose high parts begin at `first`. */
typedef struct slice {
    const board_values *v;
    int stones;
    size_t first;
} slice;

static void value_slice(size_t begin, size_t end, int worker, void *ctx)
{
    (void)worker;
    const slice *s = ctx;
    const board_values *v = s->v;
    for (size_t i = begin; i < end; i++) {
        const uint32_t high = (uint32_t)(s->first + i);
        const int stones = s->stones - bits_count(high);
        if (stones < 0 || stones > v->n_low) {
            continue;
        }
        for (uint32_t at = v->low_start[stones]; at < v->low_start[stones + 1]; at++) {
            assert(bits_count(v->low[at]) == stones);
            const uint32_t set = high << v->n_low | v->low[at];
            if (is_least_image(v, set)) {
                value_orbit(v, set);
            }
        }
    }
}

typedef struct board_job {
    board_values *v;
    pm_status status;
    pm_error *err;
} board_job;

static void value_board(par_team *team, void *ctx)
{
    board_job *job = ctx;
    board_values *v = job->v;
    const size_t n_high = (size_t)1 << (v->n_cells - v->n_low);
    const int slice_log = SLICE_LOG > v->n_low ? SLICE_LOG - v->n_low : 0;
    const size_t slice_size = n_high >> slice_log ? (size_t)1 << slice_log : n_high;
    assert(n_high % slice_size == 0);
    const uint64_t total = (uint64_t)(v->n_cells + 1) * n_high;
    uint64_t done = 0;
    for (int stones = 0; stones <= v->n_cells; stones++) {
        for (size_t first = 0; first < n_high; first += slice_size) {
            slice s = {v, stones, first};
            par_for(team, slice_size, slice_size / 64 ? slice_size / 64 : 1, value_slice, &s);
            done += slice_size;
            job->status = cgt_table_status(v->table, job->err);
            if (job->status != PM_OK) {
                return;
            }
            if (v->options.progress && v->options.progress(v->options.progress_ctx, done, total)) {
                job->status = status_fail(job->err, PM_INTERRUPTED, 0, "interrupted");
                return;
            }
        }
    }
}

static pm_status check_size(const pm_board *board, size_t bytes, pm_error *err)
{
    if (board->n_cells > BOARD_VALUES_MAX_CELLS) {
        return status_fail(err, PM_BAD_INPUT, 0,
                           "a board of %dx%d has %d cells, more than the %d whose positions can all be valued",
                           board->rows, board->cols, board->n_cells, BOARD_VALUES_MAX_CELLS);
    }
    const size_t needed = (sizeof(cgt_value) << board->n_cells) + CGT_MIN_BYTES;
    if (bytes < needed) {
        return status_over_budget(err, "the table of all positions", needed, bytes);
    }
    return PM_OK;
}

static pm_status set_up(const pm_board *board, board_values *v, pm_error *err)
{
    assert(v->n_low <= MAX_LOW && v->n_cells - v->n_low <= 32);
    const size_t n = (size_t)1 << v->n_cells, bytes = n * sizeof *v->values;
    set_up_maps(v, board);
    v->values = pages_new(bytes);
    if (!v->values || !set_up_low_parts(v)) {
        return status_no_memory(err, "the table of all positions", bytes);
    }
    return cgt_table_new(v->options.bytes - bytes, &v->table, err);
}

pm_status board_values_new(const pm_board *board, const board_values_options *options, board_values **values,
                           pm_error *err)
{
    pm_status status = check_size(board, options->bytes, err);
    if (status != PM_OK) {
        return status;
    }
    board_values *v = calloc(1, sizeof *v);
    if (!v) {
        return status_no_memory(err, "the values of a board", 0);
    }
    v->options = *options;
    v->jumper = board->jumper;
    v->n_cells = board->n_cells;
    v->n_low = board->n_cells / 2;
    status = set_up(board, v, err);
    if (status == PM_OK) {
        board_job job = {v, PM_OK, err};
        par_run(options->threads, value_board, &job);
        status = job.status;
    }
    if (status != PM_OK) {
        board_values_free(v);
        return status;
    }
    *values = v;
    return PM_OK;
}

void board_values_free(board_values *values)
{
    if (values) {
        cgt_table_free(values->table);
        pages_free(values->values, sizeof(cgt_value) << values->n_cells);
        free(values->low);
        free(values);
    }
}

const cgt_value *board_values_all(const board_values *values)
{
    return values->values;
}

cgt_table *board_values_table(board_values *values)
{
    return values->table;
}
