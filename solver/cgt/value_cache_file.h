/* A cache of values as a file.
 *
 * Numbers are little-endian. A header of 64 bytes:
 *
 *      0  "PAPAMUVC"            32  number of keys
 *      8  version (4 bytes)     40  XXH3-64 of the values
 *     12  kind (4 bytes)        48  XXH3-64 of the keys
 *     16  number of values      56  XXH3-64 of the header before this
 *     24  bytes of the values
 *
 * The values: each one byte, 0 for a number + ups + star (number * 2^32 in 8 bytes, ups 4, nimber 4), 1 for any
 * other form (numbers of left and right options, 4 bytes each, then the options, 4 bytes each: numbers of earlier
 * values). The keys, ascending, of 40 bytes: the four words, the shape (4 bytes), the number of the value (4 bytes).
 * Keys of VALUE_KEY_OF_PROCESS are left out. Equal caches give equal files.
 *
 * SPDX-License-Identifier: MIT
 */
#ifndef SOLVER_CGT_VALUE_CACHE_FILE_H
#define SOLVER_CGT_VALUE_CACHE_FILE_H

#include "solver/cgt/value_cache.h"

enum { VALUE_CACHE_VERSION = 1 };

/* What the keys mean. Files of another kind are refused. */
typedef enum value_cache_kind { VALUE_CACHE_KONANE = 1 } value_cache_kind;

/* Write all keys and values of a cache. The file appears whole or not at all. Errors: PM_IO, PM_NO_MEMORY. */
pm_status value_cache_save(value_cache *cache, cgt_table *table, value_cache_kind kind, const char *path,
                           pm_error *err);

/* Add the keys and values of a file to a cache. Errors, each naming the file: PM_IO; PM_DAMAGED, also naming the part;
 * PM_BAD_INPUT (no such file, another version or kind); PM_NO_MEMORY. */
pm_status value_cache_load(value_cache *cache, cgt_table *table, value_cache_kind kind, const char *path,
                           pm_error *err);

#endif
