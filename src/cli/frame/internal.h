/* What the files of the frame share and commands do not need.
 *
 * SPDX-License-Identifier: MIT
 */
#ifndef CLI_FRAME_INTERNAL_H
#define CLI_FRAME_INTERNAL_H

#include "src/cli/frame/cli.h"

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

/* ---- interrupt.c ---- */
void interrupt_catch(void);

/* Name a file that must be removed if the process has to end at once. The text must stay until it is forgotten. */
void interrupt_remove(const char *path);
void interrupt_forget(const char *path);

#endif
