/* Tables of one kind, and the series that their rows are sorted into.
 *
 * SPDX-License-Identifier: MIT
 */
#ifndef CLI_PLOT_SERIES_H
#define CLI_PLOT_SERIES_H

#include "src/cli/plot/kinds.h"

/* A series: the rows that agree in the key columns of the kind. */
typedef struct plot_series {
    const sheet *sheet; /* where its first row is */
    size_t row;
    double order; /* they are drawn in ascending order; */
    double rank;  /* those that are highest, if there are too many */
    char *name;   /* by which it is chosen */
    char *label;  /* by which it is shown; NULL: the name */
    int number;   /* from 1; 0: it is not drawn */
} plot_series;

typedef struct plot_data {
    const plot_kind *kind;
    sheet *sheets; /* n_main of the kind, then those of its companion */
    int n_sheets, n_main;
    plot_series *series; /* as they come */
    size_t n_series, capacity;
    size_t **series_of; /* for each sheet of the kind, of each row */
    int n_drawn;
    char *title; /* what the kind is called, and what all rows have in common */
} plot_data;

/* The number of the series of a row of sheet `i`, 0 if it is not drawn. */
int plot_data_number(const plot_data *data, int i, size_t row);

/* The series that is drawn as number `number`. */
plot_series *plot_data_drawn(const plot_data *data, int number);

/* How many different cells a column has in all rows of the kind, counted up to 2; 0 if it is not there. */
int plot_data_variety(const plot_data *data, const char *column);

/* A cell of the first row of a series, "" if there is no such column. */
const char *plot_series_cell(const plot_series *s, const char *column);

#endif
