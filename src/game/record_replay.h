/* The moves of one record, as they are read: text becomes moves, which are made on the board.
 *
 * A text may have several meanings: draughts players write a capture by its first and last square, which two paths
 * may share. What follows decides, so every meaning is kept as a line of its own until a later text is illegal in
 * it. Where the record itself does not decide, the first line counts, and the reader gets a note. Captures may also be
 * written in steps ("11x18 18x25"): a text that is illegal is held until the next one shows whether it continues.
 * Beyond REPLAY_MAX_LINES lines the later ones are dropped.
 *
 * SPDX-License-Identifier: MIT
 */
#ifndef GAME_RECORD_REPLAY_H
#define GAME_RECORD_REPLAY_H

#include "src/game/game.h"

enum { REPLAY_MAX_LINES = 16 };

/* A ply, from 1, and the line of the file where its text is; zero: none. */
typedef struct replay_place {
    int ply;
    uint64_t line;
} replay_place;

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
    replay_place last;                                           /* the last ply */
    replay_place branch;           /* the first whose text had several meanings, if they still differ */
    replay_place merged;           /* the first whose meanings led to one position, so that nothing can decide */
    replay_place bad;              /* after an error: the text that is wrong */
    char held[GAME_MAX_MOVE_TEXT]; /* the steps of a capture so far; "" if there are none */
    pm_error held_err;             /* why these alone are wrong */
    uint64_t held_line;
} record_replay;

/* Begin a game at `start`. */
void replay_begin(record_replay *r, const game *g, const game_state *start);

/* Take the next text, from line `line` of the file. PM_BAD_INPUT: it, or what was held, is wrong; r->bad says
 * where. PM_NO_MEMORY. */
pm_status replay_text(record_replay *r, const char *text, uint64_t line, pm_error *err);

/* The game is over: what is held still is wrong. */
pm_status replay_end(record_replay *r, pm_error *err);

/* The ply that the record leaves open, if there is one. */
replay_place replay_unclear(const record_replay *r);

void replay_free(record_replay *r);

#endif
