/* Turning what a search knows into a proof: the positions that the loser can reach against chosen replies.
 *
 * SPDX-License-Identifier: MIT
 */
#ifndef SOLVER_KONANE_SEARCH_SEARCH_PROOF_H
#define SOLVER_KONANE_SEARCH_SEARCH_PROOF_H

#include "solver/konane/search/search_engine.h"
#include "solver/search/proof_file.h"

enum { PROOF_SMALL = 12 }; /* positions of at most so many stones are usually left out */

/* Collect the positions that prove `claims`, all of them true, into proof->words, in ascending order; the other fields
 * of the proof are set by the caller. What the table has lost is searched again. Stops when shared->tick of the engine
 * says so. Errors: PM_NO_MEMORY, PM_INTERRUPTED. */
pm_status search_proof_collect(search_engine *engine, proof_file *proof, pm_error *err);

#endif
