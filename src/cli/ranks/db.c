/* Databases of papamu-mpi: see db.h.
 *
 * SPDX-License-Identifier: MIT
 */
#include "src/cli/ranks/db.h"

#include "src/base/status.h"
#include "src/cli/input/database.h"
#include "src/cli/ranks/job.h"
#include "src/cli/solve/db.h"
#include "src/konane/board.h"

static pm_status begin(void *ctx, int size, pm_error *err)
{
    const ranks_db *d = ctx;
    return mpi_db_begin(d->db, size, err);
}

static pm_status visit(void *ctx, par_team *team, int n, const sweep_layer white[], const sweep_layer black[],
                       pm_error *err)
{
    const ranks_db *d = ctx;
    return mpi_db_add(d->db, team, n, white, black, err);
}

static pm_status describe(const pm_board *board, ranks_db *d, pm_error *err)
{
    pm_status status = konane_board_new(board->rows, board->cols, PM_BLACK, "any", board->variant, &d->board, err);
    if (status == PM_OK) {
        status = konane_space_new(d->board, &d->space, err);
    }
    if (status != PM_OK) {
        return status;
    }
    const sweep_spec *spec = &d->space->spec;
    return orbits_make(spec->n_sets, spec->n_symmetries, spec->set_permutation, &d->orbits)
               ? PM_OK
               : status_no_memory(err, "the orbits of sets", 0);
}

pm_status ranks_db_open(cli *c, const pm_board *board, ranks_db *d, pm_error *err)
{
    const solve_db_options asked = solve_db_read(c);
    const pm_status status = mpi_job_agree(ranks_job(), describe(board, d, err), err);
    if (status != PM_OK) {
        return status;
    }
    const db_subject subject = db_konane_subject(d->space, &d->orbits, DB_OUTCOME);
    const db_options options = {.level = asked.level,
                                .command = c->command_line,
                                .date = database_date(),
                                .checkpoint = asked.checkpoint,
                                .kind = DB_OUTCOME,
                                .orbits = &d->orbits};
    d->layers = (mpi_layers){db_konane_keep(d->board), d, begin, visit};
    return mpi_db_new(ranks_job(), asked.path, &subject, &options, db_konane_read_row, &d->db, err);
}

void ranks_db_close(ranks_db *d)
{
    mpi_db_free(d->db);
    orbits_clear(&d->orbits);
    konane_space_free(d->space);
    pm_board_free(d->board);
}
