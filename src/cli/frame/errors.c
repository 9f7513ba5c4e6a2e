/* Errors of the command line: one sentence on standard error, and the exit code that goes with it.
 *
 * The library says what was wrong (a clause without a full stop, and an offset); this file adds which command
 * and which text it was about. Texts of the user appear on one line and cut to a readable length.
 *
 * SPDX-License-Identifier: MIT
 */
#include "src/cli/frame/cli.h"

#include "src/base/status.h"

#include <assert.h>
#include <stdarg.h>
#include <stdio.h>
#include <string.h>

static int exit_code_of(pm_status status)
{
    switch (status) {
    case PM_OK:
        return CLI_DONE;
    case PM_CHECK_FAILED:
    case PM_DAMAGED:
        return CLI_CHECK_FAILED;
    case PM_BAD_INPUT:
    case PM_NOT_FOUND:
        return CLI_BAD_INPUT;
    case PM_NO_MEMORY:
    case PM_IO:
        return CLI_SYSTEM;
    case PM_INTERRUPTED:
        return CLI_INTERRUPTED;
    }
    return CLI_SYSTEM;
}

const char *cli_quote(const char *text, char shown[CLI_QUOTE_TEXT])
{
    size_t n = 0;
    for (; *text && n + 8 < CLI_QUOTE_TEXT; text++) {
        const unsigned char c = (unsigned char)*text;
        n += (size_t)snprintf(shown + n, 5, c == '\n' ? "\\n" : c < 0x20 || c == 0x7f ? "\\x%02x" : "%c", c);
    }
    assert(n + sizeof "..." <= CLI_QUOTE_TEXT);
    snprintf(shown + n, CLI_QUOTE_TEXT - n, "%s", *text ? "..." : "");
    return shown;
}

/* The part of a message before what is wrong; removes the progress bar first. */
static void begin(const cli *c)
{
    cli_progress_end();
    fprintf(stderr, "papamu %s: ", c->command->name);
}

/* Print the message and end the sentence, if it is not a question. */
static void __attribute__((format(printf, 2, 0))) print(const cli *c, const char *format, va_list args)
{
    char text[1024];
    begin(c);
    status_format(text, sizeof text, format, args);
    const size_t n = strlen(text);
    fprintf(stderr, "%s%s\n", text, n && text[n - 1] == '?' ? "" : ".");
}

int cli_error(cli *c, int exit_code, const char *format, ...)
{
    assert(exit_code != CLI_DONE);
    va_list args;
    va_start(args, format);
    print(c, format, args);
    va_end(args);
    c->has_failed = true;
    return exit_code;
}

int cli_usage(cli *c, const char *format, ...)
{
    va_list args;
    va_start(args, format);
    print(c, format, args);
    va_end(args);
    fprintf(stderr, "Try `papamu %s --help`.\n", c->command->name);
    c->has_failed = true;
    return CLI_BAD_INPUT;
}

const char *cli_memory_hint(const cli *c, pm_status status)
{
    return status == PM_NO_MEMORY && c->command->uses & CLI_USES_MEMORY ? "; --memory sets the limit" : "";
}

int cli_fail(cli *c, pm_status status, const pm_error *err)
{
    assert(status != PM_OK);
    return cli_error(c, exit_code_of(status), "%s%s", status == PM_INTERRUPTED ? "interrupted" : err->message,
                     cli_memory_hint(c, status));
}

int cli_check(cli *c, pm_status status, const pm_error *err)
{
    return status == PM_OK ? CLI_DONE : cli_fail(c, status, err);
}

int cli_fail_file(cli *c, const char *verb, const char *path, int error)
{
    return cli_error(c, CLI_SYSTEM, "cannot %s \"%s\": %s", verb, path, strerror(error));
}

int cli_no_memory(cli *c, const char *what)
{
    pm_error err;
    return cli_fail(c, status_no_memory(&err, what, 0), &err);
}

int cli_fail_in(cli *c, const char *what, const char *text, pm_status status, const pm_error *err)
{
    if (status != PM_BAD_INPUT) {
        return cli_fail(c, status, err);
    }
    char shown[CLI_QUOTE_TEXT];
    return cli_error(c, CLI_BAD_INPUT, "%s \"%s\", byte %zu: %s", what, cli_quote(text, shown), err->offset,
                     err->message);
}

void cli_warn(const cli *c, const char *format, ...)
{
    va_list args;
    va_start(args, format);
    print(c, format, args);
    va_end(args);
}
