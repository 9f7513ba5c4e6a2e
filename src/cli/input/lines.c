/* Lines from standard input: see lines.h.
 *
 * A line is kept up to one byte more than it may have, by which it is known to be too long.
 *
 * SPDX-License-Identifier: MIT
 */
#include "src/cli/input/lines.h"
#include "src/base/array.h"
#include "src/cli/frame/cli.h"

#include <assert.h>
#include <errno.h>
#include <poll.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

enum { PIECE = 1 << 16 };

/* The words of control. */
static const char *const words[LINES_N_WORDS] = {[LINES_STOP] = "stop", [LINES_QUIT] = "quit"};

static bool is_word(const char *line, size_t n, const char *word)
{
    n -= n > 0 && line[n - 1] == '\r';
    return n == strlen(word) && memcmp(line, word, n) == 0;
}

/* Count a line that has come (+1) or was taken (-1), if it is a word of control; returns whether it is. */
static bool count(lines *l, const char *line, size_t n, int change)
{
    for (int i = 0; i < LINES_N_WORDS; i++) {
        if (is_word(line, n, words[i])) {
            l->n_waiting[i] += change;
            assert(l->n_waiting[i] >= 0); /* what is taken has come */
            return true;
        }
    }
    return false;
}

/* ---- keeping ---------------------------------------------------------------------------------- */

/* Make room for a piece and a zero after it. */
static bool has_room(lines *l)
{
    assert(l->begin <= l->last && l->last <= l->end && l->end <= l->capacity);
    if (l->begin > 0) {
        memmove(l->buffer, l->buffer + l->begin, l->end - l->begin);
        l->end -= l->begin;
        l->last -= l->begin;
        l->begin = 0;
    }
    char *buffer = array_grow(l->buffer, &l->capacity, l->end + PIECE + 1, 1);
    l->buffer = buffer ? buffer : l->buffer;
    assert(!buffer || l->capacity - l->end > PIECE);
    return buffer != NULL;
}

/* Append what belongs to one line; beyond the most that a line may have nothing is kept. */
static void keep(lines *l, const char *bytes, size_t n)
{
    const size_t room = LINES_MAX_BYTES - (l->end - l->last);
    n = n < room ? n : room;
    assert(l->end + n <= l->capacity);
    memcpy(l->buffer + l->end, bytes, n);
    l->end += n;
}

/* The last line is whole. It is dropped if too many wait, unless it is a word of control. */
static void end_line(lines *l)
{
    const bool is_control = count(l, l->buffer + l->last, l->end - l->last, 1);
    if (l->end - l->begin > LINES_MAX_KEPT && !is_control) {
        l->end = l->last;
        l->has_lost = true;
        return;
    }
    assert(l->end < l->capacity);
    l->buffer[l->end++] = '\n';
    l->last = l->end;
}

/* Keep what was read. There is room for all of it. */
static void accept_bytes(lines *l, const char *bytes, size_t n)
{
    while (n > 0) {
        const char *stop = memchr(bytes, '\n', n);
        const size_t length = stop ? (size_t)(stop - bytes) : n;
        keep(l, bytes, length);
        if (stop) {
            end_line(l);
        }
        bytes += length + (stop != NULL);
        n -= length + (stop != NULL);
    }
}

/* Read what there is, after waiting for `timeout_ms` milliseconds (-1: as long as it takes) for something. Returns
 * false at an error, with errno set. */
static bool fill(lines *l, int timeout_ms)
{
    char piece[PIECE];
    struct pollfd input = {.fd = STDIN_FILENO, .events = POLLIN};
    if (l->is_at_end) {
        return true;
    }
    const int n_ready = poll(&input, 1, timeout_ms);
    if (n_ready <= 0) {
        return n_ready == 0;
    }
    if (!has_room(l)) {
        errno = ENOMEM;
        return false;
    }
    const ssize_t n = read(STDIN_FILENO, piece, sizeof piece);
    if (n > 0) {
        accept_bytes(l, piece, (size_t)n);
    }
    l->is_at_end = n == 0;
    return n >= 0;
}

/* ---- taking ----------------------------------------------------------------------------------- */

/* Take the line whose end, a newline (`is_whole`) or the end of the input, is at
 * `stop`. */
static lines_status take(lines *l, char *stop, bool is_whole, char **line)
{
    static const char byte_order_mark[] = "\xef\xbb\xbf";
    char *begin = l->buffer + l->begin;
    l->begin = (size_t)(stop - l->buffer) + 1;
    l->begin = l->begin < l->end ? l->begin : l->end;
    l->last = l->last > l->begin ? l->last : l->begin;
    assert(stop >= begin && stop < l->buffer + l->capacity);
    *stop = '\0';
    const size_t length = (size_t)(stop - begin);
    if (is_whole) {
        count(l, begin, length, -1);
    }
    const bool is_bad = length >= LINES_MAX_BYTES || strlen(begin) != length;
    if (length > 0 && begin[length - 1] == '\r') {
        begin[length - 1] = '\0';
    }
    *line = begin + (!l->has_begun && strncmp(begin, byte_order_mark, 3) == 0 ? 3 : 0);
    l->has_begun = true;
    return is_bad ? LINES_BAD : LINES_GOT;
}

lines_status lines_next(lines *l, char **line)
{
    for (;;) {
        if (cli_is_interrupted()) {
            return LINES_INTERRUPTED;
        }
        if (l->has_lost) {
            l->has_lost = false;
            return LINES_LOST;
        }
        const size_t n = l->end - l->begin;
        char *stop = n > 0 ? memchr(l->buffer + l->begin, '\n', n) : NULL;
        if (stop) {
            return take(l, stop, true, line);
        }
        if (l->is_at_end) {
            return n > 0 ? take(l, l->buffer + l->end, false, line) : LINES_END; /* there is room for a zero */
        }
        if (!fill(l, -1) && errno != EINTR) {
            return LINES_FAILED;
        }
    }
}

bool lines_has(lines *l, lines_word word)
{
    (void)fill(l, 0); /* an error shows when the next line is wanted */
    return l->n_waiting[word] > 0;
}

void lines_wait(lines *l, int ms)
{
    if (l->is_at_end) {
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

void lines_free(lines *l)
{
    assert(l->begin <= l->end && l->end <= l->capacity);
    free(l->buffer);
    *l = (lines){.buffer = NULL};
}
