/* Files of rows: one mover's rows of one sublayer, compressed block by block.
 *
 * A block is a whole number of rows, packed by zstd at level 1 or, where that does not make it smaller, kept as it is.
 * All numbers are little-endian. The file is
 *
 *     header, 64 bytes:   "PAPAMURF", fingerprint of the sweep (8), place of the sublayer (4), mover (4),
 *                         rows (8), bytes of a row (4), rows of a block (4), offset of the index (8), XXH3-64 of the
 *                         index (8), XXH3-64 of the header so far (8)
 *     blocks              one after another
 *     index               for each block: bytes (4), XXH3-64 of them (8)
 *
 * A file is complete if its header is there: that is written last.
 *
 * SPDX-License-Identifier: MIT
 */
#ifndef SOLVER_SWEEP_ROW_FILE_H
#define SOLVER_SWEEP_ROW_FILE_H

#include "src/papamu.h"

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

enum { ROW_FILE_HEADER_BYTES = 64 };

/* What is in the file. */
typedef struct row_file_key {
    uint64_t fingerprint;
    uint32_t place;
    uint8_t mover;
    uint64_t n_rows;
    uint32_t row_bytes, rows_per_block;
} row_file_key;

typedef struct row_file_entry {
    uint64_t offset, checksum;
    uint32_t bytes;
} row_file_entry;

typedef struct row_file {
    int fd; /* -1: not open */
    char *path;
    row_file_key key;
    uint64_t n_blocks, n_done; /* blocks in all, and with an entry */
    row_file_entry *entries;
    uint64_t bytes; /* of the file so far */
} row_file;

/* Create the file, empty. Errors: PM_IO, PM_NO_MEMORY. */
pm_status row_file_create(const char *path, const row_file_key *key, row_file *f, pm_error *err);

/* Open a finished file and read its index. PM_DAMAGED if it is missing, incomplete, spoilt, or about something else. */
pm_status row_file_open(const char *path, const row_file_key *key, row_file *f, pm_error *err);

/* Give the next block its place: its bytes are to be written there by the caller. Returns the offset. */
uint64_t row_file_append(row_file *f, uint32_t bytes, uint64_t checksum);

/* Write n bytes of blocks at `offset`. Errors: PM_IO. */
pm_status row_file_write(const row_file *f, const void *bytes, size_t n, uint64_t offset, pm_error *err);

/* Write index and header, and force all to disk. All blocks must have been written. Errors: PM_IO, PM_NO_MEMORY. */
pm_status row_file_finish(row_file *f, pm_error *err);

/* Close; a zeroed or closed one is accepted. */
void row_file_close(row_file *f);

/* Raw bytes of a block. */
size_t row_file_block_bytes(const row_file *f, uint64_t block);

/* ---- blocks ---- */

/* What a thread packs and unpacks with. */
typedef struct row_codec row_codec;
row_codec *row_codec_new(void);
void row_codec_free(row_codec *c);

/* Pack n bytes into at most n. Returns how many. */
uint32_t row_block_pack(row_codec *c, const void *raw, size_t n, void *packed, uint64_t *checksum);

/* Unpack to n bytes; false if the block is spoilt. */
bool row_block_unpack(row_codec *c, const row_file_entry *e, const void *packed, void *raw, size_t n);

#endif
