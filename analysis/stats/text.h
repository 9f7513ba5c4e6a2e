/* Text that grows: what parallel workers write their lines to, and reports are composed in.
 *
 * Appending never fails at the call: a failed allocation sets `failed`, further appends do nothing, and the owner
 * looks once at the end. That keeps formatting code free of error handling.
 *
 * SPDX-License-Identifier: MIT
 */
#ifndef ANALYSIS_STATS_TEXT_H
#define ANALYSIS_STATS_TEXT_H

#include "analysis/stats/histogram.h"

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

/* All zero is the empty text. `data` is terminated by zero after the first append. */
typedef struct text_buffer {
    char *data;
    size_t length, capacity;
    bool failed;
} text_buffer;

void text_free(text_buffer *t);

/* Forget the contents, keep the memory. */
void text_clear(text_buffer *t);

void text_append(text_buffer *t, const char *string);
void text_append_bytes(text_buffer *t, const char *bytes, size_t n);
void text_append_char(text_buffer *t, char c);

/* Decimal digits; much quicker than snprintf, for the columns of long tables. */
void text_append_number(text_buffer *t, uint64_t number);
void text_append_wide(text_buffer *t, uint128 number);

#endif
