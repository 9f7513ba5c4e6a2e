/* Text that grows: see text.h.
 *
 * SPDX-License-Identifier: MIT
 */
#include "analysis/stats/text.h"

#include "src/base/array.h"

#include <stdlib.h>
#include <string.h>

enum { WIDE_DIGITS = 39 }; /* of 2^128 - 1 */

void text_free(text_buffer *t)
{
    free(t->data);
    *t = (text_buffer){0};
}

void text_clear(text_buffer *t)
{
    t->length = 0;
    t->failed = false;
}

/* Make room for n more bytes and a terminating zero. */
static bool text_reserve(text_buffer *t, size_t n)
{
    if (t->failed) {
        return false;
    }
    char *data = array_grow(t->data, &t->capacity, t->length + n + 1, 1);
    t->data = data ? data : t->data;
    t->failed = !data;
    return data != NULL;
}

void text_append_bytes(text_buffer *t, const char *bytes, size_t n)
{
    if (text_reserve(t, n)) {
        memcpy(t->data + t->length, bytes, n);
        t->length += n;
        t->data[t->length] = '\0';
    }
}

void text_append(text_buffer *t, const char *string)
{
    text_append_bytes(t, string, strlen(string));
}

void text_append_char(text_buffer *t, char c)
{
    text_append_bytes(t, &c, 1);
}

/* Write `number` so that it ends at digits[end]; returns the index of its first digit. */
static size_t write_digits(char *digits, size_t end, uint64_t number)
{
    do {
        digits[--end] = (char)('0' + (int)(number % 10));
        number /= 10;
    } while (number);
    return end;
}

void text_append_wide(text_buffer *t, uint128 number)
{
    char digits[WIDE_DIGITS];
    size_t first = WIDE_DIGITS;
    for (; number > UINT64_MAX; number /= 10) {
        digits[--first] = (char)('0' + (int)(number % 10));
    }
    first = write_digits(digits, first, (uint64_t)number);
    text_append_bytes(t, digits + first, WIDE_DIGITS - first);
}

void text_append_number(text_buffer *t, uint64_t number)
{
    char digits[WIDE_DIGITS];
    const size_t first = write_digits(digits, WIDE_DIGITS, number);
    text_append_bytes(t, digits + first, WIDE_DIGITS - first);
}
