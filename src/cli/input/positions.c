/* Positions from standard input: see positions.h.
 *
 * SPDX-License-Identifier: MIT
 */
#include "src/cli/input/positions.h"
#include "src/cli/input/lines.h"

#include <assert.h>
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

static int read_all(cli *c, lines *input, bool (*answer)(void *ctx, const char *text, size_t number), void *ctx)
{
    char *line;
    int code = CLI_DONE;
    for (size_t number = 1;; number++) {
        switch (lines_next(input, &line)) {
        case LINES_GOT:
            if (line[strspn(line, " \t")] && line[0] != '#' && !answer(ctx, line, number)) {
                return code;
            }
            break;
        case LINES_LOST: /* no words of control are looked for here, so nothing is read ahead */
            assert(false);
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

/* The text of a position of Konane on the board of the games, in full, and its corner. */
static pm_status read_diagram(const cli *c, const game *g, const char *text, pm_color *corner,
                              char full[KONANE_MAX_TEXT], pm_error *err)
{
    konane_diagram d;
    pm_status status = konane_diagram_parse(text, false, PM_MAX_CELLS, &d, err);
    if (status == PM_OK) {
        status = konane_diagram_fit(&d, g->rows, g->cols, c->has_corner || !d.has_stones ? c->corner : d.corner, err);
    }
    if (status == PM_OK) {
        *corner = d.corner;
        konane_diagram_format(&d, full);
    }
    return status;
}

pm_status positions_parse(const cli *c, game *const games[2], const char *text, pm_color *corner, game_state *s,
                          pm_error *err)
{
    assert(games[0]->rows == games[1]->rows && games[0]->cols == games[1]->cols); /* they differ in the corner alone */
    char full[KONANE_MAX_TEXT];
    *corner = c->corner;
    if (strcmp(text, "start") == 0) {
        return games[*corner]->rules->start(games[*corner], s, err);
    }
    if (strcmp(games[0]->rules->name, "konane") != 0) {
        return games[*corner]->rules->state_parse(games[*corner], text, s, err);
    }
    const pm_status status = read_diagram(c, games[0], text, corner, full, err);
    return status == PM_OK ? games[*corner]->rules->state_parse(games[*corner], full, s, err) : status;
}

int positions_each(cli *c, int first, bool (*answer)(void *ctx, const char *text, size_t number), void *ctx)
{
    assert(first >= 0 && first <= c->n_operands);
    lines input = {.buffer = NULL};
    if (c->n_operands > first) {
        for (int i = first; i < c->n_operands && answer(ctx, c->operands[i], 0); i++) {
        }
        return CLI_DONE;
    }
    const int code = read_all(c, &input, answer, ctx);
    lines_free(&input);
    return code;
}
