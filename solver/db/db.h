/* An open database: values by layer, row and index; no game.
 *
 * Opening checks the header and the index; a block is checked when it is read. Decompressed blocks are kept in a cache
 * of limited size. Any number of threads may use one database. The file is read, not mapped: a file that another
 * process cuts short while it is open gives PM_DAMAGED, not a signal.
 *
 * SPDX-License-Identifier: MIT
 */
#ifndef SOLVER_DB_DB_H
#define SOLVER_DB_DB_H

#include "solver/db/index.h"
#include "src/papamu.h"

typedef struct db db;

enum { DB_DEFAULT_CACHE_BYTES = 256 << 20 };

/* Open a database with a cache of about `cache_bytes` (at least a few blocks). `sizes` are those of draughts, NULL to
 * accept Konane alone. Errors: PM_IO, PM_NO_MEMORY, PM_BAD_INPUT (no database, another version), PM_DAMAGED. */
pm_status db_open(const char *path, size_t cache_bytes, db_layer_sizes *sizes, db **out, pm_error *err);

/* The game that the header of a file names, without opening the rest. Errors as above. */
pm_status db_game_of(const char *path, db_game *game, pm_error *err);

void db_close(db *d);

const db_header *db_get_header(const db *d);
const db_shape *db_get_shape(const db *d);

/* What the index of a halved file says of all positions; NULL if all are stored. */
const db_counts *db_get_counts(const db *d);

/* Whether positions of so many stones are stored. */
bool db_stores(const db *d, int n_stones);

/* Where the value of (b, w) is, from the layer, the rank of the row in it, and w; db_stores must say yes. */
db_place db_locate(const db *d, int layer, pm_color mover, uint32_t rank, uint32_t w);

/* Which rows a block holds. */
db_span db_span_of(const db *d, uint64_t block);

/* The value there: 0 or 1, or the remoteness. Errors: PM_DAMAGED, PM_IO. */
pm_status db_value(db *d, db_place place, uint8_t *value, pm_error *err);

/* The values of n places, each block fetched once; in the order of `places`. Errors: also PM_NO_MEMORY. */
pm_status db_values(db *d, size_t n, const db_place places[], uint8_t values[], pm_error *err);

/* Row `rank` of a layer and mover, through the cache, with zeros for what is not stored. Errors: PM_DAMAGED, PM_IO. */
pm_status db_read_row(db *d, int layer, pm_color mover, uint32_t rank, uint8_t *row, pm_error *err);

/* Fetch a whole block, past the cache. `codec` and the buffers are the caller's: `packed` and `block` have room for
 * shape->block_bytes. Errors: PM_DAMAGED, PM_IO. */
struct db_codec;
pm_status db_read_block(const db *d, uint64_t block, struct db_codec *codec, uint8_t *packed, uint8_t *values,
                        pm_error *err);

/* Check the stored bytes of a block against its checksum, without unpacking. `packed` has room for
 * shape->block_bytes. Errors: PM_DAMAGED, PM_IO. */
pm_status db_check_block(const db *d, uint64_t block, uint8_t *packed, pm_error *err);

#endif
