/* Positions from standard input, one a line, for commands that answer one after the other.
 *
 * SPDX-License-Identifier: MIT
 */
#ifndef CLI_INPUT_POSITIONS_H
#define CLI_INPUT_POSITIONS_H

#include "src/cli/frame/cli.h"

/* Say that a position is left out; `number` is that of its line, 0 for an operand. Returns the exit code for it. */
int positions_refuse(const cli *c, const char *text, size_t number, const char *message, size_t offset);

/* Read a position of one of two games that differ in the colour of the corner alone, which Konane's texts give:
 * `*corner` says of which. The text may be "start". Errors: PM_BAD_INPUT with the offset of the bad character. */
pm_status positions_parse(const cli *c, game *const games[2], const char *text, pm_color *corner, game_state *s,
                          pm_error *err);

/* Call `answer` with each operand from number `first` on, and 0; if there are none, with each line of standard input
 * that is neither empty nor a comment (#), and its number from 1 on; until it returns false. Returns CLI_DONE,
 * CLI_BAD_INPUT if a line was left out because it is not text, or the exit code after an error or an interruption. */
int positions_each(cli *c, int first, bool (*answer)(void *ctx, const char *text, size_t number), void *ctx);

#endif
