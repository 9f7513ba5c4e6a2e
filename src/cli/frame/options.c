/* Reading a command's options and operands.
 *
 * getopt_long does the work, with the table of common options and the command's own. Texts that begin with a minus
 * sign but are not options, such as the position "-x|ox" or the number -3, are hidden from it by a mark
 * in front, so that they are read, and refused, as what they are meant to be.
 *
 * SPDX-License-Identifier: MIT
 */
#include "src/cli/frame/internal.h"
#include "src/cli/help/help.h"
#include "src/cli/output/output.h"
#include "src/draughts/rules.h"
#include "src/game/game.h"
#include "src/konane/game_konane.h"

#include <assert.h>
#include <getopt.h>
#include <stdlib.h>
#include <string.h>

enum { MARK = '\001', N_COMMON_MAX = 18, N_LONG = CLI_MAX_OPTIONS + N_COMMON_MAX };

typedef struct reader {
    cli *c;
    struct option table[N_LONG + 1];
    const char *names[N_LONG + 1]; /* ended by NULL */
    bool is_help, is_out_of_memory;
} reader;

/* ---- values ----------------------------------------------------------------------------------- */

static int option_index(const cli *c, const char *name)
{
    for (int i = 0; c->command->options && c->command->options[i].name; i++) {
        if (strcmp(c->command->options[i].name, name) == 0) {
            return i;
        }
    }
    abort(); /* a command asked for an option that it did not declare */
}

const char *cli_value(const cli *c, const char *name)
{
    return c->values[option_index(c, name)];
}

bool cli_has(const cli *c, const char *name)
{
    return cli_value(c, name) != NULL;
}

static const cli_range *range_of(const cli_command *command, const char *name)
{
    const cli_range *r = command->ranges;
    while (r && r->option && strcmp(r->option, name) != 0) {
        r++;
    }
    return r && r->option ? r : NULL;
}

uint64_t cli_number(const cli *c, const char *name, uint64_t usual)
{
    const int i = option_index(c, name);
    assert(range_of(c->command, name)); /* else nobody has read it */
    return c->values[i] ? c->numbers[i] : usual;
}

int cli_word(const cli *c, const char *name)
{
    return (int)c->numbers[option_index(c, name)];
}

int cli_choice(cli *c, const char *what, const char *text, const char *const *names)
{
    char list[256] = "", hint[GAME_HINT_TEXT];
    for (int i = 0; names[i]; i++) {
        if (strcmp(names[i], text) == 0) {
            return i;
        }
        const size_t n = strlen(list);
        snprintf(list + n, sizeof list - n, "%s%s", !i ? "" : names[i + 1] ? ", " : " or ", names[i]);
    }
    cli_usage(c, "%s \"%s\" is not known; it may be %s%s", what, text, list, game_hint(text, names, "\"", "\"", hint));
    return -1;
}

/* Read `text`, one of the words of the option's help. */
static int read_word(cli *c, const char *what, const cli_option *o, const char *text, uint64_t *n)
{
    enum { MAX_WORDS = 16 };
    char words[MAX_WORDS][32];
    const char *names[MAX_WORDS] = {NULL};
    bool is_default;
    for (int i = 0; help_word(o, i, words[i], &is_default); i++) {
        names[i] = words[i];
        assert(i + 1 < MAX_WORDS);
    }
    const int i = cli_choice(c, what, text, names);
    *n = i < 0 ? 0 : (uint64_t)i;
    return i < 0 ? CLI_BAD_INPUT : CLI_DONE;
}

/* The value of the command's option number `i`, as its table says. */
static int read_own(cli *c, int i)
{
    const cli_option *o = &c->command->options[i];
    char what[64];
    snprintf(what, sizeof what, "--%s", o->name);
    const cli_range *r = range_of(c->command, o->name);
    if (c->values[i] && r) {
        return cli_integer_parse(c, what, c->values[i], r->min, r->max, &c->numbers[i]);
    }
    const bool has_words = c->values[i] && o->value && strchr(o->help, '{') && strcmp(o->value, "AGENT") != 0;
    return has_words ? read_word(c, what, o, c->values[i], &c->numbers[i]) : CLI_DONE;
}

