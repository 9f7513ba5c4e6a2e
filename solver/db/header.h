/* Reading and writing the header of a database file; solver/db/format.h has the layout.
 *
 * SPDX-License-Identifier: MIT
 */
#ifndef SOLVER_DB_HEADER_H
#define SOLVER_DB_HEADER_H

#include "solver/db/format.h"
#include "src/papamu.h"

void db_header_encode(const db_header *header, uint8_t bytes[DB_HEADER_BYTES]);

/* Decode and check a header: everything that can be known without the rest of the file, so that shapes and sizes
 * computed from it cannot overflow. `n` bytes are there, `file_bytes` long is the file. Errors: PM_DAMAGED,
 * PM_BAD_INPUT (no database, one of another format version, or one of draughts where `sizes` is NULL); err->offset is
 * where. */
pm_status db_header_decode(const uint8_t *bytes, size_t n, uint64_t file_bytes, db_layer_sizes *sizes,
                           db_header *header, pm_error *err);

/* The game of a header whose checksum is right, without looking at the rest. Errors as above. */
pm_status db_header_game(const uint8_t *bytes, size_t n, db_game *game, pm_error *err);

#endif
