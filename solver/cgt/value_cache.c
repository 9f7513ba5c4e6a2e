/* Hash tables with locks, one for each part of the keys' hashes; see value_cache.h.
 *
 * SPDX-License-Identifier: MIT
 */
#include "solver/cgt/value_cache.h"

#include "src/base/hash.h"

#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>
#include <stdlib.h>
#include <string.h>

enum { N_SHARDS = 64, FIRST_SLOTS = 64 };

typedef struct cache_entry {
    uint64_t word[4];
    uint32_t shape; /* 0: free */
    cgt_value value;
} cache_entry;

typedef struct cache_shard {
    pthread_mutex_t lock;
    cache_entry *entries;
    size_t n_slots, n_used;
} cache_shard;

struct value_cache {
    size_t budget;
    atomic_size_t used;
    cache_shard shards[N_SHARDS];
};

static uint64_t key_hash(const value_key *key)
{
    const uint64_t words[] = {key->word[0], key->word[1], key->word[2], key->word[3], key->shape};
    return hash_words(words, sizeof words / sizeof *words);
}

value_cache *value_cache_new(size_t bytes)
{
    value_cache *cache = calloc(1, sizeof *cache);
    if (!cache) {
        return NULL;
    }
    cache->budget = bytes;
    atomic_init(&cache->used, sizeof *cache);
    for (int i = 0; i < N_SHARDS; i++) {
        pthread_mutex_init(&cache->shards[i].lock, NULL);
    }
    return cache;
}

void value_cache_free(value_cache *cache)
{
    if (!cache) {
        return;
    }
    for (int i = 0; i < N_SHARDS; i++) {
        pthread_mutex_destroy(&cache->shards[i].lock);
        free(cache->shards[i].entries);
    }
    free(cache);
}

/* The slot of the key, or the free one where it belongs. */
static cache_entry *shard_slot(const cache_shard *shard, uint64_t hash, const value_key *key)
{
    assert(shard->n_used < shard->n_slots); /* a free slot ends the search */
    size_t at = (hash / N_SHARDS) & (shard->n_slots - 1);
    for (;;) {
        cache_entry *e = &shard->entries[at];
        if (!e->shape || (e->shape == key->shape && !memcmp(e->word, key->word, sizeof e->word))) {
            return e;
        }
        at = (at + 1) & (shard->n_slots - 1);
    }
}

void value_cache_release(value_cache *cache, size_t bytes)
{
    assert(bytes <= value_cache_bytes(cache));
    atomic_fetch_sub_explicit(&cache->used, bytes, memory_order_relaxed);
}

bool value_cache_reserve(value_cache *cache, size_t bytes)
{
    const bool is_there = atomic_fetch_add_explicit(&cache->used, bytes, memory_order_relaxed) + bytes <= cache->budget;
    if (!is_there) {
        value_cache_release(cache, bytes);
    }
    return is_there;
}

size_t value_cache_left(value_cache *cache)
{
    return cache->budget - value_cache_bytes(cache);
}

static bool shard_grow(value_cache *cache, cache_shard *shard)
{
    if (shard->n_used * 4 < shard->n_slots * 3) {
        return true;
    }
    const size_t n_slots = shard->n_slots ? 2 * shard->n_slots : FIRST_SLOTS;
    const size_t bytes = n_slots * sizeof(cache_entry);
    assert((n_slots & (n_slots - 1)) == 0);
    if (!value_cache_reserve(cache, bytes)) {
        return false;
    }
    cache_shard grown = {.entries = calloc(n_slots, sizeof(cache_entry)), .n_slots = n_slots};
    if (!grown.entries) {
        value_cache_release(cache, bytes);
        return false;
    }
    for (size_t i = 0; i < shard->n_slots; i++) {
        const cache_entry *e = &shard->entries[i];
        if (e->shape) {
            value_key key = {.shape = e->shape};
            memcpy(key.word, e->word, sizeof key.word);
            assert(key_hash(&key) % N_SHARDS == (size_t)(shard - cache->shards));
            *shard_slot(&grown, key_hash(&key), &key) = *e;
        }
    }
    free(shard->entries);
    value_cache_release(cache, shard->n_slots * sizeof(cache_entry));
    shard->entries = grown.entries;
    shard->n_slots = n_slots;
    return true;
}

bool value_cache_find(value_cache *cache, const value_key *key, cgt_value *value)
{
    assert(key->shape);
    const uint64_t hash = key_hash(key);
    cache_shard *shard = &cache->shards[hash % N_SHARDS];
    bool is_found = false;
    pthread_mutex_lock(&shard->lock);
    if (shard->n_slots) {
        const cache_entry *e = shard_slot(shard, hash, key);
        is_found = e->shape;
        *value = is_found ? e->value : *value;
    }
    pthread_mutex_unlock(&shard->lock);
    return is_found;
}

bool value_cache_add(value_cache *cache, const value_key *key, cgt_value value)
{
    assert(key->shape);
    assert(value != CGT_NONE);
    const uint64_t hash = key_hash(key);
    cache_shard *shard = &cache->shards[hash % N_SHARDS];
    pthread_mutex_lock(&shard->lock);
    const bool has_room = shard_grow(cache, shard);
    if (has_room) {
        cache_entry *e = shard_slot(shard, hash, key);
        assert(!e->shape || e->value == value); /* two threads that value the same position agree */
        if (!e->shape) {
            shard->n_used++;
            memcpy(e->word, key->word, sizeof e->word);
            e->shape = key->shape;
            e->value = value;
        }
    }
    pthread_mutex_unlock(&shard->lock);
    return has_room;
}

size_t value_cache_size(value_cache *cache)
{
    size_t n = 0;
    for (int i = 0; i < N_SHARDS; i++) {
        pthread_mutex_lock(&cache->shards[i].lock);
        n += cache->shards[i].n_used;
        pthread_mutex_unlock(&cache->shards[i].lock);
    }
    return n;
}

size_t value_cache_bytes(value_cache *cache)
{
    return atomic_load_explicit(&cache->used, memory_order_relaxed);
}

void value_cache_visit(value_cache *cache, bool (*visit)(const value_key *key, cgt_value value, void *ctx), void *ctx)
{
    for (int i = 0; i < N_SHARDS; i++) {
        const cache_shard *shard = &cache->shards[i];
        for (size_t j = 0; j < shard->n_slots; j++) {
            const cache_entry *e = &shard->entries[j];
            value_key key = {.shape = e->shape};
            memcpy(key.word, e->word, sizeof key.word);
            if (e->shape && !visit(&key, e->value, ctx)) {
                return;
            }
        }
    }
}
