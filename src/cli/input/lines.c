/* Lines from standard input: see lines.h.
 *
 * SPDX-License-Identifier: MIT
 */
#include "src/cli/input/lines.h"
#include "src/cli/frame/cli.h"

#include <errno.h>
#include <poll.h>
#include <string.h>
#include <unistd.h>

/* Read what there is, after waiting for `timeout_ms` milliseconds (-1: as long as it takes) for something. Returns
 * false at an error, with errno set. */
static bool fill(lines *l, int timeout_ms)
{
    if (l->begin > 0) {
        memmove(l->buffer, l->buffer + l->begin, l->end - l->begin);
        l->end -= l->begin;
        l->begin = 0;
    }
    struct pollfd input = {.fd = STDIN_FILENO, .events = POLLIN};
    if (l->is_at_end || l->end == sizeof l->buffer) {
        return true;
    }
    const int n_ready = poll(&input, 1, timeout_ms);
    if (n_ready <= 0) {
        return n_ready == 0;
    }
    const ssize_t n = read(STDIN_FILENO, l->buffer + l->end, sizeof l->buffer - l->end);
    l->end += n > 0 ? (size_t)n : 0;
    l->is_at_end = n == 0;
    return n >= 0;
}

/* Take the line whose end, a newline or the end of the input, is at `stop`. */
static lines_status take(lines *l, char *stop, char **line)
{
    char *begin = l->buffer + l->begin;
    l->begin = (size_t)(stop - l->buffer) + 1;
    l->begin = l->begin < l->end ? l->begin : l->end;
    *stop = '\0';
    *line = begin;
    const size_t length = strlen(begin);
    const bool is_bad = l->is_skipping || begin + length != stop;
    l->is_skipping = false;
    if (length > 0 && begin[length - 1] == '\r') {
        begin[length - 1] = '\0';
    }
    return is_bad ? LINES_BAD : LINES_GOT;
}

lines_status lines_next(lines *l, char **line)
{
    for (;;) {
        if (cli_is_interrupted()) {
            return LINES_INTERRUPTED;
        }
        const size_t n = l->end - l->begin;
        char *stop = memchr(l->buffer + l->begin, '\n', n);
        if (stop) {
            return take(l, stop, line);
        }
        if (l->is_at_end && n == 0) {
            return LINES_END;
        }
        if (n == sizeof l->buffer) { /* no end in sight */
            l->is_skipping = true;
            l->begin = l->end = 0;
        } else if (l->is_at_end) {
            return take(l, l->buffer + l->end, line); /* there is room for a zero behind it */
        }
        if (!fill(l, -1) && errno != EINTR) {
            return LINES_FAILED;
        }
    }
}

bool lines_has(lines *l, const char *word)
{
    (void)fill(l, 0); /* an error shows when the next line is wanted */
    const size_t length = strlen(word);
    const char *at = l->buffer + l->begin, *end = l->buffer + l->end;
    while (at < end) {
        const char *stop = memchr(at, '\n', (size_t)(end - at));
        if (!stop) {
            return false;
        }
        const size_t n = (size_t)(stop - at) - (stop > at && stop[-1] == '\r');
        if (n == length && memcmp(at, word, n) == 0) {
            return true;
        }
        at = stop + 1;
    }
    return false;
}

void lines_wait(lines *l, int ms)
{
    if (l->is_at_end || l->end - l->begin == sizeof l->buffer) {
        poll(NULL, 0, ms);
    } else {
        (void)fill(l, ms);
    }
}

bool lines_ended(lines *l)
{
    (void)fill(l, 0);
    return l->is_at_end;
}
