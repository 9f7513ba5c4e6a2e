/* Blocks: see block.h.
 *
 * SPDX-License-Identifier: MIT
 */
#include "solver/db/block.h"

#include <assert.h>
#include <stdlib.h>
#include <string.h>

#include <xxhash.h>
#include <zstd.h>

struct db_codec {
    ZSTD_CCtx *compress;
    ZSTD_DCtx *decompress;
    cube_coder *cubes; /* if the file has them */
    int value_bits;
};

db_codec *db_codec_new(const db_shape *shape)
{
    db_codec *codec = calloc(1, sizeof *codec);
    if (codec) {
        codec->compress = ZSTD_createCCtx();
        codec->decompress = ZSTD_createDCtx();
        codec->value_bits = shape->value_bits;
        codec->cubes = shape->n_models ? cube_coder_new(shape->block_bits) : NULL;
        if (!codec->compress || !codec->decompress || (shape->n_models && !codec->cubes)) {
            db_codec_free(codec);
            return NULL;
        }
    }
    return codec;
}

void db_codec_free(db_codec *codec)
{
    if (codec) {
        ZSTD_freeCCtx(codec->compress);
        ZSTD_freeDCtx(codec->decompress);
        cube_coder_free(codec->cubes);
        free(codec);
    }
}

cube_coder *db_codec_cubes(db_codec *codec)
{
    return codec->cubes;
}

static uint32_t checksum(const uint8_t *packed, size_t n)
{
    return (uint32_t)XXH64(packed, n, 0);
}

/* Whether all values are the same: all bytes are, and of single bits every byte is 0 or 255. */
static bool is_constant(int value_bits, const uint8_t *block, size_t n)
{
    assert(n > 0);
    const bool is_byte_constant = memcmp(block, block + 1, n - 1) == 0;
    return is_byte_constant && (value_bits == 8 || block[0] == 0 || block[0] == 0xff);
}

static size_t compress(db_codec *codec, int level, const cube_model *model, const uint8_t *block, size_t n,
                       uint8_t *packed)
{
    assert(!model || (codec->cubes && codec->value_bits == 1)); /* cubes are made of outcomes */
    if (model) {
        const size_t bytes = cube_pack(codec->cubes, model, block, packed, n);
        return bytes ? bytes : n;
    }
    const size_t bytes = ZSTD_compressCCtx(codec->compress, packed, n, block, n, level);
    return ZSTD_isError(bytes) ? n : bytes;
}

db_entry db_block_pack(db_codec *codec, int level, const cube_model *model, const uint8_t *block, size_t n,
                       uint8_t *packed)
{
    if (is_constant(codec->value_bits, block, n)) {
        return (db_entry){.checksum = codec->value_bits == 8 ? block[0] : block[0] & 1};
    }
    size_t bytes = compress(codec, level, model, block, n, packed);
    if (bytes >= n) {
        memcpy(packed, block, n);
        bytes = n;
    }
    assert(bytes > 0); /* zero bytes stand for a constant block */
    return (db_entry){.bytes = (uint32_t)bytes, .checksum = checksum(packed, bytes)};
}

bool db_block_is_intact(db_entry entry, const uint8_t *packed)
{
    return entry.bytes == 0 || checksum(packed, entry.bytes) == entry.checksum;
}

const char *db_block_unpack(db_codec *codec, db_entry entry, const cube_model *model, const uint8_t *packed,
                            uint8_t *block, size_t n)
{
    assert(entry.bytes <= n);
    if (entry.bytes == 0) {
        assert(entry.checksum <= (codec->value_bits == 8 ? 255u : 1u)); /* the value */
        memset(block, codec->value_bits == 8 ? (int)entry.checksum : entry.checksum ? 0xff : 0, n);
        return NULL;
    }
    if (!db_block_is_intact(entry, packed)) {
        return "the checksum of a block is wrong";
    }
    if (entry.bytes == n) {
        memcpy(block, packed, n);
        return NULL;
    }
    const bool is_right = model ? cube_unpack(codec->cubes, model, packed, entry.bytes, block)
                                : ZSTD_decompressDCtx(codec->decompress, block, n, packed, entry.bytes) == n;
    return is_right ? NULL : "a block does not unpack to its size";
}
