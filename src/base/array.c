/* Arrays that grow: see array.h.
 *
 * SPDX-License-Identifier: MIT
 */
#include "src/base/array.h"

#include <assert.h>
#include <stdint.h>
#include <stdlib.h>

enum { FIRST_ROOM = 16 };

size_t array_room(size_t room, size_t wanted)
{
    assert(wanted > room);
    const size_t twice = room < FIRST_ROOM ? FIRST_ROOM : room <= SIZE_MAX / 2 ? 2 * room : SIZE_MAX;
    return twice > wanted ? twice : wanted;
}

void *array_grow(void *items, size_t *room, size_t wanted, size_t item_bytes)
{
    assert(wanted > 0 && item_bytes > 0 && !items == !*room);
    if (wanted <= *room) {
        return items;
    }
    const size_t more = array_room(*room, wanted);
    void *grown = more <= PTRDIFF_MAX / item_bytes ? realloc(items, more * item_bytes) : NULL;
    if (grown) {
        *room = more;
    }
    return grown;
}
