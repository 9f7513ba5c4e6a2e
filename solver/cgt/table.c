/* The table of canonical forms: memory, hash-consing, failure. See table.h for the layout.
 *
 * SPDX-License-Identifier: MIT
 */
#include "solver/cgt/table.h"
#include "solver/cgt/nus.h"
#include "src/base/hash.h"
#include "src/base/pages.h"
#include "src/base/status.h"

#include <assert.h>
#include <stdlib.h>
#include <string.h>

/* Every piece of memory of a table, for the end. */
typedef struct cgt_block {
    struct cgt_block *next;
    size_t pages_bytes; /* 0: from calloc */
    _Alignas(16) unsigned char bytes[];
} cgt_block;

enum {
    CHUNK_NODES = 1 << CGT_CHUNK_LOG,
    FIRST_SLOTS = 64,
    FIRST_ARENA = 512,      /* values, so 2 KiB */
    LAST_ARENA = 1 << 18,   /* 1 MiB */
    LARGE_BLOCK = 16 << 20, /* bytes; pages of 2 MiB waste little of it */
};

cgt_value cgt_table_fail(cgt_table *table, pm_status why)
{
    int expected = PM_OK;
    assert(why != PM_OK);
    atomic_compare_exchange_strong(&table->failure, &expected, (int)why);
    return CGT_NONE;
}

/* Take `bytes` out of the budget. */
static bool table_charge(cgt_table *table, size_t bytes)
{
    const size_t used = atomic_fetch_add_explicit(&table->used, bytes, memory_order_relaxed);
    if (used + bytes <= table->budget) {
        return true;
    }
    atomic_fetch_sub_explicit(&table->used, bytes, memory_order_relaxed);
    return false;
}

/* What is large is read here and there, so that it gains by large pages. */
static cgt_block *block_new(size_t bytes)
{
    const size_t size = sizeof(cgt_block) + bytes, pages_bytes = size < LARGE_BLOCK ? 0 : size;
    cgt_block *block = pages_bytes ? pages_new(pages_bytes) : calloc(1, size);
    if (block) {
        block->pages_bytes = pages_bytes;
    }
    return block;
}

static void block_free(cgt_block *block)
{
    if (block->pages_bytes) {
        pages_free(block, block->pages_bytes);
    } else {
        free(block);
    }
}

void *cgt_table_allocate(cgt_table *table, size_t bytes)
{
    if (!table_charge(table, bytes)) {
        cgt_table_fail(table, PM_NO_MEMORY);
        return NULL;
    }
    cgt_block *block = block_new(bytes);
    if (!block) {
        cgt_table_fail(table, PM_NO_MEMORY);
        return NULL;
    }
    assert((uintptr_t)block->bytes % 16 == 0); /* what is put there may hold dyadics and atomics */
    pthread_mutex_lock(&table->grow);
    block->next = table->blocks;
    table->blocks = block;
    pthread_mutex_unlock(&table->grow);
    return block->bytes;
}

static uint64_t power_of_two_below(size_t n)
{
    uint64_t power = 1;
    while (power * 2 <= n) {
        power *= 2;
    }
    return power;
}

/* An eighth of the budget for the memo of the order, a sixteenth for that of sums; more than 256 and 128 MiB
 * would cost more in cache misses than it saves. */
static bool table_make_memos(cgt_table *table)
{
    const size_t order_bytes = table->budget / 8 < ((size_t)256 << 20) ? table->budget / 8 : (size_t)256 << 20;
    const uint64_t n_order = power_of_two_below(order_bytes / sizeof *table->order_memo);
    const uint64_t n_sum = power_of_two_below(order_bytes / 2 / sizeof *table->sum_memo);
    assert(n_order > 1 && n_sum > 1); /* by CGT_MIN_BYTES */
    table->order_mask = n_order - 1;
    table->sum_mask = n_sum - 1;
    table->order_memo = cgt_table_allocate(table, n_order * sizeof *table->order_memo);
    table->sum_memo = cgt_table_allocate(table, n_sum * sizeof *table->sum_memo);
    table->chunks = cgt_table_allocate(table, CGT_N_CHUNKS * sizeof *table->chunks);
    return table->order_memo && table->sum_memo && table->chunks;
}

static void table_make_locks(cgt_table *table)
{
    pthread_mutex_init(&table->grow, NULL);
    for (int i = 0; i < CGT_N_SHARDS; i++) {
        pthread_mutex_init(&table->shards[i].lock, NULL);
        table->shards[i].arena_next = FIRST_ARENA;
    }
    for (int i = 0; i < CGT_N_STRIPES; i++) {
        pthread_mutex_init(&table->stripes[i], NULL);
    }
}

