/* Probing a database of draughts endgames.
 *
 * Positions are given by sets of bits as in a game_state: those of the player at the top, of the player at the bottom,
 * and the kings, as src/draughts/board.h numbers squares. The mover is that of the game's own notation, as in a
 * game_state too. Any number of threads may use one handle.
 *
 * SPDX-License-Identifier: MIT
 */
#ifndef SOLVER_DRAUGHTS_PROBE_H
#define SOLVER_DRAUGHTS_PROBE_H

#include "solver/db/db.h"
#include "solver/draughts/retro.h"

typedef struct draughts_db draughts_db;

typedef struct draughts_db_info {
    const char *game; /* as in --game */
    int size, pieces; /* of the board, and the most pieces of a position */
    bool has_remoteness;
    uint64_t positions, stored; /* that are answered, with the player at the bottom to move; of which are stored */
} draughts_db_info;

/* Open a database with a cache of about `cache_bytes` (0 means 256 MiB). Errors: those of db_open; PM_BAD_INPUT for one
 * of Konane. */
pm_status draughts_db_open(const char *path, size_t cache_bytes, draughts_db **out, pm_error *err);
void draughts_db_close(draughts_db *d);
draughts_db_info draughts_db_get_info(const draughts_db *d);

/* The verdict on a position; without plies in a draw, and where the database holds outcomes alone. Errors: PM_NOT_FOUND
 * (more pieces than it covers), PM_DAMAGED, PM_IO, PM_NO_MEMORY. */
pm_status draughts_db_verdict(draughts_db *d, const uint64_t pieces[2], uint64_t kings, pm_color mover, verdict *v,
                              pm_error *err);

/* The file inside. */
db *draughts_db_inside(draughts_db *d);

/* ---- for what knows the rules ---- */

/* How the positions are numbered, and, in it, the board. */
const draughts_index *draughts_db_index(const draughts_db *d);

/* The code of a position for its mover; of outcomes, a win is one in one ply, a loss one in none. Errors: those of
 * draughts_db_value. */
pm_status draughts_db_code(draughts_db *d, const draughts_position *pos, retro_code *code, pm_error *err);

/* The code at a place of the file; void if the position there is one whose mover must capture. */
pm_status draughts_db_stored(draughts_db *d, int slice, uint64_t number, retro_code *code, pm_error *err);

/* The code of a position with White to move, from the positions after its moves alone. */
pm_status draughts_db_derive(draughts_db *d, const draughts_position *pos, retro_code *code, pm_error *err);

#endif
