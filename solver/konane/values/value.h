/* Exact values of Konane positions: the canonical form of the game in which either player may jump at any time.
 *
 * A position is split into independent regions (value_region.h), each is valued by its own jumps, recursively,
 * and the values are added. Regions are remembered in their normal form, so that the same pattern is valued once
 * wherever it arises. Black is Left. Removals of the opening are not moves here, and who is to move does not matter.
 *
 * SPDX-License-Identifier: MIT
 */
#ifndef SOLVER_KONANE_VALUES_VALUE_H
#define SOLVER_KONANE_VALUES_VALUE_H

#include "solver/cgt/cgt.h"
#include "solver/konane/values/value_region.h"
#include "solver/konane/values/value_stones.h"

enum { KONANE_VALUES_MIN_BYTES = 8 << 20 };

typedef struct konane_values konane_values;

typedef struct konane_values_options {
    size_t bytes;            /* for values and regions together, at least KONANE_VALUES_MIN_BYTES */
    int threads;             /* at least 1 */
    bool (*stop)(void *ctx); /* asked now and then, from any thread: true ends the work. May be NULL */
    void *stop_ctx;
} konane_values_options;

/* Errors: PM_NO_MEMORY. */
pm_status konane_values_new(const konane_values_options *options, konane_values **values, pm_error *err);
void konane_values_free(konane_values *values);

/* The table of the values that konane_value returns. */
cgt_table *konane_values_table(konane_values *values);

/* The value of a position. Errors: PM_INTERRUPTED; PM_NO_MEMORY when the budget is used up, for good; PM_BAD_INPUT if a
 * value leaves the range of cgt.h. */
pm_status konane_value(konane_values *values, const konane_stones *stones, cgt_value *value, pm_error *err);

/* An independent region of a position, where it lies. */
typedef struct konane_value_place {
    uint64_t cells[KONANE_CELL_WORDS]; /* those that its jumps use, as konane_stones numbers them */
    cgt_value value;
} konane_value_place;

/* The regions of a position, in no promised order, and the value of each: their sum is the value of the position.
 * Errors as for konane_value. */
pm_status konane_value_places(konane_values *values, const konane_stones *stones,
                              konane_value_place places[REGION_MAX_PARTS], int *n, pm_error *err);

/* The jumps of `mover`, ordered by from- and to-cell, and the value of the position after each. Errors as for
 * konane_value. */
pm_status konane_value_moves(konane_values *values, const konane_stones *stones, pm_color mover,
                             pm_move moves[REGION_WIDE_MAX_MOVES], cgt_value after[REGION_WIDE_MAX_MOVES], int *n,
                             pm_error *err);

/* Write the regions remembered and their values to a file, or add those of a file (value_cache_file.h describes the
 * errors). Files do not depend on threads, nor on the order of work. */
pm_status konane_values_save(konane_values *values, const char *path, pm_error *err);
pm_status konane_values_load(konane_values *values, const char *path, pm_error *err);

/* Number of regions remembered. */
size_t konane_values_n_regions(konane_values *values);

#endif
