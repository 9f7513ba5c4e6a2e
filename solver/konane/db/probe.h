/* The inside of a pm_db, for what goes beyond the public interface: verification, statistics, the command line.
 *
 * SPDX-License-Identifier: MIT
 */
#ifndef SOLVER_KONANE_PROBE_H
#define SOLVER_KONANE_PROBE_H

#include "solver/konane/db/db.h"

db *pm_db_inside(pm_db *database);
const db_konane *pm_db_konane(const pm_db *database);

/* The stored value of a position of any set of stones, of the board with a black corner: jumps only, as tables are. */
pm_status probe_stored(pm_db *database, pm_position pos, uint8_t *value, pm_error *err);

/* What a stored value says of a position with `mover` to move. */
pm_value probe_value(const pm_db *database, pm_color mover, uint8_t stored);

#endif
