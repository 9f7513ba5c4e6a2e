/* Strings as JSON wants them (RFC 8259), for everything that writes JSON.
 *
 * SPDX-License-Identifier: MIT
 */
#ifndef BASE_JSON_H
#define BASE_JSON_H

#include <stdio.h>

/* Write `text` with its quotes to `file`. Bytes that are not UTF-8 are taken as Latin-1, so that the result is always
 * valid; whether `file` took it all, ferror says. */
void json_string(FILE *file, const char *text);

#endif
