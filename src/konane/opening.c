/* Opening rules: see opening.h and, for the positions that are in the opening, src/papamu.h.
 *
 * SPDX-License-Identifier: MIT
 */
#include "src/konane/opening.h"

#include "src/base/bits.h"
#include "src/base/status.h"
#include "src/konane/cell.h"

#include <assert.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* The names of the rules and what they mean: whatever lists the rules takes them from here. */
static const char *const rule_names[] = {
    [KONANE_CORNER_CENTRE] = "corner-centre",
    [KONANE_CORNER] = "corner",
    [KONANE_CENTRE] = "centre",
    [KONANE_ANY] = "any",
    [KONANE_NEAR_CENTRE] = "near-centre",
    [KONANE_FIXED] = "fixed:CELL,CELL",
    NULL,
};

static const char *const rule_texts[] = {
    [KONANE_CORNER_CENTRE] = "a black stone on a corner or on a centre cell",
    [KONANE_CORNER] = "a black stone on a corner",
    [KONANE_CENTRE] = "a black stone on a centre cell",
    [KONANE_ANY] = "any black stone",
    [KONANE_NEAR_CENTRE] = "a black stone on a corner, on a centre cell, or orthogonally next to one",
    [KONANE_FIXED] = "exactly these two removals, Black's and White's",
};

static const char fixed_prefix[] = "fixed:";

static bool is_corner(int rows, int cols, int cell)
{
    const int col = cell / rows, rank = cell % rows;
    return (col == 0 || col == cols - 1) && (rank == 0 || rank == rows - 1);
}

/* The centre of a line of n cells is one cell or two. */
static bool is_middle(int n, int i)
{
    assert(i >= 0 && i < n);
    return i == (n - 1) / 2 || i == n / 2;
}

static bool is_centre(int rows, int cols, int cell)
{
    return is_middle(rows, cell % rows) && is_middle(cols, cell / rows);
}

static bool is_next_to_centre(int rows, int cols, int cell)
{
    const int col = cell / rows, rank = cell % rows;
    return (rank + 1 < rows && is_centre(rows, cols, cell + 1)) || (rank > 0 && is_centre(rows, cols, cell - 1)) ||
           (col + 1 < cols && is_centre(rows, cols, cell + rows)) || (col > 0 && is_centre(rows, cols, cell - rows));
}

const char *konane_opening_class(int rows, int cols, int cell)
{
    if (is_corner(rows, cols, cell)) {
        return "corner";
    }
    return is_centre(rows, cols, cell) ? "centre" : is_next_to_centre(rows, cols, cell) ? "near-centre" : "other";
}

bool konane_opening_allows(const konane_opening *opening, int rows, int cols, pm_color corner, int cell)
{
    if (konane_cell_color(rows, corner, cell) != PM_BLACK) {
        return false;
    }
    switch (opening->rule) {
    case KONANE_CORNER_CENTRE:
        return is_corner(rows, cols, cell) || is_centre(rows, cols, cell);
    case KONANE_CORNER:
        return is_corner(rows, cols, cell);
    case KONANE_CENTRE:
        return is_centre(rows, cols, cell);
    case KONANE_ANY:
        return true;
    case KONANE_NEAR_CENTRE:
        return is_corner(rows, cols, cell) || is_centre(rows, cols, cell) || is_next_to_centre(rows, cols, cell);
    case KONANE_FIXED:
        return cell == opening->first;
    }
    assert(0);
    return false;
}

/* The opening's two removals must be a black stone and a white one beside it. */
static pm_status check_fixed(const konane_opening *opening, int rows, pm_color corner, size_t first_at, size_t reply_at,
                             pm_error *err)
{
    char first[KONANE_MAX_CELL_TEXT], reply[KONANE_MAX_CELL_TEXT];
    konane_cell_format(rows, opening->first, first);
    konane_cell_format(rows, opening->reply, reply);
    assert(opening->rule == KONANE_FIXED);
    if (konane_cell_color(rows, corner, opening->first) != PM_BLACK) {
        return status_fail(err, PM_BAD_INPUT, first_at,
                           "%s is a white cell on this board; Black removes first, one of his own stones", first);
    }
    const int col_distance = abs(opening->first / rows - opening->reply / rows);
    const int rank_distance = abs(opening->first % rows - opening->reply % rows);
    if (col_distance + rank_distance != 1) {
        return status_fail(err, PM_BAD_INPUT, reply_at, "%s is not next to %s, where White must remove", reply, first);
    }
    return PM_OK;
}

