/* One block of a database, compressed or not; see solver/db/format.h for what a block is.
 *
 * SPDX-License-Identifier: MIT
 */
#ifndef SOLVER_DB_BLOCK_H
#define SOLVER_DB_BLOCK_H

#include "solver/db/index.h"

#include <stdbool.h>

/* What packing or unpacking blocks of a file needs; one for each thread. */
typedef struct db_codec db_codec;

/* NULL if memory is short; free accepts NULL. */
db_codec *db_codec_new(const db_shape *shape);
void db_codec_free(db_codec *codec);

/* Compress a block of n bytes into `packed`, which has room for n bytes, by zstd at a level of 1..22, or with a model.
 * Returns its entry without the offset. */
db_entry db_block_pack(db_codec *codec, int level, db_model model, const uint8_t *block, size_t n, uint8_t *packed);

/* The values of a block of n bytes whose `entry->bytes` bytes are at `packed`. Returns NULL, or what is wrong with
 * them. Never writes more than n bytes, whatever the input. */
const char *db_block_unpack(db_codec *codec, db_entry entry, db_model model, const uint8_t *packed, uint8_t *block,
                            size_t n);

/* The coders of a codec, NULL if its file has none of the kind. */
cube_coder *db_codec_cubes(db_codec *codec);
pairs_coder *db_codec_pairs(db_codec *codec);

/* Whether the stored bytes are those that the entry is about; much faster than unpacking. */
bool db_block_is_intact(db_entry entry, const uint8_t *packed);

#endif
