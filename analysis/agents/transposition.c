/* Transposition table: see transposition.h.
 *
 * SPDX-License-Identifier: MIT
 */
#include "analysis/agents/transposition.h"

#include <assert.h>
#include <stdlib.h>
#include <string.h>

enum { N_GAMES = 64 };

pm_status transposition_open(transposition_table *table, int bits)
{
    assert(bits >= 1 && bits < 32); /* slots come in pairs */
    const size_t n = (size_t)1 << bits;
    *table = (transposition_table){calloc(n, sizeof *table->entries), n - 1, 0};
    return table->entries ? PM_OK : PM_NO_MEMORY;
}

void transposition_close(transposition_table *table)
{
    free(table->entries);
    *table = (transposition_table){0};
}

void transposition_forget(transposition_table *table)
{
    table->game = (table->game + 1) % N_GAMES;
    if (table->game == 0) {
        memset(table->entries, 0, (table->mask + 1) * sizeof *table->entries);
    }
}

static bool is_current(const transposition_table *table, const transposition_entry *e)
{
    return e->bound != TRANSPOSITION_NONE && e->game == table->game;
}

const transposition_entry *transposition_find(const transposition_table *table, uint64_t hash)
{
    const size_t first = (size_t)hash & table->mask;
    for (size_t i = 0; i < 2; i++) {
        const transposition_entry *e = &table->entries[first ^ i];
        if (e->hash == hash && is_current(table, e)) {
            return e;
        }
    }
    return NULL;
}

void transposition_store(transposition_table *table, transposition_entry entry)
{
    assert(entry.bound != TRANSPOSITION_NONE);
    entry.game = table->game & (N_GAMES - 1);
    transposition_entry *deep = &table->entries[(size_t)entry.hash & table->mask & ~(size_t)1];
    transposition_entry *slot = deep + 1;
    if (!is_current(table, deep) || deep->hash == entry.hash || deep->depth <= entry.depth) {
        slot = deep;
    }
    *slot = entry;
}
