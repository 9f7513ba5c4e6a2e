/* Where a result comes from: version, commit, command and seed, at its beginning.
 *
 * The command is written as it was understood, options first, without threads and paths: they do not change a
 * result, and equal results should look equal. For the same reason there is no date.
 *
 * SPDX-License-Identifier: MIT
 */
#include "src/base/json.h"
#include "src/cli/output/output.h"

#include <assert.h>
#include <inttypes.h>
#include <stdlib.h>
#include <string.h>

static bool has_seed(const cli *c)
{
    return (c->command->uses & CLI_USES_SEED) || !c->games || !c->games[0];
}

/* Call `write` with each line of the ranges of games. */
static void each_range(const cli *c, FILE *file, void (*write)(FILE *file, const char *line, bool is_first))
{
    for (const char *line = c->games ? c->games : ""; *line;) {
        const size_t length = strcspn(line, "\n");
        char *copy = strndup(line, length);
        write(file, copy ? copy : "?", line == c->games);
        free(copy);
        line += length + (line[length] == '\n');
    }
}

static void write_comment(FILE *file, const char *line, bool is_first)
{
    (void)is_first;
    fprintf(file, "# games: %s\n", line);
}

static void write_member(FILE *file, const char *line, bool is_first)
{
    fputs(is_first ? "" : ", ", file);
    json_string(file, line);
}

void cli_provenance_games(cli *c, char *lines)
{
    free(c->games);
    c->games = lines;
}

void cli_provenance_write(FILE *file, const cli *c)
{
    if (!c->has_provenance) {
        return;
    }
    assert(!strchr(c->command_line, '\n')); /* or what follows would not be a comment */
    fprintf(file, "# papamu %s\n# git: %s\n# command: %s\n", pm_version(), pm_git_id(), c->command_line);
    if (has_seed(c)) {
        fprintf(file, "# seed: %" PRIu64 "\n", c->seed);
    }
    each_range(c, file, write_comment);
}

char *cli_provenance_text(const cli *c)
{
    char *text = NULL;
    size_t size = 0;
    FILE *file = open_memstream(&text, &size);
    if (!file) {
        return NULL;
    }
    cli_provenance_write(file, c);
    if (fclose(file) != 0) {
        free(text);
        return NULL;
    }
    return text;
}

void provenance_json(FILE *file, const cli *c)
{
    fputs("{\"program\": \"papamu\", \"version\": ", file);
    json_string(file, pm_version());
    fputs(", \"git\": ", file);
    json_string(file, pm_git_id());
    fputs(", \"command\": ", file);
    json_string(file, c->command_line);
    if (has_seed(c)) {
        fprintf(file, ", \"seed\": %" PRIu64, c->seed);
    }
    if (c->games && c->games[0]) {
        fputs(", \"games\": [", file);
        each_range(c, file, write_member);
        fputs("]", file);
    }
    fputs("}", file);
}

static bool is_plain(const char *word)
{
    return word[0] && word[strspn(word, "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789"
                                        "-_./:,=+@%^")] == 0;
}

/* Append `word` in quotes: '...', or $'...' if it has control characters, which must not break the line. */
static void quote(FILE *file, const char *word)
{
    bool has_control = false;
    for (const char *s = word; *s; s++) {
        has_control |= (unsigned char)*s < 0x20 || *s == 0x7f;
    }
    fputs(has_control ? "$'" : "'", file);
    for (const char *s = word; *s; s++) {
        if ((unsigned char)*s < 0x20 || *s == 0x7f) {
            fprintf(file, *s == '\n' ? "\\n" : "\\x%02x", (unsigned char)*s);
        } else if (*s == '\'') {
            fputs(has_control ? "\\'" : "'\\''", file);
        } else if (*s == '\\' && has_control) {
            fputs("\\\\", file);
        } else {
            putc(*s, file);
        }
    }
    putc('\'', file);
}

bool provenance_add(char **line, const char *word)
{
    char *text = NULL;
    size_t size = 0;
    FILE *file = open_memstream(&text, &size);
    if (!file) {
        return false;
    }
    if (*line) {
        fprintf(file, "%s ", *line);
    }
    if (is_plain(word)) {
        fputs(word, file);
    } else {
        quote(file, word);
    }
    if (fclose(file) != 0) {
        free(text);
        return false;
    }
    free(*line);
    *line = text;
    return true;
}
