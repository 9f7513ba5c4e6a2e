/* What the files of `papamu play` share: a game in progress between two players.
 *
 * play.c sets the table and lets the players take turns; begin.c makes the game, ask.c talks with a
 * person whose turn it is, think.c lets an agent choose or analyses, and show.c draws.
 *
 * SPDX-License-Identifier: MIT
 */
#ifndef CLI_PLAY_PLAY_H
#define CLI_PLAY_PLAY_H

#include "analysis/analyse/analysis.h"
#include "analysis/selfplay/session.h"
#include "src/cli/commands/drawing.h"
#include "src/cli/frame/terminal.h"
#include "src/cli/input/answers.h"
#include "src/cli/input/editor.h"
#include "src/game/record.h"

typedef struct play {
    cli *c;
    game *g;
    session session;
    char start[GAME_MAX_TEXT]; /* the first position, if it is another than usual, else empty */
    record_reader *reader;     /* of a saved game, which the options of `c` may point into; or NULL */
    const char *names[2];      /* as given: an agent, or "human" */
    agent *players[2];         /* NULL: a person */
    cli_answers answers;
    analyst *analyst; /* for `moves` and `hint`; NULL before the first of them */
    rng random;
    terminal terminal;
    cli_look look;
    editor *editor; /* on a terminal; NULL: lines come from `input` */
    lines input;
    bool has_bad_lines; /* some line was neither a move nor a command */
} play;

typedef enum play_answer {
    PLAY_ON,   /* the game has changed */
    PLAY_LEFT, /* the player has left, or the input has ended */
    PLAY_INTERRUPTED,
    PLAY_FAILED, /* and an error was printed */
} play_answer;

/* Make the game and open the session, as --position and --load say. Returns an exit code, having said what is wrong. */
int play_begin(play *p);

/* Let the person to move say what to do, until there is a move, or another end of the turn. Also asked of people once
 * the game is over, when it may be saved or taken back. */
play_answer play_ask(play *p);

/* The commands and legal moves that may stand where a person pressed Tab; `p` is a play. */
editor_offers play_offer;

/* Analyse the present position for `moves` and `hint`; the caller frees *found. False, having said why, if that failed
 * or was interrupted. */
bool play_analyse(play *p, analysis *found);

/* Let an agent choose a move; false if it was interrupted. */
bool play_think(play *p, agent *a, game_move *move);

/* Print the board with the last move marked, all that a person needs to move, how the game ended. */
void play_show_board(play *p);
void play_show_turn(play *p);
void play_show_result(play *p);

/* "Black" or "White". */
const char *play_color(uint32_t color);

/* "ply" or "plies", after the number `n`. */
static inline const char *play_plies(int n)
{
    return n == 1 ? "ply" : "plies";
}

#endif
