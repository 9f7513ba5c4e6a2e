/* papamu reproduce: run again the commands that a result records, and compare.
 *
 * Two results are equal when their bytes after the # lines are; seconds, in the last column, take no part. A file that
 * joins several tables records the commands one after the other: each must make the header, and the rows follow in that
 * order. If the file has a line "# then: COMMAND", a table is what that command makes from what each of them writes.
 *
 * SPDX-License-Identifier: MIT
 */
#include "src/cli/frame/child.h"
#include "src/cli/frame/cli.h"

#include <errno.h>
#include <fcntl.h>
#include <signal.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

enum { MAX_WORDS = 256, MAX_NUMBER = 32 };

static const char mark[] = "# command: ", then_mark[] = "# then: ";

typedef struct reproduction {
    cli *c;
    const char *path;
    FILE *file;
    char *line; /* of the file: the next one to compare; NULL at its end */
    size_t room, number;
    char *header;
    bool has_seconds;
    char **commands; /* that made it, in their order */
    char *then;      /* the command that read what each of them wrote; NULL if that is the table */
    size_t n_commands, n_rows;
    bool differs;
} reproduction;

/* ---- lines -------------------------------------------------------------------------------------- */

/* Read a line without its end; false at the end of the file. */
static bool read_line(FILE *file, char **line, size_t *room)
{
    const ssize_t n = getline(line, room, file);
    if (n > 0 && (*line)[n - 1] == '\n') {
        (*line)[n - 1] = '\0';
    }
    return n >= 0;
}

/* Go to the next line of the file. */
static void step(reproduction *r)
{
    r->number++;
    if (!read_line(r->file, &r->line, &r->room)) {
        free(r->line);
        r->line = NULL;
        r->room = 0;
    }
}

static bool is_equal(const reproduction *r, const char *a, const char *b)
{
    const char *end_a = r->has_seconds ? strrchr(a, ',') : NULL, *end_b = r->has_seconds ? strrchr(b, ',') : NULL;
    const size_t n = end_a ? (size_t)(end_a - a) : strlen(a), m = end_b ? (size_t)(end_b - b) : strlen(b);
    return n == m && memcmp(a, b, n) == 0;
}

static void report(reproduction *r, const char *made)
{
    char is[CLI_QUOTE_TEXT], would_be[CLI_QUOTE_TEXT];
    r->differs = true;
    if (!r->line) {
        cli_warn(r->c, "\"%s\" ends before line %zu, which is \"%s\" now", r->path, r->number,
                 cli_quote(made, would_be));
    } else if (!made) {
        cli_warn(r->c, "\"%s\" has \"%s\" in line %zu, where the commands end", r->path, cli_quote(r->line, is),
                 r->number);
    } else {
        cli_warn(r->c, "\"%s\" has \"%s\" in line %zu, which is \"%s\" now", r->path, cli_quote(r->line, is), r->number,
                 cli_quote(made, would_be));
    }
}

/* ---- what the file records ---------------------------------------------------------------------- */

static int add_command(reproduction *r, const char *text)
{
    char **all = realloc(r->commands, (r->n_commands + 1) * sizeof *all);
    r->commands = all ? all : r->commands;
    if (!all || !(all[r->n_commands] = strdup(text))) {
        return cli_no_memory(r->c, "the commands");
    }
    r->n_commands++;
    return CLI_DONE;
}

static int set_then(reproduction *r, const char *text)
{
    if (r->then) {
        return cli_error(r->c, CLI_BAD_INPUT, "\"%s\" has two lines \"%s...\"", r->path, then_mark);
    }
    r->then = strdup(text);
    return r->then ? CLI_DONE : cli_no_memory(r->c, "the commands");
}

/* Read the commands up to the header, and the header. */
static int read_head(reproduction *r)
{
    int code = CLI_DONE;
    for (step(r); r->line && r->line[0] == '#' && code == CLI_DONE; step(r)) {
        if (strncmp(r->line, mark, strlen(mark)) == 0) {
            code = add_command(r, r->line + strlen(mark));
        } else if (strncmp(r->line, then_mark, strlen(then_mark)) == 0) {
            code = set_then(r, r->line + strlen(then_mark));
        }
    }
    if (code != CLI_DONE) {
        return code;
    }
    if (r->n_commands == 0) {
        return cli_error(r->c, CLI_BAD_INPUT, "\"%s\" does not record the command that made it, as \"%s...\"", r->path,
                         mark);
    }
    if (!r->line) {
        return cli_error(r->c, CLI_BAD_INPUT, "\"%s\" has nothing to compare after its # lines", r->path);
    }
    const size_t n = strlen(r->line), ending = strlen(",seconds");
    r->has_seconds = n > ending && strcmp(r->line + n - ending, ",seconds") == 0;
    r->header = strdup(r->line);
    step(r);
    return r->header ? CLI_DONE : cli_no_memory(r->c, "the header");
}

