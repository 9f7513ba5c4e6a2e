/* Analyses as tables, for every command that shows one, and as words.
 *
 * SPDX-License-Identifier: MIT
 */
#ifndef CLI_ANALYSE_TABLE_H
#define CLI_ANALYSE_TABLE_H

#include "analysis/analyse/analysis.h"
#include "src/cli/frame/cli.h"

/* What an analysis may cost, as the common options say: `seconds` for a position, a search of `depth` plies at most. */
analysis_limits analysis_limits_of(const cli *c, double seconds, int depth);

/* Read --time and --depth into the limits, whose values hold where the options are not given. CLI_DONE, or the exit
 * code after an error. */
int analysis_limits_read(cli *c, analysis_limits *limits);

/* Begin the table of csv and json, in which every row names its position; then put the rows of each analysis. A
 * position without a legal move has one row, without a move. False: the output cannot be written. */
void analysis_begin(cli *c);
bool analysis_put(cli *c, const game *g, const analysis *found);

/* Print the table of one analysis in the text format, the best moves first if `best_first`, and end it. Where it may
 * have `width` columns only, which may be 0 for any number, it leaves cells out from the right. */
void analysis_print(cli *c, const game *g, const analysis *found, bool best_first, int width);

/* "Black wins, 12 plies from now", or what else is known of the position. Returns `text`. */
enum { ANALYSIS_TEXT = 160 };
const char *analysis_sentence(const game *g, const analysis *found, char text[ANALYSIS_TEXT]);

/* Put the cells winner to how of the position after a move, as csv and json have them. `w`: what it is worth. */
void analysis_put_cells(cli *c, const game *g, const analysis *found, const analysis_move *m, const worth *w);

/* The columns of these cells, for tables with others before and after. */
enum { ANALYSIS_N_CELLS = 9 };
#define ANALYSIS_CELLS                                                                                                 \
    {.name = "winner", .kind = CLI_WORD}, {.name = "remoteness", .kind = CLI_INTEGER},                                 \
        {.name = "value", .kind = CLI_WORD}, {.name = "lower", .kind = CLI_INTEGER},                                   \
        {.name = "upper", .kind = CLI_INTEGER}, {.name = "score", .kind = CLI_INTEGER},                                \
        {.name = "depth", .kind = CLI_INTEGER}, {.name = "line", .kind = CLI_LIST},                                    \
    {                                                                                                                  \
        .name = "how", .kind = CLI_WORD                                                                                \
    }

/* Put those of the text format likewise: winner, plies, score, value, how. */
void analysis_put_text_cells(cli *c, const analysis *found, const analysis_move *m, const worth *w);
#define ANALYSIS_TEXT_CELLS                                                                                            \
    {.name = "winner", .kind = CLI_WORD}, {.name = "plies", .kind = CLI_INTEGER},                                      \
        {.name = "score", .kind = CLI_INTEGER}, {.name = "value", .kind = CLI_WORD},                                   \
    {                                                                                                                  \
        .name = "how", .kind = CLI_WORD                                                                                \
    }

/* The moves that a search expects, with spaces between them. Returns `text`. */
enum { ANALYSIS_LINE_TEXT = ANALYSIS_MAX_LINE * GAME_MAX_MOVE_TEXT };
const char *analysis_line_format(const game *g, const analysis *found, const analysis_move *m,
                                 char text[ANALYSIS_LINE_TEXT]);

#endif
