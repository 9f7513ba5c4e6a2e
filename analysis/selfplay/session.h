/* A game that people or programs play, move by move, and can take back.
 *
 * A session holds the states from the first to the present one. It knows when the game is over, what an agent has to be
 * shown, and which legal move is nearest to a text that is none. It does no input or output: `papamu play` and `papamu
 * engine` are made around it.
 *
 * SPDX-License-Identifier: MIT
 */
#ifndef ANALYSIS_SELFPLAY_SESSION_H
#define ANALYSIS_SELFPLAY_SESSION_H

#include "analysis/agents/agents.h"

typedef enum session_result { SESSION_OPEN, SESSION_BLACK_WON, SESSION_WHITE_WON, SESSION_DRAWN } session_result;

typedef struct session {
    const game *g;
    int n_plies;
    int capacity;
    game_move *moves;   /* [n_plies] */
    game_state *states; /* [n_plies + 1], the first one before any move */
    uint64_t *hashes;   /* of the states */
    bool has_resigned;  /* the player to move */
} session;

/* Begin at `start`, or begin again. `s` is zeroed or open; on failure it is as before. Errors: PM_NO_MEMORY. */
pm_status session_open(session *s, const game *g, const game_state *start);
void session_close(session *s);

/* The present state. */
static inline const game_state *session_state(const session *s)
{
    return &s->states[s->n_plies];
}

/* The state of the game: over if a player resigned, if the player to move has no move, or at a draw. */
session_result session_get_result(const session *s);

/* Make a move that is legal now, in a game that is not over. Errors: PM_NO_MEMORY. */
pm_status session_move(session *s, const game_move *move);

/* Read a move and check that it is legal. PM_BAD_INPUT with the reason; then `nearest` has the legal move whose text
 * has the least edit distance to `text`, and is empty if there is no legal move at all. */
pm_status session_move_parse(const session *s, const char *text, game_move *move, char nearest[GAME_MAX_MOVE_TEXT],
                             pm_error *err);

/* The player to move gives up. */
void session_resign(session *s);

/* Take back the last `n` plies, 0..n_plies; a resignation is taken back in any case. */
void session_undo(session *s, int n);

/* How many plies must be taken back, at least one, so that a player with is_human is to move; a resignation alone
 * counts as none. -1 if that is not possible. */
int session_plies_back(const session *s, const bool is_human[2]);

/* What an agent is shown; points into `s`, which must not change meanwhile. */
agent_turn session_turn(const session *s);

/* The same after `ply` plies of a game of `g` whose first states, and their hashes, these are. */
agent_turn session_turn_after(const game *g, const game_state *states, const uint64_t *hashes, int ply);

#endif
