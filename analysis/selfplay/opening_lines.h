/* All the ways in which the opening phase of a game can go.
 *
 * In Konane the pairs of removals that the opening rule admits, a dozen or a few hundred; a game without an opening
 * phase has one line without moves. Or else given positions, each of which is a line without moves.
 *
 * SPDX-License-Identifier: MIT
 */
#ifndef ANALYSIS_SELFPLAY_OPENING_LINES_H
#define ANALYSIS_SELFPLAY_OPENING_LINES_H

#include "src/game/game.h"

enum { OPENING_MAX_PLIES = 4 };

typedef struct opening_line {
    int n_moves;
    game_move moves[OPENING_MAX_PLIES];
    game_state after;
    unsigned stones; /* on the board then */
    uint64_t digest; /* of these moves, or of the given position: src/game/digest.h */
    char *text;      /* the moves in notation, separated by spaces, or the position */
} opening_line;

/* In the order of the moves. */
typedef struct opening_lines {
    opening_line *lines;
    size_t n, room;
} opening_lines;

/* Find all lines of `g`. Errors: what g's start says; PM_NO_MEMORY. */
pm_status opening_lines_make(const game *g, opening_lines *lines, pm_error *err);

/* The lines that begin at `n` positions, of which none is in the opening phase or over. Errors: PM_NO_MEMORY. */
pm_status opening_lines_at(const game *g, const game_state positions[], size_t n, opening_lines *lines, pm_error *err);
void opening_lines_free(opening_lines *lines);

/* The index of the line with these moves, which there must be. */
size_t opening_lines_find(const opening_lines *lines, const game_move *moves, int n_moves);

#endif
