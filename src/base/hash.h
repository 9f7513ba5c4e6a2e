/* The hash of tables in memory: XXH3 of whole words. Files have checksums of their own, as their version says.
 *
 * Tables are asked for every position, so the hash is compiled into its callers.
 *
 * SPDX-License-Identifier: MIT
 */
#ifndef BASE_HASH_H
#define BASE_HASH_H

#define XXH_INLINE_ALL
#include <xxhash.h>

#include <stdint.h>

static inline uint64_t hash_words(const uint64_t words[], size_t n)
{
    return XXH3_64bits(words, n * sizeof *words);
}

static inline uint64_t hash_pair(uint64_t a, uint64_t b)
{
    return hash_words((const uint64_t[]){a, b}, 2);
}

#endif
