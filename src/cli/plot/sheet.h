/* A CSV file that papamu wrote, in memory.
 *
 * SPDX-License-Identifier: MIT
 */
#ifndef CLI_PLOT_SHEET_H
#define CLI_PLOT_SHEET_H

#include "src/cli/frame/cli.h"

enum { SHEET_MAX_COLUMNS = 128 };

typedef struct sheet {
    const char *path;
    FILE *file;     /* while it is read; at the first row after sheet_open */
    size_t line;    /* the number of the line that was read last */
    char *comments; /* its # lines */
    size_t n_comments;
    char *header;                         /* the text of the names */
    const char *names[SHEET_MAX_COLUMNS]; /* of its columns */
    int n_columns;
    char **lines; /* the texts of the cells */
    size_t n_rows, lines_capacity;
    const char **cells; /* n_rows times n_columns */
    size_t cells_capacity;
} sheet;

/* Open the file and read up to its header; then read its rows. Each returns CLI_DONE, or the exit code after an error.
 * `s` is freed by sheet_free in any case. A line that is not CSV, or has too few or too many cells, is an error that
 * names it. */
int sheet_open(cli *c, const char *path, sheet *s);
int sheet_read(cli *c, sheet *s);
void sheet_free(sheet *s);

/* The number of the column `name`, whose length is `n`, or -1. */
int sheet_column(const sheet *s, const char *name, size_t n);

/* The cell of a row; "" for column -1. */
const char *sheet_cell(const sheet *s, size_t row, int column);

#endif
