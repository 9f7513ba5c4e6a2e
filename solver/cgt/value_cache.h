/* A map from keys of four words and a small number to values of games, shared by threads, within a byte budget.
 *
 * Knows neither what the keys mean nor what the values are.
 *
 * SPDX-License-Identifier: MIT
 */
#ifndef SOLVER_CGT_VALUE_CACHE_H
#define SOLVER_CGT_VALUE_CACHE_H

#include "solver/cgt/cgt.h"

typedef struct value_key {
    uint64_t word[4];
    uint32_t shape; /* not 0 */
} value_key;

/* Keys of this shape and larger ones mean something in this process alone; files leave them out. */
enum { VALUE_KEY_OF_PROCESS = 1 << 16 };

typedef struct value_cache value_cache;

/* Make an empty cache that will use at most `bytes`. NULL: no memory. */
value_cache *value_cache_new(size_t bytes);
void value_cache_free(value_cache *cache);

/* Look up a key. Any number of threads may look up and add at a time. */
bool value_cache_find(value_cache *cache, const value_key *key, cgt_value *value);

/* Add a key; nothing happens if it is there. False if the budget is used up. */
bool value_cache_add(value_cache *cache, const value_key *key, cgt_value value);

/* Take `bytes` from the budget for something else. False: there are not as many left. */
bool value_cache_reserve(value_cache *cache, size_t bytes);

/* Give bytes back that were taken; and what is left to take. */
void value_cache_release(value_cache *cache, size_t bytes);
size_t value_cache_left(value_cache *cache);

/* Number of keys, and bytes in use. */
size_t value_cache_size(value_cache *cache);
size_t value_cache_bytes(value_cache *cache);

/* Call visit(key, value, ctx) for every key, in no particular order, until it returns false. Not while
 * threads add. */
void value_cache_visit(value_cache *cache, bool (*visit)(const value_key *key, cgt_value value, void *ctx), void *ctx);

#endif
