/* Databases of draughts endgames: what they are about, how they are written, and checkpoints of the analysis.
 *
 * A position is stored if its mover has no capture. All others follow from stored ones within the captures that must be
 * made, which lead to fewer pieces; that is a fifth of all positions with four pieces, and the values that are left
 * pack better.
 *
 * SPDX-License-Identifier: MIT
 */
#ifndef SOLVER_DRAUGHTS_DB_H
#define SOLVER_DRAUGHTS_DB_H

#include "solver/db/write.h"
#include "solver/draughts/retro.h"

enum {
    DB_DRAUGHTS_LEVEL = 15,      /* of compression, if none is asked for */
    DB_DRAUGHTS_MAX_PLIES = 254, /* of a database with remoteness */
};

/* What a stored outcome or remoteness is as a code of retro.h; outcomes are wins in one ply and losses in none. */
retro_code db_draughts_code(db_kind kind, uint8_t value);

/* Called now and then with the positions that are done; true stops. */
typedef bool db_draughts_progress(void *ctx, uint64_t done, uint64_t total);

/* Begin to write the database `path`, before the work of solving. options->checkpoint must be NULL. Errors: those of
 * db_writer_new. */
pm_status db_draughts_new(const char *path, const draughts_board *board, int max_pieces, const db_options *options,
                          db_writer **writer, pm_error *err);

/* Write all that is solved, of the same board and number of pieces, and give the file its name. Errors: those of
 * write.h; PM_BAD_INPUT if a win takes more than DB_DRAUGHTS_MAX_PLIES and the distances are wanted; PM_INTERRUPTED.
 */
pm_status db_draughts_write(db_writer *writer, const retro_draughts *solved, int threads,
                            db_draughts_progress *progress, void *progress_ctx, uint8_t digest[DB_DIGEST_BYTES],
                            pm_error *err);

/* ---- checkpoints ---- */

/* The slices solved so far, all their codes as they are, in an unfinished database in a directory of its own. */
typedef struct draughts_checkpoint draughts_checkpoint;

/* Begin a checkpoint in `directory`, or resume the one that is there. `store`, which lives as long, is for
 * retro_options. Errors: PM_IO, PM_NO_MEMORY; PM_BAD_INPUT if it is of another game, board, number of pieces or
 * version; PM_DAMAGED. */
pm_status draughts_checkpoint_open(const char *directory, const draughts_board *board, int max_pieces,
                                   draughts_checkpoint **checkpoint, const retro_store **store, pm_error *err);

/* Close it; with `is_done` remove it too. NULL is accepted. */
void draughts_checkpoint_close(draughts_checkpoint *checkpoint, bool is_done);

#endif
