/* Answers to the page: see reply.h.
 *
 * SPDX-License-Identifier: MIT
 */
#include "src/web/wasm/reply.h"

#include "src/base/json.h"

#include <math.h>
#include <stdlib.h>

static const char *const no_memory =
    "{\"error\": {\"status\": \"memory\", \"message\": \"there is no memory for the answer\", \"offset\": 0}}";

void reply_free(reply *r)
{
    if (r->file) {
        fclose(r->file);
    }
    free(r->text);
    *r = (reply){0};
}

void reply_begin(reply *r)
{
    reply_free(r);
    r->file = open_memstream(&r->text, &r->length);
    if (r->file) {
        putc('{', r->file);
    }
}

const char *reply_end(reply *r)
{
    if (!r->file) {
        return no_memory;
    }
    putc('}', r->file);
    const bool is_whole = !ferror(r->file);
    const bool is_closed = fclose(r->file) == 0;
    r->file = NULL;
    return is_whole && is_closed ? r->text : no_memory;
}

static const char *status_word(pm_status status)
{
    static const char *const words[] = {
        [PM_OK] = "done",         [PM_CHECK_FAILED] = "check",  [PM_DAMAGED] = "damaged",
        [PM_BAD_INPUT] = "input", [PM_NOT_FOUND] = "not found", [PM_NO_MEMORY] = "memory",
        [PM_IO] = "file",         [PM_INTERRUPTED] = "stopped"};
    return words[status];
}

const char *reply_error(reply *r, pm_status status, const pm_error *err)
{
    reply_begin(r);
    reply_open(r, "error", '{');
    reply_text(r, "status", status_word(status));
    reply_text(r, "message", err->message);
    reply_integer(r, "offset", (long long)err->offset);
    reply_close(r, '}');
    return reply_end(r);
}

/* What comes before a value; false if nothing can be written. */
static bool begin_value(reply *r, const char *name)
{
    if (!r->file) {
        return false;
    }
    if (r->needs_comma) {
        putc(',', r->file);
    }
    r->needs_comma = true;
    if (name) {
        json_string(r->file, name);
        putc(':', r->file);
    }
    return true;
}

void reply_text(reply *r, const char *name, const char *value)
{
    if (begin_value(r, name)) {
        json_string(r->file, value);
    }
}

void reply_integer(reply *r, const char *name, long long value)
{
    if (begin_value(r, name)) {
        fprintf(r->file, "%lld", value);
    }
}

void reply_real(reply *r, const char *name, double value)
{
    if (begin_value(r, name)) {
        if (isfinite(value)) {
            fprintf(r->file, "%.17g", value);
        } else {
            fputs("null", r->file);
        }
    }
}

void reply_truth(reply *r, const char *name, bool value)
{
    if (begin_value(r, name)) {
        fputs(value ? "true" : "false", r->file);
    }
}

void reply_null(reply *r, const char *name)
{
    if (begin_value(r, name)) {
        fputs("null", r->file);
    }
}

void reply_open(reply *r, const char *name, char bracket)
{
    if (begin_value(r, name)) {
        putc(bracket, r->file);
        r->needs_comma = false;
    }
}

void reply_close(reply *r, char bracket)
{
    if (r->file) {
        putc(bracket, r->file);
        r->needs_comma = true;
    }
}
