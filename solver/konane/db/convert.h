/* A database of Konane written again: see solver/db/convert.h.
 *
 * SPDX-License-Identifier: MIT
 */
#ifndef SOLVER_KONANE_CONVERT_H
#define SOLVER_KONANE_CONVERT_H

#include "solver/db/convert.h"
#include "src/papamu.h"

/* Cells of a board whose values can all be derived in a minute or so, where a file stores half of them. */
enum { CONVERT_DERIVED_CELLS = 30 };

/* Write the content of a database to `path`, as `conversion` says; `fill` is put in here. Errors: those of
 * db_convert. */
pm_status db_konane_convert(pm_db *database, const char *path, const db_conversion *conversion, pm_error *err);

#endif
