/* Digests: see digest.h.
 *
 * SPDX-License-Identifier: MIT
 */
#include "solver/db/digest.h"

#include <assert.h>
#include <stdio.h>
#include <string.h>

#include <xxhash.h>

static db_digest canonical(XXH128_hash_t hash)
{
    XXH128_canonical_t c;
    db_digest d;
    static_assert(sizeof d.bytes == sizeof c.digest, "a digest is 128 bits");
    XXH128_canonicalFromHash(&c, hash);
    memcpy(d.bytes, c.digest, sizeof d.bytes);
    return d;
}

db_digest db_digest_of(const void *bytes, size_t n)
{
    return canonical(XXH3_128bits(bytes, n));
}

db_digest db_digest_content(const db_subject *s, const db_digest layers[DB_MAX_LAYERS][2])
{
    uint8_t text[DB_SUBJECT_MAX_BYTES + DB_MAX_LAYERS * 2 * sizeof(db_digest)];
    assert(s->n_layers <= DB_MAX_LAYERS && s->n_movers <= 2);
    uint8_t *end = text + db_subject_encode(s, text);
    for (int k = 0; k < s->n_layers; k++) {
        for (int mover = 0; mover < s->n_movers; mover++) {
            memcpy(end, layers[k][mover].bytes, sizeof(db_digest));
            end += sizeof(db_digest);
        }
    }
    return canonical(XXH3_128bits(text, (size_t)(end - text)));
}

const char *db_digest_format(const uint8_t digest[DB_DIGEST_BYTES], char text[DB_DIGEST_TEXT])
{
    for (int i = 0; i < DB_DIGEST_BYTES; i++) {
        snprintf(text + 2 * i, 3, "%02x", digest[i]);
    }
    return text;
}
