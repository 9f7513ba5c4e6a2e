/* Arrays that grow: one policy of doubling, and one check that a size does not overflow.
 *
 *     item *items = array_grow(list->items, &list->room, list->n + 1, sizeof *items);
 *     if (!items) {
 *         return out_of_memory;
 *     }
 *     list->items = items;
 *     list->items[list->n++] = added;
 *
 * SPDX-License-Identifier: MIT
 */
#ifndef BASE_ARRAY_H
#define BASE_ARRAY_H

#include <stddef.h>

/* The room that an array with room for `room` items gets when it needs room for `wanted`, more than that: at least
 * twice as much as before, so that adding items one by one takes time in proportion to their number. */
size_t array_room(size_t room, size_t wanted);

/* Make room for `wanted` items, at least 1, of `item_bytes` bytes in `items`, which has room for `*room` (at first NULL
 * and 0). Returns the array, which may have moved; what was added is not initialised. NULL if there is no memory, or no
 * address space for so many: then `items` and `*room` are as before. */
void *array_grow(void *items, size_t *room, size_t wanted, size_t item_bytes) __attribute__((warn_unused_result));

#endif
