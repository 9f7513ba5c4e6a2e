/* Error details: see status.h.
 *
 * SPDX-License-Identifier: MIT
 */
#include "src/base/status.h"

#include <assert.h>
#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { ELLIPSIS = 3, SHORTEST_WORD = 24 }; /* a quoted word is not made shorter than this */

/* The longest quoted word; false: none. */
static bool find_longest_word(char *text, char **word, size_t *length)
{
    *length = 0;
    for (char *open = strchr(text, '"'); open;) {
        char *close = strchr(open + 1, '"');
        if (!close) {
            break;
        }
        if ((size_t)(close - open - 1) > *length) {
            *word = open + 1;
            *length = (size_t)(close - open - 1);
        }
        open = strchr(close + 1, '"');
    }
    return *length > 0;
}

/* Put "..." in place of the beginning of the longest quoted word, for a text that is `excess` bytes too long. False:
 * no word is long enough. */
static bool shorten_word(char *text, size_t excess)
{
    char *word;
    size_t length;
    if (!find_longest_word(text, &word, &length) || length <= SHORTEST_WORD + ELLIPSIS) {
        return false;
    }
    const size_t most = length - SHORTEST_WORD;
    size_t cut = excess + ELLIPSIS < most ? excess + ELLIPSIS : most;
    while (cut < length && ((unsigned char)word[cut] & 0xc0) == 0x80) {
        cut++; /* not inside a character of UTF-8 */
    }
    memcpy(word, "...", ELLIPSIS);
    memmove(word + ELLIPSIS, word + cut, strlen(word + cut) + 1);
    return true;
}

void status_format(char *text, size_t size, const char *format, va_list args)
{
    va_list again;
    va_copy(again, args);
    const int n = vsnprintf(text, size, format, args);
    const int error = errno;
    char *whole = n >= 0 && (size_t)n >= size ? malloc((size_t)n + 1) : NULL;
    if (whole) {
        vsnprintf(whole, (size_t)n + 1, format, again);
        for (size_t length = (size_t)n; length >= size && shorten_word(whole, length - size + 1);) {
            length = strlen(whole);
        }
        snprintf(text, size, "%s", whole);
        free(whole);
    }
    errno = error;
    va_end(again);
}

bool status_names(const char *message, const char *path)
{
    const char *rest = strstr(message, "\"...");
    const size_t n = rest ? strcspn(rest + 1 + ELLIPSIS, "\"") : 0, length = strlen(path);
    return strstr(message, path) || (n > 0 && n <= length && strncmp(rest + 1 + ELLIPSIS, path + length - n, n) == 0);
}

pm_status status_fail(pm_error *err, pm_status status, size_t offset, const char *format, ...)
{
    assert(status != PM_OK);
    if (err) {
        va_list args;
        va_start(args, format);
        status_format(err->message, sizeof err->message, format, args);
        va_end(args);
        err->offset = offset;
    }
    return status;
}

void status_name_path(const char *path, pm_error *err)
{
    if (err && !status_names(err->message, path)) {
        const pm_error plain = *err;
        status_fail(err, PM_BAD_INPUT, plain.offset, "\"%s\": %s", path, plain.message);
    }
}

pm_status status_no_memory(pm_error *err, const char *what, uint64_t bytes)
{
    char text[STATUS_BYTES_TEXT];
    return status_fail(err, PM_NO_MEMORY, 0, "cannot allocate %s for %s", bytes ? status_bytes(bytes, text) : "memory",
                       what);
}

pm_status status_over_budget(pm_error *err, const char *what, uint64_t needed, uint64_t given)
{
    char need[STATUS_BYTES_TEXT], have[STATUS_BYTES_TEXT];
    return status_fail(err, PM_NO_MEMORY, 0, "%s needs %s of memory and was given %s", what, status_bytes(needed, need),
                       status_bytes(given, have));
}

const char *status_char(char c, char text[STATUS_CHAR_TEXT])
{
    if (c == '\0') {
        snprintf(text, STATUS_CHAR_TEXT, "the end");
    } else if (c >= ' ' && c <= '~') {
        snprintf(text, STATUS_CHAR_TEXT, "'%c'", c);
    } else {
        snprintf(text, STATUS_CHAR_TEXT, "byte 0x%02x", (unsigned char)c);
    }
    return text;
}

const char *status_bytes(uint64_t bytes, char text[STATUS_BYTES_TEXT])
{
    static const char *const units[] = {"bytes", "KiB", "MiB", "GiB", "TiB", "PiB", "EiB"};
    double x = (double)bytes;
    int i = 0;
    while (x >= 1023.95 && i < 6) {
        x /= 1024;
        i++;
    }
    snprintf(text, STATUS_BYTES_TEXT, "%.*f %s", i == 0 ? 0 : x < 9.995 ? 2 : 1, x, units[i]);
    return text;
}
