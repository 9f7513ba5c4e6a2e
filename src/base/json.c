/* Strings as JSON wants them: see json.h.
 *
 * SPDX-License-Identifier: MIT
 */
#include "src/base/json.h"

#include <stdbool.h>

/* Length of the UTF-8 sequence at `s`, 0 if there is none. Overlong forms and surrogates are refused. */
static int utf8_length(const unsigned char *s)
{
    const int n = s[0] < 0x80                   ? 1
                  : s[0] >= 0xc2 && s[0] < 0xe0 ? 2
                  : s[0] >= 0xe0 && s[0] < 0xf0 ? 3
                  : s[0] >= 0xf0 && s[0] < 0xf5 ? 4
                                                : 0;
    for (int i = 1; i < n; i++) {
        if ((s[i] & 0xc0) != 0x80) {
            return 0;
        }
    }
    const bool bad = (s[0] == 0xe0 && s[1] < 0xa0) || (s[0] == 0xed && s[1] >= 0xa0) || (s[0] == 0xf0 && s[1] < 0x90) ||
                     (s[0] == 0xf4 && s[1] >= 0x90);
    return bad ? 0 : n;
}

void json_string(FILE *file, const char *text)
{
    putc('"', file);
    const unsigned char *s = (const unsigned char *)text;
    while (*s) {
        const int n = utf8_length(s);
        if (*s == '"' || *s == '\\') {
            fprintf(file, "\\%c", *s);
        } else if (*s < 0x20 || *s == 0x7f || n == 0) {
            fprintf(file, "\\u%04x", *s);
        } else {
            fwrite(s, 1, (size_t)n, file);
        }
        s += n ? n : 1;
    }
    putc('"', file);
}
