/* The games whose records can be read: to add one, list its dialect here.
 *
 * SPDX-License-Identifier: MIT
 */
#include "src/draughts/record.h"
#include "src/game/record.h"
#include "src/konane/record.h"

#include <string.h>
#include <strings.h>

#define RECORDS(name) &draughts_##name##_records,
static const record_dialect *const dialects[] = {&konane_records, DRAUGHTS_GAMES(RECORDS)};

enum { N_DIALECTS = sizeof dialects / sizeof dialects[0] };

const record_dialect *record_dialect_of_game(const char *name)
{
    for (int i = 0; i < N_DIALECTS; i++) {
        if (strcmp(dialects[i]->game, name) == 0) {
            return dialects[i];
        }
    }
    return NULL;
}

const record_dialect *record_dialect_of_path(const char *path, const char *name)
{
    const char *suffix = strrchr(path, '.');
    const record_dialect *first = NULL;
    for (int i = 0; suffix && i < N_DIALECTS; i++) {
        const record_dialect *d = dialects[i];
        if (strcasecmp(d->suffix, suffix) == 0) {
            if (name && strcmp(d->game, name) == 0) {
                return d;
            }
            first = first ? first : d;
        }
    }
    return first;
}
