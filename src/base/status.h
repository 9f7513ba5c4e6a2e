/* Filling in a pm_error: one call at the place that knows what was wrong.
 *
 * SPDX-License-Identifier: MIT
 */
#ifndef BASE_STATUS_H
#define BASE_STATUS_H

#include "src/papamu.h"

#include <stdarg.h>

/* Write a message of at most `size` bytes. If it is longer, its quoted words lose their beginning: of a path the end
 * says most, and what was wrong with it comes after it. */
void status_format(char *text, size_t size, const char *format, va_list args) __attribute__((format(printf, 3, 0)));

/* Whether a message names `path`, be it shortened. */
bool status_names(const char *message, const char *path);

/* Store the message and the offset in `err`, which may be NULL, and return `status`, so that a check
 * reads `return status_fail(err, PM_BAD_INPUT, offset, "...", ...)`. Longer messages are shortened as above. */
pm_status status_fail(pm_error *err, pm_status status, size_t offset, const char *format, ...)
    __attribute__((format(printf, 4, 5)));

/* Put the path of a file into the message of an error about it, if it is not there; `err` may be NULL. */
void status_name_path(const char *path, pm_error *err);

/* The system refused `bytes` (0: not known) for `what`, as in "the sweep": PM_NO_MEMORY. */
pm_status status_no_memory(pm_error *err, const char *what, uint64_t bytes);

/* A plan exceeds its budget: PM_NO_MEMORY, with both figures in the message. */
pm_status status_over_budget(pm_error *err, const char *what, uint64_t needed, uint64_t given);

/* Check an argument of a public function: PM_BAD_INPUT, saying `what` it must be, unless `is_good`. */
static inline pm_status status_check(pm_error *err, bool is_good, const char *what)
{
    return is_good ? PM_OK : status_fail(err, PM_BAD_INPUT, 0, "%s", what);
}

enum { STATUS_CHAR_TEXT = 24 };

/* Describe the character `c` of an input for a message: "'x'", "the end", or "byte 0x1b". Returns `text`. */
const char *status_char(char c, char text[STATUS_CHAR_TEXT]);

enum { STATUS_BYTES_TEXT = 24 };

/* Write `bytes` as "1.10 GiB". Returns `text`. */
const char *status_bytes(uint64_t bytes, char text[STATUS_BYTES_TEXT]);

#endif
