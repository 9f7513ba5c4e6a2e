/* CSV lines: see csv.h.
 *
 * SPDX-License-Identifier: MIT
 */
#include "analysis/stats/csv.h"

#include <assert.h>
#include <string.h>

/* Take the quoted field that begins at `s` (its opening quote) in place. Returns what follows the closing quote, or
 * NULL if there is none. */
static char *unquote(char *s)
{
    assert(*s == '"');
    char *to = s;
    for (char *from = s + 1; *from; from++) {
        if (*from == '"') {
            if (from[1] != '"') {
                *to = '\0';
                return from + 1;
            }
            from++;
        }
        assert(to < from); /* the opening quote is gone, so writing stays behind reading */
        *to++ = *from;
    }
    return NULL;
}

int csv_split(char *line, char **fields, int max)
{
    int n = 0;
    for (char *s = line;;) {
        if (n < max) {
            fields[n] = s;
        }
        n++;
        char *end = *s == '"' ? unquote(s) : s + strcspn(s, ",");
        if (!end || (*end != ',' && *end != '\0')) {
            return -1;
        }
        if (*end == '\0') {
            return n;
        }
        *end = '\0';
        s = end + 1;
    }
}
