/* Decompressed blocks, as many as fit: a set-associative cache with one lock for each group of sets.
 *
 * Block n belongs to set n mod n_sets, of eight ways, of which the least recently used is replaced. If the cache has
 * room for the whole file nothing is ever replaced. A block that is being filled keeps its lock, so that two threads
 * never unpack the same one at a time.
 *
 * SPDX-License-Identifier: MIT
 */
#ifndef SOLVER_DB_CACHE_H
#define SOLVER_DB_CACHE_H

#include "src/papamu.h"

typedef struct db_cache db_cache;

/* Fill `bytes` with block `block`, using the scratch of lock number `lock`, which no other thread has meanwhile. */
typedef pm_status db_cache_fill(void *ctx, int lock, uint64_t block, uint8_t *bytes, pm_error *err);

enum { DB_CACHE_LOCKS = 16 };

/* A cache for blocks numbered 0..n_blocks-1 of at most block_bytes each, in about max_bytes. NULL: no memory. */
db_cache *db_cache_new(size_t max_bytes, size_t block_bytes, uint64_t n_blocks, db_cache_fill *fill, void *ctx);
void db_cache_free(db_cache *cache);

/* Whether it has room for all blocks, so that none is fetched twice. */
bool db_cache_holds_all(const db_cache *cache);

/* Lock and return the block, filled if it was not there; db_cache_unlock when done with it. Errors: those of `fill`;
 * then nothing stays locked. */
pm_status db_cache_lock(db_cache *cache, uint64_t block, const uint8_t **bytes, pm_error *err);
void db_cache_unlock(db_cache *cache, uint64_t block);

#endif