pm_status cgt_table_new(size_t bytes, cgt_table **table, pm_error *err)
{
    if (bytes < CGT_MIN_BYTES) {
        return status_over_budget(err, "a table of game values", CGT_MIN_BYTES, bytes);
    }
    cgt_table *t = calloc(1, sizeof *t);
    if (!t) {
        return status_no_memory(err, "a table of game values", 0);
    }
    t->budget = bytes;
    atomic_init(&t->used, sizeof *t);
    atomic_init(&t->failure, PM_OK);
    table_make_locks(t);
    if (!table_make_memos(t) || cgt_table_intern_nus(t, (cgt_nus){0, 0, 0}) != CGT_ZERO) {
        cgt_table_free(t);
        return status_no_memory(err, "game values", bytes);
    }
    *table = t;
    return PM_OK;
}

void cgt_table_free(cgt_table *table)
{
    if (!table) {
        return;
    }
    for (int i = 0; i < CGT_N_SHARDS; i++) {
        pthread_mutex_destroy(&table->shards[i].lock);
        free(table->shards[i].slots);
    }
    for (int i = 0; i < CGT_N_STRIPES; i++) {
        pthread_mutex_destroy(&table->stripes[i]);
    }
    pthread_mutex_destroy(&table->grow);
    for (cgt_block *block = table->blocks; block;) {
        cgt_block *next = block->next;
        block_free(block);
        block = next;
    }
    free(table);
}

pm_status cgt_table_status(const cgt_table *table, pm_error *err)
{
    const pm_status failure = (pm_status)atomic_load_explicit(&table->failure, memory_order_relaxed);
    if (failure == PM_NO_MEMORY) {
        char given[STATUS_BYTES_TEXT], used[STATUS_BYTES_TEXT];
        return status_fail(err, failure, 0, "the %s given for game values are used up (%s in use, %u values)",
                           status_bytes(table->budget, given),
                           status_bytes(atomic_load_explicit(&table->used, memory_order_relaxed), used),
                           (unsigned)cgt_table_size(table));
    }
    if (failure != PM_OK) {
        return status_fail(err, failure, 0,
                           "a game value is out of range: numbers are within +-2^%d with denominators "
                           "to 2^%d, at most %d ups, nimbers to *%d",
                           DYADIC_MAX_WHOLE_LOG, DYADIC_BITS, NUS_MAX_UPS, NUS_MAX_NIM);
    }
    return PM_OK;
}

cgt_value cgt_table_size(const cgt_table *table)
{
    return atomic_load_explicit(&table->n_values, memory_order_relaxed);
}

size_t cgt_table_bytes(const cgt_table *table)
{
    return atomic_load_explicit(&table->used, memory_order_relaxed);
}

/* The node of a new value, its chunk allocated. NULL: failed. */
static cgt_node *table_new_node(cgt_table *table, cgt_value *value)
{
    const cgt_value g = atomic_fetch_add_explicit(&table->n_values, 1, memory_order_relaxed);
    if (g >= CGT_MAX_VALUES) {
        cgt_table_fail(table, PM_NO_MEMORY);
        return NULL;
    }
    cgt_node *_Atomic *chunk = &table->chunks[g >> CGT_CHUNK_LOG];
    cgt_node *nodes = atomic_load_explicit(chunk, memory_order_acquire);
    if (!nodes) {
        /* Threads may race to add a chunk; the loser's copy stays unused until the end. */
        cgt_node *fresh = cgt_table_allocate(table, CHUNK_NODES * sizeof *fresh);
        if (!fresh) {
            return NULL;
        }
        if (atomic_compare_exchange_strong(chunk, &nodes, fresh)) {
            nodes = fresh;
        }
    }
    assert(nodes[g & (CHUNK_NODES - 1)].n_left == 0 && nodes[g & (CHUNK_NODES - 1)].flags == 0);
    *value = g;
    return &nodes[g & (CHUNK_NODES - 1)];
}

/* Room for n options, under the lock of the shard. */
static cgt_value *shard_take(cgt_table *table, cgt_shard *shard, size_t n)
{
    if (shard->arena_left < n) {
        const size_t size = n > shard->arena_next ? n : shard->arena_next;
        cgt_value *arena = cgt_table_allocate(table, size * sizeof *arena);
        if (!arena) {
            return NULL;
        }
        shard->arena = arena;
        shard->arena_left = size;
        shard->arena_next = size < LAST_ARENA ? size * 2 : LAST_ARENA;
    }
    cgt_value *taken = shard->arena;
    assert(shard->arena_left >= n);
    shard->arena += n;
    shard->arena_left -= n;
    return taken;
}

