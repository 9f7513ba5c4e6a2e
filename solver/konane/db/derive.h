/* Values that follow from others: of a position that a database does not store, from those after its jumps.
 *
 * A database of version 2 stores positions of an even number of stones. A jump that takes an odd number leads from
 * another to one of them; one that takes an even number leads to a position that is not stored either, and follows in
 * the same way, with two stones fewer at least. A position without jumps needs no value at all.
 *
 * How many stored values that takes. The search ends at the first jump that wins, tries those first that leave the
 * opponent few jumps, and needs no value where he has none: of 3 x 10^6 random probes of 5x6 it read 1.8 in the mean,
 * more than 8 in one of 170, and 25 at most, of 5 x 10^5 of 6x6 2.2 and 49; nor more where the bound is large. The
 * bound is all stored positions that can be reached so: DERIVE_MOST of any position of these boards, on 6x6 up to 2949
 * of 10^8 random ones.
 *
 * SPDX-License-Identifier: MIT
 */
#ifndef SOLVER_KONANE_DERIVE_H
#define SOLVER_KONANE_DERIVE_H

#include "solver/konane/db/db.h"

/* Stored values that a value may need. */
enum { DERIVE_MOST_4X5 = 25, DERIVE_MOST_2X10 = 34, DERIVE_MOST_1X20 = 70 };

/* The value of a position of the board of `k`, of any set of stones, stored or not; jumps only. The stored values that
 * were read are added to `*n_read` (may be NULL). Errors: those of db_value. */
pm_status derive_value(db *file, const db_konane *k, pm_position pos, uint8_t *value, uint64_t *n_read, pm_error *err);

/* Whether the mover wins, from the values after his jumps, whether his own is stored or not; for outcomes. */
pm_status derive_outcome(db *file, const db_konane *k, pm_position pos, uint8_t *value, uint64_t *n_read,
                         pm_error *err);

#endif
