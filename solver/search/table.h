/* The table of a proof-number search: what is known of positions, for several threads without locks.
 *
 * A position is a word of 64 bits, and so is its key, a bijective hash of it: the key is kept whole, and no two
 * positions are ever taken for one another. An entry has 16 bytes, four of them lie in a cache line:
 *
 *     word 0   key ^ word 1
 *     word 1   bits 0-22 phi, 23-45 delta (solver/search/numbers.h), 46-53 work, 54-63 zero; 0: the entry is empty
 *
 * Threads read and write both words as they please. Two words that do not belong together give a key that is
 * asked for about once in 2^38 times that this happens, which itself takes two writes in the same nanoseconds; whoever
 * cannot live with that has the proof verified. `work` is a logarithm of the positions visited below this one; in a
 * full line the entry of least work gives way.
 *
 * SPDX-License-Identifier: MIT
 */
#ifndef SOLVER_SEARCH_TABLE_H
#define SOLVER_SEARCH_TABLE_H

#include "solver/search/numbers.h"
#include "src/papamu.h"

#include <stdatomic.h>
#include <stddef.h>

enum { SEARCH_WAYS = 4, SEARCH_MAX_WORK = 255, SEARCH_MIN_TABLE = 1 << 16 };

typedef struct search_entry {
    _Atomic uint64_t check, data;
} search_entry;

typedef struct search_line {
    search_entry ways[SEARCH_WAYS];
} search_line;

typedef struct search_table {
    search_line *lines;
    uint64_t n_lines;
    size_t bytes;
} search_table;

/* An empty table of at most `bytes` >= SEARCH_MIN_TABLE. Errors: PM_NO_MEMORY. */
pm_status search_table_new(size_t bytes, search_table *table, pm_error *err);
void search_table_free(search_table *table);

/* The share of entries in use, from a sample. */
double search_table_load(const search_table *table);

/* Mixing in three steps that can each be undone: a bijection. */
static inline uint64_t search_key(uint64_t word)
{
    word ^= word >> 32;
    word *= UINT64_C(0xd6e8feb86659fd93);
    word ^= word >> 29;
    word *= UINT64_C(0xbf58476d1ce4e5b9);
    return word ^ word >> 32;
}

/* The word of a key. */
uint64_t search_key_invert(uint64_t key);

static inline search_line *search_table_line(const search_table *table, uint64_t key)
{
    return &table->lines[(unsigned __int128)key * table->n_lines >> 64];
}

static inline void search_table_prefetch(const search_table *table, uint64_t key)
{
    __builtin_prefetch(search_table_line(table, key));
}

/* 8 to a doubling, from 1. */
static inline unsigned search_work_code(uint64_t nodes)
{
    const uint64_t n = nodes | 1;
    const int top = 63 - __builtin_clzll(n);
    const unsigned eighths = (unsigned)((top >= 3 ? n >> (top - 3) : n << (3 - top)) & 7);
    const unsigned code = 8 * (unsigned)top + eighths + 1;
    return code > SEARCH_MAX_WORK ? SEARCH_MAX_WORK : code;
}

/* The least number of nodes with this code; 0 for the code of an empty entry. */
static inline uint64_t search_work_nodes(unsigned code)
{
    const unsigned top = (code - 1) / 8, eighths = 8 + (code - 1) % 8;
    assert(code <= SEARCH_MAX_WORK);
    return code == 0 ? 0 : top >= 3 ? (uint64_t)eighths << (top - 3) : eighths >> (3 - top);
}

static inline unsigned search_data_work(uint64_t data)
{
    return (unsigned)(data >> (2 * SEARCH_NUMBER_BITS) & SEARCH_MAX_WORK);
}

static inline search_numbers search_data_numbers(uint64_t data)
{
    return (search_numbers){search_number_unpack(data), search_number_unpack(data >> SEARCH_NUMBER_BITS)};
}

static inline uint64_t search_data_pack(search_numbers numbers, unsigned work)
{
    assert(work >= 1 && work <= SEARCH_MAX_WORK);
    return search_number_pack(numbers.phi) | search_number_pack(numbers.delta) << SEARCH_NUMBER_BITS |
           (uint64_t)work << (2 * SEARCH_NUMBER_BITS);
}

/* What is known of the position with this key, or 0. */
static inline uint64_t search_table_data(const search_table *table, uint64_t key)
{
    search_line *line = search_table_line(table, key);
    for (int i = 0; i < SEARCH_WAYS; i++) {
        const uint64_t data = atomic_load_explicit(&line->ways[i].data, memory_order_relaxed);
        if ((atomic_load_explicit(&line->ways[i].check, memory_order_relaxed) ^ data) == key && data) {
            return data;
        }
    }
    return 0;
}

/* Look a position up; false leaves `*numbers` as it is. */
static inline bool search_table_find(const search_table *table, uint64_t key, search_numbers *numbers)
{
    const uint64_t data = search_table_data(table, key);
    if (data) {
        *numbers = search_data_numbers(data);
    }
    return data != 0;
}

/* Keep an entry. A proof is never replaced by mere numbers of the same position, nor work by less of it. */
static inline void search_table_put(search_table *table, uint64_t key, uint64_t data)
{
    search_line *line = search_table_line(table, key);
    search_entry *victim = NULL;
    unsigned least = SEARCH_MAX_WORK + 1;
    for (int i = 0; i < SEARCH_WAYS; i++) {
        search_entry *e = &line->ways[i];
        const uint64_t old = atomic_load_explicit(&e->data, memory_order_relaxed);
        if (old && (atomic_load_explicit(&e->check, memory_order_relaxed) ^ old) == key) {
            if (search_is_proven(search_data_numbers(old)) && !search_is_proven(search_data_numbers(data))) {
                return;
            }
            victim = e;
            break;
        }
        if (search_data_work(old) < least) { /* an empty entry has work 0 */
            least = search_data_work(old);
            victim = e;
        }
    }
    atomic_store_explicit(&victim->check, key ^ data, memory_order_relaxed);
    atomic_store_explicit(&victim->data, data, memory_order_relaxed);
}

#endif
