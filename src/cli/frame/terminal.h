/* What the terminal, or whatever is in its place, can show, and text that fits into its width.
 *
 * SPDX-License-Identifier: MIT
 */
#ifndef CLI_FRAME_TERMINAL_H
#define CLI_FRAME_TERMINAL_H

#include "src/cli/frame/cli.h"

typedef struct terminal {
    int width;        /* columns; COLUMNS, or what the terminal says, else 80 */
    bool is_dialogue; /* input and output are a terminal: there are prompts */
    bool has_cursor;  /* the output is a terminal other than "dumb": lines can be edited there */
    bool has_color;   /* that, and NO_COLOR is not set (no-color.org) */
    bool has_unicode; /* the locale has UTF-8 */
} terminal;

terminal terminal_look(const cli *c);

/* Print words with line breaks between them so that they stay within the width, and an end of line. */
void terminal_say(cli *c, const terminal *t, const char *format, ...) __attribute__((format(printf, 3, 4)));

#endif
