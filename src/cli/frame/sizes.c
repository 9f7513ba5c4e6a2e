/* Numbers and sizes on the command line, read strictly: the whole text or an error.
 *
 * No signs, spaces or exponents; numbers too large for their type saturate and are then refused by their limit,
 * never wrapped.
 *
 * SPDX-License-Identifier: MIT
 */
#include "src/base/status.h"
#include "src/cli/frame/cli.h"

#include <assert.h>
#include <errno.h>
#include <inttypes.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static bool is_digit(char c)
{
    return c >= '0' && c <= '9';
}

/* Read the digits at `*text` into `*n` and advance past them. Saturates at UINT64_MAX. False: no digit. */
static bool read_digits(const char **text, uint64_t *n)
{
    if (!is_digit(**text)) {
        return false;
    }
    *n = 0;
    for (; is_digit(**text); ++*text) {
        const uint64_t digit = (uint64_t)(**text - '0');
        *n = *n > (UINT64_MAX - digit) / 10 ? UINT64_MAX : 10 * *n + digit;
    }
    return true;
}

int cli_integer_parse(cli *c, const char *what, const char *text, uint64_t min, uint64_t max, uint64_t *n)
{
    const char *s = text;
    uint64_t value;
    assert(min <= max);
    errno = 0;
    if (!read_digits(&s, &value) || *s || value < min || value > max ||
        (value == UINT64_MAX && strtoull(text, NULL, 10) == UINT64_MAX && errno == ERANGE)) {
        return cli_usage(c, "%s \"%s\" is not a whole number from %" PRIu64 " to %" PRIu64, what, text, min, max);
    }
    *n = value;
    return CLI_DONE;
}

int cli_size_parse(cli *c, const char *text, int *rows, int *cols)
{
    const char *s = text;
    uint64_t r, k;
    const bool is_size = read_digits(&s, &r) && (*s == 'x' || *s == 'X') && (s++, read_digits(&s, &k)) && !*s;
    if (!is_size) {
        const bool is_negative = strchr(text, '-') != NULL;
        return cli_usage(c, "board size \"%s\" %s; write ROWSxCOLUMNS, as in 6x6", text,
                         is_negative ? "has a minus sign" : "cannot be read");
    }
    if (r == 0 || k == 0) {
        return cli_usage(c, "board size \"%s\" has no %s; a board has at least one row and one column", text,
                         r == 0 ? "rows" : "columns");
    }
    if (r == 1 && k == 1) {
        return cli_usage(c, "board size \"%s\" is a single cell; a board has at least two", text);
    }
    if (r > GAME_MAX_CELLS || k > GAME_MAX_CELLS || r * k > GAME_MAX_CELLS) {
        return cli_usage(c, "board size \"%s\" is too large; boards go up to 20x20, 400 cells", text);
    }
    *rows = (int)r;
    assert(r <= GAME_MAX_CELLS / k);
    *cols = (int)k;
    return CLI_DONE;
}

int cli_bytes_parse(cli *c, const char *what, const char *text, uint64_t *bytes)
{
    static const char units[] = "KMGT";
    const char *s = text;
    uint64_t whole, part = 0;
    double fraction = 0;
    bool is_read = read_digits(&s, &whole);
    if (is_read && *s == '.') {
        const char *digits = ++s;
        is_read = read_digits(&s, &part) && s - digits <= 9;
        fraction = (double)part / pow(10, (double)(s - digits));
    }
    const char *unit = *s ? strchr(units, *s & ~0x20) : NULL;
    const int shift = unit ? 10 * (int)(unit - units + 1) : 0;
    assert(shift <= 40);
    s += unit != NULL;
    s += unit && strcmp(s, "iB") == 0 ? 2 : unit && strcmp(s, "B") == 0;
    is_read = is_read && !*s && (shift || fraction == 0);
    if (!is_read || whole > UINT64_MAX >> (shift + 1)) {
        return cli_usage(c, "%s \"%s\" %s; write bytes as in 6G, 512M or 1500000000", what, text,
                         is_read ? "is too large" : "cannot be read");
    }
    *bytes = (whole << shift) + (uint64_t)(fraction * (double)(UINT64_C(1) << shift));
    if (*bytes == 0) {
        return cli_usage(c, "%s must be more than 0 bytes", what);
    }
    return CLI_DONE;
}

const char *cli_bytes_format(uint64_t bytes, char text[24])
{
    return status_bytes(bytes, text);
}
