/* The kinds of tables that papamu writes and `papamu plot` draws, known by their columns.
 *
 * To add one: a line of the table in kinds.c, and a template in src/plots if none of those there serves.
 *
 * SPDX-License-Identifier: MIT
 */
#ifndef CLI_PLOT_KINDS_H
#define CLI_PLOT_KINDS_H

#include "src/cli/plot/sheet.h"

struct plot_data;

/* In which order series are drawn. */
typedef enum plot_order {
    PLOT_AS_THEY_COME,
    PLOT_BY_BOARD,  /* from small to large */
    PLOT_BY_POINTS, /* by the sum of black_share */
} plot_order;

typedef struct plot_kind {
    const char *name;
    const char *made_by; /* the commands that write such tables, for the help */
    const char *columns; /* a table with these is of this kind. After a name: "#" numbers, "/" fractions too */
    const char *series;  /* columns; rows that agree in them are one series */
    const char *other;   /* a column with names of series too, or NULL */
    const char *picture; /* the template: src/plots/NAME.gp */
    const char *title;
    const char *settings; /* statements of gnuplot before the template, or NULL */
    plot_order order;
    int max_series;        /* of more, those first in rank are drawn */
    const char *companion; /* the kind of a second table that the picture can have beside this one, or NULL */
    bool (*suits)(const struct plot_data *data); /* whether it is this kind and no later one of the same columns */
} plot_kind;

/* All kinds, ended by a NULL name; where a table is of more than one, it is of the first that suits. */
extern const plot_kind plot_kinds[];

/* The first kind whose columns the sheet has, or NULL. */
const plot_kind *plot_kind_of(const sheet *s);

/* Whether the sheet has the columns of the kind. */
bool plot_kind_fits(const plot_kind *kind, const sheet *s);

/* Refuse a sheet with a cell that is not a number where its kind needs one. CLI_DONE, or the exit code after an error.
 */
int plot_kind_check(cli *c, const plot_kind *kind, const sheet *s);

/* Write the names of all kinds, each once, with commas: "lengths, plies, ..., or sweep". Returns `list`. */
enum { PLOT_KINDS_TEXT = 1024 };
const char *plot_kinds_list(char list[PLOT_KINDS_TEXT]);

/* Print the topic `plots`: every kind, and what writes its tables. */
void plot_kinds_print(void);

/* Step through a list of names: the first name of `*list` and the mark after it (0: none); NULL at the end. */
const char *plot_name_next(const char **list, size_t *length, char *mark);

#endif
