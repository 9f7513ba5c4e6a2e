/* What `papamu value` keeps open, and the rows that it writes.
 *
 * SPDX-License-Identifier: MIT
 */
#ifndef CLI_VALUES_ROWS_H
#define CLI_VALUES_ROWS_H

#include "solver/cgt/thermo.h"
#include "solver/konane/values/value.h"
#include "src/cli/frame/cli.h"

#include <stdatomic.h>

typedef struct valuer {
    cli *c;
    konane_values *values;
    cgt_thermographs *thermographs;
    cgt_value last;        /* value written last */
    size_t n_loaded;       /* regions that came from --cache */
    int code;              /* what the command ends with */
    atomic_ullong n_begun; /* positions that the engine has looked at, for progress */
} valuer;

/* Get memory for values. CLI_DONE, or the exit code after an error; valuer_close accepts what could not be opened. */
int valuer_open(valuer *v);
void valuer_close(valuer *v);

/* Note that a position was bad input or too large, and continue: the exit code will be the greatest noted. */
void valuer_note(valuer *v, int code);

/* Save what is known to the file of --cache, if that was given and anything is new. */
int valuer_keep(valuer *v);

/* Read a position and check it against --corner and --board. Errors: PM_BAD_INPUT with an offset. */
pm_status valuer_read(valuer *v, const char *text, konane_diagram *d, pm_error *err);

/* The value of a position, under a progress line. Errors: as of konane_value. */
pm_status valuer_find(valuer *v, const konane_stones *stones, cgt_value *value, pm_error *err);

/* Begin the table that the options ask for. */
void valuer_begin_table(valuer *v);

/* Write the row of a value. False to stop. */
bool valuer_put_value(valuer *v, const char *text, cgt_value value);

/* Write the row of a position whose value was too large for the memory, which is emptied: the value if a search finds
 * it to be an integer; else the outcome if that can be found, and a remark with bounds. False to stop. */
bool valuer_put_bounds(valuer *v, const char *text, const konane_stones *stones);

/* Write a row for each move of both players, and for each canonical option that no move leads to. False to stop. */
bool valuer_put_moves(valuer *v, const char *text, const konane_stones *stones, cgt_value value);

/* ---- also for papamu values ---- */

/* Put a number, and the text of a value, of up to `max_bytes`. False after an error, whose exit code is in *code. */
void value_put_number(cli *c, dyadic x);
bool value_put_text(cli *c, cgt_table *table, cgt_value value, size_t max_bytes, int *code);

/* "black", "white", "next_player" or "previous_player". */
const char *outcome_name(cgt_outcome outcome);

#endif
