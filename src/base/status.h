/* Filling in a pm_error: one call at the place that knows what was wrong.
 *
 * SPDX-License-Identifier: MIT
 */
#ifndef BASE_STATUS_H
#define BASE_STATUS_H

#include "src/papamu.h"

/* Store the message and the offset in `err`, which may be NULL, and return `status`, so that a check
 * reads `return status_fail(err, PM_BAD_INPUT, offset, "...", ...)`. Longer messages are cut. */
pm_status status_fail(pm_error *err, pm_status status, size_t offset, const char *format, ...)
    __attribute__((format(printf, 4, 5)));

enum { STATUS_CHAR_TEXT = 24 };

/* Describe the character `c` of an input for a message: "'x'", "the end", or "byte 0x1b". Returns `text`. */
const char *status_char(char c, char text[STATUS_CHAR_TEXT]);

enum { STATUS_BYTES_TEXT = 24 };

/* Write `bytes` as "1.10 GiB". Returns `text`. */
const char *status_bytes(uint64_t bytes, char text[STATUS_BYTES_TEXT]);

#endif
