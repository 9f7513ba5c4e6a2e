/* papamu: finds the command, runs it, and turns how it ended into an exit code.
 *
 * A command runs between opening and closing its output. If it fails, or the output cannot be written to its end,
 * nothing appears under the name given with -o, and the exit code is never 0.
 *
 * SPDX-License-Identifier: MIT
 */
#include "src/base/par.h"
#include "src/cli/commands/commands.h"
#include "src/cli/frame/internal.h"
#include "src/cli/frame/ranks.h"
#include "src/cli/help/help.h"
#include "src/cli/output/output.h"
#include "src/game/game.h"

#include <assert.h>
#include <errno.h>
#include <fcntl.h>
#include <signal.h>
#include <string.h>
#include <unistd.h>

#define DECLARE(name) extern const cli_command cmd_##name;
#define LIST(name) &cmd_##name,
#define NAME(name) #name,

CLI_COMMANDS(DECLARE)

/* The last place but one is for the command of the program with ranks. */
static const cli_command *commands[] = {CLI_COMMANDS(LIST) NULL, NULL};
static const char *command_names[] = {CLI_COMMANDS(NAME) "help", NULL, NULL};

enum { N_COMMANDS = sizeof commands / sizeof commands[0] - 2 };

static void add_command(void)
{
    commands[N_COMMANDS] = ranks_command;
    command_names[N_COMMANDS + 1] = ranks_command ? ranks_command->name : NULL;
}

/* Say that no such `what` is called `name`. */
static int word_unknown(const char *what, const char *name, const char *const *names)
{
    char hint[GAME_HINT_TEXT];
    game_hint(name, names, "\"", "\"", hint);
    char shown[CLI_QUOTE_TEXT];
    fprintf(stderr, "papamu: there is no %s \"%s\"%s\nTry `papamu help`.\n", what, cli_quote(name, shown),
            hint[0] ? hint : ".");
    return CLI_BAD_INPUT;
}

static int command_unknown(const char *name)
{
    return word_unknown("command", name, command_names);
}

static int help_unknown(const char *name)
{
    const char *names[sizeof command_names / sizeof command_names[0] + N_TOPICS];
    int n = 0;
    for (; command_names[n]; n++) {
        names[n] = command_names[n];
    }
    for (const topic *t = topics; t->name; t++) {
        names[n++] = t->name;
    }
    assert(n < (int)(sizeof names / sizeof names[0]));
    names[n] = NULL;
    return word_unknown("command or topic", name, names);
}

/* A file opened later must not become standard output because that was closed: such a stream gets a descriptor on
 * which every read or write fails. */
static void keep_standard_streams(void)
{
    for (int fd = 0; fd <= 2; fd++) {
        if (fcntl(fd, F_GETFD) == -1 && errno == EBADF) {
            (void)!open("/dev/null", fd == 0 ? O_WRONLY : O_RDONLY);
        }
    }
}

static int output_failed(cli *c, int error)
{
    return c->path ? cli_error(c, CLI_SYSTEM, "cannot write to \"%s\": %s", c->path, strerror(error))
                   : cli_error(c, CLI_SYSTEM, "cannot write to standard output: %s", strerror(error));
}

/* Run with the output open around it. The result is kept even if a check failed, some of the input was bad or too large
 * for the memory, as long as the command itself did not give up. */
static int command_run_open(cli *c)
{
    if (!output_open(c)) {
        return output_failed(c, errno);
    }
    int code = c->command->run(c);
    cli_progress_end();
    if (code == CLI_DONE && c->has_failed) { /* where a row was put, which returns nothing */
        code = CLI_SYSTEM;
    }
    if (code == CLI_INTERRUPTED && !c->has_failed) {
        cli_error(c, code, "interrupted");
    }
    const cli_end end = !c->has_failed ? CLI_WHOLE : c->keeps_part ? CLI_PART : CLI_NOTHING;
    const int error = output_close(c, end);
    return end != CLI_NOTHING && error ? output_failed(c, error) : code;
}

/* Use no more threads than can be started. */
static int fit_threads(cli *c)
{
    const bool has_team = (c->command->uses & CLI_USES_THREADS) && c->threads > 1;
    const int n = has_team ? par_startable(c->threads) : c->threads;
    if (has_team && n == 1) {
        return cli_error(c, CLI_SYSTEM,
                         "cannot start a thread: the limit on memory (ulimit -v) or on processes (ulimit -u) is too "
                         "low; --threads 1 needs none");
    }
    if (n < c->threads) {
        cli_warn(c, "only %d of %d threads can be started; continuing with these", n, c->threads);
    }
    c->threads = n;
    return CLI_DONE;
}

static int command_run(const cli_command *command, int argc, char **argv)
{
    cli c = {.command = command,
             .game = "konane",
             .rows = 8,
             .cols = 8,
             .threads = ranks_processors(),
             .has_provenance = true};
    int code = options_read(&c, argc, argv);
    if (code == -1) {
        c.path = ranks_is_first() ? c.path : NULL;
        code = ranks_check(&c);
        code = code ? code : fit_threads(&c);
        code = code == CLI_DONE ? command_run_open(&c) : code;
    }
    options_free(&c);
    return code;
}

static bool is_help(const char *word)
{
    return strcmp(word, "help") == 0 || strcmp(word, "--help") == 0 || strcmp(word, "-h") == 0;
}

/* `words`, ended by NULL, are what follows `papamu help`. */
static int help_run(char *const *words)
{
    const char *name = words[0];
    if (name && strcmp(name, "--complete") == 0) { /* for the completion of shells */
        return help_complete(commands, words + 1);
    }
    if (name && words[1]) {
        fprintf(stderr, "papamu: \"%s\" is one argument too many for help.\nTry `papamu help`.\n", words[1]);
        return CLI_BAD_INPUT;
    }
    if (!name || is_help(name)) {
        return help_program(commands);
    }
    if (strcmp(name, "--manual") == 0) { /* for the build */
        return help_manual(commands);
    }
    const cli_command *command = command_find(name);
    const topic *t = topic_find(name);
    return command ? help_command(command) : t ? help_topic(t) : help_unknown(name);
}

static int run(int argc, char **argv)
{
    if (argc < 2) {
        fputs("papamu: a command is missing.\nTry `papamu help`.\n", stderr);
        return CLI_BAD_INPUT;
    }
    const char *word = argv[1];
    if (strcmp(word, "--version") == 0) {
        return help_version();
    }
    if (is_help(word)) {
        return help_run(argv + 2);
    }
    const cli_command *command = command_find(word);
    if (command) {
        return command_run(command, argc - 1, argv + 1);
    }
    if (word[0] == '-') {
        fprintf(stderr, "papamu: the command must come before the option \"%s\".\nTry `papamu help`.\n", word);
        return CLI_BAD_INPUT;
    }
    return command_unknown(word);
}

int main(int argc, char **argv)
{
    add_command();
    command_list_set(commands);
    keep_standard_streams();
    signal(SIGPIPE, SIG_IGN);
    signal(SIGXFSZ, SIG_IGN); /* a file over its limit is a write that fails, as on a full disk */
    interrupt_catch();
    const int code = ranks_begin(&argc, &argv);
    return code >= 0 ? code : ranks_end(run(argc, argv));
}
