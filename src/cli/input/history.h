/* The lines that people have typed at papamu's prompts, kept for the next time: plain text, a line each, the oldest
 * first, in $XDG_STATE_HOME/papamu/history, or ~/.local/state/papamu/history.
 *
 * SPDX-License-Identifier: MIT
 */
#ifndef CLI_INPUT_HISTORY_H
#define CLI_INPUT_HISTORY_H

#include "src/papamu.h"

enum { HISTORY_MAX_LINES = 500 };

/* The path of the file; NULL if the environment names no home, or memory ran out. The caller frees it. */
char *history_path(void);

/* The last lines of the file, each with its end; "" if there is no file to read. NULL: no memory. The caller frees it.
 */
char *history_read(const char *path);

/* Add `text`, whole lines, to what the file holds by now, making folders as needed, and drop the oldest. The file
 * appears whole, and is the user's alone to read. */
pm_status history_add(const char *path, const char *text, pm_error *err);

#endif