/* Check the values of the command's own options, and whether they suit one another. */
static int check_own(cli *c)
{
    int code = CLI_DONE;
    for (int i = 0; !code && c->command->options && c->command->options[i].name; i++) {
        code = read_own(c, i);
    }
    for (const cli_rule *r = c->command->rules; !code && r && r->option; r++) {
        const bool is_needed = r->other[0] == '!';
        assert(strlen(r->why) > 0 && r->why[strlen(r->why) - 1] != '.'); /* cli_usage ends the sentence */
        if (cli_has(c, r->option) && cli_has(c, r->other + is_needed) != is_needed) {
            code = cli_usage(c, "%s", r->why);
        }
    }
    return code;
}

/* ---- the command line -------------------------------------------------------------------------- */

static void reader_init(reader *r, cli *c)
{
    int n = 0;
    *r = (reader){.c = c};
    for (const common_option *o = common_options; o->option.name; o++) {
        r->names[n] = o->option.name;
        r->table[n++] =
            (struct option){o->option.name, o->option.value ? required_argument : no_argument, NULL, o->key};
    }
    for (int i = 0; c->command->options && c->command->options[i].name; i++) {
        const cli_option *o = &c->command->options[i];
        r->names[n] = o->name;
        r->table[n++] = (struct option){o->name, o->value ? required_argument : no_argument, NULL, KEY_OWN + i};
        assert(n <= N_LONG && i < CLI_MAX_OPTIONS);
    }
}

/* Whether `word` begins with a minus sign and is a number or a row of cells, not an option. */
static bool is_hidden(const char *word)
{
    if (word[0] != '-' || !word[1]) {
        return false;
    }
    if (word[1] >= '0' && word[1] <= '9') {
        return true;
    }
    const bool is_grid = word[strspn(word, "-.xXoObw|/\n ")] == 0 && strlen(word) > 2;
    return is_grid && (word[1] != 'o' || strchr(word, '|'));
}

static const char *unmarked(const char *word)
{
    return word + (word[0] == MARK);
}

/* A copy of the arguments with marks. Freed by options_free. */
static char **mark_arguments(int argc, char **argv)
{
    size_t bytes = 0;
    for (int i = 0; i < argc; i++) {
        bytes += strlen(argv[i]) + 2;
    }
    const size_t pointers = ((size_t)argc + 1) * sizeof(char *);
    char **copy = malloc(pointers + bytes);
    if (!copy) {
        return NULL;
    }
    char *text = (char *)copy + pointers;
    bool is_plain = false; /* after "--" nothing is an option */
    for (int i = 0; i < argc; i++) {
        copy[i] = text;
        if (!is_plain && i > 0 && is_hidden(argv[i])) {
            *text++ = MARK;
        }
        is_plain |= strcmp(argv[i], "--") == 0;
        text = stpcpy(text, argv[i]) + 1;
    }
    copy[argc] = NULL;
    assert(text <= (char *)copy + pointers + bytes);
    return copy;
}

static int read_color(cli *c, const char *text)
{
    static const char *const names[] = {"black", "white", NULL};
    const int i = cli_choice(c, "--corner", text, names);
    c->corner = i == 1 ? PM_WHITE : PM_BLACK;
    c->has_corner = true;
    return i < 0 ? CLI_BAD_INPUT : CLI_DONE;
}

/* --play and --jumps, of commands that know more than one. */
static int read_variant(cli *c, const char *name, const char *const names[], const char *text, const char **to)
{
    const int i = cli_choice(c, name, text, names);
    if (i < 0) {
        return CLI_BAD_INPUT;
    }
    if (i > 0 && !(c->command->uses & CLI_USES_VARIANTS)) {
        return cli_usage(c, "%s %s is not possible: this command knows %s %s alone", name, text, name, names[0]);
    }
    *to = text;
    pm_error err;
    return cli_check(c, konane_variant_parse(c->play, c->jumps, &c->variant, &err), &err);
}

