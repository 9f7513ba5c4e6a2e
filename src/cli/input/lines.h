/* Lines from standard input, for commands that talk: one can look whether more has come without waiting for it.
 *
 * Whatever comes is read, so that a control command never waits for other input in a full pipe: lines are kept
 * until they are taken, and if there are more than a program has any reason to send, further ones are dropped and
 * reported, but for the words of control. A byte order mark before the first line is skipped.
 *
 * Reads the descriptor itself; stdin must not be used beside it.
 *
 * SPDX-License-Identifier: MIT
 */
#ifndef CLI_INPUT_LINES_H
#define CLI_INPUT_LINES_H

#include <stdbool.h>
#include <stddef.h>

enum {
    LINES_MAX_BYTES = 1 << 16, /* of a line, its end included */
    LINES_MAX_KEPT = 1 << 24,  /* bytes of lines that wait */
};

typedef enum lines_status {
    LINES_GOT,
    LINES_END,         /* of the input */
    LINES_BAD,         /* too long, or with a zero byte in it: left out, continue */
    LINES_LOST,        /* lines were dropped since the last call, as too many waited; continue */
    LINES_INTERRUPTED, /* by Ctrl-C */
    LINES_FAILED,      /* errno says why: also out of memory */
} lines_status;

/* The words of control, each a line of its own. */
typedef enum lines_word { LINES_STOP, LINES_QUIT, LINES_N_WORDS } lines_word;

/* Zero before the first use. */
typedef struct lines {
    char *buffer;                 /* owned */
    size_t capacity;              /* of the buffer */
    size_t begin, end;            /* what was read and not yet taken */
    size_t last;                  /* where the line begins whose end has not come */
    int n_waiting[LINES_N_WORDS]; /* lines of each word that were not taken */
    bool is_at_end;
    bool has_begun; /* the first line was taken */
    bool has_lost;  /* lines were dropped */
} lines;

/* Wait for a line and take it, its end cut off: it is in *line until the next call. */
lines_status lines_next(lines *l, char **line);

/* Without waiting: whether one of the lines that have come and were not taken is `word`. */
bool lines_has(lines *l, lines_word word);

/* Wait until something has come that was not looked at, for `ms` milliseconds at the most. */
void lines_wait(lines *l, int ms);

/* Without waiting: whether the input has ended; lines may be left. */
bool lines_ended(lines *l);

/* Give back the buffer. */
void lines_free(lines *l);

#endif
