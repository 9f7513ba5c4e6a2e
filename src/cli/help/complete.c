/* Completion for shells: what the next word of a command line may be, from the tables of commands, topics and options.
 *
 * SPDX-License-Identifier: MIT
 */
#include "src/cli/help/help.h"

#include <stdio.h>
#include <string.h>

static void print_agents(void)
{
    for (const agent_alias *a = agent_aliases(); a->name; a++) {
        puts(a->name);
    }
    for (const agent_class *const *class = agent_classes(); *class; class ++) {
        puts((*class)->name);
    }
}

static void print_commands(const cli_command *const *commands)
{
    for (int i = 0; commands[i]; i++) {
        puts(commands[i]->name);
    }
}

static bool is_listed(const cli_command *command, const common_option *o)
{
    return o->uses == 0 || (o->uses & command->uses);
}

static void print_options(const cli_command *command)
{
    for (const cli_option *o = command->options; o && o->name; o++) {
        printf("--%s\n", o->name);
    }
    for (const common_option *o = common_options; o->option.name; o++) {
        if (is_listed(command, o)) {
            printf("--%s\n", o->option.name);
        }
    }
}

/* The option that `word` ("--name" or "-o") is for a command; NULL if it is none. */
static const cli_option *find_option(const cli_command *command, const char *word)
{
    const char *name = strcmp(word, "-o") == 0 ? "output" : strncmp(word, "--", 2) == 0 ? word + 2 : "";
    for (const cli_option *o = command->options; o && o->name; o++) {
        if (strcmp(o->name, name) == 0) {
            return o;
        }
    }
    for (const common_option *o = common_options; o->option.name; o++) {
        if (strcmp(o->option.name, name) == 0) {
            return &o->option;
        }
    }
    return NULL;
}

static void print_values(const cli_option *o)
{
    char word[32];
    bool is_default;
    for (int i = 0; help_word(o, i, word, &is_default); i++) {
        const int plain = (int)strcspn(word, ":"); /* "fixed:" and then cells */
        printf("%.*s\n", word[plain] ? plain + 1 : plain, word);
    }
    if (strcmp(o->value, "AGENT") == 0) {
        print_agents();
    } else if (help_is_path(o->value)) {
        puts(o->value);
    }
}

int help_complete(const cli_command *const *commands, char *const *words)
{
    int n = 0;
    const cli_command *command = NULL;
    for (; words[n]; n++) {
    }
    for (int i = 0; n > 1 && commands[i]; i++) {
        command = strcmp(commands[i]->name, words[0]) == 0 ? commands[i] : command;
    }
    const cli_option *option = command && n > 2 ? find_option(command, words[n - 2]) : NULL;
    if (n <= 1) {
        print_commands(commands);
        puts("help\n--version");
    } else if (strcmp(words[0], "help") == 0) {
        print_commands(commands);
        for (const topic *t = topics; t->name; t++) {
            puts(t->name);
        }
    } else if (words[n - 1][0] == '-') {
        if (command) {
            print_options(command);
        }
    } else if (option && option->value) {
        print_values(option);
    } else {
        puts("FILE");
    }
    return help_finish();
}