static int read_format(cli *c, const char *text)
{
    static const char *const names[] = {"text", "csv", "json", "latex", NULL};
    const int i = cli_choice(c, "--format", text, names);
    if (i < 0) {
        return CLI_BAD_INPUT;
    }
    if (i != CLI_TEXT && c->command->is_dialogue) {
        return cli_usage(c, "--format %s is not possible: this command is interactive; use text", text);
    }
    if (i != CLI_TEXT && c->command->is_picture) {
        return cli_usage(c, "--format %s is not possible: the result is a picture, in the form that -o ends with",
                         text);
    }
    if ((i == CLI_CSV || i == CLI_LATEX) && c->command->has_no_csv) {
        return cli_usage(c, "--format %s is not possible: the result is not a table; use text or json", text);
    }
    c->format = (cli_format)i;
    c->has_format = true;
    return CLI_DONE;
}

static int read_threads(cli *c, const char *text)
{
    uint64_t n = 0;
    const int code = cli_integer_parse(c, "--threads", text, 1, 1024, &n);
    c->threads = code ? c->threads : (int)n;
    c->has_threads = true;
    return code;
}

static int read_common(reader *r, int key, const char *text)
{
    cli *c = r->c;
    switch (key) {
    case KEY_HELP:
        r->is_help = true;
        return CLI_DONE;
    case KEY_OUTPUT:
        c->path = strcmp(text, "-") == 0 ? NULL : text;
        return CLI_DONE;
    case KEY_GAME:
        c->game = text;
        return cli_choice(c, "--game", text, game_names()) < 0 ? CLI_BAD_INPUT : CLI_DONE;
    case KEY_OPENING:
        c->opening = text;
        return CLI_DONE;
    case KEY_CORNER:
        return read_color(c, text);
    case KEY_PLAY:
        return read_variant(c, "--play", konane_play_names, text, &c->play);
    case KEY_JUMPS:
        return read_variant(c, "--jumps", konane_jumps_names, text, &c->jumps);
    case KEY_DRAW_RULE:
        c->draw_rule = text;
        return CLI_DONE;
    case KEY_BOARD:
        c->has_board = true;
        return cli_size_parse(c, text, &c->rows, &c->cols);
    case KEY_THREADS:
        return read_threads(c, text);
    case KEY_MEMORY:
        return cli_bytes_parse(c, "--memory", text, &c->memory);
    case KEY_FORMAT:
        return read_format(c, text);
    case KEY_SEED:
        c->has_seed = true;
        return cli_integer_parse(c, "--seed", text, 0, UINT64_MAX, &c->seed);
    case KEY_PROGRESS:
        c->wants_progress = true;
        return CLI_DONE;
    case KEY_NO_PROVENANCE:
        c->has_provenance = false;
        return CLI_DONE;
    default:
        abort(); /* the tables disagree */
    }
}

static void remember(reader *r, const char *word)
{
    r->is_out_of_memory |= !provenance_add(&r->c->command_line, word);
}

/* Add an option to the provenance, unless it is a path, or does not change the result. */
static void remember_option(reader *r, int key, const cli_option *option, const char *text)
{
    const bool is_silent = key == KEY_THREADS || key == KEY_PROGRESS || key == KEY_NO_PROVENANCE || key == KEY_HELP ||
                           strcmp(option->name, "ranks-per-node") == 0;
    if (is_silent || (option->value && help_is_path(option->value))) {
        return;
    }
    char name[64];
    snprintf(name, sizeof name, "--%s", option->name);
    remember(r, name);
    if (option->value) {
        remember(r, text);
    }
}

static int read_option(reader *r, int key, const char *text)
{
    if (key >= KEY_OWN) {
        r->c->values[key - KEY_OWN] = text;
        remember_option(r, key, &r->c->command->options[key - KEY_OWN], text);
        return CLI_DONE;
    }
    const common_option *o = common_options;
    while (o->key != key) {
        assert(o->option.name); /* getopt returns keys of the table */
        o++;
    }
    remember_option(r, key, &o->option, text);
    return read_common(r, key, text);
}

