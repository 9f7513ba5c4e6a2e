/* The sweep of one position at a time: see naive_sweep.h.
 *
 * SPDX-License-Identifier: MIT
 */
#include "tests/oracle/naive_sweep.h"

#include <stdio.h>
#include <stdlib.h>

static bool table_bit(const uint64_t *bits, size_t i)
{
    return bits[i / 64] >> (i % 64) & 1;
}

/* A position wins if a move leads to one that the other side, to move there, loses. */
static bool position_wins(const sweep_spec *spec, const naive_table *t, int mover, uint32_t b, uint32_t w)
{
    for (int m = 0; m < spec->n_moves[mover]; m++) {
        const sweep_move *move = &spec->moves[mover][m];
        if ((b & move->fixed) == move->value && (w & move->op.fixed) == move->op.value &&
            !table_bit(t->wins[!mover], (size_t)(b ^ move->flip) << spec->n_index | (w ^ move->op.flip))) {
            return true;
        }
    }
    return false;
}

static void sweep_layer_of(const sweep_spec *spec, naive_table *t, int size, int mover)
{
    for (uint32_t b = 0; b < 1u << spec->n_sets; b++) {
        if (__builtin_popcount(b) != size) {
            continue;
        }
        for (uint32_t w = 0; w < 1u << spec->n_index; w++) {
            const size_t i = (size_t)b << spec->n_index | w;
            t->wins[mover][i / 64] |= (uint64_t)position_wins(spec, t, mover, b, w) << (i % 64);
        }
    }
}

naive_table naive_sweep(const sweep_spec *spec)
{
    const size_t n_words = ((size_t)1 << (spec->n_sets + spec->n_index)) / 64 + 1;
    naive_table t = {{calloc(n_words, 8), calloc(n_words, 8)}};
    if (!t.wins[0] || !t.wins[1]) {
        fputs("naive_sweep: no memory\n", stderr);
        exit(EXIT_FAILURE);
    }
    for (int size = 0; size <= spec->n_sets; size++) {
        sweep_layer_of(spec, &t, size, PM_WHITE);
        sweep_layer_of(spec, &t, size, PM_BLACK);
    }
    return t;
}

void naive_table_clear(naive_table *t)
{
    free(t->wins[0]);
    free(t->wins[1]);
}