/* Keep at most three quarters of the slots in use. */
static bool shard_grow(cgt_table *table, cgt_shard *shard)
{
    if ((uint64_t)shard->n_used * 4 < (uint64_t)shard->n_slots * 3) {
        return true;
    }
    const uint32_t n_slots = shard->n_slots ? shard->n_slots * 2 : FIRST_SLOTS;
    assert(n_slots > shard->n_slots && (n_slots & (n_slots - 1)) == 0);
    uint64_t *slots = table_charge(table, n_slots * sizeof *slots) ? calloc(n_slots, sizeof *slots) : NULL;
    if (!slots) {
        cgt_table_fail(table, PM_NO_MEMORY);
        return false;
    }
    for (uint32_t i = 0; i < shard->n_slots; i++) {
        if (shard->slots[i]) {
            uint32_t at = (uint32_t)(shard->slots[i] >> 32) & (n_slots - 1);
            while (slots[at]) {
                at = (at + 1) & (n_slots - 1);
            }
            slots[at] = shard->slots[i];
        }
    }
    free(shard->slots);
    atomic_fetch_sub_explicit(&table->used, shard->n_slots * sizeof *slots, memory_order_relaxed);
    shard->slots = slots;
    shard->n_slots = n_slots;
    return true;
}

/* A form that may be in the table: `node` as it would be stored, `options` left then right (not of NUS). */
typedef struct candidate {
    cgt_node node;
    const cgt_value *left, *right;
} candidate;

static bool candidate_is(const candidate *c, const cgt_node *node)
{
    if ((c->node.flags ^ node->flags) & CGT_IS_NUS) {
        return false;
    }
    if (node->flags & CGT_IS_NUS) {
        return c->node.left_stop == node->left_stop && c->node.ups == node->ups && c->node.nim == node->nim;
    }
    const cgt_value *options = atomic_load_explicit(&node->options, memory_order_relaxed);
    assert(options); /* only those of a number + ups + star are spelled out later */
    return c->node.n_left == node->n_left && c->node.n_right == node->n_right &&
           !memcmp(c->left, options, node->n_left * sizeof *options) &&
           !memcmp(c->right, options + node->n_left, node->n_right * sizeof *options);
}

static bool node_fill(cgt_table *table, cgt_shard *shard, cgt_node *node, const candidate *c)
{
    assert(c->node.left_stop >= c->node.right_stop);
    assert(!(c->node.flags & CGT_IS_NUS) || c->node.left_stop == c->node.right_stop);
    cgt_value *options = NULL;
    if (!(c->node.flags & CGT_IS_NUS)) {
        options = shard_take(table, shard, (size_t)c->node.n_left + c->node.n_right);
        if (!options) {
            return false;
        }
        memcpy(options, c->left, c->node.n_left * sizeof *options);
        memcpy(options + c->node.n_left, c->right, c->node.n_right * sizeof *options);
    }
    memcpy((void *)node, (const void *)&c->node, sizeof *node);
    atomic_init(&node->options, options);
    atomic_init(&node->negative, CGT_NONE);
    return true;
}

/* Find or add under the lock of the shard. */
static cgt_value shard_intern(cgt_table *table, cgt_shard *shard, uint32_t tag, const candidate *c)
{
    if (!shard_grow(table, shard)) {
        return CGT_NONE;
    }
    const uint32_t mask = shard->n_slots - 1;
    assert(shard->n_used < shard->n_slots); /* so that the search ends */
    uint32_t at = tag & mask;
    for (; shard->slots[at]; at = (at + 1) & mask) {
        const cgt_value g = (cgt_value)shard->slots[at] - 1;
        if ((uint32_t)(shard->slots[at] >> 32) == tag && candidate_is(c, cgt_table_node(table, g))) {
            return g;
        }
    }
    cgt_value g = CGT_NONE;
    cgt_node *node = table_new_node(table, &g);
    if (!node || !node_fill(table, shard, node, c)) {
        return CGT_NONE;
    }
    shard->slots[at] = (uint64_t)tag << 32 | (g + 1);
    shard->n_used++;
    return g;
}

static cgt_value table_intern(cgt_table *table, uint64_t hash, const candidate *c)
{
    cgt_shard *shard = &table->shards[hash % CGT_N_SHARDS];
    static_assert(CGT_N_SHARDS <= 1 << 16, "a shard is chosen by other bits than the slot in it");
    pthread_mutex_lock(&shard->lock);
    const cgt_value g = shard_intern(table, shard, (uint32_t)(hash >> 32), c);
    pthread_mutex_unlock(&shard->lock);
    return g;
}

