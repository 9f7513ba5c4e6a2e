/* Other programs that this one runs.
 *
 * SPDX-License-Identifier: MIT
 */
#ifndef CLI_FRAME_CHILD_H
#define CLI_FRAME_CHILD_H

#include <stdbool.h>
#include <stdio.h>
#include <sys/types.h>

/* Start the program that `words` (ended by NULL) name first, looked for in PATH, with the descriptors `in` and `out` as
 * its input and output, and its errors with ours, or nowhere if `is_silent`. A write to a closed pipe ends it. Returns
 * 0, or an error number. */
int child_start(char *const *words, int in, int out, bool is_silent, pid_t *child);

/* Copy all that it writes, from the pipe `from`. Returns 0, or an error number; reads to the end in any case, unless
 * the program is interrupted: then EINTR. */
int child_copy(int from, FILE *to);

/* Wait for its end. Returns its exit status, or -1 if it has none, as after a signal. */
int child_wait(pid_t child);

#endif
