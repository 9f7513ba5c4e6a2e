/* The moves of one record, as they are read: text becomes moves, which are made on the board.
 *
 * A text may have several meanings: draughts players write a capture by its first and last square, which two paths
 * may share. What follows decides, so every meaning is kept as a line of its own until a later text is illegal in
 * it. Where the record itself does not decide, the first line counts, and the reader is told so. Captures may also be
 * written in steps ("11x18 18x25"): a text that is illegal is held until the next one shows whether it goes on there.
 * Beyond REPLAY_MAX_LINES lines the later ones are dropped.
 *
 * SPDX-License-Identifier: MIT
 */
#ifndef GAME_RECORD_REPLAY_H
#define GAME_RECORD_REPLAY_H

#include "src/game/game.h"

enum { REPLAY_MAX_LINES = 16 };

typedef struct replay_line {
    game_state state;
    game_move *moves; /* owned */
    size_t capacity;
} replay_line;

/* Zero before the first use; replay_free gives back what it owns. */
typedef struct record_replay {
    const game *g;
    int n_lines, n_moves;                                        /* every line has as many moves */
    replay_line lines[REPLAY_MAX_LINES], next[REPLAY_MAX_LINES]; /* `next`: where lines branch they are made there */
    int branch_ply;    /* the first ply whose text had several meanings, if they still differ; 0: none */
    int merged_ply;    /* the first whose meanings led to one position, so that nothing can decide; 0: none */
    uint64_t bad_line; /* after an error: the line of the file, and the ply, of the text that is wrong */
    int bad_ply;
    char held[GAME_MAX_MOVE_TEXT]; /* the steps of a capture so far; "" if there are none */
    pm_error held_err;             /* why these alone are wrong */
    uint64_t held_line;
} record_replay;

/* Begin a game at `start`. */
void replay_begin(record_replay *r, const game *g, const game_state *start);

/* Take the next text, from line `line` of the file. PM_BAD_INPUT: it, or what was held, is wrong; r->bad_ply and
 * r->bad_line say where. PM_NO_MEMORY. */
pm_status replay_text(record_replay *r, const char *text, uint64_t line, pm_error *err);

/* The game is over: what is held still is wrong. */
pm_status replay_end(record_replay *r, pm_error *err);

/* The ply that the record leaves open, if there is one, else 0. */
int replay_unclear_ply(const record_replay *r);

void replay_free(record_replay *r);

#endif
