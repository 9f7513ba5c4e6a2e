/* Characters of a game record to tokens: see record.h.
 *
 * Skipped are comments ({...}, ;... and lines that begin with # or %), variations in parentheses, numbers that end with
 * a point, numeric annotations ($3), the marks !, ? and * that are glued to a move ('*' says that it was forced), and
 * byte order marks of UTF-8, which stand where files begin, also files that were put together. A '*' between blanks is
 * a word of its own. Blanks around the separator of a move ("1 - 7") are dropped, and dashes of any length are hyphens.
 *
 * SPDX-License-Identifier: MIT
 */
#include "src/game/record.h"

#include <assert.h>
#include <string.h>

static int next_char(record_scanner *s)
{
    const int c = getc_unlocked(s->file);
    if (c == '\n') {
        s->line++;
    }
    s->is_at_line_start = c == '\n';
    return c == 0 ? '\x01' : c; /* texts end with a zero */
}

static int peek_char(record_scanner *s)
{
    return ungetc(getc_unlocked(s->file), s->file);
}

static bool is_space(int c)
{
    return c == ' ' || c == '\t' || c == '\r' || c == '\n' || c == '\v' || c == '\f';
}

static record_token_kind bad(record_scanner *s, const char *what)
{
    snprintf(s->name, sizeof s->name, "%s", what);
    return RECORD_BAD;
}

static void skip_line(record_scanner *s)
{
    while (peek_char(s) != '\n' && peek_char(s) != EOF) {
        next_char(s);
    }
}

/* Skip to the brace that ends a comment; false if there is none. */
static bool skip_comment(record_scanner *s)
{
    for (int c = next_char(s); c != '}'; c = next_char(s)) {
        if (c == EOF) {
            return false;
        }
    }
    return true;
}

static bool skip_variation(record_scanner *s)
{
    for (int depth = 1; depth > 0;) {
        const int c = next_char(s);
        depth += (c == '(') - (c == ')');
        if (c == EOF || (c == '{' && !skip_comment(s))) {
            return false;
        }
    }
    return true;
}

/* ---- tags ------------------------------------------------------------------------------------- */

static void append(char text[RECORD_MAX_TAG_TEXT], size_t *n, int c)
{
    assert(c != 0 && text[*n] == '\0');
    if (*n + 1 < RECORD_MAX_TAG_TEXT) {
        text[(*n)++] = (char)c;
        text[*n] = '\0';
    }
}

static int skip_spaces(record_scanner *s)
{
    while (is_space(peek_char(s)) && peek_char(s) != '\n') {
        next_char(s);
    }
    return peek_char(s);
}

/* What is wrong with a tag; the rest of its line is skipped. */
static record_token_kind bad_tag(record_scanner *s, const char *what)
{
    skip_line(s);
    return bad(s, what);
}

/* Read [Name "value"] after its first bracket. */
static record_token_kind scan_tag(record_scanner *s)
{
    size_t n_name = 0, n_value = 0;
    s->name[0] = s->value[0] = '\0';
    skip_spaces(s);
    while (peek_char(s) != EOF && !is_space(peek_char(s)) && !strchr("\"[]", peek_char(s))) {
        append(s->name, &n_name, next_char(s));
    }
    if (n_name == 0) {
        return bad_tag(s, "a tag has no name; tags look like [Board \"8x8\"]");
    }
    if (skip_spaces(s) != '"') {
        return bad_tag(s, "the value of a tag is not in quotes; tags look like [Board \"8x8\"]");
    }
    next_char(s);
    while (peek_char(s) != '"') {
        if (peek_char(s) == '\\') {
            next_char(s);
        }
        if (peek_char(s) == '\n' || peek_char(s) == EOF) {
            return bad_tag(s, "the value of a tag has no closing quote");
        }
        append(s->value, &n_value, next_char(s));
    }
    next_char(s);
    if (skip_spaces(s) != ']') {
        return bad_tag(s, "a tag has no closing bracket");
    }
    next_char(s);
    assert(n_name > 0 && n_value < RECORD_MAX_TAG_TEXT);
    return RECORD_TAG;
}

/* ---- words ------------------------------------------------------------------------------------ */

/* Whether `word` is a move number that a point has just ended: "12", or nothing ("..."). */
static bool is_number(const char *word)
{
    return word[strspn(word, "0123456789")] == '\0';
}

