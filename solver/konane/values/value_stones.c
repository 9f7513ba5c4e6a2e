/* Stones on a grid: see value_stones.h.
 *
 * SPDX-License-Identifier: MIT
 */
#include "solver/konane/values/value_stones.h"

#include "src/base/bits.h"
#include "src/konane/cell.h"

#include <assert.h>
#include <string.h>

konane_stones konane_stones_of(const konane_diagram *d)
{
    konane_stones stones = {d->rows, d->cols, d->corner, {0}};
    memcpy(stones.word, d->occupied, sizeof stones.word);
    return stones;
}

uint16_t konane_stones_turned_cell(const konane_stones *stones, int cell)
{
    return (uint16_t)(cell % stones->rows * stones->cols + cell / stones->rows);
}

static bool has(const konane_stones *stones, int cell)
{
    return stones->word[cell / 64] >> cell % 64 & 1;
}

static void flip(konane_stones *stones, int cell)
{
    stones->word[cell / 64] ^= bits_one(cell % 64);
}

konane_stones konane_stones_after(const konane_stones *stones, int from, int to)
{
    const bool is_vertical = from / stones->rows == to / stones->rows;
    const int step = (to > from ? 1 : -1) * (is_vertical ? 1 : stones->rows);
    konane_stones after = *stones;
    assert(has(stones, from) && !has(stones, to) && (to - from) % (2 * step) == 0);
    for (int cell = from; cell != to; cell += 2 * step) {
        assert(has(stones, cell + step));
        flip(&after, cell + step);
    }
    flip(&after, from);
    flip(&after, to);
    return after;
}

konane_stones konane_stones_upright(const konane_stones *stones)
{
    const int rows = stones->rows, cols = stones->cols;
    if (rows <= cols) {
        return *stones;
    }
    konane_stones turned = {cols, rows, (pm_color)(((int)stones->corner + rows + cols) % 2), {0}};
    for (int cell = 0; cell < rows * cols; cell++) {
        if (has(stones, cell)) {
            flip(&turned, konane_stones_turned_cell(stones, cell));
        }
    }
    assert(konane_cell_color(rows, stones->corner, 0) == konane_cell_color(cols, turned.corner, 0));
    return turned;
}

set128 konane_stones_set128(const konane_stones *stones)
{
    assert(!konane_stones_are_wide(stones));
    return set128_from_words(stones->word);
}

set512 konane_stones_set512(const konane_stones *stones)
{
    uint64_t words[SET512_WORDS] = {0};
    memcpy(words, stones->word, sizeof stones->word);
    return set512_from_words(words);
}

/* Words of which the first n bits are set. */
static void fill(uint64_t *words, int n_words, int n)
{
    for (int i = 0; i < n_words; i++) {
        const int rest = n - 64 * i;
        words[i] = bits_below(rest < 0 ? 0 : rest < 64 ? rest : 64);
    }
}

set128 konane_cells_set128(int rows, int cols)
{
    uint64_t words[SET128_WORDS];
    assert(rows * cols <= 64 * SET128_WORDS);
    fill(words, SET128_WORDS, rows * cols);
    return set128_from_words(words);
}

set512 konane_cells_set512(int rows, int cols)
{
    uint64_t words[SET512_WORDS];
    fill(words, SET512_WORDS, rows * cols);
    return set512_from_words(words);
}
