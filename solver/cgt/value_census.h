/* Counting the values of all positions of a board: which there are, how often, how hot, how old.
 *
 * SPDX-License-Identifier: MIT
 */
#ifndef SOLVER_CGT_VALUE_CENSUS_H
#define SOLVER_CGT_VALUE_CENSUS_H

#include "solver/cgt/cgt.h"

/* One value, and how many positions have it. */
typedef struct census_value {
    cgt_value value;
    uint64_t n_positions;
    dyadic mean, temperature;
    uint32_t birthday;
} census_value;

/* The positions with one number of stones. */
typedef struct census_stones {
    uint64_t n_positions, n_values;                    /* positions; values that occur among them */
    uint64_t zeros, integers, numbers, infinitesimals; /* positions; numbers include the integers, those and
                                                        * infinitesimals include zero */
} census_stones;

typedef struct value_census {
    uint64_t n_positions;
    int n_stones; /* of the full board */
    size_t n_values;
    census_value *values; /* the most frequent first, then in the order of printing */
    size_t n_temperatures;
    dyadic *temperatures;     /* ascending */
    uint64_t *by_temperature; /* [stones * n_temperatures + i]: positions with so many stones */
    uint32_t n_birthdays;     /* the latest is n_birthdays - 1 */
    uint64_t *by_birthday;    /* [stones * n_birthdays + birthday] */
    census_stones *by_stones; /* [0 .. n_stones] */
} value_census;

/* Count `values`, one for each set of stones on `n_cells` cells. Errors: PM_NO_MEMORY, PM_BAD_INPUT (a thermograph
 * beyond the precision). Free with value_census_free, which accepts NULL. */
pm_status value_census_new(cgt_table *table, const cgt_value *values, int n_cells, int threads, value_census **census,
                           pm_error *err);
void value_census_free(value_census *census);

#endif
