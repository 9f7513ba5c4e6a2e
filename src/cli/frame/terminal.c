/* The terminal: see terminal.h.
 *
 * SPDX-License-Identifier: MIT
 */
#include "src/cli/frame/terminal.h"

#include "src/base/status.h"
#include "src/cli/commands/drawing.h"

#include <assert.h>
#include <stdarg.h>
#include <stdlib.h>
#include <string.h>
#include <sys/ioctl.h>
#include <unistd.h>

enum { DEFAULT_WIDTH = 80, MAX_TEXT = 8192 };

static int find_width(bool is_terminal)
{
    const char *columns = getenv("COLUMNS");
    const long n = columns ? strtol(columns, NULL, 10) : 0;
    if (n >= 1 && n <= MAX_TEXT) {
        return (int)n;
    }
    struct winsize size;
    if (is_terminal && ioctl(STDOUT_FILENO, TIOCGWINSZ, &size) == 0 && size.ws_col > 0) {
        return size.ws_col;
    }
    return DEFAULT_WIDTH;
}

terminal terminal_look(const cli *c)
{
    const bool is_terminal = !c->path && isatty(STDOUT_FILENO);
    const char *no_color = getenv("NO_COLOR"), *kind = getenv("TERM");
    const bool has_cursor = is_terminal && kind && kind[0] && strcmp(kind, "dumb") != 0;
    return (terminal){
        .width = find_width(is_terminal),
        .is_dialogue = is_terminal && isatty(STDIN_FILENO),
        .has_cursor = has_cursor,
        .has_color = has_cursor && !(no_color && no_color[0]),
        .has_unicode = cli_has_unicode(),
    };
}

void terminal_say(cli *c, const terminal *t, const char *format, ...)
{
    char text[MAX_TEXT];
    va_list args;
    va_start(args, format);
    status_format(text, sizeof text, format, args);
    va_end(args);
    assert(t->width >= 1 && strlen(text) < MAX_TEXT - 1); /* nothing was cut */
    int column = 0;
    for (const char *word = text + strspn(text, " "); *word; word += strspn(word, " ")) {
        const int length = (int)strcspn(word, " ");
        if (column > 0) {
            const bool fits = column + 1 + length <= t->width;
            cli_print(c, fits ? " " : "\n");
            column = fits ? column + 1 : 0;
        }
        cli_print(c, "%.*s", length, word);
        column += length;
        word += length;
    }
    cli_print(c, "\n");
}
