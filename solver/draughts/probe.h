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

typedef struct draughts_db draughts_db;

typedef struct draughts_db_info {
    const char *game; /* as in --game */
    int size, pieces; /* of the board, and the most pieces of a position */
    bool has_remoteness;
    uint64_t positions, stored; /* that are answered, with the player at the bottom to move; of which are stored */
} draughts_db_info;

/* The value for the mover: 1 he wins, 0 a draw, -1 he loses, and the plies to the end; -1 for a draw and where the
 * database holds outcomes alone. */
typedef struct draughts_value {
    int outcome, plies;
} draughts_value;

/* Whether the file is a database of draughts: false for one of Konane, and for what is none. */
bool draughts_db_is(const char *path);

/* Open a database with a cache of about `cache_bytes` (0 means 256 MiB). Errors: those of db_open; PM_BAD_INPUT for one
 * of Konane. */
pm_status draughts_db_open(const char *path, size_t cache_bytes, draughts_db **out, pm_error *err);
void draughts_db_close(draughts_db *d);
draughts_db_info draughts_db_get_info(const draughts_db *d);

/* The value of a position. Errors: PM_NOT_FOUND (more pieces than it covers), PM_DAMAGED, PM_IO, PM_NO_MEMORY. */
pm_status draughts_db_value(draughts_db *d, const uint64_t pieces[2], uint64_t kings, pm_color mover,
                            draughts_value *value, pm_error *err);

/* The file inside. */
db *draughts_db_inside(draughts_db *d);

#endif
