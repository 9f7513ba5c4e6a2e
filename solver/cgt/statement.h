/* What is typed into a calculator: one value, or a comparison of two.
 *
 * SPDX-License-Identifier: MIT
 */
#ifndef SOLVER_CGT_STATEMENT_H
#define SOLVER_CGT_STATEMENT_H

#include "solver/cgt/cgt.h"

typedef struct cgt_statement {
    bool is_comparison;
    bool is_true;    /* of a comparison */
    cgt_value value; /* the value; of a comparison, that of the left side minus the right side */
} cgt_statement;

/* Read `text` as cgt_parse does, or as two values with one of these signs between them, outside braces and parentheses:
 *     =  ==   equal         <  <=  >  >=   less, greater, or equal
 *     ||  <>  confused      <|  |>         less or confused, greater or confused
 * PM_BAD_INPUT with the offset of the bad character; the errors of the table. */
pm_status cgt_statement_parse(cgt_table *table, const char *text, cgt_statement *statement, pm_error *err);

#endif