/* ---- running ------------------------------------------------------------------------------------ */

/* Compare what a command writes, from its header on. Returns CLI_DONE, also after a difference, or the exit code after
 * an error. */
static int compare(reproduction *r, const char *command, FILE *made)
{
    char *line = NULL, shown[CLI_QUOTE_TEXT];
    size_t room = 0;
    int code = CLI_DONE;
    bool has_header = false;
    while (code == CLI_DONE && !r->differs && read_line(made, &line, &room)) {
        if (cli_is_interrupted()) {
            code = CLI_INTERRUPTED;
        } else if (line[0] == '#' && !has_header) {
            continue;
        } else if (!has_header) {
            has_header = true;
            code = strcmp(line, r->header) == 0
                       ? CLI_DONE
                       : cli_error(r->c, CLI_BAD_INPUT,
                                   "\"%s\" cannot be made again: \"%s\" makes another table, from "
                                   "which the file was made by steps that it does not record",
                                   r->path, cli_quote(command, shown));
        } else if (!r->line || !is_equal(r, r->line, line)) {
            report(r, line);
        } else {
            r->n_rows++;
            step(r);
        }
    }
    free(line);
    return code;
}

/* A command that runs, and what it writes. */
typedef struct process {
    const char *command;
    FILE *made;
    pid_t child;
} process;

/* Add the limits of this command to the `n` words; `room` is for their texts. */
static void add_limits(const cli *c, char **words, int n, char room[2][MAX_NUMBER])
{
    static char threads_option[] = "--threads", memory_option[] = "--memory";
    if (c->has_threads) {
        snprintf(room[0], MAX_NUMBER, "%d", c->threads);
        words[n++] = threads_option;
        words[n++] = room[0];
    }
    if (c->memory) {
        snprintf(room[1], MAX_NUMBER, "%llu", (unsigned long long)c->memory);
        words[n++] = memory_option;
        words[n++] = room[1];
    }
    words[n] = NULL;
}

/* Start the words with `input` as their standard input, NULL for nothing. Returns 0 or an error number. */
static int start_words(char **words, FILE *input, process *p)
{
    int ends[2];
    const int in = input ? dup(fileno(input)) : open("/dev/null", O_RDONLY | O_CLOEXEC);
    if (in < 0 || pipe2(ends, O_CLOEXEC) != 0) {
        return errno;
    }
    int error = child_start(words, in, ends[1], false, &p->child);
    close(in);
    close(ends[1]);
    p->made = error ? NULL : fdopen(ends[0], "r");
    if (!p->made) {
        error = error ? error : errno;
        close(ends[0]);
    }
    return error;
}

/* Start a command with the limits of this one. With `input` it reads that as its file. */
static int start(const reproduction *r, const char *command, FILE *input, process *p)
{
    static char self[] = "/proc/self/exe", from_input[] = "/dev/stdin";
    char *words[MAX_WORDS + 8], shown[CLI_QUOTE_TEXT], numbers[2][MAX_NUMBER], *copy = strdup(command);
    int code = copy ? cli_record_read(r->c, r->path, command, copy, words, MAX_WORDS, input != NULL)
                    : cli_no_memory(r->c, "the command");
    if (code == CLI_DONE) {
        int n = 0;
        while (words[n]) {
            n++;
        }
        if (input) {
            words[n++] = from_input;
        }
        words[0] = self;
        add_limits(r->c, words, n, numbers);
        p->command = command;
        const int error = start_words(words, input, p);
        if (error) {
            code = cli_error(r->c, CLI_SYSTEM, "cannot run \"%s\": %s", cli_quote(command, shown), strerror(error));
        }
    }
    free(copy);
    return code;
}

/* Wait for a command, of whose output `code` says how reading it went. Returns `code`, or the exit code after an error
 * of the command. */
