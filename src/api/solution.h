/* What a pm_solution holds.
 *
 * SPDX-License-Identifier: MIT
 */
#ifndef API_SOLUTION_H
#define API_SOLUTION_H

#include "solver/konane/query.h"
#include "solver/sweep/remoteness.h"
#include "solver/sweep/table.h"
#include "src/konane/board.h"
#include "src/papamu/solve.h"

struct pm_solution {
    struct pm_board board; /* a copy: the caller's may go */
    konane_space *space;
    sweep *s;              /* the tables need its orbits; NULL where no rows were kept */
    sweep_table *table[2]; /* the rows of each mover, likewise */
    bool has_remoteness;
    size_t row_bytes;
    int n_openings;
    pm_opening openings[KONANE_MAX_OPENINGS];
    konane_opening_result results[KONANE_MAX_OPENINGS]; /* the same as the solver has them */
    uint64_t pairs, wins[2];
    pm_census_table census; /* of outcomes */
    uint64_t plies[2][REMOTENESS_MAX + 1];
    pm_position longest_position;
    int longest;
    bool has_digest;
    uint8_t digest[16];
};

/* Options that can be accepted together, and for the board. */
pm_status solve_check_options(const pm_board *board, const pm_solve_options *o, pm_error *err);

#endif
