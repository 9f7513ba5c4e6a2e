/* Games of every kind: Konane to 20x20 cells, and draughts. A section of papamu.h.
 *
 * What pm_board, pm_position and pm_move are to Konane on 64 cells, pm_game, pm_state and pm_ply are to any game. A
 * pm_game is never changed once made, so any number of threads may use one; states and plies are values. A state that
 * cannot be one of the game, of another game or board, is PM_BAD_INPUT. Given such a state, a NULL, a cell off the
 * board, or a symmetry or depth out of range, functions without a pm_status return 0, false or an empty text, and
 * change nothing. That a ply is legal in its state is up to the caller: only debug builds notice if not.
 *
 * SPDX-License-Identifier: MIT
 */
#include "../papamu.h" /* first: it brings the sections in their order */

#ifndef PAPAMU_GAME_H
#define PAPAMU_GAME_H

#ifdef __cplusplus
extern "C" {
#endif

enum {
    PM_GAME_MAX_CELLS = 400,     /* 20x20 */
    PM_GAME_MAX_PLIES = 800,     /* legal moves of one state */
    PM_GAME_MAX_TEXT = 640,      /* longest text of a state, terminating zero included */
    PM_GAME_MAX_PLY_TEXT = 128,  /* longest text of a ply, terminating zero included */
    PM_GAME_MAX_SYMMETRIES = 16, /* of a board that keep its rules */
};

typedef struct pm_game pm_game;

/* A position of any game. The words belong to the game; equal states have equal bytes. */
typedef struct pm_state {
    uint64_t bits[7];
    uint32_t mover; /* a pm_color */
    uint32_t clock; /* plies since the last irreversible one, where the rules count them, else 0 */
} pm_state;

/* A move of any game; from == to is a removal of Konane's opening. */
typedef struct pm_ply {
    uint16_t from, to;   /* as the notation numbers cells or squares, from 0 */
    uint16_t n_taken;    /* stones that it captures */
    uint16_t is_crowned; /* 1: a man becomes a king on the way */
    uint64_t taken;      /* tells captures between the same squares apart */
} pm_ply;

/* What a game is made from; zero means the default of the game. */
typedef struct pm_game_options {
    int rows, cols;
    pm_color corner;       /* Konane: colour of the top-left cell */
    const char *opening;   /* Konane: opening rule */
    const char *draw_rule; /* draughts: "fid" or "site" */
} pm_game_options;

typedef struct pm_game_info {
    const char *name; /* as pm_game_new takes it; lives as long as the game */
    int rows, cols;
    int n_cells; /* that stones can stand on */
    int n_symmetries;
    bool has_draws;
    pm_color corner;     /* Konane: colour of the top-left cell */
    const char *opening; /* Konane: the opening rule; lives as long as the game. Else "" */
} pm_game_info;

/* The names of all games, ended by NULL: "konane", "italian", ... */
const char *const *pm_game_names(void);

/* Make a game; `options` may be NULL. Variants of Konane have names beside those of pm_game_names: "konane-misere"
 * (whoever cannot move wins), "konane-single" (a jump takes one stone), "konane-longest" (all that it can),
 * "konane-misere-single", "konane-misere-longest"; exact values are of the standard rules alone. Errors:
 * PM_BAD_INPUT (unknown name, impossible board or rule), PM_NO_MEMORY. */
pm_status pm_game_new(const char *name, const pm_game_options *options, pm_game **game, pm_error *err);
void pm_game_free(pm_game *game);

/* Of NULL: all zero, with the name and the opening rule "". */
pm_game_info pm_game_get_info(const pm_game *game);

/* Make the board of a game of Konane of at most 64 cells, with its opening rule, which pm_solve, pm_reach and
 * pm_plan_make know under its variant too, as databases do; everything else that takes a board refuses one of a
 * variant. Errors: PM_BAD_INPUT (another game, a larger board), PM_NO_MEMORY. */
pm_status pm_game_board(const pm_game *game, pm_board **board, pm_error *err);

/* The state before the first move. PM_BAD_INPUT if the opening rule allows none on this board. */
pm_status pm_game_start(const pm_game *game, pm_state *state, pm_error *err);

/* Write all legal moves in the order of the notation; returns their number. None: the mover has lost, or won in
 * misere play. */
int pm_game_plies(const pm_game *game, const pm_state *state, pm_ply plies[PM_GAME_MAX_PLIES]);

/* Make a move that is legal in `state`. */
void pm_game_make(const pm_game *game, pm_state *state, const pm_ply *ply);

/* Number of sequences of exactly `depth` >= 0 moves, exact below 2^64. */
uint64_t pm_game_perft(const pm_game *game, const pm_state *state, int depth);

/* Whether the state belongs to Konane's opening, where moves are removals. */
bool pm_game_is_opening(const pm_game *game, const pm_state *state);

/* The image of a state under symmetry `symmetry` of n_symmetries, of which number 0 changes nothing. */
void pm_game_image(const pm_game *game, int symmetry, const pm_state *state, pm_state *image);

/* Write one character a cell, row by row from the top left: x and X for Black's stones and kings, o and O for White's,
 * '.' for nothing; cells no stone can stand on are ' '. Returns rows * cols; no terminating zero. */
int pm_game_draw(const pm_game *game, const pm_state *state, char cells[PM_GAME_MAX_CELLS]);

/* Read a state ("2bw/wbwb/bwbw/wbwb b", or the FEN of draughts). Errors: PM_BAD_INPUT with the offset of the bad
 * character. */
pm_status pm_game_parse(const pm_game *game, const char *text, pm_state *state, pm_error *err);

/* Write a state as pm_game_parse reads it. Returns the length. */
int pm_game_format(const pm_game *game, const pm_state *state, char text[PM_GAME_MAX_TEXT]);

/* Read a move and check that it is legal in `state`. Errors: PM_BAD_INPUT. */
pm_status pm_game_ply_parse(const pm_game *game, const pm_state *state, const char *text, pm_ply *ply, pm_error *err);

/* Write a move that is legal in `state`. Returns the length. */
int pm_game_ply_format(const pm_game *game, const pm_state *state, const pm_ply *ply, char text[PM_GAME_MAX_PLY_TEXT]);

#ifdef __cplusplus
}
#endif

#endif
