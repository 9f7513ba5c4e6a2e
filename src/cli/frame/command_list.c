/* The commands by their names.
 *
 * The table of commands is given to the frame by main.c, which alone refers to the commands: so a command may ask for
 * others by name.
 *
 * SPDX-License-Identifier: MIT
 */
#include "src/cli/frame/internal.h"

#include <assert.h>
#include <string.h>

static const cli_command *const *list; /* ended by NULL; set once, before any command runs */

void command_list_set(const cli_command *const commands[])
{
    assert(!list && commands[0]);
    list = commands;
}

const cli_command *command_find(const char *name)
{
    assert(list);
    for (int i = 0; list[i]; i++) {
        if (strcmp(list[i]->name, name) == 0) {
            return list[i];
        }
    }
    return NULL;
}
