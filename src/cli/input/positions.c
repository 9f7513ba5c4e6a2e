/* Positions from standard input: see positions.h.
 *
 * SPDX-License-Identifier: MIT
 */
#include "src/cli/input/positions.h"
#include "src/cli/input/lines.h"

#include <errno.h>
#include <string.h>

int positions_refuse(const cli *c, const char *text, size_t number, const char *message, size_t offset)
{
    char quoted[CLI_QUOTE_TEXT];
    if (number > 0) {
        cli_warn(c, "line %zu, position \"%s\", at byte %zu: %s", number, cli_quote(text, quoted), offset, message);
    } else {
        cli_warn(c, "position \"%s\", at byte %zu: %s", cli_quote(text, quoted), offset, message);
    }
    return CLI_BAD_INPUT;
}

int positions_read(cli *c, bool (*answer)(void *ctx, const char *text, size_t number), void *ctx)
{
    lines input = {0};
    char *line;
    int code = CLI_DONE;
    for (size_t number = 1;; number++) {
        switch (lines_next(&input, &line)) {
        case LINES_GOT:
            if (line[strspn(line, " \t")] && line[0] != '#' && !answer(ctx, line, number)) {
                return code;
            }
            break;
        case LINES_BAD:
            cli_warn(c, "line %zu: longer than %d bytes, or with a zero byte in it; left out", number,
                     LINES_MAX_BYTES - 1);
            code = CLI_BAD_INPUT;
            break;
        case LINES_END:
            return code;
        case LINES_INTERRUPTED:
            return CLI_INTERRUPTED;
        case LINES_FAILED:
            return cli_error(c, CLI_SYSTEM, "cannot read standard input: %s", strerror(errno));
        }
    }
}