static pm_status parse_fixed(const char *text, int rows, int cols, pm_color corner, konane_opening *opening,
                             pm_error *err)
{
    konane_opening fixed = {.rule = KONANE_FIXED};
    char found[STATUS_CHAR_TEXT];
    const size_t first_at = strlen(fixed_prefix);
    size_t at = first_at;
    pm_status status = konane_cell_parse(text, &at, rows, cols, &fixed.first, err);
    if (status != PM_OK) {
        return status;
    }
    if (text[at] != ',') {
        return status_fail(err, PM_BAD_INPUT, at, "expected ',' and White's removal, found %s",
                           status_char(text[at], found));
    }
    const size_t reply_at = ++at;
    status = konane_cell_parse(text, &at, rows, cols, &fixed.reply, err);
    if (status != PM_OK) {
        return status;
    }
    if (text[at] != '\0') {
        return status_fail(err, PM_BAD_INPUT, at, "expected the end after the two removals, found %s",
                           status_char(text[at], found));
    }
    status = check_fixed(&fixed, rows, corner, first_at, reply_at, err);
    if (status == PM_OK) {
        *opening = fixed;
    }
    return status;
}

pm_status konane_opening_parse(const char *text, int rows, int cols, pm_color corner, konane_opening *opening,
                               pm_error *err)
{
    const char *name = text ? text : rule_names[KONANE_CORNER_CENTRE];
    if (strncmp(name, fixed_prefix, strlen(fixed_prefix)) == 0) {
        return parse_fixed(name, rows, cols, corner, opening, err);
    }
    for (int i = 0; i < KONANE_N_NAMED_RULES; i++) {
        if (strcmp(name, rule_names[i]) == 0) {
            *opening = (konane_opening){.rule = (konane_rule)i, .first = -1, .reply = -1};
            return PM_OK;
        }
    }
    char list[120] = "";
    for (int i = 0; rule_names[i]; i++) {
        const size_t n = strlen(list);
        snprintf(list + n, sizeof list - n, "%s%s", i == 0 ? "" : rule_names[i + 1] ? ", " : " and ", rule_names[i]);
    }
    return status_fail(err, PM_BAD_INPUT, 0, "unknown opening rule '%.32s'; the rules are %s", name, list);
}

const char *konane_rule_name(konane_rule rule)
{
    assert((int)rule >= 0 && rule < KONANE_N_NAMED_RULES);
    return rule_names[rule];
}

const char *const *konane_opening_names(void)
{
    return rule_names;
}

const char *konane_opening_text(konane_rule rule)
{
    assert((int)rule >= 0 && rule <= KONANE_FIXED);
    return rule_texts[rule];
}

pm_status konane_opening_fail(const konane_opening *opening, int rows, int cols, pm_color corner, pm_error *err)
{
    return status_fail(err, PM_BAD_INPUT, 0,
                       "the opening rule %s leaves Black nothing to remove on %dx%d with %s in the top-left corner; "
                       "the rule any never does",
                       konane_rule_name(opening->rule), rows, cols, corner == PM_BLACK ? "Black" : "White");
}

uint64_t konane_removable(const pm_board *board, konane_rule rule)
{
    const konane_opening opening = {.rule = rule, .first = -1, .reply = -1};
    uint64_t set = 0;
    for (int cell = 0; cell < board->n_cells; cell++) {
        if (konane_opening_allows(&opening, board->rows, board->cols, board->corner, cell)) {
            set |= bits_one(cell);
        }
    }
    return set;
}

pm_status pm_start(const pm_board *board, pm_position *pos, pm_error *err)
{
    const pm_status status = status_check(err, board && pos, "the board or the position is NULL");
    if (status != PM_OK) {
        return status;
    }
    if (!board->removable) {
        const konane_opening opening = {.rule = board->rule};
        return konane_opening_fail(&opening, board->rows, board->cols, board->corner, err);
    }
    *pos = (pm_position){.occupied = board->all, .mover = PM_BLACK};
    return PM_OK;
}
