/* Making and measuring the table of a proof-number search.
 *
 * SPDX-License-Identifier: MIT
 */
#include "solver/search/table.h"

#include "src/base/pages.h"
#include "src/base/status.h"

#include <assert.h>

pm_status search_table_new(size_t bytes, search_table *table, pm_error *err)
{
    assert(bytes >= SEARCH_MIN_TABLE);
    const size_t n_lines = bytes / sizeof(search_line);
    search_line *lines = pages_new(n_lines * sizeof(search_line));
    if (!lines) {
        char text[STATUS_BYTES_TEXT];
        return status_fail(err, PM_NO_MEMORY, 0, "cannot allocate %s for the table", status_bytes(bytes, text));
    }
    *table = (search_table){.lines = lines, .n_lines = n_lines, .bytes = n_lines * sizeof(search_line)};
    return PM_OK;
}

void search_table_free(search_table *table)
{
    pages_free(table->lines, table->bytes);
    *table = (search_table){0};
}

double search_table_load(const search_table *table)
{
    enum { SAMPLE = 4096 };
    const uint64_t step = table->n_lines / SAMPLE + 1;
    uint64_t used = 0, seen = 0;
    for (uint64_t i = 0; i < table->n_lines; i += step) {
        for (int j = 0; j < SEARCH_WAYS; j++) {
            used += atomic_load_explicit(&table->lines[i].ways[j].data, memory_order_relaxed) != 0;
            seen++;
        }
    }
    assert(seen > 0 && used <= seen);
    return (double)used / (double)seen;
}

/* The inverse of an odd number modulo 2^64, by Newton's iteration: each round doubles the bits that are right. */
static uint64_t inverse(uint64_t odd)
{
    uint64_t x = odd;
    for (int i = 0; i < 6; i++) {
        x *= 2 - odd * x;
    }
    assert(x * odd == 1);
    return x;
}

uint64_t search_key_invert(uint64_t key)
{
    key ^= key >> 32;
    key *= inverse(UINT64_C(0xbf58476d1ce4e5b9));
    key ^= key >> 29 ^ key >> 58;
    key *= inverse(UINT64_C(0xd6e8feb86659fd93));
    return key ^ key >> 32;
}
