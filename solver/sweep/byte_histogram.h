/* How often each byte occurs.
 *
 * Equal bytes follow each other often: several tables in turn, so that an addition need not wait for the one before it.
 *
 * SPDX-License-Identifier: MIT
 */
#ifndef SOLVER_SWEEP_BYTE_HISTOGRAM_H
#define SOLVER_SWEEP_BYTE_HISTOGRAM_H

#include <stddef.h>
#include <stdint.h>

enum { BYTE_HISTOGRAM_TABLES = 4 };

typedef struct byte_histogram {
    uint32_t table[BYTE_HISTOGRAM_TABLES][256]; /* zero to begin with */
} byte_histogram;

/* Count byte number i of a sequence of less than 2^32. */
static inline void byte_histogram_add(byte_histogram *h, size_t i, uint8_t byte)
{
    h->table[i % BYTE_HISTOGRAM_TABLES][byte]++;
}

static inline uint32_t byte_histogram_count(const byte_histogram *h, uint8_t byte)
{
    uint32_t n = 0;
    for (int t = 0; t < BYTE_HISTOGRAM_TABLES; t++) {
        n += h->table[t][byte];
    }
    return n;
}

#endif
