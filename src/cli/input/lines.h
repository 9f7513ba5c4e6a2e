/* Lines from standard input, for commands that talk: one can look whether more has come without waiting for it.
 *
 * Reads the descriptor itself; stdin must not be used beside it.
 *
 * SPDX-License-Identifier: MIT
 */
#ifndef CLI_INPUT_LINES_H
#define CLI_INPUT_LINES_H

#include <stdbool.h>
#include <stddef.h>

enum { LINES_MAX_BYTES = 1 << 16 }; /* of a line, its end included */

typedef enum lines_status {
    LINES_GOT,
    LINES_END,         /* of the input */
    LINES_BAD,         /* too long, or with a zero byte in it: left out, go on */
    LINES_INTERRUPTED, /* by Ctrl-C */
    LINES_FAILED,      /* errno says why */
} lines_status;

typedef struct lines {
    char buffer[LINES_MAX_BYTES];
    size_t begin, end; /* what was read and not yet taken */
    bool is_at_end;
    bool is_skipping; /* the rest of a line that was too long */
} lines;

/* Wait for a line and take it, its end cut off: it is in *line until the next call. */
lines_status lines_next(lines *l, char **line);

/* Without waiting: whether `word` stands alone on one of the lines that have come and were not taken. */
bool lines_has(lines *l, const char *word);

/* Wait until something has come that was not looked at, for `ms` milliseconds at the most. */
void lines_wait(lines *l, int ms);

/* Without waiting: whether the input has ended; lines may be left. */
bool lines_ended(lines *l);

#endif
