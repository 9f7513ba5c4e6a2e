/* Writing game records: see record.h.
 *
 * Lines of moves stay within 79 columns. Quotes and backslashes in tags get a backslash, newlines become spaces, so
 * that whatever a tag holds the file can be read back.
 *
 * SPDX-License-Identifier: MIT
 */
#include "src/game/record.h"

#include <assert.h>
#include <string.h>
#include <strings.h>

enum { LINE_WIDTH = 79 };

static void write_tag(FILE *file, const char *name, const char *value)
{
    fprintf(file, "[%s \"", name);
    for (; *value; value++) {
        if (*value == '"' || *value == '\\') {
            putc('\\', file);
        }
        putc(*value == '\n' ? ' ' : *value, file);
    }
    fputs("\"]\n", file);
}

/* Write a word after the others of the line that has `*column` characters, or on a new line. */
static void write_word(FILE *file, const char *word, int *column)
{
    const int n = (int)strlen(word);
    if (*column > 0) {
        const bool is_full = *column + 1 + n > LINE_WIDTH;
        putc(is_full ? '\n' : ' ', file);
        *column = is_full ? 0 : *column + 1;
    }
    fputs(word, file);
    *column += n;
    assert(*column <= LINE_WIDTH || *column == n); /* unless the word alone is longer */
}

bool record_write(FILE *file, const record_dialect *dialect, const record *r)
{
    for (int i = 0; i < r->n_tags; i++) {
        if (strcasecmp(r->tags[i].name, "Result") != 0) {
            write_tag(file, r->tags[i].name, r->tags[i].value);
        }
    }
    const char *result = dialect->result_text(dialect, r->result);
    write_tag(file, "Result", result);
    putc('\n', file);
    game_state s = r->start;
    int column = 0;
    for (int i = 0; i < r->n_moves; i++) {
        char text[GAME_MAX_MOVE_TEXT];
        if (i % 2 == 0) {
            snprintf(text, sizeof text, "%d.", i / 2 + 1);
            write_word(file, text, &column);
        }
        r->g->rules->move_format(r->g, &s, &r->moves[i], text);
        write_word(file, text, &column);
        r->g->rules->make(r->g, &s, &r->moves[i]);
    }
    write_word(file, result, &column);
    fputs("\n\n", file);
    return !ferror(file);
}