/* Say what is wrong with the option `word`, at which getopt stopped. */
static int unknown_option(const reader *r, const char *word)
{
    char name[64];
    snprintf(name, sizeof name, "%.*s", (int)strcspn(word, "="), word);
    if (optopt != 0) {
        if (strncmp(word, "--", 2) == 0) {
            return cli_usage(r->c, "the option \"%s\" takes no value", name);
        }
        return cli_usage(r->c, "there is no option \"-%c\"", optopt);
    }
    int n_matches = 0;
    for (int i = 0; r->names[i]; i++) {
        n_matches += strncmp(r->names[i], name + 2, strlen(name + 2)) == 0;
    }
    if (n_matches > 1) {
        return cli_usage(r->c, "the option \"%s\" is short for more than one; write it in full", name);
    }
    char hint[GAME_HINT_TEXT], shown[CLI_QUOTE_TEXT];
    return cli_usage(r->c, "there is no option \"%s\"%s", cli_quote(name, shown),
                     game_hint(name + 2, r->names, "\"--", "\"", hint));
}

static int read_options(reader *r, int argc, char **argv)
{
    opterr = 0;
    for (;;) {
        const int key = getopt_long(argc, argv, ":ho:", r->table, NULL);
        if (key == -1) {
            return CLI_DONE;
        }
        if (key == '?') {
            return unknown_option(r, argv[optind - 1]);
        }
        if (key == ':') {
            return cli_usage(r->c, "the option \"%s\" needs a value", argv[optind - 1]);
        }
        const int code = read_option(r, key, optarg ? unmarked(optarg) : "");
        if (code != CLI_DONE || r->is_help) {
            return code;
        }
    }
}

/* Check the number of operands, add those that are not paths to the provenance, and read SIZE. */
static int read_operands(reader *r)
{
    cli *c = r->c;
    char name[32];
    bool is_optional;
    for (int i = 0; i < c->n_operands; i++) {
        c->operands[i] += c->operands[i][0] == MARK;
        if (!help_operand(c->command, i, name, &is_optional)) {
            return cli_usage(c, "\"%s\" is one argument too many", c->operands[i]);
        }
        if (!help_is_path(name)) {
            remember(r, c->operands[i]);
        }
        const bool is_size = strcmp(name, "SIZE") == 0;
        c->has_board |= is_size;
        if (is_size && cli_size_parse(c, c->operands[i], &c->rows, &c->cols) != CLI_DONE) {
            return CLI_BAD_INPUT;
        }
    }
    if (help_operand(c->command, c->n_operands, name, &is_optional) && !is_optional) {
        return cli_usage(c, "%s is missing", name);
    }
    return CLI_DONE;
}

/* Without --board a game of draughts has its own. */
static void choose_board(cli *c)
{
    const draughts_rules *rules = draughts_rules_named(c->game);
    if (!c->has_board && rules) {
        c->rows = c->cols = rules->size;
    }
}

static int check_game(cli *c)
{
    return konane_variant_is_standard(c->variant)
               ? CLI_DONE
               : cli_konane_only(c, c->variant.is_misere ? "has --play misere" : "has --jumps");
}

int options_read(cli *c, int argc, char **argv)
{
    reader r;
    reader_init(&r, c);
    c->arguments = mark_arguments(argc, argv);
    r.is_out_of_memory = !c->arguments;
    remember(&r, "papamu");
    remember(&r, c->command->name);
    int code = c->arguments ? read_options(&r, argc, c->arguments) : CLI_SYSTEM;
    if (code == CLI_DONE && r.is_help) {
        return help_command(c->command);
    }
    if (code == CLI_DONE) {
        choose_board(c);
        c->n_operands = argc - optind;
        c->operands = c->arguments + optind;
        code = read_operands(&r);
        code = code ? code : paths_check(c);
        code = code ? code : check_game(c);
        code = code ? code : check_own(c);
        if (!c->has_format && c->command->default_format) {
            c->format = c->command->default_format(c);
        }
    }
    if (r.is_out_of_memory) {
        return cli_no_memory(c, "the command line");
    }
    return code == CLI_DONE ? -1 : code;
}

void options_free(cli *c)
{
    free(c->arguments);
    free(c->command_line);
    free(c->games);
}
