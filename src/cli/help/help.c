/* Help, made from the table of commands; and what the text of a command's operands says about their number.
 *
 * SPDX-License-Identifier: MIT
 */
#include "src/cli/help/help.h"

#include "src/cli/output/output.h"
#include "src/konane/opening.h"

#include <assert.h>
#include <string.h>

const common_option common_options[] = {
    {{"game", "NAME", "the game: {}"}, KEY_GAME, CLI_USES_GAME},
    {{"opening", "RULE", "what Black may remove first: {}"}, KEY_OPENING, CLI_USES_RULES},
    {{"corner", "COLOUR", "colour of the top-left cell: {black white}"}, KEY_CORNER, CLI_USES_RULES},
    {{"play", "RULE", "who wins when a player cannot jump, the other or he: {normal misere}"},
     KEY_PLAY,
     CLI_USES_VARIANTS},
    {{"jumps", "RULE", "stones that a jump takes: {any single longest}; longest: all that it can"},
     KEY_JUMPS,
     CLI_USES_VARIANTS},
    {{"draw-rule", "RULE", "draughts: how play ends in a draw: {fid site}"}, KEY_DRAW_RULE, CLI_USES_DRAWS},
    {{"board", "SIZE", "size of the board, where the position does not say it (default 8x8, or that of the game)"},
     KEY_BOARD,
     CLI_USES_BOARD},
    {{"threads", "N", "number of threads (default: all processors); results do not depend on it"},
     KEY_THREADS,
     CLI_USES_THREADS},
    {{"memory", "SIZE", "memory limit, as in 6G (default: what is free)"}, KEY_MEMORY, CLI_USES_MEMORY},
    {{"seed", "N", "seed of all random choices (default 0)"}, KEY_SEED, CLI_USES_SEED},
    {{"progress", NULL, "show progress even if standard error is not a terminal"}, KEY_PROGRESS, CLI_USES_PROGRESS},
    {{"format", "FORMAT", "output format: {text csv json latex}"}, KEY_FORMAT, 0},
    {{"output", "FILE", "write the result to FILE, which appears when it is complete; - is standard output"},
     KEY_OUTPUT,
     0},
    {{"no-provenance", NULL, "omit version, commit, command and seed at the top of the result"}, KEY_NO_PROVENANCE, 0},
    {{"help", NULL, "show this help"}, KEY_HELP, 0},
    {{NULL, NULL, NULL}, 0, 0},
};

bool help_is_path(const char *name)
{
    return strcmp(name, "FILE") == 0 || strcmp(name, "DIR") == 0;
}

bool help_operand(const cli_command *command, int n, char name[32], bool *is_optional)
{
    const char *s = command->operands;
    for (int i = 0; *s; i++) {
        const size_t length = strcspn(s, " ");
        const size_t begin = strspn(s, "[");
        const size_t end = begin + strcspn(s + begin, "].");
        *is_optional = begin > 0 || i < n;
        if (i == n || s[end] == '.') {
            snprintf(name, 32, "%.*s", (int)((end < length ? end : length) - begin), s + begin);
            return true;
        }
        s += length;
        s += strspn(s, " ");
    }
    return false;
}

/* Write `help` from column 26 on, broken before column 100, after the `used` columns already on the line. */
static void write_wrapped(const char *help, size_t used)
{
    enum { LEFT = 26, RIGHT = 100 };
    assert(help[0] != ' ' && !strchr(help, '\n')); /* it is broken here */
    size_t column = used;
    if (column + 2 > LEFT) {
        putchar('\n');
        column = 0;
    }
    printf("%*s", (int)(LEFT - column), "");
    column = LEFT;
    while (*help) {
        const size_t length = strcspn(help, " ");
        if (column > LEFT && column + 1 + length > RIGHT) {
            printf("\n%*s", LEFT, "");
            column = LEFT;
        } else if (column > LEFT) {
            putchar(' ');
            column++;
        }
        printf("%.*s", (int)length, help);
        column += length;
        help += length;
        help += strspn(help, " ");
    }
    putchar('\n');
}

/* The table of the library that has the words of an option written "{}". */
static const char *const *names_of(const cli_option *option)
{
    return strcmp(option->name, "game") == 0 ? game_names() : konane_opening_names();
}

bool help_word(const cli_option *option, int n, char word[32], bool *is_default)
{
    const char *s = strchr(option->help, '{');
    if (!s) {
        return false;
    }
    *is_default = n == 0 && s[1] != ' ';
    if (s[1] == '}') {
        const char *name = names_of(option)[n];
        snprintf(word, 32, "%s", name ? name : "");
        return name;
    }
    for (s += 1 + strspn(s + 1, " "); n > 0 && *s != '}'; n--) {
        s += strcspn(s, " }");
        s += strspn(s, " ");
    }
    assert(strcspn(s, " }") < 32 && strchr(s, '}')); /* nothing is cut, and the braces are closed */
    snprintf(word, 32, "%.*s", (int)strcspn(s, " }"), s);
    return *s != '}';
}

