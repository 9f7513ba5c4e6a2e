/* Error details: see status.h.
 *
 * SPDX-License-Identifier: MIT
 */
#include "src/base/status.h"

#include <assert.h>
#include <stdarg.h>
#include <stdio.h>

pm_status status_fail(pm_error *err, pm_status status, size_t offset, const char *format, ...)
{
    assert(status != PM_OK);
    if (err) {
        va_list args;
        va_start(args, format);
        vsnprintf(err->message, sizeof err->message, format, args);
        va_end(args);
        err->offset = offset;
    }
    return status;
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
