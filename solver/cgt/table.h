/* Inside of the table of canonical forms: what the cgt_*.c files share.
 *
 * Nodes lie in chunks that never move; options in arenas of the shards. A shard is a hash table with a lock and
 * decides by hash where a form belongs. A node is written once, before its number is published under
 * the lock; afterwards only `options` (of a number + ups + star, spelled out when first asked for) and `negative`
 * change, once.
 *
 * Two memos are caches of fixed size in which entries overwrite each other: they decide speed, never results.
 *
 * SPDX-License-Identifier: MIT
 */
#ifndef SOLVER_CGT_TABLE_H
#define SOLVER_CGT_TABLE_H

#include "solver/cgt/bounds.h"
#include "solver/cgt/cgt.h"

#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>

enum {
    CGT_CHUNK_LOG = 14,
    CGT_N_CHUNKS = 1 << (31 - CGT_CHUNK_LOG),
    CGT_N_SHARDS = 64,
    CGT_N_STRIPES = 64,
};
#define CGT_MAX_VALUES ((cgt_value)(INT32_MAX - 1)) /* numbers of values have 31 bits */

typedef struct cgt_node {
    const cgt_value *_Atomic options; /* left, then right; NULL while not spelled out, or if there are none */
    dyadic left_stop, right_stop;
    uint32_t n_left, n_right;
    union {
        int32_t ups;       /* of a number + ups + star */
        uint32_t birthday; /* of any other form */
    };
    uint32_t nim;               /* of a number + ups + star, otherwise 0 */
    _Atomic cgt_value negative; /* CGT_NONE: not known yet */
    uint32_t flags;
} cgt_node;

typedef struct cgt_shard {
    pthread_mutex_t lock;
    uint64_t *slots; /* high half of the hash, value + 1; 0: free */
    uint32_t n_slots, n_used;
    cgt_value *arena; /* free space for options */
    size_t arena_left, arena_next;
} cgt_shard;

typedef struct cgt_sum_entry {
    cgt_value g, h, sum;
} cgt_sum_entry;

struct cgt_table {
    size_t budget;
    atomic_size_t used;
    atomic_int failure; /* a pm_status */
    _Atomic cgt_value n_values;
    cgt_node *_Atomic *chunks;
    pthread_mutex_t grow; /* adding chunks and blocks */
    struct cgt_block *blocks;
    cgt_shard shards[CGT_N_SHARDS];
    _Atomic uint64_t *order_memo; /* g (31 bits), h (31 bits), 1: g <= h, 2: not, 0: free entry */
    uint64_t order_mask;
    cgt_sum_entry *sum_memo;
    uint64_t sum_mask;
    pthread_mutex_t stripes[CGT_N_STRIPES]; /* locks of the sum memo */
};

static inline cgt_node *cgt_table_node_to_change(const cgt_table *table, cgt_value g)
{
    assert(g < atomic_load_explicit(&table->n_values, memory_order_relaxed)); /* so it is not CGT_NONE either */
    cgt_node *chunk = atomic_load_explicit(&table->chunks[g >> CGT_CHUNK_LOG], memory_order_relaxed);
    assert(chunk);
    return &chunk[g & ((1 << CGT_CHUNK_LOG) - 1)];
}

static inline const cgt_node *cgt_table_node(const cgt_table *table, cgt_value g)
{
    return cgt_table_node_to_change(table, g);
}

static inline cgt_bounds cgt_table_bounds(const cgt_node *node)
{
    return (cgt_bounds){node->left_stop, node->right_stop, node->flags};
}

/* The number + ups + star of a node that is one. */
static inline cgt_nus cgt_table_nus(const cgt_node *node)
{
    assert(node->flags & CGT_IS_NUS);
    return (cgt_nus){node->left_stop, node->ups, node->nim};
}

static inline bool cgt_table_has_failed(const cgt_table *table)
{
    return atomic_load_explicit(&table->failure, memory_order_relaxed) != PM_OK;
}

/* Note that the table has failed; the first reason stays. Returns CGT_NONE. */
cgt_value cgt_table_fail(cgt_table *table, pm_status why);

/* `bytes` zeroed bytes within the budget that live as long as the table, or NULL with the table failed. */
void *cgt_table_allocate(cgt_table *table, size_t bytes);

/* The value whose canonical form has exactly these options, each list ascending and without repetition; not a
 * number + ups + star. */
cgt_value cgt_table_intern_form(cgt_table *table, const cgt_bounds *bounds, const cgt_value *left, size_t n_left,
                                const cgt_value *right, size_t n_right);

/* The value of a number + ups + star. */
cgt_value cgt_table_intern_nus(cgt_table *table, cgt_nus nus);

/* The options of any value, spelled out if they were not. */
cgt_options cgt_table_options(cgt_table *table, cgt_value g);

#endif
