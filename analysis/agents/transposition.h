/* The transposition table of a search: what is known of positions by their hash.
 *
 * One table for each searching agent, so no locks. Entries carry the number of the game in which they were written and
 * count as absent in any other: that makes the results of a game independent of the games before it without clearing
 * the table.
 *
 * SPDX-License-Identifier: MIT
 */
#ifndef ANALYSIS_AGENTS_TRANSPOSITION_H
#define ANALYSIS_AGENTS_TRANSPOSITION_H

#include "src/papamu.h"

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

typedef enum transposition_bound {
    TRANSPOSITION_NONE, /* an empty slot */
    TRANSPOSITION_EXACT,
    TRANSPOSITION_LOWER, /* the value is at least this */
    TRANSPOSITION_UPPER,
} transposition_bound;

typedef struct transposition_entry {
    uint64_t hash;
    int16_t value;
    uint8_t depth;
    uint8_t bound : 2, game : 6;
    uint16_t from, to; /* the best move; from == to == UINT16_MAX if there is none */
} transposition_entry;

/* A search counts plies to a win or a loss from its root; the table counts them from the position, which is met at
 * other plies too. `certain` is the size above which a value is one of these, `ply` the distance of the position. */
static inline int transposition_from_position(int value, int ply, int certain)
{
    return value > certain ? value + ply : value < -certain ? value - ply : value;
}

static inline int transposition_from_root(int value, int ply, int certain)
{
    return transposition_from_position(value, -ply, certain);
}

typedef struct transposition_table {
    transposition_entry *entries;
    size_t mask;
    unsigned game; /* number of the present game, modulo 64 */
} transposition_table;

/* A table of 2^bits entries of 16 bytes. PM_NO_MEMORY. */
pm_status transposition_open(transposition_table *table, int bits);
void transposition_close(transposition_table *table);

/* Forget everything. */
void transposition_forget(transposition_table *table);

/* What is stored for `hash`, or NULL. */
const transposition_entry *transposition_find(const transposition_table *table, uint64_t hash);

/* Store an entry, all but whose `game` is filled in, unless a deeper one of another position of this game is in its
 * place (one slot in two takes the latest instead: neighbouring slots are a pair). */
void transposition_store(transposition_table *table, transposition_entry entry);

#endif
