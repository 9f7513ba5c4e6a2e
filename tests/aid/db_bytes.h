/* Database files as bytes, for tests that spoil them.
 *
 * SPDX-License-Identifier: MIT
 */
#ifndef TESTS_AID_DB_BYTES_H
#define TESTS_AID_DB_BYTES_H

#include <stddef.h>
#include <stdint.h>

/* Read a file of at most `capacity` bytes; returns their number. */
size_t db_bytes_read(const char *path, uint8_t *bytes, size_t capacity);
void db_bytes_write(const char *path, const uint8_t *bytes, size_t n);

/* Change one byte of the file. */
void db_bytes_poke(const char *path, size_t at, uint8_t value);

/* Put the checksum of the header right, or those of the index and the header. */
void db_bytes_seal_header(uint8_t *bytes);
void db_bytes_seal_index(uint8_t *bytes, size_t n);

#endif
