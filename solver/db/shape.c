/* Where rows and values are: see shape.h.
 *
 * SPDX-License-Identifier: MIT
 */
#include "solver/db/shape.h"

#include "solver/db/coder/pairs.h"
#include "src/base/bits.h"

#include <assert.h>

int db_value_bits(const db_subject *subject)
{
    return subject->kind == DB_REMOTENESS || subject->game != DB_GAME_KONANE ? 8 : 1;
}

size_t db_pairs_model_bytes(int block_bits, int parity)
{
    size_t n_chances = 0;
    for (int n = parity; n <= block_bits; n += 2) {
        n_chances += (size_t)pairs_most(n) + 1;
    }
    return 2 * n_chances;
}

int db_shape_parity(int layer, uint64_t part)
{
    return (layer + bits_count(part)) % 2;
}

static void count_models(const db_header *header, db_shape *s)
{
    const db_subject *subject = &header->subject;
    const int block_bits = header->block_bits;
    if (header->coding == DB_ZSTD) {
        return;
    }
    s->n_tops = (size_t)(subject->n_index - block_bits + 1);
    s->n_models = (size_t)(subject->n_sets + 1) * subject->n_movers * s->n_tops;
    if (header->coding == DB_CUBES) {
        s->models_bytes = s->n_models * (size_t)(block_bits + 1) * (size_t)(block_bits + 2); /* 0 <= s <= n */
        return;
    }
    for (int layer = 0; layer <= subject->n_sets; layer++) {
        for (size_t top = 0; top < s->n_tops; top++) {
            s->models_bytes += subject->n_movers * db_pairs_model_bytes(block_bits, (layer + (int)top) % 2);
        }
    }
}

db_shape db_shape_of(const db_header *header)
{
    const db_subject *subject = &header->subject;
    const int block_bits = header->block_bits;
    db_shape s = {.value_bits = db_value_bits(subject), .block_bits = block_bits, .n_movers = subject->n_movers};
    const int row_bits = subject->n_index + (s.value_bits == 8 ? 3 : 0);
    s.is_halved = header->coding == DB_PAIRS;
    s.row_bytes = row_bits < 3 ? 1 : (size_t)1 << (row_bits - 3);
    s.stored_row_bytes = s.is_halved ? s.row_bytes / 2 : s.row_bytes;
    s.blocks_per_row = subject->n_index > block_bits ? (uint64_t)1 << (subject->n_index - block_bits) : 1;
    s.rows_per_block = subject->n_index < block_bits ? (uint64_t)1 << (block_bits - subject->n_index) : 1;
    s.block_bytes =
        s.blocks_per_row > 1 ? s.stored_row_bytes / s.blocks_per_row : s.stored_row_bytes * s.rows_per_block;
    for (int k = 0; k < subject->n_layers; k++) {
        const uint64_t n = db_shape_items(&s, subject->layer_rows[k]) * s.blocks_per_row;
        s.first_block[k][0] = s.n_blocks;
        s.first_block[k][1] = s.n_blocks + n;
        s.n_blocks += n * subject->n_movers;
    }
    s.first_block[subject->n_layers][0] = s.n_blocks;
    assert(s.blocks_per_row == 1 || s.rows_per_block == 1);
    assert(s.block_bytes * s.blocks_per_row == s.stored_row_bytes * s.rows_per_block);
    assert(!s.is_halved || (s.value_bits == 1 && s.rows_per_block == 1));
    count_models(header, &s);
    s.counts_bytes =
        s.is_halved ? DB_DIGEST_BYTES + (size_t)8 * subject->n_movers * (size_t)(subject->n_sets + subject->n_index + 1)
                    : 0;
    s.entry_bytes = s.is_halved ? 6 : 8;
    return s;
}

uint64_t db_shape_items(const db_shape *s, uint64_t n_rows)
{
    return (n_rows + s->rows_per_block - 1) / s->rows_per_block;
}

int db_shape_part_bits(const db_shape *s, const db_subject *subject)
{
    return s->blocks_per_row > 1 ? s->block_bits : subject->n_index;
}

db_span db_shape_span(const db_shape *s, const db_subject *subject, uint64_t block)
{
    assert(block < s->n_blocks);
    db_span span = {0};
    while (block >= s->first_block[span.layer + 1][0]) {
        span.layer++;
    }
    span.mover = s->n_movers == 2 && block >= s->first_block[span.layer][1];
    const uint64_t at = block - s->first_block[span.layer][span.mover];
    const uint64_t n_rows = subject->layer_rows[span.layer];
    span.first_row = at / s->blocks_per_row * s->rows_per_block;
    span.part = at % s->blocks_per_row;
    assert(span.first_row < n_rows);
    const uint64_t left = n_rows - span.first_row;
    span.n_rows = left < s->rows_per_block ? left : s->rows_per_block;
    return span;
}

size_t db_block_bytes(const db_shape *s, const db_subject *subject, uint64_t block)
{
    return s->rows_per_block == 1 ? s->block_bytes : db_shape_span(s, subject, block).n_rows * s->stored_row_bytes;
}

db_place db_shape_place(const db_shape *s, const db_subject *subject, int layer, int mover, uint32_t rank, uint32_t w)
{
    assert(rank < subject->layer_rows[layer] && mover < s->n_movers && (uint64_t)w >> subject->n_index == 0);
    assert(!s->is_halved || (layer + bits_count(w)) % 2 == 0);
    const uint64_t first = s->first_block[layer][mover];
    const uint32_t at = w & (uint32_t)bits_below(db_shape_part_bits(s, subject));
    if (s->rows_per_block == 1) {
        const uint64_t part = s->blocks_per_row > 1 ? w >> s->block_bits : 0;
        return (db_place){first + rank * s->blocks_per_row + part, s->is_halved ? at >> 1 : at};
    }
    const size_t row_values = s->row_bytes * 8 / (size_t)s->value_bits;
    return (db_place){first + rank / s->rows_per_block, (uint32_t)(rank % s->rows_per_block * row_values + at)};
}
