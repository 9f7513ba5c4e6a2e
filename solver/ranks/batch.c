/* Cutting rows into batches: see batch.h.
 *
 * SPDX-License-Identifier: MIT
 */
#include "solver/ranks/batch.h"

#include "solver/ranks/deal.h"

#include <assert.h>
#include <stdlib.h>

bool batch_cutter_make(const sweep *s, size_t slots, size_t most_rows, batch_cutter *c)
{
    assert(most_rows >= 1);
    *c = (batch_cutter){.slots = slots, .most_rows = most_rows};
    c->seen = calloc(s->plan.rows, sizeof *c->seen);
    return c->seen;
}

void batch_cutter_clear(batch_cutter *c)
{
    free(c->seen);
    *c = (batch_cutter){0};
}

/* The slot of a row of another node, a new one if the batch has not needed it yet. False: there is none left. */
static bool find_slot(batch_cutter *c, batch *b, int place, uint32_t rank, uint32_t *slot)
{
    uint64_t *seen = &c->seen[c->half->s->first[place] + rank];
    if (*seen >> 32 == c->number) {
        *slot = (uint32_t)*seen;
        return true;
    }
    if (b->n_needs == c->slots) {
        return false;
    }
    *slot = (uint32_t)b->n_needs;
    b->needs[b->n_needs++] = (batch_need){place, rank};
    *seen = (uint64_t)c->number << 32 | *slot;
    return true;
}

/* List the terms of a row and have what they need. False if there is no room for all of it: the row is for the next
 * batch. */
static bool add_row(batch_cutter *c, batch *b, size_t i)
{
    const sweep *s = c->half->s;
    const size_t n_before = b->n_needs;
    sweep_list_terms(i, i + 1, 0, (void *)(uintptr_t)c->half);
    sweep_term *terms = s->terms + i * s->term_stride;
    for (uint32_t t = 0; t < s->n_terms[i] && c->n_nodes > 1; t++) {
        const uint64_t n_rows = sweep_order(s)->all[terms[t].source].n_rows;
        if (deal_owner(n_rows, terms[t].rank, c->n_nodes) == c->node) {
            continue;
        }
        uint32_t slot;
        if (!find_slot(c, b, terms[t].source, terms[t].rank, &slot)) {
            b->n_needs = n_before;
            return false;
        }
        terms[t].source = BATCH_FETCHED;
        terms[t].rank = slot;
    }
    return true;
}

bool batch_cut(batch_cutter *c, batch *b)
{
    c->number++;
    b->begin = c->at;
    b->n_needs = 0;
    while (c->at < c->end && c->at - b->begin < c->most_rows && add_row(c, b, c->at)) {
        c->at++;
    }
    b->end = c->at;
    assert(b->end > b->begin || c->at == c->end); /* a row by itself always fits */
    return b->end > b->begin;
}