const char *help_option(const cli_option *option, char text[HELP_OPTION_TEXT])
{
    const size_t before = strcspn(option->help, "{"), braces = strcspn(option->help + before, "}");
    char word[32];
    bool is_default;
    int n = snprintf(text, HELP_OPTION_TEXT, "%.*s", (int)before, option->help);
    for (int i = 0; help_word(option, i, word, &is_default); i++) {
        n += snprintf(text + n, HELP_OPTION_TEXT - (size_t)n, "%s%s%s", i == 0 ? "" : ", ", word,
                      is_default ? " (default)" : "");
    }
    n += snprintf(text + n, HELP_OPTION_TEXT - (size_t)n, "%s",
                  option->help[before] ? option->help + before + braces + 1 : "");
    assert(n < HELP_OPTION_TEXT); /* nothing was cut */
    return text;
}

static void write_option(const cli_option *option, int key)
{
    char text[80], help[HELP_OPTION_TEXT];
    const int n = snprintf(text, sizeof text, "  %s--%s%s%s",
                           key == KEY_OUTPUT ? "-o, "
                           : key == KEY_HELP ? "-h, "
                                             : "",
                           option->name, option->value ? " " : "", option->value ? option->value : "");
    assert(n < (int)sizeof text);
    fputs(text, stdout);
    write_wrapped(help_option(option, help), (size_t)n);
}

int help_finish(void)
{
    const int error = sink_flush_stdout();
    if (error) {
        fprintf(stderr, "papamu: cannot write to standard output: %s.\n", strerror(error));
        return CLI_SYSTEM;
    }
    return CLI_DONE;
}

/* --format as the command has it. */
static const cli_option *format_option(const cli_command *command)
{
    static const cli_option any = {"format", "FORMAT", "output format: {text csv json latex}"},
                            own = {"format", "FORMAT",
                                   "output format: { text csv json latex}; the default is given above"},
                            no_csv = {"format", "FORMAT", "output format: {text json}"},
                            dialogue = {"format", "FORMAT", "output format: {text}"},
                            picture = {"format", "FORMAT", "not for pictures: the ending of -o is their form"};
    return command->is_picture       ? &picture
           : command->is_dialogue    ? &dialogue
           : command->has_no_csv     ? &no_csv
           : command->default_format ? &own
                                     : &any;
}

int help_command(const cli_command *command)
{
    printf("Usage: papamu %s%s%s [OPTIONS]\n\n%s.\n", command->name, command->operands[0] ? " " : "", command->operands,
           command->summary);
    if (command->details) {
        printf("\n%s\n", command->details);
    }
    if (command->build_note) {
        printf("\n%s\n", command->build_note);
    }
    printf("\nOptions:\n");
    for (const cli_option *o = command->options; o && o->name; o++) {
        write_option(o, 0);
    }
    for (const common_option *o = common_options; o->option.name; o++) {
        if (o->key == KEY_FORMAT) {
            write_option(format_option(command), o->key);
        } else if (o->uses == 0 || (o->uses & command->uses)) {
            write_option(&o->option, o->key);
        }
    }
    return help_finish();
}

int help_program(const cli_command *const *commands)
{
    printf("Usage: papamu COMMAND [OPTIONS] ARGUMENTS\n\n"
           "Exact values and statistics of Konane on small boards.\n\nCommands:\n");
    for (int i = 0; commands[i]; i++) {
        char text[80];
        const int n = snprintf(text, sizeof text, "  %s %s", commands[i]->name, commands[i]->operands);
        fputs(text, stdout);
        write_wrapped(commands[i]->summary, (size_t)n);
    }
    printf("\nTopics (`papamu help TOPIC`):\n");
    for (const topic *t = topics; t->name; t++) {
        const int n = printf("  %s", t->name);
        write_wrapped(t->summary, (size_t)n);
    }
    printf("\n`papamu COMMAND --help` explains a command; `papamu --version` prints the version.\n\n"
           "A size is ROWSxCOLUMNS, as in 6x6. A position is rows from the top, as in \"2bw/wbwb/bwbw/wbwb b\"\n"
           "(b black, w white, numbers count empty cells, then who moves) or \"..xo|oxox|xoxo|oxox\".\n\n"
           "Exit codes: 0 done; 1 a check failed or a database is damaged; 2 usage or bad input;\n"
           "3 memory, disk or another system error; 130 interrupted.\n");
    return help_finish();
}

int help_topic(const topic *t)
{
    topic_print(t);
    return help_finish();
}

int help_version(void)
{
    printf("papamu %s (%s)\n", pm_version(), pm_git_id());
    return help_finish();
}
