/* Are the values of a database of draughts endgames right?
 *
 * Each position that is looked at must have the value that follows from the positions after its moves. If that holds
 * for all positions of a database with remoteness, all are right: by induction on the distance, no win or loss can be
 * called a draw, or have another distance. Of outcomes alone it is necessary only: positions that go round in a circle
 * could vouch for each other.
 *
 * SPDX-License-Identifier: MIT
 */
#ifndef SOLVER_DRAUGHTS_VERIFY_H
#define SOLVER_DRAUGHTS_VERIFY_H

#include "solver/db/verify.h"
#include "solver/draughts/probe.h"

/* As verify_run; samples are spread evenly over the slices. */
pm_status draughts_db_verify(draughts_db *d, const verify_options *options, verify_result *result, pm_error *err);

#endif
