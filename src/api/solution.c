/* Questions to a solution: see src/papamu/solve.h.
 *
 * SPDX-License-Identifier: MIT
 */
#include "src/api/solution.h"

#include "solver/konane/line.h"
#include "src/base/status.h"
#include "src/base/verdict.h"
#include "src/konane/opening.h"

#include <assert.h>
#include <string.h>

const char *const *pm_opening_rules(void)
{
    return konane_opening_names();
}

pm_solution_info pm_solution_get_info(const pm_solution *s)
{
    pm_solution_info info = {.longest = -1};
    if (!s) {
        return info;
    }
    info = (pm_solution_info){
        .has_remoteness = s->has_remoteness,
        .has_rows = s->s != NULL,
        .n_openings = s->n_openings,
        .openings = s->openings,
        .pairs = s->pairs,
        .wins = {s->wins[0], s->wins[1]},
        .longest = s->longest,
        .n_black = s->space->spec.n_sets,
        .n_white = s->space->spec.n_index,
        .row_bytes = s->row_bytes,
        .census = s->has_remoteness ? NULL : &s->census,
        .plies = {s->has_remoteness ? s->plies[PM_BLACK] : NULL, s->has_remoteness ? s->plies[PM_WHITE] : NULL},
        .longest_position = s->longest_position,
        .has_digest = s->has_digest,
    };
    memcpy(info.digest, s->digest, sizeof info.digest);
    assert(info.n_black + info.n_white == s->board.n_cells); /* every cell is a black one or a white one */
    assert(s->wins[0] + s->wins[1] <= s->pairs);
    memcpy(info.black, s->space->black, (size_t)info.n_black);
    memcpy(info.white, s->space->white, (size_t)info.n_white);
    return info;
}

pm_status pm_solution_game(const pm_solution *s, const char *rule, pm_value *value, pm_error *err)
{
    if (!s || !value) {
        return status_check(err, false, "the solution or the place for the value is NULL");
    }
    int number = rule ? 0 : (int)s->board.rule;
    while (rule && number < KONANE_N_NAMED_RULES && strcmp(konane_rule_name((konane_rule)number), rule) != 0) {
        number++;
    }
    if (number == KONANE_N_NAMED_RULES) {
        return status_fail(err, PM_BAD_INPUT, 0, "%.40s is not an opening rule without parameters",
                           rule ? rule : "fixed");
    }
    pm_color winner;
    if (!konane_rule_winner(&s->board, (konane_rule)number, s->results, s->n_openings, &winner)) {
        return status_fail(err, PM_NOT_FOUND, 0, "the rule %s leaves Black nothing to remove on %dx%d",
                           konane_rule_name((konane_rule)number), s->board.rows, s->board.cols);
    }
    const int plies =
        s->has_remoteness ? konane_rule_remoteness(&s->board, (konane_rule)number, s->results, s->n_openings) : -1;
    assert(plies < 0 || plies % 2 == (winner == PM_BLACK)); /* Black begins, and who wins makes the last move */
    *value = (pm_value){winner, plies};
    return PM_OK;
}

static pm_status check_rows(const pm_solution *s, pm_error *err)
{
    return s->s ? PM_OK
                : status_fail(err, PM_NOT_FOUND, 0, "no rows were kept: solve with keep_rows to ask for positions");
}

static verdict judge(const pm_solution *s, pm_position pos);

/* The first of the best moves, and what it is worth to the mover. Returns the number of moves. */
static int best_move(const pm_solution *s, pm_position pos, verdict *best, pm_move *move)
{
    pm_move moves[PM_MAX_MOVES];
    const int n = pm_moves(&s->board, pos, moves);
    *best = (verdict){-1, s->has_remoteness ? 0 : -1};
    for (int i = 0; i < n; i++) {
        const verdict v = verdict_before(judge(s, pm_move_make(&s->board, pos, moves[i])));
        if (i == 0 || verdict_order(v, *best) > 0) {
            *best = v;
            *move = moves[i];
        }
    }
    return n;
}

/* For the mover of `pos`. */
static verdict judge(const pm_solution *s, pm_position pos)
{
    if (pm_position_is_opening(&s->board, pos)) {
        pm_move unused;
        verdict best;
        best_move(s, pos, &best, &unused);
        return best;
    }
    const unsigned value = sweep_table_value(s->table[pos.mover], konane_space_b(s->space, pos.occupied),
                                             konane_space_w(s->space, pos.occupied));
    assert(value <= (s->has_remoteness ? REMOTENESS_MAX : 1));
    return s->has_remoteness ? verdict_of_remoteness((int)value) : (verdict){value ? 1 : -1, -1};
}

static pm_status check_position(const pm_solution *s, pm_position pos, pm_error *err)
{
    return status_check(err, pm_position_is_valid(&s->board, pos), "the position is not one of the board");
}

pm_status pm_solution_value(const pm_solution *s, pm_position pos, pm_value *value, pm_error *err)
{
    if (!s || !value) {
        return status_check(err, false, "the solution or the place for the value is NULL");
    }
    pm_status status = check_rows(s, err);
    status = status == PM_OK ? check_position(s, pos, err) : status;
    if (status == PM_OK) {
        const verdict v = judge(s, pos);
        const pm_color other = pos.mover == PM_BLACK ? PM_WHITE : PM_BLACK;
        *value = (pm_value){v.outcome > 0 ? pos.mover : other, v.plies};
    }
    return status;
}

pm_status pm_solution_row(const pm_solution *s, pm_color mover, uint32_t set, void *row, pm_error *err)
{
    if (!s || !row) {
        return status_check(err, false, "the solution or the place for the row is NULL");
    }
    pm_status status = check_rows(s, err);
    if (status == PM_OK) {
        status =
            status_check(err, (mover == PM_BLACK || mover == PM_WHITE) && (uint64_t)set >> s->space->spec.n_sets == 0,
                         "the mover is not a colour, or the set has more bits than there are black cells");
    }
    if (status != PM_OK) {
        return status;
    }
    if (orbits_symmetry(sweep_orbits(s->s), set) == 0) { /* the row itself */
        memcpy(row, sweep_table_row(s->table[mover], set), s->row_bytes);
        return PM_OK;
    }
    uint8_t *bytes = row;
    memset(bytes, 0, s->row_bytes);
    for (uint32_t w = 0; w < UINT32_C(1) << s->space->spec.n_index; w++) {
        const unsigned value = sweep_table_value(s->table[mover], set, w);
        if (s->has_remoteness) {
            bytes[w] = (uint8_t)value;
        } else {
            assert(value <= 1);
            bytes[w >> 3] |= (uint8_t)(value << (w & 7));
        }
    }
    return PM_OK;
}

pm_status pm_solution_line(const pm_solution *s, pm_position pos, pm_move moves[PM_MAX_CELLS], int *n, pm_error *err)
{
    if (!s || !moves || !n) {
        return status_check(err, false, "the solution or the place for the moves is NULL");
    }
    pm_status status = check_rows(s, err);
    status = status == PM_OK ? check_position(s, pos, err) : status;
    if (status != PM_OK) {
        return status;
    }
    if (!s->has_remoteness) {
        *n = konane_line(s->space, &s->board, s->table[PM_BLACK], pos, moves);
        assert(*n >= 0 && *n <= PM_MAX_CELLS);
        return PM_OK;
    }
    verdict unused;
    pm_move move;
    int length = 0;
    while (best_move(s, pos, &unused, &move) > 0) {
        assert(length < PM_MAX_CELLS);
        moves[length++] = move;
        pos = pm_move_make(&s->board, pos, move);
    }
    *n = length;
    return PM_OK;
}
