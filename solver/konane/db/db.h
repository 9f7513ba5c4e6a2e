/* Databases of Konane: what they are about, how a sweep fills them, and where a position is in them.
 *
 * A database is always that of the board with a black top-left cell; a position on the other board is the same with the
 * colours exchanged. On boards with a symmetry that exchanges the colours (an even side) it holds Black's rows alone.
 *
 * SPDX-License-Identifier: MIT
 */
#ifndef SOLVER_KONANE_DB_H
#define SOLVER_KONANE_DB_H

#include "solver/db/db.h"
#include "solver/db/write.h"
#include "solver/konane/sweep.h"

/* The subject of a database of `kind` filled by sweeps of `space`, whose board must have a black corner. */
db_subject db_konane_subject(const konane_space *space, const orbits *o, db_kind kind);

/* Read row `i` as a database stores it, in db_konane_row_bytes; `row` has room for a row of the sweep. */
void db_konane_read_row(const sweep_layer *layer, size_t i, void *row);
size_t db_konane_row_bytes(const sweep *s);

/* Add the rows of a finished layer: the body of a visitor of whole layers; White's may be NULL if Black's are stored
 * alone. */
pm_status db_konane_add(db_writer *writer, par_team *team, const sweep_layer *white, const sweep_layer *black,
                        pm_error *err);

/* What a sweep must keep for its rows to be stored. */
sublayers_keep db_konane_keep(const pm_board *board);

/* Put back what a sweep needs of the layers that `writer` resumed with; sweep_run then does the others. */
pm_status db_konane_restore(db_writer *writer, sweep *s, int n_layers, pm_error *err);

/* Sweep a board and write its outcomes to `path`, resuming from options->checkpoint if there is one. `also`, which may
 * be NULL, is called for all rows that are computed, a sublayer at a time; `*n_resumed` (may be NULL) layers were not,
 * which an earlier run had written.
 * The board may have either corner. Errors: those of the parts. */
pm_status db_konane_solve(const char *path, const pm_board *board, const db_options *options,
                          const sweep_options *sweeping, sweep_visitor *also, void *also_ctx, int *n_resumed,
                          uint8_t digest[DB_DIGEST_BYTES], pm_error *err);

/* ---- positions ---- */

/* The board of a database, its orbits and the tables that take a position to its place; unchanging, shared by threads.
 */
typedef struct db_konane db_konane;

pm_status db_konane_new(const db *d, db_konane **out, pm_error *err);
void db_konane_free(db_konane *k);

/* The board, with a black corner. */
const pm_board *db_konane_board(const db_konane *k);
const orbits *db_konane_orbits(const db_konane *k);

/* The place of a position of that board. */
db_place db_konane_locate(const db_konane *k, const db *d, pm_position pos);

/* The position of row `rank` of a layer and mover at index w. */
pm_position db_konane_position(const db_konane *k, int layer, pm_color mover, uint32_t rank, uint32_t w);

#endif
