/* Positions to begin at: see starts.h.
 *
 * SPDX-License-Identifier: MIT
 */
#include "src/cli/selfplay/starts.h"

#include "src/base/array.h"
#include "src/base/status.h"

#include <stdlib.h>
#include <string.h>

#include <xxhash.h>

enum { MAX_STARTS = 1000000 };

static pm_status parse(const game *g, const char *text, game_state *s, pm_error *err)
{
    const pm_status status = g->rules->state_parse(g, text, s, err);
    if (status != PM_OK) {
        return status;
    }
    if (g->rules->is_opening(g, s)) {
        return status_fail(err, PM_BAD_INPUT, 0,
                           "the position is in the opening; games begin there without --positions");
    }
    return g->rules->mobility(g, s, (pm_color)s->mover) > 0
               ? PM_OK
               : status_fail(err, PM_BAD_INPUT, 0, "the game is over there: %s cannot move",
                             s->mover == PM_BLACK ? "Black" : "White");
}

static int add(cli *c, const game *g, const char *path, size_t number, const char *line, starts *s)
{
    pm_error err;
    game_state *grown = array_grow(s->positions, &s->room, s->n + 1, sizeof *grown);
    if (!grown) {
        return cli_no_memory(c, "the positions");
    }
    s->positions = grown;
    if (s->n == MAX_STARTS) {
        return cli_error(c, CLI_BAD_INPUT, "\"%s\" has more than %d positions", path, MAX_STARTS);
    }
    if (parse(g, line, &s->positions[s->n], &err) != PM_OK) {
        char quoted[CLI_QUOTE_TEXT];
        return cli_error(c, CLI_BAD_INPUT, "\"%s\", line %zu, position \"%s\", at byte %zu: %s", path, number,
                         cli_quote(line, quoted), err.offset, err.message);
    }
    s->n++;
    return CLI_DONE;
}

int starts_read(cli *c, const game *g, const char *path, starts *s)
{
    FILE *file;
    char *line = NULL;
    size_t capacity = 0;
    int code = cli_text_open(c, path, "positions", &file);
    for (size_t number = 1; code == CLI_DONE && getline(&line, &capacity, file) > 0; number++) {
        line[strcspn(line, "\r\n")] = '\0';
        if (line[0] != '#' && line[strspn(line, " \t")]) {
            code = add(c, g, path, number, line, s);
        }
    }
    free(line);
    if (file) {
        fclose(file);
    }
    return code == CLI_DONE && s->n == 0 ? cli_error(c, CLI_BAD_INPUT, "there is no position in \"%s\"", path) : code;
}

uint64_t starts_digest(const starts *s)
{
    return s->n > 0 ? XXH3_64bits(s->positions, s->n * sizeof *s->positions) | 1 : 0;
}

void starts_free(starts *s)
{
    free(s->positions);
    *s = (starts){0};
}
