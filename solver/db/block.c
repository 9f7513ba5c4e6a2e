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
    cube_coder *cubes;  /* if the file has them */
    pairs_coder *pairs; /* likewise */
    int value_bits;
};

db_codec *db_codec_new(const db_shape *shape)
{
    db_codec *codec = calloc(1, sizeof *codec);
    if (codec) {
        codec->compress = ZSTD_createCCtx();
        codec->decompress = ZSTD_createDCtx();
        codec->value_bits = shape->value_bits;
        if (shape->is_halved) {
            codec->pairs = pairs_coder_new(shape->block_bits, NULL);
        } else if (shape->n_models) {
            codec->cubes = cube_coder_new(shape->block_bits);
        }
        const bool has_coder = codec->pairs || codec->cubes || !shape->n_models;
        if (!codec->compress || !codec->decompress || !has_coder) {
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
        pairs_coder_free(codec->pairs);
        free(codec);
    }
}

cube_coder *db_codec_cubes(db_codec *codec)
{
    return codec->cubes;
}

pairs_coder *db_codec_pairs(db_codec *codec)
{
    return codec->pairs;
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

static size_t compress(db_codec *codec, int level, db_model model, const uint8_t *block, size_t n, uint8_t *packed)
{
    assert((!model.cube && !model.pairs) || codec->value_bits == 1); /* models are of outcomes */
    if (model.cube || model.pairs) {
        const size_t bytes = model.cube ? cube_pack(codec->cubes, model.cube, block, packed, n)
                                        : pairs_pack(codec->pairs, model.pairs, block, model.parity, packed, n);
        return bytes ? bytes : n;
    }
    const size_t bytes = ZSTD_compressCCtx(codec->compress, packed, n, block, n, level);
    return ZSTD_isError(bytes) ? n : bytes;
}

db_entry db_block_pack(db_codec *codec, int level, db_model model, const uint8_t *block, size_t n, uint8_t *packed)
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

static bool decompress(db_codec *codec, db_model model, const uint8_t *packed, size_t packed_bytes, uint8_t *block,
                       size_t n)
{
    return model.cube    ? cube_unpack(codec->cubes, model.cube, packed, packed_bytes, block)
           : model.pairs ? pairs_unpack(codec->pairs, model.pairs, packed, packed_bytes, model.parity, block)
                         : ZSTD_decompressDCtx(codec->decompress, block, n, packed, packed_bytes) == n;
}

const char *db_block_unpack(db_codec *codec, db_entry entry, db_model model, const uint8_t *packed, uint8_t *block,
                            size_t n)
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
    const bool is_right = decompress(codec, model, packed, entry.bytes, block, n);
    return is_right ? NULL : "a block does not unpack to its size";
}
