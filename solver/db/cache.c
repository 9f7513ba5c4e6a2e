/* The block cache: see cache.h.
 *
 * SPDX-License-Identifier: MIT
 */
#include "solver/db/cache.h"

#include "src/base/pages.h"

#include <assert.h>
#include <pthread.h>
#include <stdlib.h>

enum { WAYS = 8 };

/* A set: which block each way holds, plus one (0: none), and when it was last used. */
typedef struct cache_set {
    uint64_t block[WAYS];
    uint32_t used[WAYS];
    uint32_t clock;
} cache_set;

/* A lock on a cache line of its own. */
typedef struct cache_lock {
    _Alignas(64) pthread_mutex_t mutex;
} cache_lock;

struct db_cache {
    cache_lock locks[DB_CACHE_LOCKS];
    uint64_t n_sets;
    size_t block_bytes, slots_bytes;
    bool holds_all;
    cache_set *sets;
    uint8_t *slots; /* the ways of set 0, then those of set 1, ... */
    db_cache_fill *fill;
    void *ctx;
};

db_cache *db_cache_new(size_t max_bytes, size_t block_bytes, uint64_t n_blocks, db_cache_fill *fill, void *ctx)
{
    db_cache *c = aligned_alloc(_Alignof(db_cache), sizeof *c);
    if (!c) {
        return NULL;
    }
    *c = (db_cache){.block_bytes = block_bytes, .fill = fill, .ctx = ctx};
    for (int i = 0; i < DB_CACHE_LOCKS; i++) {
        pthread_mutex_init(&c->locks[i].mutex, NULL);
    }
    const uint64_t most = (n_blocks + WAYS - 1) / WAYS;
    const uint64_t fitting = max_bytes / block_bytes / WAYS;
    c->holds_all = fitting >= most;
    c->n_sets = fitting < 1 ? 1 : fitting < most ? fitting : most;
    assert(c->n_sets > 0);
    c->slots_bytes = c->n_sets * WAYS * block_bytes;
    c->sets = calloc(c->n_sets, sizeof *c->sets);
    c->slots = pages_new(c->slots_bytes);
    if (!c->sets || !c->slots) {
        db_cache_free(c);
        return NULL;
    }
    return c;
}

bool db_cache_holds_all(const db_cache *c)
{
    return c->holds_all;
}

void db_cache_free(db_cache *c)
{
    if (c) {
        for (int i = 0; i < DB_CACHE_LOCKS; i++) {
            pthread_mutex_destroy(&c->locks[i].mutex);
        }
        free(c->sets);
        pages_free(c->slots, c->slots_bytes);
        free(c);
    }
}

static int lock_of(const db_cache *c, uint64_t block)
{
    return (int)(block % c->n_sets % DB_CACHE_LOCKS);
}

static int find_way(const cache_set *set, uint64_t block)
{
    for (int way = 0; way < WAYS; way++) {
        if (set->block[way] == block + 1) {
            return way;
        }
    }
    return -1;
}

/* The way used longest ago; ages are differences, so that the clock may go round. */
static int oldest_way(const cache_set *set)
{
    int oldest = 0;
    for (int way = 0; way < WAYS; way++) {
        if (!set->block[way]) {
            return way;
        }
        if (set->clock - set->used[way] > set->clock - set->used[oldest]) {
            oldest = way;
        }
    }
    return oldest;
}

pm_status db_cache_lock(db_cache *c, uint64_t block, const uint8_t **bytes, pm_error *err)
{
    const uint64_t s = block % c->n_sets;
    const int lock = lock_of(c, block);
    pthread_mutex_lock(&c->locks[lock].mutex);
    cache_set *set = &c->sets[s];
    assert(s % DB_CACHE_LOCKS == (uint64_t)lock); /* blocks of one set share its lock */
    int way = find_way(set, block);
    if (way < 0) {
        way = oldest_way(set);
        set->block[way] = 0;
        uint8_t *slot = c->slots + (s * WAYS + (uint64_t)way) * c->block_bytes;
        const pm_status status = c->fill(c->ctx, lock, block, slot, err);
        if (status != PM_OK) {
            pthread_mutex_unlock(&c->locks[lock].mutex);
            return status;
        }
        set->block[way] = block + 1;
    }
    assert(set->block[way] == block + 1 && find_way(set, block) == way); /* held once */
    set->used[way] = set->clock++;
    *bytes = c->slots + (s * WAYS + (uint64_t)way) * c->block_bytes;
    return PM_OK;
}

void db_cache_unlock(db_cache *c, uint64_t block)
{
    pthread_mutex_unlock(&c->locks[lock_of(c, block)].mutex);
}
