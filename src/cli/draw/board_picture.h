/* Pictures of a position in files, as the options of `papamu show` ask for them.
 *
 * SPDX-License-Identifier: MIT
 */
#ifndef CLI_DRAW_BOARD_PICTURE_H
#define CLI_DRAW_BOARD_PICTURE_H

#include "analysis/analyse/analysis.h"
#include "src/cli/frame/cli.h"

/* The options, for the table of the command. */
#define BOARD_PICTURE_OPTIONS                                                                                          \
    {"svg", "FILE", "draw the position to FILE as SVG"}, {"png", "FILE", "as PNG, by gnuplot"},                        \
        {"tikz", "FILE", "as TikZ, to be read by \\input in LaTeX"},                                                   \
        {"arrows", "MOVES", "show these legal moves in the picture, such as \"c4-a4 a2-a4\""},                         \
        {"values", NULL, "show every move in the picture: its colour says who wins, its label when"},                  \
        {"label", "WHAT", "of moves: {plies value}, to the end or else the score; or the exact value"},                \
        {"no-coordinates", NULL, "leave the names of columns and ranks, or the numbers, out of the picture"},          \
        {"db", "FILE", "for --values: a database of the board, or of endgames, or a proof"},                           \
        {"time", "SECONDS", "for --values, beside a database or sweep; default 5"},                                    \
    {                                                                                                                  \
        "depth", "N", "for --values: the search looks N plies ahead at most, 2..100"                                   \
    }

/* The numbers among them, what they exclude, and what they need. */
#define BOARD_PICTURE_RANGES                                                                                           \
    {                                                                                                                  \
        "depth", 2, ANALYSIS_MAX_DEPTH                                                                                 \
    }
#define BOARD_PICTURE_RULES                                                                                            \
    {"values", "arrows", "--values shows all moves: it excludes --arrows"},                                            \
        {"label", "!values", "--label needs --values"}, {"db", "!values", "--db needs --values"},                      \
        {"time", "!values", "--time needs --values"},                                                                  \
    {                                                                                                                  \
        "depth", "!values", "--depth needs --values"                                                                   \
    }

/* Check the options before anything is printed. CLI_DONE, or the exit code after an error. */
int board_picture_check(cli *c);

/* Draw what was asked for; `last` is the move that led to the position, or NULL. CLI_DONE, or the exit code after an
 * error. */
int board_picture_draw(cli *c, game *g, const game_state *s, const game_move *last);

#endif
