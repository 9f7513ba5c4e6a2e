/* Little-endian numbers in files.
 *
 * SPDX-License-Identifier: MIT
 */
#ifndef BASE_BYTES_H
#define BASE_BYTES_H

#include <assert.h>
#include <stdint.h>

/* Write the low `n` <= 8 bytes of `value`, the lowest first. */
static inline void bytes_put(uint8_t *bytes, uint64_t value, int n)
{
    assert(n <= 8 && (n == 8 || value >> (8 * n) == 0)); /* nothing is cut off */
    for (int i = 0; i < n; i++) {
        bytes[i] = (uint8_t)(value >> (8 * i));
    }
}

static inline uint64_t bytes_get(const uint8_t *bytes, int n)
{
    assert(n <= 8);
    uint64_t value = 0;
    for (int i = 0; i < n; i++) {
        value |= (uint64_t)bytes[i] << (8 * i);
    }
    return value;
}

#endif
