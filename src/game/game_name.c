/* The name that was probably meant, by edit distance: for error messages about commands, options, games.
 *
 * SPDX-License-Identifier: MIT
 */
#include "src/game/game.h"

#include <assert.h>
#include <stdio.h>
#include <string.h>

enum { MAX_LENGTH = 63 };

static int least(int a, int b)
{
    return a < b ? a : b;
}

/* Levenshtein's distance between the first MAX_LENGTH characters of two words, one row of the table at a time. */
static int distance(const char *a, const char *b)
{
    const int n = (int)strnlen(b, MAX_LENGTH);
    int row[MAX_LENGTH + 1];
    for (int j = 0; j <= n; j++) {
        row[j] = j;
    }
    for (int i = 0; i < MAX_LENGTH && a[i]; i++) {
        int diagonal = row[0];
        row[0] = i + 1;
        for (int j = 1; j <= n; j++) {
            const int replaced = diagonal + (a[i] != b[j - 1]);
            diagonal = row[j];
            row[j] = least(replaced, least(row[j], row[j - 1]) + 1);
        }
    }
    assert(row[n] >= 0 && row[n] <= MAX_LENGTH); /* at most every letter is another */
    return row[n];
}

const char *game_nearest_name(const char *word, const char *const *names)
{
    assert(names[0]);
    const char *nearest = names[0];
    for (int i = 1; names[i]; i++) {
        if (distance(word, names[i]) < distance(word, nearest)) {
            nearest = names[i];
        }
    }
    return nearest;
}

/* The first name that begins with `word`, NULL if there is none. */
static const char *name_begun(const char *word, const char *const *names)
{
    const size_t length = strlen(word);
    for (int i = 0; length > 0 && names[i]; i++) {
        if (strncmp(word, names[i], length) == 0) {
            return names[i];
        }
    }
    return NULL;
}

const char *game_hint(const char *word, const char *const *names, const char *before, const char *after,
                      char hint[GAME_HINT_TEXT])
{
    const char *begun = name_begun(word, names);
    const char *meant = begun ? begun : game_nearest_name(word, names);
    const bool is_near = 2 * (size_t)distance(word, meant) <= strlen(word);
    hint[0] = '\0';
    if (begun || is_near) {
        snprintf(hint, GAME_HINT_TEXT, "; did you mean %s%s%s?", before, meant, after);
    }
    return hint;
}
