/* Answers to the page: writing JSON, one member after the other.
 *
 * SPDX-License-Identifier: MIT
 */
#ifndef WEB_REPLY_H
#define WEB_REPLY_H

#include "src/papamu.h"

#include <stdio.h>

/* A text of JSON that is being written. Commas are put where they belong. */
typedef struct reply {
    FILE *file; /* NULL: there was no memory for it */
    char *text;
    size_t length;
    bool needs_comma;
} reply;

/* Begin an object, dropping what `r` held before. */
void reply_begin(reply *r);

/* End the object; the text lasts until the next beginning. */
const char *reply_end(reply *r);

/* The answer that an error is, in the place of all that was written. */
const char *reply_error(reply *r, pm_status status, const pm_error *err);
void reply_free(reply *r);

/* Members of an object; elements of an array have the name NULL. */
void reply_text(reply *r, const char *name, const char *value);
void reply_integer(reply *r, const char *name, long long value);
void reply_real(reply *r, const char *name, double value);
void reply_truth(reply *r, const char *name, bool value);
void reply_null(reply *r, const char *name);
void reply_open(reply *r, const char *name, char bracket); /* '{' or '[' */
void reply_close(reply *r, char bracket);

#endif
