/* Cutting rows into batches: see batch.h.
 *
 * SPDX-License-Identifier: MIT
 */
#include "solver/ranks/batch.h"

#include "solver/ranks/deal.h"

#include <assert.h>
#include <stdlib.h>

/* The parts of a source that a step reads: those from which the parts of the sum come that meet its conditions. */
static uint16_t parts_of_step(const sweep *s, const sweep_step *step, int part_bits)
{
    const int inside = s->row_bits - part_bits, step_inside = sweep_part_bits_inside(s);
    const uint32_t fixed = (uint32_t)((step->row.op.fixed | (uint64_t)step->part_fixed << step_inside) >> inside);
    const uint32_t value = (uint32_t)((step->row.op.value | (uint64_t)step->part_value << step_inside) >> inside);
    const uint32_t flip = (uint32_t)((step->row.op.flip | (uint64_t)step->part_flip << step_inside) >> inside);
    uint16_t parts = 0;
    for (uint32_t q = 0; q < 1u << part_bits; q++) {
        parts |= (q & fixed) == value ? (uint16_t)(1u << (q ^ flip)) : 0;
    }
    assert(parts != 0);
    return parts;
}

bool batch_cutter_make(const sweep *s, size_t slots, size_t most_rows, int part_bits, batch_cutter *c)
{
    assert(most_rows >= 1 && part_bits <= BATCH_MAX_PART_BITS);
    *c = (batch_cutter){.slots = slots, .most_rows = most_rows};
    c->seen = calloc(s->plan.rows, sizeof *c->seen);
    for (int mover = 0; mover < 2; mover++) {
        const int n = s->n_moves[mover] * s->orbits.n_symmetries;
        c->parts[mover] = malloc(((size_t)n + 1) * sizeof *c->parts[mover]);
        for (int i = 0; i < n && c->parts[mover]; i++) {
            c->parts[mover][i] = parts_of_step(s, &s->steps[mover][i], part_bits);
        }
    }
    return c->seen && c->parts[0] && c->parts[1];
}

void batch_cutter_clear(batch_cutter *c)
{
    free(c->seen);
    free(c->parts[0]);
    free(c->parts[1]);
    *c = (batch_cutter){0};
}

size_t batch_n_parts(const batch *b)
{
    size_t n = 0;
    for (size_t i = 0; i < b->n_needs; i++) {
        n += (size_t)__builtin_popcount(b->needs[i].parts);
    }
    return n;
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
    b->needs[b->n_needs++] = (batch_need){(uint16_t)place, 0, rank};
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
    for (uint32_t t = 0; t < s->n_terms[i] && (c->n_nodes > 1 || c->has_none); t++) {
        const uint64_t n_rows = sweep_order(s)->all[terms[t].source].n_rows;
        if (!c->has_none && deal_owner(n_rows, terms[t].rank, c->n_nodes) == c->node) {
            continue;
        }
        uint32_t slot;
        if (!find_slot(c, b, terms[t].source, terms[t].rank, &slot)) {
            b->n_needs = n_before;
            return false;
        }
        b->needs[slot].parts |= c->parts[c->half->mover][terms[t].step];
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