static bool is_move_separator(int c, bool is_number)
{
    return c == '-' || c == ':' || (is_number && (c == 'x' || c == 'X'));
}

/* Whether a word that a blank ends continues after it, "1 -" or "1" before "- 7"; the blanks are skipped. An 'x' may
 * begin a cell of Konane, so it joins numbers only. */
static bool goes_on(record_scanner *s, size_t n)
{
    assert(n > 0 && s->name[n - 1] != '\0');
    const bool is_number = s->name[0] >= '0' && s->name[0] <= '9';
    const int next = skip_spaces(s);
    if (!is_number && !(s->name[0] >= 'a' && s->name[0] <= 'z') && !(s->name[0] >= 'A' && s->name[0] <= 'Z')) {
        return false;
    }
    return is_move_separator(next, is_number) || (is_move_separator((unsigned char)s->name[n - 1], is_number) &&
                                                  next != EOF && !is_space(next) && !strchr("{}()[];*", next));
}

void record_replace_dashes(char *word)
{
    size_t n = 0;
    for (const char *at = word; *at;) {
        assert(n <= (size_t)(at - word)); /* what is written stays behind what is read */
        const bool is_dash =
            (strncmp(at, "\xe2\x80", 2) == 0 && (unsigned char)at[2] >= 0x90 && (unsigned char)at[2] <= 0x95) ||
            strncmp(at, "\xe2\x88\x92", 3) == 0;
        word[n++] = *at;
        word[n - 1] = is_dash ? '-' : word[n - 1];
        at += is_dash ? 3 : 1;
    }
    word[n] = '\0';
}

/* Read a word that begins with `c`. False if it was a move number or an annotation, which is skipped. */
static bool scan_word(record_scanner *s, int c)
{
    assert(c != EOF && !is_space(c));
    size_t n = 0;
    s->name[0] = '\0';
    for (;;) {
        if (c == '.' && is_number(s->name)) {
            return false;
        }
        append(s->name, &n, c);
        const int next = peek_char(s);
        const bool is_star = c == '*' && (n == 1 || next == EOF || !strchr("!?*", next));
        if (is_star || next == EOF || strchr("{}()[];\n", next) || (is_space(next) && !goes_on(s, n))) {
            break;
        }
        c = next_char(s);
    }
    while (n > 1 && strchr("!?*", s->name[n - 1])) {
        s->name[--n] = '\0';
    }
    assert(n >= 1 && n < RECORD_MAX_TAG_TEXT);
    record_replace_dashes(s->name);
    return strcspn(s->name, "!?") > 0 && s->name[0] != '$';
}

/* Whether the line that begins here is empty or a comment; if so it is skipped up to its end. */
static bool skip_blank_line(record_scanner *s)
{
    if (peek_char(s) == '#' || peek_char(s) == '%') {
        skip_line(s);
        return true;
    }
    return skip_spaces(s) == '\n';
}

/* Skip the rest of a byte order mark that `c` may have begun; no word begins with its first two bytes. */
static bool skip_byte_order_mark(record_scanner *s, int c, bool was_line_start)
{
    if (c != 0xef || peek_char(s) != 0xbb) {
        return false;
    }
    next_char(s);
    if (peek_char(s) == 0xbf) {
        next_char(s);
    }
    s->is_at_line_start = was_line_start;
    return true;
}

record_token_kind record_scan(record_scanner *s)
{
    for (;;) {
        if (s->is_at_line_start && skip_blank_line(s)) {
            s->token_line = s->line;
            if (next_char(s) == EOF) {
                return RECORD_END;
            }
            return RECORD_BLANK;
        }
        const bool is_line_start = s->is_at_line_start;
        const int c = next_char(s);
        s->token_line = s->line;
        if (c == EOF) {
            return RECORD_END;
        }
        if (skip_byte_order_mark(s, c, is_line_start)) {
            continue;
        }
        if (c == '[') {
            return scan_tag(s);
        }
        if (c == ';') {
            skip_line(s);
        } else if (c == '{' && !skip_comment(s)) {
            return bad(s, "a comment has no closing brace");
        } else if (c == '(' && !skip_variation(s)) {
            return bad(s, "a variation has no closing parenthesis");
        } else if (!is_space(c) && !strchr("{(", c) && scan_word(s, c)) {
            return RECORD_WORD;
        }
    }
}