cgt_value cgt_table_intern_nus(cgt_table *table, cgt_nus nus)
{
    if (!nus_in_range(nus)) {
        return cgt_table_fail(table, PM_BAD_INPUT);
    }
    const cgt_bounds bounds = nus_bounds(nus);
    candidate c = {
        .node = {
            .left_stop = nus.number, .right_stop = nus.number, .ups = nus.ups, .nim = nus.nim, .flags = bounds.flags}};
    nus_count_options(nus, &c.node.n_left, &c.node.n_right);
    const uint64_t hash = hash_pair((uint64_t)nus.number, (uint64_t)(uint32_t)nus.ups << 32 | nus.nim);
    return table_intern(table, hash, &c);
}

static uint64_t hash_list(uint64_t hash, const cgt_value *list, size_t n)
{
    for (size_t i = 0; i < n; i++) {
        hash = hash_pair(hash, list[i] + 1);
    }
    return hash_pair(hash, ~(uint64_t)n);
}

uint32_t cgt_birthday(const cgt_table *table, cgt_value g)
{
    const cgt_node *node = cgt_table_node(table, g);
    return node->flags & CGT_IS_NUS ? nus_birthday(cgt_table_nus(node)) : node->birthday;
}

/* The greatest birthday of `n` values, or what is given. */
static uint32_t latest_birthday(const cgt_table *table, const cgt_value *list, size_t n, uint32_t latest)
{
    for (size_t i = 0; i < n; i++) {
        const uint32_t birthday = cgt_birthday(table, list[i]);
        latest = birthday > latest ? birthday : latest;
    }
    return latest;
}

static bool are_all_small(const cgt_table *table, const cgt_value *list, size_t n)
{
    for (size_t i = 0; i < n; i++) {
        if (!(cgt_table_node(table, list[i])->flags & CGT_ALL_SMALL)) {
            return false;
        }
    }
    return true;
}

#ifndef NDEBUG
static bool is_ascending(const cgt_value *list, size_t n)
{
    for (size_t i = 1; i < n; i++) {
        if (list[i - 1] >= list[i]) {
            return false;
        }
    }
    return true;
}
#endif

cgt_value cgt_table_intern_form(cgt_table *table, const cgt_bounds *bounds, const cgt_value *left, size_t n_left,
                                const cgt_value *right, size_t n_right)
{
    assert(is_ascending(left, n_left) && is_ascending(right, n_right));
    assert(n_left > 0 && n_right > 0); /* a form without an option on one side is an integer */
    assert(!(bounds->flags & (CGT_IS_NUS | CGT_IS_NUMBER)));
    assert(n_left > 0 && n_right > 0 && !(bounds->flags & CGT_IS_NUS));
    const uint32_t birthday = 1 + latest_birthday(table, right, n_right, latest_birthday(table, left, n_left, 0));
    candidate c = {.node = {.left_stop = bounds->left_stop,
                            .right_stop = bounds->right_stop,
                            .n_left = (uint32_t)n_left,
                            .n_right = (uint32_t)n_right,
                            .birthday = birthday,
                            .flags = bounds->flags},
                   .left = left,
                   .right = right};
    if (are_all_small(table, left, n_left) && are_all_small(table, right, n_right)) {
        c.node.flags |= CGT_ALL_SMALL;
    }
    return table_intern(table, hash_list(hash_list(0, left, n_left), right, n_right), &c);
}

/* Spell out the options of a number + ups + star. Another thread may do the same; the first to finish wins. */
static const cgt_value *nus_spell(cgt_table *table, cgt_node *node)
{
    const uint32_t n = node->n_left + node->n_right;
    assert(node->flags & CGT_IS_NUS);
    cgt_value *options = cgt_table_allocate(table, n * sizeof *options);
    if (!options) {
        return NULL;
    }
    for (uint32_t i = 0; i < n; i++) {
        const cgt_nus a = cgt_table_nus(node);
        options[i] = cgt_table_intern_nus(table, i < node->n_left ? nus_left_option(a, i)
                                                                  : nus_right_option(a, i - node->n_left));
        assert(options[i] == CGT_NONE ||
               nus_birthday(cgt_table_nus(cgt_table_node(table, options[i]))) < nus_birthday(a));
        if (options[i] == CGT_NONE) {
            return NULL;
        }
    }
    const cgt_value *spelled = NULL;
    return atomic_compare_exchange_strong(&node->options, &spelled, options) ? options : spelled;
}

cgt_options cgt_table_options(cgt_table *table, cgt_value g)
{
    cgt_node *node = cgt_table_node_to_change(table, g);
    const cgt_value *options = atomic_load_explicit(&node->options, memory_order_acquire);
    if (!options && node->n_left + node->n_right > 0) {
        options = nus_spell(table, node);
    }
    if (!options) {
        return (cgt_options){NULL, NULL, 0, 0};
    }
    return (cgt_options){options, options + node->n_left, node->n_left, node->n_right};
}

cgt_options cgt_options_of(cgt_table *table, cgt_value g)
{
    return cgt_table_options(table, g);
}