static int finish(const reproduction *r, const process *p, int code)
{
    char shown[CLI_QUOTE_TEXT];
    if (code != CLI_DONE || r->differs) {
        kill(p->child, SIGKILL); /* it has nothing to tidy up */
    }
    fclose(p->made);
    const int status = child_wait(p->child);
    if (code == CLI_DONE && cli_is_interrupted()) {
        return CLI_INTERRUPTED;
    }
    if (code == CLI_DONE && !r->differs && status != 0) {
        return cli_error(r->c, status > 0 ? status : CLI_SYSTEM, "\"%s\" failed when it was run again",
                         cli_quote(p->command, shown));
    }
    return code;
}

/* Keep what a command writes in a temporary file, for the next one to read from its begin. */
static int keep(const reproduction *r, FILE *made, FILE **kept)
{
    *kept = tmpfile();
    int error = *kept ? child_copy(fileno(made), *kept) : errno;
    error = error || fflush(*kept) == 0 ? error : errno;
    if (cli_is_interrupted()) {
        return CLI_INTERRUPTED;
    }
    return error ? cli_error(r->c, CLI_SYSTEM, "cannot write a temporary file: %s", strerror(error)) : CLI_DONE;
}

static int run_again(reproduction *r, const char *command)
{
    process p;
    FILE *kept = NULL;
    int code = start(r, command, NULL, &p);
    if (code == CLI_DONE && r->then) {
        code = keep(r, p.made, &kept);
        code = finish(r, &p, code);
        code = code == CLI_DONE ? start(r, r->then, kept, &p) : code;
    }
    if (code == CLI_DONE) {
        code = finish(r, &p, compare(r, p.command, p.made));
    }
    if (kept) {
        fclose(kept);
    }
    return code;
}

static int check_command(reproduction *r, const char *command, bool reads_file)
{
    char *words[MAX_WORDS], *copy = strdup(command);
    const int code = copy ? cli_record_read(r->c, r->path, command, copy, words, MAX_WORDS, reads_file)
                          : cli_no_memory(r->c, "the command");
    free(copy);
    return code;
}

/* Refuse before anything runs if a command cannot be run again. */
static int check_commands(reproduction *r)
{
    int code = r->then ? check_command(r, r->then, true) : CLI_DONE;
    for (size_t i = 0; i < r->n_commands && code == CLI_DONE; i++) {
        code = check_command(r, r->commands[i], false);
    }
    return code;
}

static int reproduce(reproduction *r)
{
    int code = read_head(r);
    code = code ? code : check_commands(r);
    for (size_t i = 0; i < r->n_commands && code == CLI_DONE && !r->differs; i++) {
        code = run_again(r, r->commands[i]);
    }
    if (code == CLI_DONE && !r->differs && r->line) {
        report(r, NULL);
    }
    if (code == CLI_DONE) {
        cli_fact_count(r->c, "commands", r->n_commands);
        cli_fact_count(r->c, "equal_rows", r->n_rows);
        cli_fact_text(r->c, "equal", r->differs ? "no" : "yes");
    }
    return code ? code : r->differs ? CLI_CHECK_FAILED : CLI_DONE;
}

static int run(cli *c)
{
    reproduction r = {.c = c, .path = c->operands[0]};
    int code = cli_text_open(c, r.path, "results of papamu", &r.file);
    if (code == CLI_DONE) {
        code = reproduce(&r);
        fclose(r.file);
    }
    for (size_t i = 0; i < r.n_commands; i++) {
        free(r.commands[i]);
    }
    free(r.commands);
    free(r.then);
    free(r.header);
    free(r.line);
    return code;
}

const cli_command cmd_reproduce = {
    .name = "reproduce",
    .operands = "FILE",
    .summary = "Rerun the commands recorded in a result file, and compare",
    .details =
        "FILE is a result with its # lines. The commands in them are run, with --threads and --memory if these are "
        "given, and\n"
        "what they write is compared with the file: the bytes after the # lines, without the seconds in the last "
        "column. Exit\n"
        "code 1 means that they differ; standard error says where first. A file is refused if its commands are not all "
        "of\n"
        "papamu, or read files or standard input, or if steps that it does not record made it from what they "
        "write. A line\n"
        "\"# then: papamu stats --table TABLE --format csv\" records such a step: it reads what each command wrote.\n\n"
        "Example: papamu reproduce data/openings.csv",
    .uses = CLI_USES_THREADS | CLI_USES_MEMORY,
    .has_no_csv = true,
    .run = run,
};
