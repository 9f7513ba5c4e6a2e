/* A hash table of the numbers of an array of sets; see set_names.h.
 *
 * SPDX-License-Identifier: MIT
 */
#include "solver/konane/values/set_names.h"

#include "src/base/hash.h"

#include <assert.h>
#include <pthread.h>
#include <stdlib.h>
#include <string.h>

enum { FIRST_SETS = 64, FREE = 0 };

typedef struct named_set {
    uint64_t word[SET512_WORDS];
} named_set;

struct set_names {
    pthread_mutex_t lock;
    bool (*reserve)(void *ctx, size_t bytes);
    void *ctx;
    named_set *sets;
    uint32_t *slots; /* number + 1, or FREE; twice as many as there is room for sets */
    uint32_t n, room;
};

set_names *set_names_new(bool (*reserve)(void *ctx, size_t bytes), void *ctx)
{
    set_names *names = calloc(1, sizeof *names);
    if (names) {
        pthread_mutex_init(&names->lock, NULL);
        names->reserve = reserve;
        names->ctx = ctx;
    }
    return names;
}

void set_names_free(set_names *names)
{
    if (names) {
        pthread_mutex_destroy(&names->lock);
        free(names->sets);
        free(names->slots);
        free(names);
    }
}

/* The slot of `set`, or the free one where it belongs. */
static uint32_t *slot_of(const set_names *names, const named_set *set)
{
    const uint64_t mask = 2 * (uint64_t)names->room - 1;
    uint64_t at = hash_words(set->word, SET512_WORDS) & mask;
    while (names->slots[at] != FREE && memcmp(&names->sets[names->slots[at] - 1], set, sizeof *set) != 0) {
        at = (at + 1) & mask;
    }
    return &names->slots[at];
}

/* Make room for one set more. */
static bool grow(set_names *names)
{
    if (names->n < names->room) {
        return true;
    }
    const uint32_t room = names->room ? 2 * names->room : FIRST_SETS;
    if (room > UINT32_MAX / 4 ||
        !names->reserve(names->ctx, (room - names->room) * (sizeof(named_set) + 2 * sizeof(uint32_t)))) {
        return false;
    }
    named_set *sets = realloc(names->sets, room * sizeof *sets);
    names->sets = sets ? sets : names->sets;
    uint32_t *slots = calloc(2 * (size_t)room, sizeof *slots);
    if (!sets || !slots) {
        free(slots);
        return false;
    }
    free(names->slots);
    names->slots = slots;
    names->room = room;
    for (uint32_t i = 0; i < names->n; i++) {
        *slot_of(names, &names->sets[i]) = i + 1;
    }
    return true;
}

bool set_names_of(set_names *names, set512 set, uint32_t *number)
{
    named_set named;
    for (int i = 0; i < SET512_WORDS; i++) {
        named.word[i] = set512_word(set, i);
    }
    pthread_mutex_lock(&names->lock);
    const bool has_room = grow(names);
    if (has_room) {
        uint32_t *slot = slot_of(names, &named);
        if (*slot == FREE) {
            names->sets[names->n++] = named;
            *slot = names->n;
        }
        *number = *slot - 1;
        assert(*number < names->n);
    }
    pthread_mutex_unlock(&names->lock);
    return has_room;
}
