/* Large pages: see pages.h.
 *
 * SPDX-License-Identifier: MIT
 */
#include "src/base/pages.h"

#include <assert.h>
#include <stdint.h>
#ifdef __wasm__
#include <stdlib.h>
#include <string.h>
#else
#include <sys/mman.h>
#endif

#ifdef __wasm__
enum { LARGE_PAGE = 64 << 10 };
#else
enum { LARGE_PAGE = 2 << 20 };
#endif

static size_t pages_round(size_t bytes)
{
    return (bytes + LARGE_PAGE - 1) / LARGE_PAGE * LARGE_PAGE;
}

#ifdef __wasm__

/* There is nothing to map: memory grows at its end alone, and is never given back. */
void *pages_new(size_t bytes)
{
    if (bytes == 0 || bytes > SIZE_MAX / 2) {
        return NULL;
    }
    const size_t size = pages_round(bytes);
    void *block = aligned_alloc(LARGE_PAGE, size);
    return block ? memset(block, 0, size) : NULL;
}

void pages_free(void *block, size_t bytes)
{
    (void)bytes;
    free(block);
}

#else

/* Map one large page more than needed and give back what is not aligned. */
void *pages_new(size_t bytes)
{
    if (bytes == 0 || bytes > SIZE_MAX / 2) {
        return NULL;
    }
    const size_t size = pages_round(bytes);
    char *map = mmap(NULL, size + LARGE_PAGE, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
    if (map == MAP_FAILED) {
        return NULL;
    }
    char *start = (char *)(((uintptr_t)map + LARGE_PAGE - 1) / LARGE_PAGE * LARGE_PAGE);
    const size_t before = (size_t)(start - map);
    assert(before < LARGE_PAGE && (uintptr_t)start % LARGE_PAGE == 0);
    if (before) {
        munmap(map, before);
    }
    if (LARGE_PAGE - before) {
        munmap(start + size, LARGE_PAGE - before);
    }
    madvise(start, size, MADV_HUGEPAGE);
    return start;
}

void pages_free(void *block, size_t bytes)
{
    assert((uintptr_t)block % LARGE_PAGE == 0); /* what pages_new gave, not a part of it */
    if (block) {
        munmap(block, pages_round(bytes));
    }
}

#endif
