/* The tables of papamu values.
 *
 * SPDX-License-Identifier: MIT
 */
#ifndef CLI_VALUES_TABLES_H
#define CLI_VALUES_TABLES_H

#include "solver/cgt/cgt.h"
#include "solver/cgt/value_census.h"
#include "src/cli/frame/cli.h"

typedef struct values_report {
    cli *c;
    const pm_board *board;
    cgt_table *table;
    const cgt_value *all; /* by set of stones */
    const value_census *census;
    uint64_t top; /* rows of the tables that have no natural end */
    int n_tables; /* begun so far */
    int code;     /* what the command ends with */
} values_report;

/* The index of the table that --table names, the first if there is none; -1 after an error. */
int values_table_asked(cli *c);

/* Write that table as csv. */
void values_put_csv(values_report *r, int table);

/* Write the summary as facts, and all other tables. */
void values_put_all(values_report *r);

#endif
