/* Database files as bytes: see db_bytes.h.
 *
 * SPDX-License-Identifier: MIT
 */
#include "tests/aid/db_bytes.h"

#include "solver/db/format.h"

#include <fcntl.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stdio.h>
#include <string.h>
#include <unistd.h>

#include <cmocka.h>
#include <xxhash.h>

size_t db_bytes_read(const char *path, uint8_t *bytes, size_t capacity)
{
    FILE *file = fopen(path, "rb");
    assert_non_null(file);
    const size_t n = fread(bytes, 1, capacity, file);
    assert_true(n < capacity);
    fclose(file);
    return n;
}

void db_bytes_write(const char *path, const uint8_t *bytes, size_t n)
{
    FILE *file = fopen(path, "wb");
    assert_non_null(file);
    assert_int_equal(fwrite(bytes, 1, n, file), n);
    assert_int_equal(fclose(file), 0);
}

void db_bytes_poke(const char *path, size_t at, uint8_t value)
{
    const int fd = open(path, O_WRONLY);
    assert_true(fd >= 0);
    assert_int_equal(pwrite(fd, &value, 1, (off_t)at), 1);
    close(fd);
}

void db_bytes_seal_header(uint8_t *bytes)
{
    const uint64_t sum = XXH64(bytes, DB_HEADER_BYTES - 8, 0);
    memcpy(bytes + DB_HEADER_BYTES - 8, &sum, 8);
}

void db_bytes_seal_index(uint8_t *bytes, size_t n)
{
    uint64_t offset;
    memcpy(&offset, bytes + 40, 8);
    const uint64_t sum = XXH64(bytes + offset, n - offset, 0);
    memcpy(bytes + 56, &sum, 8);
    db_bytes_seal_header(bytes);
}
