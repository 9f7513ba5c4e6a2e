/* Commands read back from the provenance of a result: the inverse of provenance.c.
 *
 * A command can be run again if its record has all that it worked on. Paths are left out of records, so a command that
 * reads files cannot, nor one that read standard input.
 *
 * SPDX-License-Identifier: MIT
 */
#include "src/cli/frame/internal.h"
#include "src/cli/help/help.h"

#include <string.h>

/* ---- words -------------------------------------------------------------------------------------- */

/* The character that $'...' writes as a backslash and what follows at `*s`; goes past it. */
static char unescape(const char **s)
{
    static const char digits[] = "0123456789abcdef";
    const char *high = (*s)[0] == 'x' && (*s)[1] ? strchr(digits, (*s)[1]) : NULL;
    const char *low = high && (*s)[2] ? strchr(digits, (*s)[2]) : NULL;
    if (low) {
        *s += 3;
        return (char)((high - digits) * 16 + (low - digits));
    }
    const char c = *(*s)++;
    return c == 'n' ? '\n' : c;
}

/* Copy what is in quotes at `s`, from the first of them; what follows the last. NULL if there is none. */
static const char *copy_quoted(const char *s, char **to)
{
    const bool has_escapes = *s == '$';
    for (s += has_escapes ? 2 : 1; *s && *s != '\'';) {
        if (has_escapes && *s == '\\' && s[1]) {
            s++;
            *(*to)++ = unescape(&s);
        } else {
            *(*to)++ = *s++;
        }
    }
    return *s ? s + 1 : NULL;
}

/* Cut `line` into words in place, as a shell would. Their number, or -1 if a quote is open or there are too many. */
static int split(char *line, char **words, int max)
{
    const char *s = line;
    char *to = line;
    int n = 0;
    while (*(s += strspn(s, " "))) {
        if (n == max) {
            return -1;
        }
        words[n++] = to;
        while (s && *s && *s != ' ') {
            if (*s == '\'' || (*s == '$' && s[1] == '\'')) {
                s = copy_quoted(s, &to);
            } else {
                s += *s == '\\' && s[1] ? 1 : 0;
                *to++ = *s++;
            }
        }
        if (!s) {
            return -1;
        }
        s += *s == ' '; /* its place is for the zero */
        *to++ = '\0';
    }
    return n;
}

/* ---- whether it can be run again ---------------------------------------------------------------- */

/* The option that a word such as "--seed" is of `command`, or NULL. */
static const cli_option *find_option(const cli_command *command, const char *word)
{
    for (const cli_option *o = command->options; o && o->name; o++) {
        if (strcmp(o->name, word + 2) == 0) {
            return o;
        }
    }
    for (const common_option *o = common_options; o->option.name; o++) {
        if (strcmp(o->option.name, word + 2) == 0) {
            return &o->option;
        }
    }
    return NULL;
}

/* Why the command of the words cannot be run again, or NULL; `reads_file`: with a file as its one operand. */
static const char *find_fault(char *const *words, bool reads_file)
{
    const cli_command *command =
        words[0] && strcmp(words[0], "papamu") == 0 && words[1] ? command_find(words[1]) : NULL;
    char name[32];
    bool is_optional = false;
    int n_operands = 0;
    if (!command) {
        return "is not a command of papamu";
    }
    if (command->is_dialogue || command->is_picture) {
        return "does not make a table";
    }
    for (char *const *word = words + 2; *word; word++) {
        if ((*word)[0] == '-' && (*word)[1] == 'o') {
            return "has an option that papamu does not record";
        }
        if (strncmp(*word, "--", 2) != 0) {
            n_operands++;
            continue;
        }
        const cli_option *option = find_option(command, *word);
        if (!option || (option->value && help_is_path(option->value))) {
            return "has an option that papamu does not record";
        }
        if (option->value && word[1] && strstr(*++word, "db:")) { /* an agent that plays from one */
            return "reads a database, which a record does not have";
        }
    }
    if (reads_file) {
        const bool can = n_operands == 0 && help_operand(command, 0, name, &is_optional) && help_is_path(name);
        return can ? NULL : "does not read what the commands before it wrote";
    }
    for (int i = 0; i <= n_operands && help_operand(command, i, name, &is_optional); i++) {
        if (help_is_path(name)) {
            return "reads files, which a record does not name";
        }
    }
    if (n_operands == 0 && help_operand(command, 0, name, &is_optional) && is_optional) {
        return "reads standard input, which a record does not have";
    }
    return NULL;
}

int cli_record_read(cli *c, const char *path, const char *record, char *line, char **words, int max, bool reads_file)
{
    char shown[CLI_QUOTE_TEXT];
    const int n = split(line, words, max - 1);
    words[n < 0 ? 0 : n] = NULL;
    const char *fault = n < 0 ? "has an open quote, or too many words" : find_fault(words, reads_file);
    return fault ? cli_error(c, CLI_BAD_INPUT, "\"%s\" cannot be made again: \"%s\" %s", path, cli_quote(record, shown),
                             fault)
                 : CLI_DONE;
}
