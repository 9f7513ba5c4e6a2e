/* Help of all kinds, made from the tables of commands, options and topics; and what these tables say, for whoever reads
 * a command line.
 *
 * SPDX-License-Identifier: MIT
 */
#ifndef CLI_HELP_HELP_H
#define CLI_HELP_HELP_H

#include "src/cli/frame/cli.h"
#include "src/cli/help/topics.h"

/* ---- help.c: help, and what the text of an operand or an option says ---- */

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

#endif
