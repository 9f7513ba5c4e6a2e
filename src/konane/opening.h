/* Opening rules: which stones the two removals before the first jump may take.
 *
 * A rule is judged cell by cell from the measures of the board, so that it serves boards of every size.
 *
 * SPDX-License-Identifier: MIT
 */
#ifndef KONANE_OPENING_H
#define KONANE_OPENING_H

#include "src/konane/board.h"

/* An opening rule as it applies to one board. */
typedef struct konane_opening {
    konane_rule rule;
    int first, reply; /* the two removals of KONANE_FIXED, else -1 */
} konane_opening;

/* Read the name of a rule (NULL means corner-centre) for a board of rows x cols cells whose top-left cell has the
 * colour `corner`. "fixed:CELL,CELL" must name a black cell and a white cell next to it. A rule that has no
 * stone for Black on this board is accepted. Errors: PM_BAD_INPUT with the offset of the bad character. */
pm_status konane_opening_parse(const char *text, int rows, int cols, pm_color corner, konane_opening *opening,
                               pm_error *err);

/* The names of all rules as a user writes them, in the order of konane_rule and ended by NULL, the default first; and
 * what one of them lets Black remove. */
const char *const *konane_opening_names(void);
const char *konane_opening_text(konane_rule rule);

/* Whether Black may begin by removing the stone on `cell`, which may have any colour. */
bool konane_opening_allows(const konane_opening *opening, int rows, int cols, pm_color corner, int cell);

/* The class of an opening by the cell of Black's removal: "corner", "centre", "near-centre" for one orthogonally next
 * to a centre cell, or "other". */
const char *konane_opening_class(int rows, int cols, int cell);

/* The error that `opening` leaves Black nothing to remove. */
pm_status konane_opening_fail(const konane_opening *opening, int rows, int cols, pm_color corner, pm_error *err);

#endif
