/* The manual page papamu(1) in mdoc(7), from the tables of commands, options and topics.
 *
 * The texts of the tables are laid out for a terminal. Here indented lines stay as they are, and the others flow.
 *
 * SPDX-License-Identifier: MIT
 */
#include "src/cli/help/help.h"

#include <assert.h>
#include <ctype.h>
#include <stdio.h>
#include <string.h>

static const char released[] = "November 30, 2026"; /* the page needs a date, the same in every build */

/* Put one byte: a backslash is written \e, and a quote or a dot at the beginning of a line is not a request. */
static void put_byte(char c, bool begins_line)
{
    if (begins_line && (c == '.' || c == '\'')) {
        fputs("\\&", stdout);
    }
    if (c == '\\') {
        fputs("\\e", stdout);
    } else {
        putchar(c);
    }
}

/* Put text that flows: one word after the other, each sentence on a line of its own. */
static void put_flowing(const char *text, size_t n)
{
    enum { WIDTH = 78 };
    size_t column = 0;
    for (size_t i = 0; i < n;) {
        size_t length = 0;
        while (i + length < n && !isspace((unsigned char)text[i + length])) {
            length++;
        }
        if (length > 0 && column + length + 1 > WIDTH) {
            putchar('\n');
            column = 0;
        }
        if (length > 0 && column > 0) {
            putchar(' ');
            column++;
        }
        for (size_t j = 0; j < length; j++) {
            put_byte(text[i + j], column + j == 0);
        }
        column += length;
        const bool ends_sentence = length > 1 && text[i + length - 1] == '.';
        for (i += length; i < n && isspace((unsigned char)text[i]); i++) {
        }
        if (ends_sentence && column > 0) {
            putchar('\n');
            column = 0;
        }
    }
    if (column > 0) {
        putchar('\n');
    }
}

static void put_literal(const char *text, size_t n)
{
    assert(n > 0 && text[0] == ' ');
    puts(".Bd -literal -compact");
    for (size_t i = 0; i < n; i++) {
        put_byte(text[i], i == 0 || text[i - 1] == '\n');
    }
    puts(text[n - 1] == '\n' ? ".Ed" : "\n.Ed");
}

static size_t line_length(const char *text)
{
    const size_t n = strcspn(text, "\n");
    return n + (text[n] == '\n');
}

/* Bytes of the lines at `text` that are all indented, or all not, up to an empty line. */
static size_t block_length(const char *text)
{
    const bool is_indented = text[0] == ' ';
    size_t n = 0;
    while (text[n] && text[n] != '\n' && (text[n] == ' ') == is_indented) {
        n += line_length(text + n);
    }
    return n;
}

static void put_text(const char *text)
{
    for (bool is_first = true; *text; is_first = false) {
        const bool is_paragraph = *text == '\n';
        text += strspn(text, "\n");
        if (is_paragraph && !is_first && *text) {
            puts(".Pp");
        }
        const size_t n = block_length(text);
        if (n > 0) {
            (*text == ' ' ? put_literal : put_flowing)(text, n);
        }
        text += n;
    }
}

static void put_option(const cli_option *o, int key)
{
    char help[HELP_OPTION_TEXT];
    fputs(key == KEY_OUTPUT ? ".It Fl o Ar FILE , " : key == KEY_HELP ? ".It Fl h , " : ".It ", stdout);
    printf("Fl -%s%s%s\n", o->name, o->value ? " Ar " : "", o->value ? o->value : "");
    help_option(o, help);
    put_flowing(help, strlen(help));
}

/* "FILE [POSITION...]" as arguments of a macro. */
static void put_operands(const char *s)
{
    for (; *s; s += strspn(s, " ")) {
        const size_t length = strcspn(s, " ");
        const bool is_optional = s[0] == '[';
        const size_t n = strcspn(s + is_optional, " .]");
        const bool repeats = s[is_optional + n] == '.';
        printf("%s Ar %.*s%s", is_optional ? " Op" : "", (int)n, s + is_optional, repeats ? " ..." : "");
        s += length;
    }
}

static void put_command(const cli_command *command)
{
    printf(".It Cm %s", command->name);
    put_operands(command->operands);
    printf("\n%s.\n", command->summary);
    if (command->details) {
        puts(".Pp");
        put_text(command->details);
    }
    if (command->build_note) {
        puts(".Pp");
        put_text(command->build_note);
    }
    if (command->options) {
        puts(".Bl -tag -width Ds");
        for (const cli_option *o = command->options; o->name; o++) {
            put_option(o, 0);
        }
        puts(".El");
    }
}

static void put_commands(const cli_command *const *commands)
{
    puts(".Sh COMMANDS\n.Bl -tag -width Ds");
    for (int i = 0; commands[i]; i++) {
        put_command(commands[i]);
    }
    puts(".It Cm help Op Ar COMMAND | TOPIC\nHelp on a command or a topic.\n.El");
}

static void put_common_options(void)
{
    puts(".Sh OPTIONS\nAll commands accept these; the help of a command lists those that affect it.\n"
         ".Bl -tag -width Ds");
    for (const common_option *o = common_options; o->option.name; o++) {
        put_option(&o->option, o->key);
    }
    puts(".El");
}

/* The section that a manual page has for what the topic is about; NULL: a part of TOPICS. */
static const char *section_of(const topic *t)
{
    return strcmp(t->name, "environment") == 0  ? "ENVIRONMENT"
           : strcmp(t->name, "exit-codes") == 0 ? "EXIT STATUS"
                                                : NULL;
}

static void put_topics(void)
{
    puts(".Sh TOPICS");
    for (const topic *t = topics; t->name; t++) {
        if (section_of(t)) {
            continue;
        }
        printf(".Ss %s: %s\n", t->name, t->summary);
        if (t->text) {
            put_text(t->text);
        } else {
            printf("See\n.Ql papamu help %s .\n", t->name);
        }
    }
    for (const topic *t = topics; t->name; t++) {
        if (section_of(t)) {
            printf(".Sh %s\n", section_of(t));
            put_text(t->text);
        }
    }
}

int help_manual(const cli_command *const *commands)
{
    printf(".\\\" The manual page of the program papamu, made by `papamu help --manual`.\n.Dd %s\n.Dt PAPAMU 1\n.Os\n",
           released);
    puts(".Sh NAME\n.Nm papamu\n.Nd exact values and statistics of Konane on small boards\n"
         ".Sh SYNOPSIS\n.Nm\n.Ar COMMAND\n.Op Ar OPTIONS\n.Op Ar ARGUMENTS\n.Nm\n.Cm help\n.Op Ar COMMAND | TOPIC\n"
         ".Nm\n.Fl -version\n"
         ".Sh DESCRIPTION\n.Nm\ncomputes exact values of Konane, the checkers of Hawai'i, on boards of up to about\n"
         "36 cells, keeps them in databases, and measures the game on larger boards by self-play.\n"
         "It also has the rules, play and endgames of the draughts family.\n.Pp\n"
         "A size is rows by columns, as in 6x6.\n"
         "Positions, moves, game records, databases and the engine protocol are described in\n.Xr papamu-formats 5 .");
    put_commands(commands);
    put_common_options();
    put_topics();
    puts(".Sh SEE ALSO\n.Xr papamu-formats 5");
    return help_finish();
}
