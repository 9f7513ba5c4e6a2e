/* papamu-mpi solve --db: the rows of a sweep among ranks go into a database.
 *
 * SPDX-License-Identifier: MIT
 */
#ifndef CLI_RANKS_DB_H
#define CLI_RANKS_DB_H

#include "solver/konane/db/db.h"
#include "solver/mpi/db.h"
#include "solver/mpi/sweep.h"
#include "src/cli/frame/cli.h"

typedef struct ranks_db {
    pm_board *board; /* with a black corner */
    konane_space *space;
    orbits orbits;
    mpi_db *db;
    mpi_layers layers; /* for the sweep */
} ranks_db;

/* Begin to write the database that --db, --level and --checkpoint ask for; `db` is zeroed. By all ranks, and returns
 * the same in all; ranks_db_close in any case. */
pm_status ranks_db_open(cli *c, const pm_board *board, ranks_db *db, pm_error *err);
void ranks_db_close(ranks_db *db);

#endif
