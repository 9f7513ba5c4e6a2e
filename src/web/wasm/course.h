/* A game from its start to where the page is.
 *
 * SPDX-License-Identifier: MIT
 */
#ifndef WEB_COURSE_H
#define WEB_COURSE_H

#include "analysis/selfplay/session.h"

/* States 0..n_moves, and the moves between them. */
typedef struct course {
    const game *g;
    int n_moves;
    game_state *states;
    game_move *moves;
    uint64_t *hashes; /* of the states */
} course;

/* Replay `moves`, separated by spaces or commas, from `start`, a position, or the usual start if it is empty. Errors:
 * PM_BAD_INPUT, which names the ply of a move that is not legal; PM_NO_MEMORY. */
pm_status course_open(const game *g, const char *start, const char *moves, course *c, pm_error *err);
void course_close(course *c);

static inline const game_state *course_end(const course *c)
{
    return &c->states[c->n_moves];
}

/* What an agent or analyst is shown after `ply` moves. */
agent_turn course_turn(const course *c, int ply);

/* How the game has ended after the last move, if it has. */
session_result course_result(const course *c);

#endif
