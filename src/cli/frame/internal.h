/* What the files of the frame share and commands do not need.
 *
 * SPDX-License-Identifier: MIT
 */
#ifndef CLI_FRAME_INTERNAL_H
#define CLI_FRAME_INTERNAL_H

#include "src/cli/frame/cli.h"
#include "src/cli/frame/topics.h"

#include <stdio.h>

/* ---- options.c: reading the command line ---- */

/* Read the options and operands of `c->command` from argv[1..argc-1]. Returns -1 to continue, or the exit code if the
 * program is done: after an error, or after --help. */
int options_read(cli *c, int argc, char **argv);
void options_free(cli *c);

/* ---- command_list.c ---- */

/* Take the table of commands, ended by NULL: once, before anything else. */
void command_list_set(const cli_command *const commands[]);

/* The command called `name`, or NULL. */
const cli_command *command_find(const char *name);

/* ---- paths.c: the files that it names ---- */

/* Refuse a command line that names a file twice. Returns CLI_DONE, or the exit code after an error. */
int paths_check(cli *c);

/* ---- help.c ---- */

/* Whether the name of an operand or of an option's value says that it is a path. */
bool help_is_path(const char *name);

/* The name of operand number `n` from 0 of a command, copied to `name`, and whether it may be left out; false if
 * there is none. One with dots covers all that follow. */
bool help_operand(const cli_command *command, int n, char name[32], bool *is_optional);

enum { HELP_OPTION_TEXT = 512 };

/* Word number `n` from 0 that the value of the option may be, and whether it is the default; false if there is none. */
bool help_word(const cli_option *option, int n, char word[32], bool *is_default);

/* What the option is for, with its words in place. Returns `text`. */
const char *help_option(const cli_option *option, char text[HELP_OPTION_TEXT]);

/* Write to standard output; return an exit code. */
int help_command(const cli_command *command);
int help_program(const cli_command *const *commands);
int help_manual(const cli_command *const *commands); /* manual.c: the manual page, in mdoc(7) */
int help_topic(const topic *t);
int help_version(void);

/* What all help ends with: flush standard output, CLI_DONE if everything could be written. */
int help_finish(void);

/* complete.c: write what may complete the last of the `words`, ended by NULL, that follow `papamu` on a command line:
 * one a line; or FILE or DIR, for the shell to complete. */
int help_complete(const cli_command *const *commands, char *const *words);

/* ---- options that all commands share ---- */
typedef struct common_option {
    cli_option option;
    int key;       /* what getopt returns for it */
    unsigned uses; /* the help lists it for commands that use any of these; 0: for all */
} common_option;
enum common_key {
    KEY_HELP = 'h',
    KEY_OUTPUT = 'o',
    KEY_GAME = 256,
    KEY_OPENING,
    KEY_CORNER,
    KEY_PLAY,
    KEY_JUMPS,
    KEY_DRAW_RULE,
    KEY_BOARD,
    KEY_THREADS,
    KEY_MEMORY,
    KEY_FORMAT,
    KEY_SEED,
    KEY_PROGRESS,
    KEY_NO_PROVENANCE,
    KEY_OWN = 512, /* and above: the command's own */
};
extern const common_option common_options[]; /* ended by a NULL name */

/* ---- sink.c: where the bytes of the result go ---- */

typedef struct sink sink;

/* Open `path`, or standard output if it is NULL. A regular file is written under a temporary name beside it.
 * NULL with errno set if it cannot be opened. */
sink *sink_open(const char *path);
FILE *sink_file(sink *s);

/* Whether everything so far could be written. */
bool sink_is_good(sink *s);

/* Close, and deal with the file as `end` says. Returns 0 or the error number of the first failure; after one the file
 * is removed in any case. */
int sink_close(sink *s, cli_end end);

/* Flush standard output: 0 or an error number. */
int sink_flush_stdout(void);

/* ---- output.c ---- */

/* Open the output. False with errno set. The provenance goes out with the first thing that is put. */
bool output_open(cli *c);

/* The stream that it writes to. */
FILE *output_stream(cli *c);

/* End tables and objects, if the file is whole, and close. Returns 0 or an error number. */
int output_close(cli *c, cli_end end);

/* ---- provenance.c ---- */
void provenance_comment(FILE *file, const cli *c); /* lines that begin with # */
void provenance_json(FILE *file, const cli *c);    /* an object */

/* Add `word` to the text at `*line` with a space before it, quoted for a shell where it must be. False: no memory. */
bool provenance_add(char **line, const char *word);

/* ---- latex.c ---- */
void latex_provenance(FILE *out, const cli *c); /* lines that begin with % */
void latex_begin(FILE *out, const cli_column *columns, int n_columns);
void latex_cell(FILE *out, cli_kind kind, const char *text); /* NULL: it is empty */
void latex_end(FILE *out);

/* ---- interrupt.c ---- */
void interrupt_catch(void);

/* Name a file that must be removed if the process has to end at once. The text must stay until it is forgotten. */
void interrupt_remove(const char *path);
void interrupt_forget(const char *path);

#endif
